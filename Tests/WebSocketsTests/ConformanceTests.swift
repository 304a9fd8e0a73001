import EventLoops
import HTTP1
import TestKit
import Testing

@testable import WebSockets
@testable import tilerace_echo

/// The catalogue, against the value in both roles for every cut of the bytes, and against the echo server over a
/// socket.
@Suite("Conformance") struct ConformanceTests {
    private static let agreement = DeflateAgreement(accepting: DeflateOffer(), DeflateSettings())

    @Test("Every rule holds however the stream is cut", arguments: Conformance.all)
    func value(rule: ConformanceCase) { check(rule, isClient: false) }

    @Test("Every rule for a client holds however the stream is cut", arguments: Conformance.forClients)
    func client(rule: ConformanceCase) { check(rule, isClient: true) }

    private func check(_ rule: ConformanceCase, isClient: Bool) {
        let deflate = rule.isCompressed ? Self.agreement : nil
        let stream = rule.wholeStream
        let whole = EchoEnd.answers(to: [stream], deflate: deflate, isClient: isClient)
        #expect(Answer.all(in: whole.sent, deflate, ofClient: isClient) == rule.allAnswers)
        // Byte by byte for every stream, all cuts for those that are not long.
        let cuts = stream.count < 2_000 ? Chunker.cuts(of: stream, random: 10) : [stream.map { [$0] }]
        for pieces in cuts {
            let cut = EchoEnd.answers(to: pieces, deflate: deflate, isClient: isClient)
            #expect(cut.sent == whole.sent && cut.fault == whole.fault)
        }
    }

    @Test("No rule occurs twice")
    func names() {
        for rules in [Conformance.all, Conformance.forClients] {
            #expect(Set(rules.map(\.testDescription)).count == rules.count)
        }
        // All but those about masks, which are the other way round.
        #expect(Conformance.forClients.count > Conformance.all.count - Conformance.masking.count)
    }
}

/// The echo server of the command, in this process.
final class EchoServer {
    private let shards: ShardGroup
    let port: UInt16

    init(shards count: Int = 1, deflate: DeflateSettings? = DeflateSettings()) throws {
        let shards = try ShardGroup(count: count)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        self.shards = shards
        port = socket.address.port
        let service = EchoService(shards: shards, deflate: deflate)
        shards.serve(socket, outputLimit: 64 << 20) { EchoSocket(connection: $0, service: service) }
    }

    deinit {
        shards.stop(graceMilliseconds: 100) { [shards] in
            for shard in shards.shards { shard.execute { $0.dismantle() } }
        }
    }

    static let handshake = [
        "GET / HTTP/1.1", "Host: a", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// A connection, with the head of the answer to its handshake.
    func connect(_ lines: [String]) throws -> (socket: SocketClient, head: String) {
        let socket = try SocketClient(port: port, owner: self)
        try socket.send((lines + ["", ""]).joined(separator: "\r\n"))
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head += try socket.read(1) }
        return (socket, String(decoding: head, as: UTF8.self))
    }
}

@Suite("Conformance over a socket", .blocking) struct LiveConformanceTests {
    @Test("The server answers every rule and then ends the connection", arguments: [false, true])
    func live(isCompressed: Bool) throws {
        let server = try EchoServer()
        let agreement = isCompressed ? DeflateAgreement(accepting: DeflateOffer(), DeflateSettings()) : nil
        for rule in Conformance.all where rule.isCompressed == isCompressed {
            let offer = isCompressed ? ["Sec-WebSocket-Extensions: permessage-deflate"] : []
            let (socket, head) = try server.connect(EchoServer.handshake + offer)
            #expect(head.hasPrefix("HTTP/1.1 101 ") && head.contains("permessage-deflate") == isCompressed)
            do {
                try socket.send(rule.wholeStream)
            } catch SocketClientError.reset {
                // The server may have seen enough before all was sent.
            }
            #expect(Answer.all(in: try socket.readToEnd(), agreement) == rule.allAnswers, "\(rule.testDescription)")
        }
    }

    @Test("A broadcast reaches all shards, compressed once for clients that offered it")
    func broadcast() throws {
        let server = try EchoServer(shards: 2)
        let offers = [
            "X: y", "Sec-WebSocket-Extensions: permessage-deflate",
            "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover",
        ]
        let sockets = try (0..<9).map { try server.connect(EchoServer.handshake + [offers[$0 % 3]]).socket }
        let text = [UInt8(ascii: "P")] + SampleMessages.text(2_000, seed: 4)
        // Everybody has been answered once, so everybody is there.
        for socket in sockets {
            try socket.send(frame(0x89))
            #expect(try socket.read(2) == [0x8A, 0])
        }
        try sockets[0].send(frame(0x81, text))
        var compressed: Set<[UInt8]> = []
        for (index, socket) in sockets.enumerated() {
            let head = try socket.read(4)
            #expect(head[0] == (index % 3 == 0 ? 0x81 : 0xC1) && head[1] == 126)
            let payload = try socket.read(Int(head[2]) << 8 | Int(head[3]))
            if index % 3 == 0 {
                #expect(payload == text)
            } else {
                #expect(ZlibStream.Reader(window: 15).read(payload) == text)
                compressed.insert(payload)
            }
        }
        #expect(compressed.count == 1)
    }

    @Test(
        "An invalid handshake is refused with its status (RFC 6455 section 4.2.2)",
        arguments: [
            (0, "POST / HTTP/1.1\r\nContent-Length: 0", 405), (0, "GET / HTTP/1.0", 426), (2, "X: y", 426),
            (2, "Upgrade: h2c", 426), (3, "Connection: close", 426), (4, "Sec-WebSocket-Version: 12", 426),
            (4, "X: y", 426), (5, "X: y", 400), (5, "Sec-WebSocket-Key: dGhlIHNhbXBsZQ==", 400), (1, "X: y", 400),
            (1, "Host: a\r\nSec-WebSocket-Extensions: permessage-deflate;", 400),
            (1, "Host: a\r\nSec-WebSocket-Extensions: ", 400), (1, "Host: a\r\nSec-WebSocket-Extensions: a b", 400),
            (1, "Host: a\r\nSec-WebSocket-Extensions: a; b=\"c d\"", 400),
        ])
    func handshakes(line: Int, replacement: String, status: Int) throws {
        var lines = EchoServer.handshake
        lines[line] = replacement
        let (socket, head) = try EchoServer().connect(lines)
        #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        #expect(status != 426 || head.contains("Sec-WebSocket-Version: 13\r\n"))
        #expect(status != 405 || head.contains("Allow: GET\r\n"))
        #expect(try socket.readToEnd().isEmpty)
    }
}
