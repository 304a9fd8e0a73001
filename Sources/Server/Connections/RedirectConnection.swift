import Bytes
import EventLoops
import HTTP1

/// A connection to the plain port of a server that speaks TLS: whatever it asks, it is sent to the same place under
/// https. After the one answer the connection ends: the next request belongs on the other port.
final class RedirectConnection: OneAnswerConnection {
    unowned let shard: ServerShard
    let peer: Peer
    /// Nil where there are no certificates yet: then it answers challenges, by which they are got.
    private let credentials: TLSCredentials?
    /// The port of the TLS listener.
    private let port: UInt16
    private var parser: RequestParser

    init(_ connection: Connection, shard: ServerShard, peer: Peer, credentials: TLSCredentials?, port: UInt16) {
        self.shard = shard
        self.peer = peer
        self.credentials = credentials
        self.port = port
        parser = RequestParser(limits: shard.parts.bounds.request)
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.request)
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        do {
            while let event = try parser.next(&bytes) {
                switch event {
                case .request(let request):
                    return answer(response(to: request.head), to: request.head, over: connection)
                case .continueExpected(let head):
                    // RFC 9110 section 10.1.1: whoever waits for leave to send a body hears at once that it is not
                    // wanted here.
                    return answer(response(to: head), to: head, over: connection)
                }
            }
            connection.unfinishedInput = parser.isInsideRequest ? parser.unfinishedMemory : 0
        } catch {
            let hasBody = parser.methodUnderWay != .head
            answer(.problem(error.status, error.detail), to: nil, hasBody: hasBody, over: connection)
        }
    }

    private func response(to head: RequestHead) -> HTTPResponse {
        let context = shard.parts.proxies.context(of: head, from: peer, isSecure: false)
        if let refusal = shard.parts.refusal(of: context.client) { return refusal }
        if let challenge = challenge(head) { return challenge }
        let isOurs: (String) -> Bool = { [credentials] in credentials?.covers($0) ?? false }
        guard let location = RedirectConnection.location(of: head, port: port, isOurs: isOurs) else {
            return .problem(.misdirectedRequest, "This server has no certificate for that name.")
        }
        // 308 and not 301: it does not turn POST into GET, and a program sees that it must not send its secrets here.
        return HTTPResponse(.permanentRedirect, fields: [("Location", location), ("Cache-Control", "no-store")])
    }

    /// The answer to a challenge for a certificate: an authority asks on this port (RFC 8555 section 8.3).
    private func challenge(_ head: RequestHead) -> HTTPResponse? {
        guard head.method == .get || head.method == .head, let segments = head.target.segments else { return nil }
        return shard.parts.challenges?.response(to: segments)
    }

    /// The resource of a request under https. Nil if it names no host, or one that is not ours: nobody is sent
    /// elsewhere by us.
    static func location(of head: RequestHead, port: UInt16, isOurs: (String) -> Bool) -> String? {
        guard let host = head.target.authority ?? head.fields["host"], head.target.path.hasPrefix("/") else {
            return nil
        }
        // Without the port, which is this one's. In `[::1]:80` the last colon counts.
        var name = host[...]
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") { name = host[..<colon] }
        guard isOurs(String(name.drop { $0 == "[" }.prefix { $0 != "]" })) else { return nil }
        let query = head.target.query.map { "?\($0)" } ?? ""
        return "https://\(name)\(port == 443 ? "" : ":\(port)")\(head.target.path)\(query)"
    }
}
