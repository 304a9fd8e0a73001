import Bytes
import WebSockets

/// One end sends what the input says, and the other one must hear exactly that. First byte: the ends (see
/// ``SocketEnd``); second: the cut. Then items: a byte for the kind, one for the length, and as many bytes.
enum Conversation {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        // DEFLATE makes nothing more than 1,032 times as long.
        var end = SocketEnd(variant: input.byte(), maximumRatio: 1_100)
        end.limit = 1 << 20
        let seed = input.byte()
        var sender = end.make()
        let sink = CollectedBytes()
        var expected: [String] = []
        while !input.isEmpty, sender.phase == .open { send(from: &input, over: &sender, to: sink, expected: &expected) }
        for cut in FuzzInput.cuts(of: sink.array, seed: seed) {
            let heard = end.peer.outcome(of: cut)
            try Finding.unless(
                heard.fault == nil && heard.events == expected,
                "sent \(expected), heard \(heard.events) \(heard.fault as Any)")
        }
    }

    private static func send(
        from input: inout FuzzInput, over sender: inout WebSocket, to sink: CollectedBytes, expected: inout [String]
    ) {
        let kind = input.byte()
        var payload = input.bytes(Int(input.byte()))
        switch kind % 8 {
        case 0, 1:
            sender.send(.binary, payload.span.bytes, to: sink)
            expected.append("\(MessageKind.binary) \(payload)")
        case 2:
            // Long and easily compressed.
            payload = Array(repeatElement(payload, count: 1 + Int(kind)).joined())
            sender.send(.binary, payload.span.bytes, to: sink)
            expected.append("\(MessageKind.binary) \(payload)")
        case 3, 4:
            let text = Array(String(decoding: payload, as: UTF8.self).utf8)
            sender.send(.text, text.span.bytes, to: sink)
            expected.append("\(MessageKind.text) \(text)")
        case 5:
            let short = Array(payload.prefix(125))
            sender.ping(short.span.bytes, to: sink)
            expected.append("ping \(short)")
        case 6:
            let short = Array(payload.prefix(125))
            sender.pong(short.span.bytes, to: sink)
            expected.append("pong \(short)")
        default:
            guard payload.count > 200 else { return }
            sender.close(.goingAway, reason: "retry=\(kind)", to: sink)
            expected.append("closed 1001 retry=\(kind)")
        }
    }
}
