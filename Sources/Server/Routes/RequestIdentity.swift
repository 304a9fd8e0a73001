import Bytes
import HTTP1
import Sessions

/// Finds out who a request comes from.
struct RequestIdentity: Sendable {
    /// The name of the cookie with the session token.
    static let cookie = "tilerace_session"
    /// The days for which a browser keeps it: the longest that they do. Each visit begins the days anew.
    static let cookieDays = 400

    /// The proof of a request's player.
    enum Proof: Hashable {
        case nothing
        /// A bearer token, sent by a program on purpose.
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

    /// Returns the proof in a request: the bearer token if it has an Authorization field, else the cookie.
    func proof(of head: RequestHead) -> Proof {
        let scheme = "bearer ".utf8
        if let field = head.fields["authorization"],
            field.utf8.prefix(scheme.count).lazy.map(ASCII.lowercase).elementsEqual(scheme)
        {
            let token = Substring(field.utf8.dropFirst(scheme.count))
            return tokens.claim(provedBy: String(token)).map(Proof.bearer) ?? .nothing
        }
        return head.fields.cookie(RequestIdentity.cookie).flatMap(tokens.claim).map(Proof.cookie) ?? .nothing
    }

    /// Returns the claim that the bearer token or the cookie proves; nil if there is none.
    func claim(of head: RequestHead) -> SessionClaim? { proof(of: head).claim }
}
