/// Why bytes are no message of a server.
public struct ServerMessageFault: Error, Hashable, Sendable {
    /// The kind of fault, by what a client can do about it.
    public enum Kind: Hashable, Sendable {
        /// No message of this protocol: the server is broken, or is none.
        case malformed
        /// A message, event or code that this version of the library does not know. A client may pass over it.
        case unknown
    }

    /// The number of the request that the message answers, if it could be read.
    public internal(set) var reply: Int?
    /// Whether a newer server may have meant it.
    public let kind: Kind
    /// For people who write clients and servers.
    public let reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
