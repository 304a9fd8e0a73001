import Bytes
import TestKit
import Testing

@testable import WebSockets

@Suite("WebSocket: RFC 6455")
struct WebSocketTests {
    @Test("Every cut of a stream gives the same events and answers")
    func chunkInvariance() {
        let long = [UInt8](repeating: 0x61, count: 300)
        let streams: [[UInt8]] = [
            frame(0x81, Array("Hello, wörld ✓".utf8)) + frame(0x82, long) + frame(0x81)
                + frame(0x88, [0x03, 0xE8] + Array("bye".utf8)),
            frame(0x01, Array("ab✓".utf8.prefix(3))) + frame(0x89, [1, 2]) + frame(0x80, Array("ab✓".utf8.dropFirst(3)))
                + frame(0x8A, [7]) + frame(0x02) + frame(0x00, [5]) + frame(0x80, [6]),
            frame(0x81, [0x61]) + frame(0x01, [0xE2]) + frame(0x80, [0x41]) + frame(0x81, [0x62]),
            frame(0x82, long) + frame(0x83), frame(0x01, [0x61]) + frame(0x81, [0x61]),
            frame(0x88, [3, 0xEC]) + frame(0x81),
        ]
        for stream in streams {
            let expected = Outcome.of([stream])
            #expect(!expected.events.isEmpty || expected.fault != nil)
            for pieces in Chunker.cuts(of: stream) { #expect(Outcome.of(pieces) == expected) }
        }
    }

    @Test(
        "Each fault has its error and its close code",
        arguments: [
            (frame(0x81, [0x61], masked: false), WebSocketError.unmaskedFrame, 1002),
            (frame(0xC1), .reservedBit, 1002), (frame(0xA1), .reservedBit, 1002), (frame(0x91), .reservedBit, 1002),
            (frame(0xC8), .reservedBit, 1002), (frame(0xA9), .reservedBit, 1002),
            (frame(0x83), .unknownOpcode(3), 1002), (frame(0x8B), .unknownOpcode(11), 1002),
            (frame(0x8F), .unknownOpcode(15), 1002),
            (frame(0x09), .fragmentedControlFrame, 1002), (frame(0x0A), .fragmentedControlFrame, 1002),
            (frame(0x08), .fragmentedControlFrame, 1002),
            (frame(0x89, [UInt8](repeating: 0, count: 126)), .controlFrameTooLong, 1002),
            (frame(0x82, [1], lengthBytes: 2), .lengthNotMinimal, 1002),
            (frame(0x82, [UInt8](repeating: 0, count: 200), lengthBytes: 8), .lengthNotMinimal, 1002),
            ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], .lengthOutOfRange, 1002),
            (frame(0x80), .nothingToContinue, 1002), (frame(0x00, [1]), .nothingToContinue, 1002),
            (frame(0x01) + frame(0x82), .messageNotFinished, 1002),
            (frame(0x81, [0xC3, 0x28]), .invalidUTF8, 1007), (frame(0x81, [0xE2, 0x82]), .invalidUTF8, 1007),
            (frame(0x01, [0xED, 0xA0]), .invalidUTF8, 1007),
            (frame(0x88, [3]), .closePayloadTooShort, 1002), (frame(0x88, [3, 0xE8, 0xFF]), .invalidUTF8, 1007),
        ] as [([UInt8], WebSocketError, Int)])
    func faults(stream: [UInt8], fault: WebSocketError, code: Int) {
        let outcome = Outcome.of([stream])
        #expect(outcome.fault == fault)
        #expect(outcome.answers == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
        for pieces in Chunker.cuts(of: stream, random: 5) { #expect(Outcome.of(pieces) == outcome) }
    }

    @Test("A close code is accepted or refused as section 7.4 says")
    func closeCodes() {
        for code in 0...UInt16.max where code < 1_020 || code % 97 == 0 || [2_999, 3_000, 4_999, 5_000].contains(code) {
            let outcome = Outcome.of([frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)])])
            let allowed =
                (1_000...1_003).contains(code) || (1_007...1_014).contains(code) || (3_000...4_999).contains(code)
            #expect(outcome.fault == (allowed ? nil : .badCloseCode(code)))
            if allowed { #expect(outcome.answers == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)]) }
        }
    }

    @Test("A message may be as long as the limit and no longer, in one frame or several")
    func messageLimit() {
        let ten = [UInt8](repeating: 1, count: 10)
        #expect(Outcome.of([frame(0x82, ten)], limit: 10).events.count == 1)
        #expect(Outcome.of([frame(0x82, ten + [1])], limit: 10).fault == .messageTooLong(limit: 10))
        #expect(Outcome.of([frame(0x02, ten) + frame(0x80)], limit: 10).events.count == 1)
        let over = Outcome.of([frame(0x02, ten) + Array(frame(0x80, [1]).prefix(6))], limit: 10)
        #expect(over.fault == .messageTooLong(limit: 10))
        #expect(over.answers == [0x88, 2, 0x03, 0xF1])
    }

    @Test("Text is refused at its first bad byte, before the frame is complete")
    func failsFast() {
        let stream =
            frame(0x01, Array("abc".utf8)) + Array(frame(0x80, [0xFF] + [UInt8](repeating: 0x61, count: 50)).prefix(7))
        #expect(Outcome.of([stream]).fault == .invalidUTF8)
    }

    @Test("Empty fragments in the middle of a message are reported")
    func emptyFragments() {
        let stream =
            frame(0x01) + frame(0x00) + frame(0x00, [0x61]) + frame(0x00) + frame(0x80) + frame(0x81) + frame(0x88)
            + frame(0x00)
        let events = Outcome.of([stream]).events
        #expect(events == ["empty fragment", "empty fragment", "text [97]", "text []", "closed 1005 "])
        for pieces in Chunker.cuts(of: stream) { #expect(Outcome.of(pieces).events == events) }
    }

    @Test("A ping is answered, a pong is not, and an empty Close gets an empty Close")
    func controls() {
        #expect(Outcome.of([frame(0x89, [1, 2])]).answers == [0x8A, 2, 1, 2])
        #expect(Outcome.of([frame(0x8A, [1])]) == Outcome(events: ["pong [1]"]))
        #expect(Outcome.of([frame(0x88)]) == Outcome(events: ["closed 1005 "], answers: [0x88, 0]))
    }

    @Test("A message that lies whole in one read is not copied")
    func inPlace() throws {
        var webSocket = WebSocket.server(messageLimit: 100)
        let sink = CollectedBytes()
        try ReceivedBytes.over(frame(0x81, [0x61, 0x62])) { input throws(WebSocketError) in
            guard case .message(.text, .received(let range))? = try webSocket.receive(&input, answeringTo: sink) else {
                Issue.record("copied, or no message")
                return
            }
            #expect(range == 6..<8)
        }
    }

    @Test("An incomplete message is reported with its memory")
    func unfinished() throws {
        var webSocket = WebSocket.server(messageLimit: 1_000)
        let sink = CollectedBytes()
        func receive(_ bytes: [UInt8]) throws -> (isInside: Bool, memory: Int) {
            try ReceivedBytes.over(bytes) { input throws(WebSocketError) in
                while try webSocket.receive(&input, answeringTo: sink) != nil {}
            }
            return (webSocket.isInsideMessage, webSocket.unfinishedMemory)
        }
        let ping = frame(0x89, [1, 2])
        let (start, end) = (frame(0x01, [UInt8](repeating: 0x61, count: 300)), frame(0x80, [0x62]))
        #expect(try receive([]) == (false, 0))
        // From the first byte of a header to the last of the payload, and through fragments and what comes between
        // them.
        for cut in 1..<ping.count {
            #expect(try receive(Array(ping[..<cut])).isInside, "\(cut)")
            #expect(try receive(Array(ping[cut...])) == (false, 0))
        }
        for piece in [start, ping, Array(end.dropLast())] {
            let held = try receive(piece)
            #expect(held.isInside && (300..<1_000).contains(held.memory))
        }
        #expect(try receive(Array(end.suffix(1))) == (false, 0))
    }

    @Test("After our Close nothing is sent or delivered until the peer's Close")
    func closeFirst() throws {
        var webSocket = WebSocket.server(messageLimit: 100)
        let sink = CollectedBytes()
        webSocket.close(.goingAway, reason: "retry=500", to: sink)
        #expect(sink.take() == [0x88, 11, 0x03, 0xE9] + Array("retry=500".utf8))
        ByteBuffer().withBytes { webSocket.send(.text, $0, to: sink) }
        webSocket.close(.normal, reason: "", to: sink)
        try ReceivedBytes.over(frame(0x81, [0x61]) + frame(0x89) + frame(0x88, [3, 0xE9])) {
            input throws(WebSocketError) in
            let event = try webSocket.receive(&input, answeringTo: sink)
            guard case .closed(.goingAway, _)? = event else {
                Issue.record("not closed but \(String(describing: event))")
                return
            }
        }
        #expect(sink.array == [] && webSocket.phase == .closed)
    }

    @Test("A close reason that is too long is cut between characters")
    func longReason() {
        var webSocket = WebSocket.server(messageLimit: 100)
        let sink = CollectedBytes()
        webSocket.close(.normal, reason: String(repeating: "✓", count: 60), to: sink)
        #expect(
            Array(sink.array.prefix(2)) == [0x88, 125]
                && String(validating: sink.array.dropFirst(4), as: UTF8.self) != nil)
    }

    @Test("A client sends masked frames and refuses masked ones")
    func clientRole() {
        #expect(Outcome.of([frame(0x81, [0x61])], client: true).fault == .maskedFrame)
        #expect(Outcome.of([frame(0x81, [0x61], masked: false)], client: true).events == ["text [97]"])
        let client = WebSocket.client(messageLimit: 100) { MaskingKey(littleEndian: 0x3D21_FA37) }
        let sink = CollectedBytes()
        for length in [0, 5, 125, 126, 65_535, 65_536] {
            let payload = [UInt8](repeating: 0x62, count: length)
            client.send(.binary, payload.span.bytes, to: sink)
            let sent = sink.take()
            #expect(sent == frame(0x82, payload))
            #expect(Outcome.of([sent]).events == ["binary \(payload)"])
        }
    }
}
