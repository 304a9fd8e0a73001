import Bytes
import HTTP1
import Sessions

/// The proxies in front of the server that are trusted to say for which client they ask. The same claim by anybody else
/// is ignored: it would lift every limit by address.
struct TrustedProxies: Sendable {
    /// The field in which proxies name their clients. One of the two only: a proxy that writes one passes the other on
    /// as the client sent it.
    enum Field: String, Sendable, CaseIterable {
        case xForwardedFor = "x-forwarded-for"
        case forwarded
    }

    private let blocks: [AddressBlock]
    private let field: Field

    init(_ blocks: [AddressBlock], field: Field) {
        self.blocks = blocks
        self.field = field
    }

    /// Whether this is one of them.
    func contain(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        return blocks.contains { $0.contains(address) }
    }

    /// The client for whom a request comes from `peer`. Hops are read from the last to the first, and the client is the
    /// first that is no proxy of ours. `isSecure` says whether the connection with the peer is encrypted.
    func context(of head: RequestHead, from peer: Peer, isSecure: Bool) -> RequestContext {
        guard peer.isProxy else {
            let isLocal = peer.address?.isLoopback == true && !TrustedProxies.isForwarded(head)
            return RequestContext(client: ClientNetwork(peer.address), isSecure: isSecure, isLocal: isLocal)
        }
        switch field {
        case .xForwardedFor:
            let hops = ForwardedHops.listed(head.fields).map { (address: $0, scheme: String?.none) }
            // Set by the proxy that took the request in; one that only adds to it adds at the end.
            let scheme = head.fields.list("x-forwarded-proto").last.map(ASCII.lowercased)
            return walk(hops, from: peer.address, isSecure: scheme == "https")
        case .forwarded:
            return walk(ForwardedHops.standard(head.fields), from: peer.address, isSecure: false)
        }
    }

    /// Whether a request claims to be forwarded, whoever wrote the claim.
    static func isForwarded(_ head: RequestHead) -> Bool {
        ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via"]
            .contains { head.fields[$0] != nil }
    }

    private func walk(
        _ hops: [(address: String, scheme: String?)], from peer: IPAddress?, isSecure: Bool
    ) -> RequestContext {
        var client = peer
        var isSecure = isSecure
        for hop in hops.reversed() where contain(client) {
            // What cannot be read ends the walk: the proxy itself is all that is known.
            guard let address = IPAddress(forwarded: hop.address) else { break }
            client = address
            if let scheme = hop.scheme { isSecure = scheme == "https" }
        }
        return RequestContext(client: ClientNetwork(client), isSecure: isSecure)
    }
}
