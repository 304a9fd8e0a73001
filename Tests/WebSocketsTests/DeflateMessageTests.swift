import Bytes
import CZlib
import TestKit
import Testing

@testable import WebSockets

/// RFC 7692 section 7.2: messages in both directions, for all windows, with context and without.
@Suite("permessage-deflate: messages") struct DeflateMessageTests {
    struct Terms: CustomTestStringConvertible, Sendable {
        let window: WindowBits
        let hasContext: Bool
        var testDescription: String { "window \(window.rawValue), \(hasContext ? "with" : "without") context" }

        static let all = WindowBits.all.flatMap { window in
            [true, false].map { Terms(window: window, hasContext: $0) }
        }

        /// The answer of a server that limits both directions to these terms.
        var agreement: DeflateAgreement {
            var offer = DeflateOffer()
            offer.clientMaxWindow = .offered
            return DeflateAgreement(accepting: offer, settings)
        }

        var settings: DeflateSettings {
            var settings = DeflateSettings()
            settings.sendWindow = window
            settings.receiveWindow = window
            settings.sendsWithContext = hasContext
            settings.receivesWithContext = hasContext
            settings.threshold = 0
            return settings
        }
    }

    private static let sizes = [
        0, 1, 2, 16, 100, 255, 256, 257, 512, 1_000, 4_096, 20_000, 32_768, 65_535, 65_536, 70_000,
    ]

    /// The messages of a run: texts, one byte over and over, and noise, of every size; the same text twice in a row.
    private static let messages: [[UInt8]] =
        sizes.flatMap { (size: Int) -> [[UInt8]] in
            let text = SampleMessages.text(size, seed: UInt64(size))
            return [text, text, [UInt8](repeating: 0x61, count: size), SampleMessages.text(size, seed: 5)]
        }

    @Test("A server's message can be read with just the agreed window", arguments: Terms.all)
    func serverSends(terms: Terms) {
        let pool = DeflatePool(terms.settings)
        let server = WebSocket.server(messageLimit: 1 << 20, deflate: terms.agreement, pool: pool)
        let reader = ZlibStream.Reader(window: Int32(terms.window.rawValue))
        let sink = CollectedBytes()
        var shorter = 0
        for message in Self.messages {
            server.send(.text, message.span.bytes, to: sink)
            let frame = sink.take()
            let payload = Array(frame.dropFirst(FrameHeader.size(secondByte: frame[1])))
            #expect(frame[0] == 0xC1 || frame[0] == 0x81 && payload == message)
            guard frame[0] == 0xC1 else { continue }
            #expect(reader.read(payload) == message)
            if !terms.hasContext { reader.forget() }
            if payload.count < message.count / 4 { shorter += 1 }
        }
        #expect(shorter > Self.messages.count / 3)
        #expect(pool.stock.idle.deflaters == (terms.hasContext ? 0 : 1))
    }

    @Test("A client's message is read however it is cut", arguments: Terms.all)
    func clientSends(terms: Terms) {
        let pool = DeflatePool(terms.settings)
        let client = WebSocket.client(messageLimit: 1 << 20, deflate: terms.agreement, pool: pool) {
            MaskingKey(littleEndian: 0xA1B2_C3D4)
        }
        let sink = CollectedBytes()
        for message in Self.messages.filter({ $0.count <= 4_096 }) { client.send(.text, message.span.bytes, to: sink) }
        let stream = sink.take()
        let expected = Self.messages.filter { $0.count <= 4_096 }.map {
            Answer.text(String(decoding: $0, as: UTF8.self))
        }
        let whole = EchoEnd.answers(to: [stream], deflate: terms.agreement, settings: terms.settings)
        #expect(whole.fault == nil && Answer.all(in: whole.sent, terms.agreement) == expected)
        for pieces in [stream.map { [$0] }] + Chunker.cuts(of: stream, random: 4).suffix(4) {
            let cut = EchoEnd.answers(to: pieces, deflate: terms.agreement, settings: terms.settings)
            #expect(cut.fault == nil && cut.sent == whole.sent)
        }
    }

