import HTTP1

/// The resources of a player's own account.
enum AccountResource: Hashable, Sendable {
    /// The session of this device.
    case session
    /// The player.
    case me
    /// A code for another device.
    case newLink
    /// The resource at which that device redeems it.
    case link
    /// Ends the sessions of all other devices.
    case signOut
    /// All that is kept.
    case export

    /// The methods that it has, besides OPTIONS.
    var methods: [HTTPMethod] {
        switch self {
        case .session: [.post, .delete]
        case .me: [.get, .head, .delete]
        case .export: [.get, .head]
        case .newLink, .link, .signOut: [.post]
        }
    }
}
