import Bytes
import HTTP1
import Sessions

/// Finds out who a request comes from.
struct RequestIdentity: Sendable {
    /// The name of the cookie with the session token.
    static let cookie = "tilerace_session"
    /// For how long a browser keeps it: the longest that they do. Each visit begins the days anew.
    static let cookieDays = 400

    /// How a request names its player.
    enum Proof: Hashable {
        case nothing
        /// Sent by a program that means it.
        case bearer(SessionClaim)
        /// Sent by a browser by itself, whoever has it ask.
        case cookie(SessionClaim)

        var claim: SessionClaim? {
            switch self {
            case .nothing: nil
            case .bearer(let claim), .cookie(let claim): claim
            }
        }
    }

    let tokens: SessionTokens

    /// What a request proves: by the bearer token, if it has an Authorization field, else by the cookie.
    func proof(of head: RequestHead) -> Proof {
        if let field = head.fields["authorization"], ASCII.lowercased(field).utf8.starts(with: "bearer ".utf8) {
            let token = Substring(field.utf8.dropFirst("bearer ".utf8.count))
            return tokens.claim(provedBy: String(token)).map(Proof.bearer) ?? .nothing
        }
        return head.fields.cookie(RequestIdentity.cookie).flatMap(tokens.claim).map(Proof.cookie) ?? .nothing
    }

    /// What the bearer token, or the cookie, proves. Nil if nothing is proved.
    func claim(of head: RequestHead) -> SessionClaim? { proof(of: head).claim }
}
