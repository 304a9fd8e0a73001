import Bytes
import HTTP1
import Sessions
import Testing

@testable import Server

@Suite struct TrustedProxiesTests {
    private func proxies(_ field: TrustedProxies.Field) -> TrustedProxies {
        TrustedProxies(["10.0.0.0/8", "::1"].compactMap { AddressBlock($0) }, field: field)
    }

    private func context(
        _ field: TrustedProxies.Field, from peer: String, _ lines: [String], isSecure: Bool = false
    ) throws -> RequestContext {
        var parser = RequestParser()
        let text = (["GET / HTTP/1.1", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
        let event = try ReceivedBytes.over(Array(text.utf8)) { (input: inout ReceivedBytes) throws(HTTPError) in
            try parser.next(&input)
        }
        guard case .request(let request) = event else { throw HTTPError.malformedField }
        let proxies = proxies(field)
        let address = IPAddress(peer)
        let other = Peer(address: address, isProxy: proxies.contain(address))
        return proxies.context(of: request.head, from: other, isSecure: isSecure)
    }

    private static let listed: [(peer: String, lines: [String], client: String)] = [
        ("10.0.0.1", ["X-Forwarded-For: 192.0.2.1"], "192.0.2.1"),
        ("::1", ["X-Forwarded-For: 2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.0.0.1", ["X-Forwarded-For: 192.0.2.1"], "192.0.2.1"),
        // From right to left: what a client wrote itself stands before its own address.
        ("10.0.0.1", ["X-Forwarded-For: 1.1.1.1, 192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["X-Forwarded-For: 1.1.1.1, 192.0.2.1, 10.0.0.9, 10.0.0.8"], "192.0.2.1"),
        ("10.0.0.1", ["X-Forwarded-For: 10.0.0.9, 10.0.0.8"], "10.0.0.9"),
        ("10.0.0.1", ["X-Forwarded-For: 10.0.0.9, 192.0.2.1, 10.0.0.8"], "192.0.2.1"),
        ("10.0.0.1", ["X-Forwarded-For: 192.0.2.1:55000"], "192.0.2.1"),
        // What cannot be read ends the walk.
        ("10.0.0.1", ["X-Forwarded-For: 192.0.2.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["X-Forwarded-For: 192.0.2.1, nonsense, 10.0.0.8"], "10.0.0.8"),
        ("10.0.0.1", ["X-Forwarded-For: "], "10.0.0.1"), ("10.0.0.1", [], "10.0.0.1"),
        // Others are never believed.
        ("192.0.2.9", ["X-Forwarded-For: 192.0.2.1"], "192.0.2.9"),
        ("127.0.0.1", ["X-Forwarded-For: 1.1.1.1"], "127.0.0.1"),
        ("10.0.0.1", ["Forwarded: for=192.0.2.1"], "10.0.0.1"), ("10.0.0.1", ["X-Real-IP: 192.0.2.1"], "10.0.0.1"),
    ]

    @Test("The client of X-Forwarded-For is the last address that is no trusted proxy", arguments: listed)
    func xForwardedFor(peer: String, lines: [String], client: String) throws {
        #expect(try context(.xForwardedFor, from: peer, lines).client == ClientNetwork(IPAddress(client)))
    }

    private static let standard: [(peer: String, lines: [String], client: String, isSecure: Bool)] = [
        ("10.0.0.1", ["Forwarded: for=192.0.2.1;proto=https"], "192.0.2.1", true),
        ("10.0.0.1", ["Forwarded: proto=http; for=\"192.0.2.1:55000\""], "192.0.2.1", false),
        ("10.0.0.1", ["Forwarded: FOR=\"[2001:db8::7]:4711\";Proto=HTTPS;by=10.0.0.1"], "2001:db8::7", true),
        ("10.0.0.1", ["Forwarded: for=1.1.1.1;proto=https, for=192.0.2.1;proto=http"], "192.0.2.1", false),
        ("10.0.0.1", ["Forwarded: for=192.0.2.1;proto=https, for=10.0.0.7;proto=http"], "192.0.2.1", true),
        ("10.0.0.1", ["Forwarded: for=192.0.2.1, for=unknown"], "10.0.0.1", false),
        ("10.0.0.1", ["Forwarded: for=192.0.2.1, by=10.0.0.7"], "10.0.0.1", false),
        ("10.0.0.1", ["Forwarded: for=192.0.2.1;;"], "192.0.2.1", false),
        ("10.0.0.1", ["Forwarded: for"], "10.0.0.1", false),
        ("10.0.0.1", ["X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https"], "10.0.0.1", false),
        ("192.0.2.9", ["Forwarded: for=192.0.2.1;proto=https"], "192.0.2.9", false),
    ]

    @Test("Forwarded gives the client and the scheme as its trusted proxies saw them", arguments: standard)
    func forwarded(peer: String, lines: [String], client: String, isSecure: Bool) throws {
        let context = try context(.forwarded, from: peer, lines)
        #expect(context == RequestContext(client: ClientNetwork(IPAddress(client)), isSecure: isSecure))
    }

    @Test("A forwarded scheme is believed of a trusted proxy only")
    func scheme() throws {
        let lines = ["X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https"]
        #expect(try context(.xForwardedFor, from: "10.0.0.1", lines).isSecure)
        #expect(try !context(.xForwardedFor, from: "192.0.2.9", lines).isSecure)
        #expect(try context(.xForwardedFor, from: "192.0.2.9", [], isSecure: true).isSecure)
        // Encrypted between the proxy and us says nothing of the client's side.
        #expect(try !context(.xForwardedFor, from: "10.0.0.1", ["X-Forwarded-Proto: http"], isSecure: true).isSecure)
        #expect(try !context(.xForwardedFor, from: "10.0.0.1", ["X-Forwarded-Proto: https, http"]).isSecure)
    }
}
