import Bytes
import HTTP1
import Testing

@testable import Server

@Suite struct OriginPolicyTests {
    private func head(_ lines: [String], target: String = "/") throws -> RequestHead {
        var parser = RequestParser()
        let text = (["GET \(target) HTTP/1.1"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
        let event = try ReceivedBytes.over(Array(text.utf8)) { (input: inout ReceivedBytes) throws(HTTPError) in
            try parser.next(&input)
        }
        guard case .request(let request) = event else { throw HTTPError.malformedRequestLine }
        return request.head
    }

    private static let cases: [(origin: String, isAllowed: Bool)] = [
        ("http://play.example:8080", true), ("https://play.example:8080", true), ("HTTP://PLAY.example:8080", true),
        ("http://friend.example", true), ("HTTPS://OTHER.example", true),
        ("http://play.example", false), ("http://play.example:80", false), ("http://play.example:8080.evil", false),
        ("http://evil.example", false), ("http://evil.example/play.example:8080", false), ("null", false), ("", false),
        ("ws://play.example:8080", false), ("https://friend.example", false), ("play.example:8080", false),
        // U+212A KELVIN SIGN, of which Unicode makes a small k.
        ("http://lin\u{212A}.example", false),
    ]

    @Test("The server's own origin and allowed ones are accepted, others are not", arguments: cases)
    func ownAndAllowed(origin: String, isAllowed: Bool) throws {
        let policy = OriginPolicy(allowed: ["http://friend.example", "https://Other.example", "http://link.example"])
        #expect(
            policy.allows(try head(["Host: Play.Example:8080", "Origin: \(origin)"]), isSecure: false) == isAllowed)
    }

    @Test("A request without an origin is accepted")
    func noOrigin() throws {
        #expect(OriginPolicy(allowed: []).allows(try head(["Host: a"]), isSecure: true))
    }

    @Test("A request with two origins is refused")
    func twoOrigins() throws {
        #expect(
            !OriginPolicy(allowed: []).allows(
                try head(["Host: a", "Origin: http://a", "Origin: http://a"]), isSecure: false))
    }

    @Test("The host of an absolute target counts before the Host field")
    func targetsHost() throws {
        let absolute = "http://real.example/"
        let policy = OriginPolicy(allowed: [])
        #expect(
            policy.allows(try head(["Host: other", "Origin: http://real.example"], target: absolute), isSecure: false))
        #expect(!policy.allows(try head(["Host: other", "Origin: http://other"], target: absolute), isSecure: false))
    }

    @Test("Over TLS the server's own origin is its https one only")
    func tls() throws {
        let policy = OriginPolicy(allowed: ["http://friend.example"])
        #expect(policy.allows(try head(["Host: a", "Origin: https://a"]), isSecure: true))
        #expect(!policy.allows(try head(["Host: a", "Origin: http://a"]), isSecure: true))
        #expect(policy.allows(try head(["Host: a", "Origin: http://friend.example"]), isSecure: true))
    }
}
