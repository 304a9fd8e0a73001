import Bytes
import EventLoops
import HTTP1
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite struct ProxyAdviceTests {
    /// An advice with a clock and a log in the test's hand.
    private final class World: Sendable {
        let time = Mutex(1_000)
        let lines = Mutex<[String]>([])

        var advice: ProxyAdvice {
            let logger = Logger(threshold: .info, format: .text, now: { 0 }) { line in
                self.lines.withLock { $0.append(line) }
            }
            return ProxyAdvice(logger: logger, now: { self.time.withLock { $0 } })
        }

        var logged: [String] { lines.withLock { $0 } }
    }

    private func head(_ fields: [String]) throws -> RequestHead {
        var parser = RequestParser()
        let text = Array((["GET / HTTP/1.1"] + fields).map { $0 + "\r\n" }.joined().utf8) + Array("\r\n".utf8)
        let event = try ReceivedBytes.over(text) { (input: inout ReceivedBytes) throws(HTTPError) in
            try parser.next(&input)
        }
        guard case .request(let request) = event else { throw HTTPError.malformedField }
        return request.head
    }

    @Test(
        "The log names the correct setting",
        arguments: [
            ("https://play.example:8443", "play.example", "the proxy leaves out the port"),
            ("https://play.example", "127.0.0.1:8080", "public-address = https://play.example;"),
            ("http://play.example", "play.example", "the page came by http"),
        ])
    func ways(origin: String, host: String, way: String) throws {
        let world = World()
        world.advice.refused(try head(["Host: \(host)", "Origin: \(origin)"]), isSecure: true)
        #expect(world.logged.count == 1)
        #expect(world.logged.first?.contains(way) == true, "\(world.logged)")
        #expect(world.logged.first?.contains("origin_refused") == true)
    }

    @Test("Refused pages are logged at most once a minute")
    func seldom() throws {
        let world = World()
        let advice = world.advice
        let refused = try head(["Host: a", "Origin: http://b"])
        for _ in 0..<10 { advice.refused(refused, isSecure: false) }
        #expect(world.logged.count == 1)
        world.time.withLock { $0 += ProxyAdvice.pause - 1 }
        advice.refused(refused, isSecure: false)
        #expect(world.logged.count == 1)
        world.time.withLock { $0 += 1 }
        advice.refused(refused, isSecure: false)
        #expect(world.logged.count == 2)
    }

    @Test("An untrusted proxy in the local network is logged once, a remote client with its fields never")
    func untrusted() throws {
        let world = World()
        let advice = world.advice
        let passedOn = try head(["Host: a", "X-Forwarded-Proto: https"])
        func open(from address: String, isProxy: Bool = false, _ head: RequestHead) {
            advice.opened(head, by: Peer(address: IPAddress(address), isProxy: isProxy))
        }
        open(from: "192.0.2.1", passedOn)
        open(from: "2001:db8::1", passedOn)
        open(from: "127.0.0.1", isProxy: true, passedOn)
        open(from: "127.0.0.1", try head(["Host: a"]))
        #expect(world.logged.isEmpty)
        for address in ["10.0.0.9", "127.0.0.1", "::1", "172.31.0.1", "fd00::1"] { open(from: address, passedOn) }
        #expect(world.logged.count == 1 && world.logged[0].contains("proxy_not_trusted"))
    }
}
