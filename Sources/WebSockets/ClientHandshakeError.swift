/// Why a server's answer opens no WebSocket (RFC 6455 section 4.1).
package enum ClientHandshakeError: Error, Hashable, Sendable {
    /// The answer has another status than 101.
    case refused(status: Int)
    /// The answer points elsewhere. It is not followed: who connects may want to know where to.
    case redirected(status: Int, location: String)
    /// The answer is HTTP/1.0.
    case versionTooOld
    /// A field is missing, is repeated, or does not answer our request. Examples are an accept key that is not of our
    /// key, and a subprotocol or an extension that we did not offer.
    case badAnswer(field: String)
}
