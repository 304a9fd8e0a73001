import Bytes
import CZlib
import TestKit
import Testing

@testable import WebSockets

/// The cost of a compressed message, and the memory that a connection keeps.
@Suite("permessage-deflate: limits and memory") struct DeflateLimitTests {
    private static func settings(ratio: Int = 1_000_000, step: Int = 65_536) -> DeflateSettings {
        var settings = DeflateSettings()
        settings.maximumRatio = ratio
        settings.ratioStep = step
        settings.sendsWithContext = false
        settings.threshold = 0
        return settings
    }

    /// Returns the fault of an end with a limit for a message of `count` bytes. Several cuts of it must agree.
    private static func fault(
        _ bytes: [UInt8], limit: Int, _ settings: DeflateSettings = settings()
    ) -> WebSocketError? {
        let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
        let stream = frame(0xC2, ZlibStream.message(bytes))
        let whole = EchoEnd.answers(to: [stream], limit: limit, deflate: agreement, settings: settings)
        for pieces in [stream.map { [$0] }] + Chunker.cuts(of: stream, random: 3).suffix(3) {
            let cut = EchoEnd.answers(to: pieces, limit: limit, deflate: agreement, settings: settings)
            #expect(cut.fault == whole.fault && cut.sent == whole.sent)
        }
        if let fault = whole.fault { #expect(Answer.all(in: whole.sent) == [.close(Int(fault.closeCode.rawValue))]) }
        return whole.fault
    }

    @Test(
        "An inflated message may be as long as the limit, and not a byte longer",
        arguments: [1, 100, 65_536, 70_000])
    func limit(limit: Int) {
        for bytes in [SampleMessages.text(limit + 1, seed: 2), SampleMessages.noise(limit + 1, seed: 2)] {
            #expect(Self.fault(Array(bytes.dropLast()), limit: limit) == nil)
            #expect(Self.fault(bytes, limit: limit) == .messageTooLong(limit: limit))
        }
    }

    @Test("A decompression bomb is stopped by its ratio at any cut, and honest messages are not")
    func ratio() {
        let bomb = [UInt8](repeating: 0x61, count: 100_000)
        let bounded = Self.settings(ratio: 100, step: 4_096)
        #expect(Self.fault(bomb, limit: 1 << 20, bounded) == .ratioTooHigh(limit: 100))
        #expect(Self.fault(bomb, limit: 1 << 20) == nil)
        #expect(Self.fault([UInt8](repeating: 0x61, count: 4_096), limit: 1 << 20, bounded) == nil)
        #expect(Self.fault(SampleMessages.text(100_000, seed: 1), limit: 1 << 20, bounded) == nil)
        #expect(Self.fault(SampleMessages.noise(2_000, seed: 1) + bomb, limit: 1 << 20, bounded) == nil)
    }

    @Test("A bomb of 64 MiB in 64 KiB takes no more memory than the limit")
    func memoryOfBomb() {
        let settings = Self.settings()
        let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
        let bomb = ZlibStream.message([UInt8](repeating: 0, count: 64 << 20))
        #expect(bomb.count < 70_000)
        for limit in [1_000, 16_384, 1 << 20] {
            let state = DeflateState(DeflatePool(settings).terms(agreement, isServer: true))
            var output = ByteBuffer()
            var text: UTF8Validator?
            var fault: WebSocketError?
            do throws(WebSocketError) {
                try state.inflate(bomb.span.bytes, to: &output, limit: limit, text: &text)
            } catch { fault = error }
            #expect(fault == .messageTooLong(limit: limit) && output.count == limit && output.capacity <= limit)
        }
    }

    @Test("A message of endless empty blocks is stopped")
    func empties() {
        let settings = Self.settings()
        let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
        let empties = (0..<1_000).flatMap { _ -> [UInt8] in [0, 0, 0, 0xFF, 0xFF] }
        let stream = frame(0x42, empties) + frame(0, empties) + frame(0, empties)
        let echo = EchoEnd.answers(to: [stream], limit: 4_096, deflate: agreement, settings: settings)
        #expect(echo.fault == .messageTooLong(limit: 4_096))
    }

    @Test("Compressed data after our Close is not inflated, whatever it holds")
    func afterClose() throws {
        let settings = Self.settings()
        let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
        var webSocket = WebSocket.server(messageLimit: 1_000, deflate: agreement, pool: DeflatePool(settings))
        let sink = CollectedBytes()
        let bomb = ZlibStream.message([UInt8](repeating: 0x61, count: 5_000))
        webSocket.close(.unsupportedMessage, reason: "", to: sink)
        _ = sink.take()
        // One that is too long, one that is no DEFLATE, and the beginning of another one.
        try ReceivedBytes.over(frame(0xC1, bomb) + frame(0xC2, [0xFF, 0xFF]) + frame(0x41, bomb)) {
            input throws(WebSocketError) in
            #expect(try webSocket.receive(&input, answeringTo: sink) == nil)
        }
        guard case .idle = webSocket.deflate else {
            Issue.record("a state for inflating was made")
            return
        }
        #expect(webSocket.phase == .closeSent && webSocket.unfinishedMemory == 0 && sink.array == [])
        try ReceivedBytes.over(frame(0x80) + frame(0x88, [3, 0xE8])) { input throws(WebSocketError) in
            guard case .closed(.normal, _)? = try webSocket.receive(&input, answeringTo: sink) else {
                Issue.record("the peer's Close did not end it")
                return
            }
        }
    }

    @Test("An idle connection keeps one pointer and borrows the rest for a message")
    func idle() throws {
        #expect(MemoryLayout<DeflateLink>.size == 8)
        var settings = Self.settings()
        settings.receivesWithContext = false
        let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
        let pool = DeflatePool(settings)
        var first = WebSocket.server(messageLimit: 1_000, deflate: agreement, pool: pool)
        let second = WebSocket.server(messageLimit: 1_000, deflate: agreement, pool: pool)
        func isIdle(_ link: DeflateLink) -> Bool { if case .idle = link { true } else { false } }
        #expect(isIdle(first.deflate) && first.deflate.terms === second.deflate.terms)
        let message = frame(0xC1, ZlibStream.message(Array("Hello".utf8)))
        let sink = CollectedBytes()
        for _ in 0..<3 {
            for piece in [Array(message.prefix(9)), Array(message.dropFirst(9))] {
                try ReceivedBytes.over(piece) { input throws(WebSocketError) in
                    let event = try first.receive(&input, answeringTo: sink)
                    #expect((event != nil) == isIdle(first.deflate))
                }
            }
        }
        #expect(pool.stock.idle.inflaters == 1)
        let text = SampleMessages.text(200, seed: 1)
        second.send(.text, text.span.bytes, to: sink)
        #expect(pool.stock.idle.deflaters == 1 && isIdle(second.deflate))
    }
}
