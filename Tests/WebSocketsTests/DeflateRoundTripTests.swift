import Bytes
import TestKit
import Testing

@testable import WebSockets

@Suite("permessage-deflate: messages")
struct DeflateRoundTripTests {
    @Test("what one end compresses, the other reads")
    func sizes() throws {
        for size in [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 200_000] {
            var settings = DeflateSettings()
            settings.threshold = 0
            let agreement = DeflateAgreement(accepting: DeflateOffer(), settings)
            let pool = DeflatePool(settings)
            let client = WebSocket.client(messageLimit: 1 << 20, deflate: (agreement, pool)) {
                MaskingKey(littleEndian: 0)
            }
            var server = WebSocket.server(messageLimit: 1 << 20, deflate: (agreement, pool))
            let sink = CollectedBytes()
            var draws = Chunker.Draws(seed: 7)
            let message = (0..<size).map { _ in UInt8(97 + draws.next() % 5) }
            client.send(.text, message.span.bytes, to: sink)
            let wire = sink.take()
            try ReceivedBytes.over(wire) { input throws(WebSocketError) in
                let event = try server.receive(&input, answeringTo: sink)
                guard case .message(.text, let payload)? = event else {
                    Issue.record("none")
                    return
                }
                #expect(payload.array(in: input) == message)
            }
        }
    }
}