    @Test("A long message is read in fragments of any length", arguments: [1, 2, 7, 100, 1_024, 65_536])
    func fragments(length: Int) {
        let agreement = Terms(window: .largest, hasContext: true).agreement
        let message = SampleMessages.text(200_000, seed: 9)
        let compressed = ZlibStream.message(message)
        var stream: [UInt8] = []
        for start in stride(from: 0, to: compressed.count, by: length) {
            let part = Array(compressed[start..<min(start + length, compressed.count)])
            let first: UInt8 = start == 0 ? 0x41 : 0
            stream += frame(start + length >= compressed.count ? first | 0x80 : first, part)
        }
        let echo = EchoEnd.answers(to: [stream], deflate: agreement)
        #expect(Answer.all(in: echo.sent, agreement) == [.text(String(decoding: message, as: UTF8.self))])
    }

    @Test("Every zlib stream is read, at any strategy, level, window and flush")
    func zlibMakes() {
        var source = SampleMessages.Source(seed: 3)
        let agreement = Terms(window: .largest, hasContext: false).agreement
        for round in 0..<FullRun.count(fast: 150, full: 1_500) {
            let strategy = Int32(source.below(5))
            let window = Int32(9 + source.below(7))
            let size = [0, 3, 200, 3_000, 70_000][source.below(5)]
            let bytes =
                source.below(3) == 0
                ? SampleMessages.noise(size, seed: UInt64(round)) : SampleMessages.text(size, seed: UInt64(round))
            let cut = source.below(size + 1)
            let flush = [Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK][source.below(5)]
            let isFinal = source.below(4) == 0
            let compressed = ZlibStream.deflate(
                [(Array(bytes[..<cut]), flush), (Array(bytes[cut...]), isFinal ? Z_FINISH : Z_FULL_FLUSH)],
                window: window, level: Int32(source.below(10)), strategy: strategy)
            // Section 7.2.3.4: a final block is followed by the first byte of an empty one, the rest of which is the
            // tail.
            let payload = isFinal ? compressed + [0] : Array(compressed.dropLast(4))
            guard !payload.isEmpty else { continue }
            let echo = EchoEnd.answers(to: [frame(0xC2, payload)], deflate: agreement)
            #expect(Answer.all(in: echo.sent, agreement) == [.binary(bytes)], "round \(round)")
        }
    }

    @Test("A message may refer to earlier ones only with context take-over")
    func context() {
        let message = SampleMessages.text(300, seed: 1)
        let both = ZlibStream.deflate([(message, Z_SYNC_FLUSH)])
        let twice = ZlibStream.deflate([(message, Z_SYNC_FLUSH), (message, Z_SYNC_FLUSH)])
        #expect(Array(twice.prefix(both.count)) == both)
        let stream = frame(0xC1, Array(both.dropLast(4))) + frame(0xC1, Array(twice.dropFirst(both.count).dropLast(4)))
        let with = EchoEnd.answers(to: [stream], deflate: Terms(window: .largest, hasContext: true).agreement)
        #expect(with.fault == nil)
        let without = EchoEnd.answers(to: [stream], deflate: Terms(window: .largest, hasContext: false).agreement)
        #expect(without.fault == .invalidDeflate)
    }

    @Test("Short and incompressible messages are sent uncompressed")
    func threshold() {
        var settings = Terms(window: .largest, hasContext: false).settings
        settings.threshold = 100
        let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
        let server = WebSocket.server(messageLimit: 1_000, deflate: agreement, pool: DeflatePool(settings))
        let sink = CollectedBytes()
        func first(_ message: [UInt8]) -> UInt8 {
            server.send(.binary, message.span.bytes, to: sink)
            return sink.take()[0]
        }
        #expect(first([UInt8](repeating: 1, count: 99)) == 0x82)
        #expect(first([UInt8](repeating: 1, count: 100)) == 0xC2)
        #expect(first(SampleMessages.noise(500, seed: 1)) == 0x82)
    }
}
