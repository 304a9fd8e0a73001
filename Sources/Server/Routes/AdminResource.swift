import HTTP1

/// The resources of the admin page.
enum AdminResource: Hashable, Sendable {
    /// The session that the cookie of the page proves.
    case session
    /// The resource to which the page sends what the operator's programs send to the socket.
    case requests
    /// The live figures.
    case figures

    /// The methods that it has, besides OPTIONS.
    var methods: [HTTPMethod] {
        switch self {
        case .session: [.get, .head, .post, .delete]
        case .requests: [.post]
        case .figures: [.get, .head]
        }
    }
}
