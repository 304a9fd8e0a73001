import Bytes
import TestKit
import WebSockets

/// The outcome of a stream of bytes at one end of a WebSocket.
struct Outcome: Equatable {
    var events: [String] = []
    var fault: WebSocketError?
    var answers: [UInt8] = []

    /// Feeds `pieces` to a fresh end.
    static func of(_ pieces: [[UInt8]], client: Bool = false, limit: Int = 1 << 20) -> Outcome {
        var webSocket =
            client
            ? WebSocket.client(messageLimit: limit) { MaskingKey(littleEndian: 0) }
            : WebSocket.server(messageLimit: limit)
        let sink = CollectedBytes()
        var outcome = Outcome()
        for piece in pieces where outcome.fault == nil {
            ReceivedBytes.over(piece) { input in
                do throws(WebSocketError) {
                    while let event = try webSocket.receive(&input, answeringTo: sink) {
                        outcome.events.append(describe(event, input))
                    }
                } catch { outcome.fault = error }
            }
        }
        outcome.answers = sink.array
        return outcome
    }

    private static func describe(_ event: WebSocketEvent, _ input: borrowing ReceivedBytes) -> String {
        switch event {
        case .message(let kind, let payload): "\(kind) \(payload.array(in: input))"
        case .ping(let payload): "ping \(payload.array(in: input))"
        case .pong(let payload): "pong \(payload.array(in: input))"
        case .emptyFragment: "empty fragment"
        case .closed(let code, let reason): "closed \(code.rawValue) \(reason)"
        }
    }
}

/// A frame as a client sends it, well-formed or not.
func frame(
    _ first: UInt8, _ payload: [UInt8] = [], masked: Bool = true, lengthBytes: Int? = nil
) -> [UInt8] {
    let size = lengthBytes ?? (payload.count <= 125 ? 0 : payload.count <= 0xFFFF ? 2 : 8)
    let mask: UInt8 = masked ? 0x80 : 0
    var bytes = [first, mask | (size == 0 ? UInt8(payload.count) : size == 2 ? 126 : 127)]
    for shift in stride(from: size * 8 - 8, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
    }
    guard masked else { return bytes + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
}
