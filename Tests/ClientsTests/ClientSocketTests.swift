import Bytes
import Clients
import TestKit
import Testing
import WebSockets

@Suite("A client's connection", .timeLimit(.minutes(5)))
struct ClientSocketTests {
    private static func bounds(patience ms: Int = 10_000) -> ClientBounds {
        var bounds = ClientBounds()
        bounds.patience = ms
        bounds.message = 1_000
        bounds.response.fieldBytes = 50_000
        return bounds
    }

    @Test("A good server is understood, at once and byte by byte", arguments: [false, true])
    func good(trickles: Bool) async throws {
        let messages: [(MessageKind, [UInt8])] = [
            (.text, Array("häßlich".utf8)), (.binary, []),
            (.binary, [UInt8](repeating: 0xFF, count: trickles ? 126 : 70_000)),
        ]
        let outcome = try await Outcome.of(ServerManner(trickles: trickles), saying: messages)
        #expect(outcome.lines.prefix(5) == ["200 ok", "open good", "text 7 welcome", "text 9 häßlich", "binary 0 "])
        #expect(outcome.messages == messages.map(\.1))
        #expect(outcome.end == .closed(.normal, reason: "") && outcome.server.close == .normal)
    }

    @Test(
        "A broken handshake is named",
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
        let outcome = try await Outcome.of(
            ServerManner(fault: server), bounds: Self.bounds(patience: server == .neverAnswers ? 200 : 10_000))
        #expect(outcome.lines == ["200 ok"])
        #expect(outcome.end == .failed(fault))
    }

    @Test(
        "A broken frame is named",
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
        let outcome = try await Outcome.of(
            ServerManner(fault: expected.server, trickles: trickles), bounds: Self.bounds())
        #expect(outcome.lines == ["200 ok", "open good", "text 7 welcome"])
        #expect(outcome.end == .failed(expected.fault))
        // Who broke the protocol is told how.
        if case .webSocket(let error) = expected.fault { #expect(outcome.server.close == error.closeCode) }
    }

    @Test("A server that does not answer our Close times out")
    func neverCloses() async throws {
        let bounds = Self.bounds(patience: 200)
        let outcome = try await Outcome.of(ServerManner(fault: .neverCloses), bounds: bounds, saying: [])
        #expect(outcome.end == .failed(.timedOut(.close)))
    }

    @Test("Pings are answered in order, with their own bytes, and end nothing")
    func pings() async throws {
        let outcome = try await Outcome.of(ServerManner(fault: .floods), saying: [(.text, [0x61])])
        #expect(outcome.lines == ["200 ok", "open good", "text 7 welcome", "text 1 a"])
        #expect(outcome.end == .closed(.normal, reason: ""))
        let numbers = (0..<3_000).map { (number: Int) -> [UInt8] in [UInt8(number >> 8), UInt8(number & 0xFF)] }
        #expect(outcome.server.pongs == numbers)
    }

    @Test(
        "Messages in one-byte fragments with control frames between are understood",
        arguments: [false, true])
    func fragments(trickles: Bool) async throws {
        let messages: [(MessageKind, [UInt8])] = [
            (.text, Array("aß✓🏁".utf8)), (.binary, Array(0...99)), (.text, []),
        ]
        let outcome = try await Outcome.of(ServerManner(trickles: trickles, fragments: true), saying: messages)
        #expect(outcome.messages == messages.map(\.1) && outcome.end == .closed(.normal, reason: ""))
        // One ping with each byte, and one at the end of each message, that of the welcome first.
        let said = [Array("welcome".utf8)] + messages.map(\.1)
        let pings = said.flatMap { (message: [UInt8]) -> [[UInt8]] in message.map { [$0] } + [[]] }
        #expect(outcome.server.pongs == pings)
    }

    @Test("A good server is understood however the network cuts its bytes")
    func cuts() async throws {
        let long = [UInt8](repeating: 0x78, count: 126)
        // Text in two fragments with a ping between, an empty message, and a length in two bytes.
        let says: [UInt8] =
            [0x01, 4, 0x61, 0xC3, 0x9F, 0xE2, 0x89, 1, 7, 0x80, 2, 0x9C, 0x93, 0x82, 0, 0x82, 126, 0, 126] + long
        let cuts = says.count - 1
        let outcome = try await Outcome.of(
            ServerManner(says: says, cutsEverywhere: true), expecting: 3 * cuts)
        let once: [[UInt8]] = [Array("aß✓".utf8), [], long]
        #expect(outcome.messages == Array(repeatElement(once, count: cuts).joined()))
        #expect(outcome.server.pongs == Array(repeating: [7], count: cuts))
        #expect(outcome.end == .closed(.normal, reason: ""))
    }
}
