import EventLoops
import Sessions

/// The properties of a request that its bytes do not contain.
struct RequestContext: Hashable, Sendable {
    /// The network that rate limits by address count.
    let client: ClientNetwork
    /// Whether the client's own connection is encrypted: with us, or with a proxy that we trust.
    let isSecure: Bool
    /// Whether it is asked on the machine itself, and not for somebody else: no proxy says that it has passed it on.
    var isLocal = false
}

/// The other end of a connection.
struct Peer: Hashable, Sendable {
    /// Nil if it was gone before it could be asked for.
    let address: IPAddress?
    /// Whether the client is a trusted proxy, which asks for others.
    let isProxy: Bool

    /// Whom the connection counts for; nobody if it is a proxy's.
    var client: ClientNetwork? { isProxy ? nil : ClientNetwork(address) }

    /// The round trip with the client in ms, as the kernel measures it. Nil if it does not say, and where it measures
    /// the way to a proxy. A system call.
    func kernelRoundTrip(over connection: Connection) -> Int? {
        isProxy ? nil : connection.kernelRoundTrip.map { $0 / 1_000 }
    }
}
