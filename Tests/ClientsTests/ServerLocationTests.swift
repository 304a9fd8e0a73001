import Clients
import Testing

@Suite("URLs of servers")
struct ServerLocationTests {
    @Test(
        "Locations are read as people write them",
        arguments: [
            ("ws://127.0.0.1:8080", "127.0.0.1", 8_080, false, "127.0.0.1:8080"),
            ("http://localhost/", "localhost", 80, false, "localhost"),
            ("WSS://play.example", "play.example", 443, true, "play.example"),
            ("https://play.example:8443/", "play.example", 8_443, true, "play.example:8443"),
            ("ws://[::1]:9000", "::1", 9_000, false, "[::1]:9000"),
            ("ws://[fe80::1]/", "fe80::1", 80, false, "[fe80::1]"),
            ("wss://a:80", "a", 80, true, "a:80"),
        ] as [(String, String, UInt16, Bool, String)])
    func good(url: String, host: String, port: UInt16, isSecure: Bool, field: String) throws {
        let location = try #require(ServerLocation(url))
        #expect(location == ServerLocation(host: host, port: port, isSecure: isSecure))
        #expect(location.hostField == field)
        #expect(ServerLocation(location.description) == location)
    }

    @Test(
        "Text that is no location is refused",
        arguments: [
            "", "127.0.0.1:8080", "ftp://a", "ws://", "ws:///", "ws://:80", "ws://a:", "ws://a:0", "ws://a:65536",
            "ws://a:-1", "ws://a/b", "ws://a?b", "ws://u@a", "ws://[::1", "ws://[]", "ws://::1", "ws://[a]",
            "ws://[::1]x",
            "ws://a b", "ws://ä", "ws://a\r\n",
        ])
    func bad(url: String) { #expect(ServerLocation(url) == nil) }
}
