/// The reason why bytes are no message of a server.
public struct ServerMessageFault: Error, Hashable, Sendable {
    /// The kind of fault, by what a client can do about it.
    public enum Kind: Hashable, Sendable {
        /// The bytes are no message of this protocol: the server is faulty, or not a Tilerace server.
        case malformed
        /// The message, event or code is unknown to this version of the library. A client may ignore it.
        case unknown
    }

    /// The number of the answered request, if it could be read.
    public internal(set) var reply: Int?
    /// Whether the bytes are malformed, or possibly from a newer server.
    public let kind: Kind
    /// An explanation for authors of clients and servers.
    public let reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
