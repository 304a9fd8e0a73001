import GameRules
import HTTP1
import Sessions

/// Finds out who a request comes from.
struct RequestIdentity: Sendable {
    /// The name of the cookie with the session token.
    static let cookie = "tilerace_session"

    let tokens: SessionTokens

    /// The bearer's player, or the cookie's. Nil if nothing is proved.
    func player(of head: RequestHead) -> PlayerID? {
        if let bearer = head.fields["authorization"], bearer.lowercased().hasPrefix("bearer ") {
            return tokens.player(provedBy: String(bearer.dropFirst("bearer ".count)))
        }
        return head.fields.cookie(RequestIdentity.cookie).flatMap(tokens.player)
    }
}
