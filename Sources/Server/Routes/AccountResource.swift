import HTTP1

/// What somebody's own account has at addresses of its own.
enum AccountResource: Hashable, Sendable {
    /// Who this device is.
    case session
    /// The player.
    case me
    /// A code for another device.
    case newLink
    /// Where that device takes it.
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
