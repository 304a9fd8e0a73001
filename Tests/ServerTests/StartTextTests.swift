import EventLoops
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct StartTextTests {
    private func lines(
        _ host: String, others: ReachableAddresses.Address? = nil, certificate names: [String]? = nil,
        also covered: [String] = []
    ) throws -> [String] {
        let text = StartText(
            name: "Tilerace", dataFolder: "/data", address: try #require(SocketAddress(host: host, port: 8443)),
            others: others,
            certificates: names.map { names in .init(names: names) { (names + covered).contains($0) } })
        return text.lines
    }

    private func network(_ host: String) -> ReachableAddresses.Address {
        .init(url: "https://\(host):8443", reach: .network)
    }

    private let alone = "  It can be reached from this machine only."

    @Test(
        "The machine itself is told an address that the server listens on",
        arguments: [
            ("::", "localhost"), ("0.0.0.0", "localhost"), ("127.0.0.1", "localhost"), ("::1", "localhost"),
            ("::ffff:127.0.0.1", "localhost"), ("127.0.0.2", "127.0.0.2"), ("192.0.2.7", "192.0.2.7"),
            ("2001:db8::7", "[2001:db8::7]"),
        ])
    func here(listening: String, host: String) throws {
        #expect(
            try lines(listening)
                == ["Tilerace is serving.", "  here      http://\(host):8443/", alone, "  data      /data"])
    }

    @Test("A server on a loopback address prints no address for others, whatever its certificate is for")
    func loopback() throws {
        let certificate = try TestCertificate(names: ["DNS:play.example.org"])
        for host in ["127.0.0.1", "127.8.8.8", "::1"] {
            let server = try TestServer {
                $0.address = host
                $0.tlsCertificates = [certificate.certificate]
                $0.tlsKeys = [certificate.key]
            }
            let text = server.server.startText
            #expect(text.contains(alone) && !text.contains { $0.hasPrefix("  players") }, "\(text)")
            server.stop()
        }
        let behindProxy = try TestServer { $0.publicAddress = "https://play.example.org" }
        let text = behindProxy.server.startText
        #expect(text.contains("  players   https://play.example.org/") && !text.contains(alone))
        behindProxy.stop()
    }

    @Test("The host reads at which printed addresses a browser will warn, and what to do")
    func uncovered() throws {
        let wildcard = try lines("::", others: network("192.0.2.7"), certificate: ["*.example.org"])
        #expect(
            wildcard.suffix(2) == [
                "  Browsers warn at 192.0.2.7 and at localhost: the certificate is for *.example.org.",
                "  Set public-address to an address that it is for.",
            ])
        let named = try lines(
            "::", others: .init(url: "https://a.example:8443", reach: .public), certificate: ["a.example"])
        #expect(named.last == "  Browsers warn at localhost: the certificate is for a.example.")
        let six = try lines("2001:db8::7", others: network("[2001:db8::7]"), certificate: ["a", "b", "c", "d", "e"])
        #expect(
            six.suffix(2).first
                == "  Browsers warn at [2001:db8::7]: the certificate is for a, b, c, and 2 more.")
        let nameless = try lines("::", others: network("192.0.2.7"), certificate: [], also: ["192.0.2.7"])
        #expect(nameless.last == "  Browsers warn at localhost: no certificate has that name.")
    }

    @Test("Nothing is said of certificates that are for every printed address, and of none")
    func covered() throws {
        let data = "  data      /data"
        #expect(try lines("127.0.0.1", certificate: ["localhost"]).last == data)
        #expect(
            try lines("::", others: network("192.0.2.7"), certificate: ["localhost"], also: ["192.0.2.7"]).last == data)
        #expect(
            try lines("2001:db8::7", others: network("[2001:db8::7]"), certificate: [], also: ["2001:db8::7"])
                .last == data)
        #expect(try lines("::", others: .init(url: "http://192.0.2.7:8443", reach: .network)).last == data)
    }
}
