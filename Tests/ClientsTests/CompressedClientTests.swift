import Bytes
import Clients
import TestKit
import Testing

@testable import WebSockets

/// A client that has agreed with its server on permessage-deflate (RFC 7692).
@Suite("A client's compressed connection", .timeLimit(.minutes(5)))
struct CompressedClientTests {
    /// "Hello", and what repeats it for whoever remembers (sections 7.2.3.1 and 7.2.3.2).
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]

    /// A server's frame with a short payload.
    private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        precondition(payload.count < 126)
        return [first, UInt8(payload.count)] + payload
    }

    private static func settings(context: Bool) -> DeflateSettings {
        var settings = DeflateSettings()
        (settings.sendsWithContext, settings.receivesWithContext) = (context, context)
        return settings
    }

    private static func bounds(message: Int = 1_000) -> ClientBounds {
        var bounds = ClientBounds()
        bounds.message = message
        return bounds
    }

    @Test("Messages of both sides refer to earlier ones if both ends want it", arguments: [true, false])
    func context(isKept: Bool) async throws {
        // Of bytes that do not repeat within one message, so that only the one before helps.
        var draws = Chunker.Draws(seed: 7)
        let noise = (0..<600).map { _ in UInt8(truncatingIfNeeded: draws.next()) & 0x3F | 0x40 }
        let messages = Array(repeating: (MessageKind.binary, noise), count: 4)
        let outcome = try await Outcome.of(
            ServerManner(deflate: DeflateSettings()), saying: messages, deflate: Self.settings(context: isKept))
        #expect(outcome.lines[1] == "open good, compressed")
        #expect(outcome.messages == messages.map(\.1) && outcome.end == .closed(.normal, reason: ""))
        for sent in [outcome.compressed, outcome.server.compressed] {
            #expect(sent.count == 4 && sent.allSatisfy { $0.before == 600 } && sent[0].after > 400)
            for one in sent.dropFirst() { #expect(isKept ? one.after < 60 : one.after == sent[0].after) }
        }
    }

    @Test("A client keeps to the server's terms: no context, or a small window")
    func serversTerms() async throws {
        var terms = Self.settings(context: false)
        let small = try #require(WindowBits(rawValue: 9))
        (terms.sendWindow, terms.receiveWindow) = (small, small)
        var draws = Chunker.Draws(seed: 8)
        let noise = (0..<1_500).map { _ in UInt8(truncatingIfNeeded: draws.next()) & 0x3F | 0x40 }
        // What repeats is further back than the window reaches.
        let messages = Array(repeating: (MessageKind.text, noise + noise), count: 2)
        let outcome = try await Outcome.of(ServerManner(deflate: terms), saying: messages, deflate: DeflateSettings())
        #expect(outcome.messages == messages.map(\.1) && outcome.end == .closed(.normal, reason: ""))
        #expect(outcome.compressed.count == 2 && outcome.compressed.allSatisfy { $0.after > 2_000 })
    }

    @Test("A reference to an earlier message is read, and is a fault if context was declined")
    func references() async throws {
        let says = Self.frame(0xC1, Self.hello) + Self.frame(0xC1, Self.again)
        let kept = try await Outcome.of(
            ServerManner(deflate: DeflateSettings(), says: says), expecting: 2, deflate: DeflateSettings())
        #expect(kept.messages == [Array("Hello".utf8), Array("Hello".utf8)])
        #expect(kept.end == .closed(.normal, reason: ""))
        let forgotten = try await Outcome.of(
            ServerManner(deflate: DeflateSettings(), says: says), expecting: 2, deflate: Self.settings(context: false))
        #expect(forgotten.messages == [Array("Hello".utf8)])
        #expect(forgotten.end == .failed(.webSocket(.invalidDeflate)) && forgotten.server.close == .invalidPayload)
    }

    @Test("Compressed fragments with control frames between are understood", arguments: [false, true])
    func fragments(trickles: Bool) async throws {
        let messages = (0..<3).map { (MessageKind.text, Array(repeating: UInt8(ascii: "a") + $0, count: 900)) }
        let manner = ServerManner(trickles: trickles, deflate: DeflateSettings(), fragments: true)
        let outcome = try await Outcome.of(manner, saying: messages, deflate: DeflateSettings())
        #expect(outcome.server.compressed.count == 3)
        #expect(outcome.messages == messages.map(\.1) && outcome.end == .closed(.normal, reason: ""))
        let bytes = outcome.server.compressed.reduce(7) { $0 + $1.after }
        #expect(outcome.server.pongs.count == bytes + 4, "one for each byte and each end, the welcome's with them")
    }

    @Test("A compressed message is understood however the network cuts it")
    func cuts() async throws {
        let says =
            Self.frame(0x41, Array(Self.hello.prefix(3))) + Self.frame(0x89, [7])
            + Self.frame(0x80, Array(Self.hello.dropFirst(3)))
        let manner = ServerManner(deflate: DeflateSettings(), says: says, cutsEverywhere: true)
        let outcome = try await Outcome.of(manner, expecting: says.count - 1, deflate: DeflateSettings())
        #expect(outcome.messages == Array(repeating: Array("Hello".utf8), count: says.count - 1))
        #expect(outcome.server.pongs.count == says.count - 1 && outcome.end == .closed(.normal, reason: ""))
    }

    @Test(
        "A broken compressed frame is named, and the server told",
        arguments: [
            (frame(0xC2, [0x07]), .invalidDeflate), (frame(0xC2, [0, 5, 0, 0, 0, 1]), .invalidDeflate),
            (frame(0xC1, again), .invalidDeflate), (frame(0xC1), .invalidDeflate),
            (frame(0xC1, Array(hello.prefix(4))), .invalidDeflate),
            (frame(0xC1, hello + [0, 0, 0xFF, 0xFF]), .invalidDeflate),
            (frame(0x42, [0, 1, 0, 0xFE, 0xFF, 0x61]) + frame(0x80, [0x07]), .invalidDeflate),
            (frame(0xC1, [0, 1, 0, 0xFE, 0xFF, 0xFF, 0]), .invalidUTF8),
            (frame(0xC9, hello), .reservedBit), (frame(0xCA), .reservedBit), (frame(0xC8, [3, 0xE8]), .reservedBit),
            (frame(0x41, Array(hello.prefix(3))) + frame(0xC0, Array(hello.dropFirst(3))), .reservedBit),
            (frame(0x01, [0x61]) + frame(0xC0, hello), .reservedBit), (frame(0xC0, hello), .reservedBit),
            (frame(0xE1, hello), .reservedBit), (frame(0x91, [0x61]), .reservedBit),
            (frame(0x41, hello) + frame(0xC1, hello), .messageNotFinished),
        ] as [([UInt8], WebSocketError)], [false, true])
    func broken(_ expected: (says: [UInt8], fault: WebSocketError), trickles: Bool) async throws {
        let manner = ServerManner(trickles: trickles, deflate: DeflateSettings(), says: expected.says)
        let outcome = try await Outcome.of(manner, deflate: DeflateSettings())
        #expect(outcome.lines == ["200 ok", "open good, compressed", "text 7 welcome"])
        #expect(outcome.end == .failed(.webSocket(expected.fault)))
        #expect(outcome.server.close == expected.fault.closeCode)
    }

    @Test(
        "RSV1 without an agreement is a fault",
        arguments: [
            (DeflateSettings(), nil), (nil, DeflateSettings()), (nil, nil),
        ] as [(DeflateSettings?, DeflateSettings?)], [0xC1, 0xC2, 0xC9, 0xC0] as [UInt8])
    func notAgreed(_ settings: (server: DeflateSettings?, client: DeflateSettings?), first: UInt8) async throws {
        let manner = ServerManner(deflate: settings.server, says: Self.frame(first, Self.hello))
        let outcome = try await Outcome.of(manner, deflate: settings.client)
        #expect(outcome.lines == ["200 ok", "open good", "text 7 welcome"])
        #expect(outcome.end == .failed(.webSocket(.reservedBit)) && outcome.server.close == .protocolError)
    }

    @Test(
        "A bomb is stopped by the message limit or the ratio, with 1009",
        arguments: [
            (1_000, .messageTooLong(limit: 1_000)), (1 << 24, .ratioTooHigh(limit: 250)),
        ] as [(Int, WebSocketError)], [false, true])
    func bomb(_ limit: (bytes: Int, fault: WebSocketError), fragments: Bool) async throws {
        let pool = DeflatePool(DeflateSettings())
        let server = WebSocket.server(
            messageLimit: 1, deflate: DeflateAgreement(accepting: DeflateOffer(), DeflateSettings()), pool: pool)
        let sink = CollectedBytes()
        server.send(.binary, [UInt8](repeating: 0, count: 8 << 20).span.bytes, to: sink)
        var says = sink.take()
        #expect(says.count < 10_000 && says[1] == 126)
        if fragments {
            let payload = says.dropFirst(4)
            says = [0x42, 0] + payload.dropLast().flatMap { [0x00, 1, $0] } + [0x80, 1, payload.last ?? 0]
        }
        let outcome = try await Outcome.of(
            ServerManner(deflate: DeflateSettings(), says: says), bounds: Self.bounds(message: limit.bytes),
            deflate: DeflateSettings())
        #expect(outcome.lines.count == 3 && outcome.messages.isEmpty)
        #expect(outcome.end == .failed(.webSocket(limit.fault)) && outcome.server.close == .messageTooLong)
    }

    @Test("A message of exactly the limit is accepted")
    func atTheLimit() async throws {
        let messages = [(MessageKind.binary, [UInt8](repeating: 1, count: 1_000))]
        let outcome = try await Outcome.of(
            ServerManner(deflate: DeflateSettings()), bounds: Self.bounds(), saying: messages,
            deflate: DeflateSettings())
        #expect(outcome.messages == messages.map(\.1) && outcome.server.compressed.count == 1)
        #expect(outcome.end == .closed(.normal, reason: ""))
    }
}
