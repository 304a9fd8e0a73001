import Bytes
import TestKit
import Testing

@testable import WebSockets

/// One compressed copy for all receivers of a broadcast.
@Suite("Broadcasts") struct EncodedMessageTests {
    /// A server's end and a stranger who reads it with just the agreed window.
    private final class Peer {
        let server: WebSocket
        let reader: ZlibStream.Reader
        let sink = CollectedBytes()
        let hasContext: Bool

        init(_ window: WindowBits, hasContext: Bool, _ pool: DeflatePool) {
            var offer = DeflateOffer()
            offer.serverMaxWindow = window
            offer.serverNoContextTakeover = !hasContext
            let agreement = DeflateAgreement(accepting: offer, pool.settings)
            server = .server(messageLimit: 1 << 20, deflate: agreement, pool: pool)
            reader = ZlibStream.Reader(window: Int32(window.rawValue))
            self.hasContext = hasContext
        }

        func send(_ text: [UInt8]) { server.send(.text, text.span.bytes, to: sink) }

        /// The messages that came, and how many of them were compressed.
        func read() -> (messages: [[UInt8]?], compressed: Int) {
            var stream = sink.take()[...]
            var messages: [[UInt8]?] = []
            var compressed = 0
            while let first = stream.first {
                let second = stream[stream.startIndex + 1]
                let size = FrameHeader.size(secondByte: second)
                let length = stream.prefix(size).dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
                let payload = Array(stream.dropFirst(size).prefix(size == 2 ? Int(second) : length))
                stream = stream.dropFirst(size + payload.count)
                if first & 0x40 == 0 {
                    messages.append(payload)
                } else {
                    messages.append(reader.read(payload))
                    if !hasContext { reader.forget() }
                    compressed += 1
                }
            }
            return (messages, compressed)
        }
    }

    private static func encoded(_ bytes: [UInt8], _ kind: MessageKind = .text) -> EncodedMessage {
        EncodedMessage(kind, bytes.span.bytes)
    }

    private static func pool() -> DeflatePool {
        var settings = DeflateSettings()
        settings.threshold = 50
        return DeflatePool(settings)
    }

    @Test("Receivers with any window read their own messages and broadcasts in any order")
    func mixed() {
        let pool = Self.pool()
        let peers = WindowBits.all.flatMap { window in
            [true, false].map { Peer(window, hasContext: $0, pool) }
        }
        var source = SampleMessages.Source(seed: 5)
        var compressed = 0
        var sent = 0
        for round in 0..<FullRun.count(fast: 60, full: 600) {
            // Few texts, so that there is much to refer back to.
            func text() -> [UInt8] {
                SampleMessages.text([60, 200, 250, 700, 5_000, 40_000][source.below(6)], seed: UInt64(source.below(3)))
            }
            let shared = [text(), text(), text()]
            let one = Self.encoded(shared[0])
            let joined = EncodedMessage(joining: shared[1...].map { Self.encoded($0) })
            for peer in peers {
                let own = text()
                var expected = [own]
                peer.send(own)
                if source.below(2) == 0 {
                    peer.server.send(one, to: peer.sink)
                    expected.append(shared[0])
                }
                if source.below(2) == 0 {
                    peer.server.send(joined, to: peer.sink)
                    expected += shared[1...]
                }
                peer.send(own)
                expected.append(own)
                let read = peer.read()
                #expect(read.messages == expected, "round \(round)")
                compressed += read.compressed
                sent += expected.count
            }
        }
        #expect(compressed > sent / 2)
    }

    @Test("A broadcast is compressed once, and only receivers with a smaller window get it uncompressed")
    func once() {
        let pool = Self.pool()
        let message = Self.encoded(SampleMessages.text(2_000, seed: 1))
        let all = WindowBits.all.map { window in
            var offer = DeflateOffer()
            offer.serverMaxWindow = window
            return pool.terms(DeflateAgreement(accepting: offer, pool.settings), isServer: true)
        }
        let copies = all.map { message.compressed(for: $0) }
        #expect(copies.prefix(3).allSatisfy { $0 == nil })
        #expect(copies.dropFirst(3).allSatisfy { $0 != nil && $0 === copies[3] })
        let short = Self.encoded(SampleMessages.text(40, seed: 1))
        #expect(short.compressed(for: all[7]) == nil)
        let noise = Self.encoded(SampleMessages.noise(2_000, seed: 1), .binary)
        #expect(noise.compressed(for: all[7]) == nil)
    }
}
