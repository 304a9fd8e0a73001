import Bytes
import Clients
import EventLoops
import HTTP1
import TestKit
import Testing
import WebSockets

/// Asks once over plain HTTP, opens a WebSocket, says what it is told to, and writes down all that happens.
private final class Diary: ClientSocketOwner {
    private let messages: [(MessageKind, [UInt8])]
    private var lines: [String] = []
    private let ended: ([String], ClientEnd) -> Void

    init(saying messages: [(MessageKind, [UInt8])], ended: @escaping ([String], ClientEnd) -> Void) {
        self.messages = messages
        self.ended = ended
    }

    func connected(_ socket: ClientSocket) { socket.request(.get, "/plain") }

    func answered(_ response: Response, on socket: ClientSocket) {
        lines.append("\(response.status) \(String(decoding: response.body, as: UTF8.self))")
        socket.upgrade("/socket", subprotocols: ["good", "better"])
    }

    func opened(_ agreement: ClientHandshake.Agreement, on socket: ClientSocket) {
        lines.append("open \(agreement.subprotocol ?? "-")")
        for (kind, message) in messages { socket.send(kind, message.span.bytes) }
    }

    func received(_ kind: MessageKind, _ message: RawSpan, on socket: ClientSocket) {
        lines.append("\(kind) \(message.byteCount) \(String(decoding: message.array.prefix(9), as: UTF8.self))")
        // The welcome, and an echo of each.
        if lines.count == 3 + messages.count { socket.close(.normal, reason: "done") }
    }

    func ended(_ socket: ClientSocket, _ end: ClientEnd) { ended(lines, end) }
}

@Suite("A client's connection")
struct ClientSocketTests {
    private static let defaultMessages: [(MessageKind, [UInt8])] = [(.text, Array("hello".utf8))]

    private static func outcome(
        _ fault: ServerFault?, trickles: Bool = false, bounds: ClientBounds = ClientBounds(),
        saying messages: [(MessageKind, [UInt8])] = defaultMessages
    ) async throws -> (lines: [String], end: ClientEnd) {
        let group = try ShardGroup(count: 1)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        group.serve(socket, outputLimit: 4 << 20) { _ in BrokenServer(fault, trickles: trickles) }
        let (stream, continuation) = AsyncStream<([String], ClientEnd)>.makeStream()
        let location = ServerLocation(host: "127.0.0.1", port: socket.address.port)
        group.shards[0].execute { loop in
            let diary = Diary(saying: messages) { continuation.yield(($0, $1)) }
            var random = SplitMix(seed: 5)
            ClientSocket.open(
                location, at: socket.address, on: loop, bounds: bounds, random: { random.next() }, owner: diary)
        }
        let outcome = try #require(await stream.first { _ in true })
        await group.stop(graceMilliseconds: 1_000)
        return outcome
    }

    private static func bounds(patience ms: Int = 10_000) -> ClientBounds {
        var bounds = ClientBounds()
        bounds.patience = ms
        bounds.message = 1_000
        bounds.response.fieldBytes = 50_000
        return bounds
    }

    @Test("a good server, at once and byte by byte", arguments: [false, true])
    func good(trickles: Bool) async throws {
        let messages: [(MessageKind, [UInt8])] = [
            (.text, Array("häßlich".utf8)), (.binary, []),
            (.binary, [UInt8](repeating: 0xFF, count: trickles ? 126 : 70_000)),
        ]
        let (lines, end) = try await Self.outcome(nil, trickles: trickles, saying: messages)
        #expect(lines.prefix(5) == ["200 ok", "open good", "text 7 welcome", "text 9 häßlich", "binary 0 "])
        #expect(lines.count == 6)
        #expect(end == .closed(.normal, reason: ""))
    }

    @Test(
        "a broken handshake is named",
        arguments: [
            (.wrongAccept, .handshake(.badAnswer(field: "Sec-WebSocket-Accept"))),
            (.noAccept, .handshake(.badAnswer(field: "Sec-WebSocket-Accept"))),
            (.noUpgrade, .handshake(.badAnswer(field: "Upgrade"))),
            (.noConnection, .handshake(.badAnswer(field: "Connection"))),
            (.unaskedSubprotocol, .handshake(.badAnswer(field: "Sec-WebSocket-Protocol"))),
            (.unaskedExtension, .handshake(.badAnswer(field: "Sec-WebSocket-Extensions"))),
            (.redirects, .handshake(.redirected(status: 302, location: "/else"))),
            (.answersHTTP10, .handshake(.versionTooOld)), (.answersNoHTTP, .http(.malformedStatusLine)),
            (.hugeHead, .http(.fieldsTooLarge)), (.neverAnswers, .timedOut(.handshake)),
            (.closesAtOnce, .lost(.handshake)), (.closesInHead, .lost(.handshake)),
            (.resetsInHead, .lost(.handshake)),
            (.refuses, .handshake(.refused(status: 403))),
        ] as [(ServerFault, ClientFault)])
    func brokenHandshake(server: ServerFault, fault: ClientFault) async throws {
        let (lines, end) = try await Self.outcome(
            server, bounds: Self.bounds(patience: server == .neverAnswers ? 200 : 10_000))
        #expect(lines == ["200 ok"])
        #expect(end == .failed(fault))
    }

    @Test(
        "a broken frame is named",
        arguments: [
            (.masks, .webSocket(.maskedFrame)), (.reservedBit, .webSocket(.reservedBit)),
            (.reservedOpcode, .webSocket(.unknownOpcode(3))), (.badUTF8, .webSocket(.invalidUTF8)),
            (.badUTF8Early, .webSocket(.invalidUTF8)), (.oversized, .webSocket(.messageTooLong(limit: 1_000))),
            (.hugeLength, .webSocket(.lengthOutOfRange)), (.longLength, .webSocket(.lengthNotMinimal)),
            (.controlTooLong, .webSocket(.controlFrameTooLong)),
            (.controlInFragments, .webSocket(.fragmentedControlFrame)),
            (.continuesNothing, .webSocket(.nothingToContinue)), (.interrupts, .webSocket(.messageNotFinished)),
            (.badCloseCode, .webSocket(.badCloseCode(1_005))), (.shortClose, .webSocket(.closePayloadTooShort)),
            (.badCloseReason, .webSocket(.invalidUTF8)), (.closesWithoutClose, .lost(.messages)),
            (.truncates, .lost(.messages)),
        ] as [(ServerFault, ClientFault)], [false, true])
    func brokenFrames(_ expected: (server: ServerFault, fault: ClientFault), trickles: Bool) async throws {
        let (lines, end) = try await Self.outcome(
            expected.server, trickles: trickles, bounds: Self.bounds())
        #expect(lines == ["200 ok", "open good", "text 7 welcome"])
        #expect(end == .failed(expected.fault))
    }

    @Test("a server that does not answer our Close is left")
    func neverCloses() async throws {
        let bounds = Self.bounds(patience: 200)
        let (_, end) = try await Self.outcome(.neverCloses, bounds: bounds, saying: [])
        #expect(end == .failed(.timedOut(.close)))
    }

    @Test("pings are answered, and do not end anything")
    func pings() async throws {
        let (lines, end) = try await Self.outcome(.floods, saying: [(.text, [0x61])])
        #expect(lines == ["200 ok", "open good", "text 7 welcome", "text 1 a"])
        #expect(end == .closed(.normal, reason: ""))
    }
}
