/// Why a server's answer opens no WebSocket (RFC 6455 section 4.1).
package enum ClientHandshakeError: Error, Hashable, Sendable {
    /// It is another status than 101.
    case refused(status: Int)
    /// It points elsewhere. Nobody follows by himself: who connects may want to know where to.
    case redirected(status: Int, location: String)
    /// It is HTTP/1.0.
    case versionTooOld
    /// This field is missing, stands twice, or has a value that does not answer our request: an accept key that is not
    /// of our key, a subprotocol or an extension that we did not offer.
    case badAnswer(field: String)
}
