import Bytes
import WebSockets

/// One end of a WebSocket that reads a stream of bytes.
struct SocketEnd {
    /// The outcome, in words that can be compared.
    struct Outcome: Equatable {
        var events: [String] = []
        var fault: WebSocketError?
        var answers: [UInt8] = []
        /// Bytes of the longest message.
        var longest = 0
    }

    var isClient = false
    var limit = 4_096
    /// The compression of messages, if there is any. The pool outlives the ends, and gives the second what the first
    /// used.
    var deflate: (agreement: DeflateAgreement, pool: DeflatePool)?
    private var settings: DeflateSettings?

    /// An end that has just begun.
    func make() -> WebSocket {
        isClient
            ? .client(messageLimit: limit, deflate: deflate?.agreement, pool: deflate?.pool) {
                MaskingKey(littleEndian: 0x0F1E_2D3C)
            }
            : .server(messageLimit: limit, deflate: deflate?.agreement, pool: deflate?.pool)
    }

    /// Feeds `pieces` to a new end.
    func outcome(of pieces: [[UInt8]]) -> Outcome {
        var webSocket = make()
        let sink = CollectedBytes()
        var outcome = Outcome()
        for piece in pieces where outcome.fault == nil {
            ReceivedBytes.over(piece) { input in
                do throws(WebSocketError) {
                    while let event = try webSocket.receive(&input, answeringTo: sink) {
                        outcome.events.append(SocketEnd.describe(event, input))
                        if case .message(_, let payload) = event {
                            outcome.longest = max(outcome.longest, payload.count)
                        }
                    }
                } catch {
                    // Of a message that is neither good DEFLATE nor good text, zlib's output decides which is met
                    // first, and that depends on the cut. Both are 1007.
                    outcome.fault = error == .invalidDeflate ? .invalidUTF8 : error
                }
            }
        }
        outcome.answers = sink.array
        return outcome
    }

    static func describe(_ event: WebSocketEvent, _ input: borrowing ReceivedBytes) -> String {
        switch event {
        case .message(let kind, let payload): "\(kind) \(payload.array(in: input))"
        case .ping(let payload): "ping \(payload.array(in: input))"
        case .pong(let payload): "pong \(payload.array(in: input))"
        case .emptyFragment: "empty fragment"
        case .closed(let code, let reason): "closed \(code.rawValue) \(reason)"
        }
    }

    /// The ends that a byte chooses: bit 0 the client's, bit 1 small messages only, bit 2 compressed, and how in bits
    /// 3–7.
    init(variant: UInt8, maximumRatio: Int = 50) {
        isClient = variant & 1 != 0
        limit = variant & 2 != 0 ? 100 : 4_096
        guard variant & 4 != 0 else { return }
        compress(Compression.settings(variant >> 3, maximumRatio: maximumRatio))
    }

    private mutating func compress(_ settings: DeflateSettings) {
        self.settings = settings
        deflate = (DeflateAgreement(accepting: DeflateOffer(settings), settings), DeflatePool(settings))
    }

    /// This end with the largest windows; nil if it has them.
    var wide: SocketEnd? {
        guard var settings, let largest = WindowBits.all.last, settings.receiveWindow != largest else { return nil }
        (settings.sendWindow, settings.receiveWindow) = (largest, largest)
        var wide = self
        wide.compress(settings)
        return wide
    }

    /// The end that this one speaks with.
    var peer: SocketEnd {
        var peer = self
        peer.isClient.toggle()
        return peer
    }
}
