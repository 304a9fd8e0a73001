import Bytes
import HTTP1
import TestKit

@testable import WebSockets

/// The answer of an echoing end, as its peer understands it.
enum Answer: Equatable, Sendable, CustomStringConvertible {
    case text(String)
    case binary([UInt8])
    case pong([UInt8])
    /// Nil: without a code.
    case close(Int?)
    /// Not to be understood.
    case nonsense(String)

    var description: String {
        switch self {
        case .text(let text): "text of \(text.utf8.count): \(text.prefix(20))"
        case .binary(let bytes): "binary of \(bytes.count): \(bytes.prefix(8))"
        case .pong(let bytes): "pong \(bytes.count)"
        case .close(let code): "close \(code.map(String.init) ?? "without a code")"
        case .nonsense(let what): "nonsense: \(what)"
        }
    }

    /// Reads a server's frames, or a client's, compressed as agreed on.
    static func all(in stream: [UInt8], _ deflate: DeflateAgreement? = nil, ofClient isClient: Bool = false) -> [Answer]
    {
        var answers: [Answer] = []
        let pool = DeflatePool(DeflateSettings())
        var peer =
            isClient
            ? WebSocket.server(messageLimit: 1 << 26, deflate: deflate, pool: pool)
            : WebSocket.client(messageLimit: 1 << 26, deflate: deflate, pool: pool) { MaskingKey(littleEndian: 0) }
        let sink = CollectedBytes()
        ReceivedBytes.over(stream) { input in
            do throws(WebSocketError) {
                while let event = try peer.receive(&input, answeringTo: sink) {
                    switch event {
                    case .message(.text, let payload):
                        answers.append(.text(String(decoding: payload.array(in: input), as: UTF8.self)))
                    case .message(.binary, let payload): answers.append(.binary(payload.array(in: input)))
                    case .ping: answers.append(.nonsense("ping"))
                    case .emptyFragment: answers.append(.nonsense("empty fragment"))
                    case .pong(let payload): answers.append(.pong(payload.array(in: input)))
                    case .closed(let code, _): answers.append(.close(code == .noStatus ? nil : Int(code.rawValue)))
                    }
                }
            } catch { answers.append(.nonsense("\(error)")) }
        }
        return answers
    }
}

/// An end, a server's unless said otherwise, that sends every message back, as a value: bytes in, bytes out.
struct EchoEnd: ~Copyable {
    private var webSocket: WebSocket
    private let sink = CollectedBytes()
    private(set) var fault: WebSocketError?
    private(set) var isClosed = false

    init(
        limit: Int = 16 << 20, deflate: DeflateAgreement? = nil, settings: DeflateSettings = DeflateSettings(),
        isClient: Bool = false
    ) {
        let pool = deflate.map { _ in DeflatePool(settings) }
        webSocket =
            isClient
            ? .client(messageLimit: limit, deflate: deflate, pool: pool) { MaskingKey(littleEndian: 0x3D21_FA37) }
            : .server(messageLimit: limit, deflate: deflate, pool: pool)
    }

    mutating func receive(_ piece: [UInt8]) {
        guard fault == nil else { return }
        ReceivedBytes.over(piece) { input in
            do throws(WebSocketError) {
                while let event = try webSocket.receive(&input, answeringTo: sink) {
                    switch event {
                    case .message(let kind, let payload): webSocket.send(kind, payload, of: input, to: sink)
                    case .closed: isClosed = true
                    case .ping, .pong, .emptyFragment: continue
                    }
                }
            } catch { fault = error }
        }
    }

    /// All that it has sent.
    var sent: [UInt8] { sink.array }

    /// Returns the answers of a fresh end to a stream.
    static func answers(
        to pieces: [[UInt8]], limit: Int = 16 << 20, deflate: DeflateAgreement? = nil,
        settings: DeflateSettings = DeflateSettings(), isClient: Bool = false
    ) -> (sent: [UInt8], fault: WebSocketError?) {
        var end = EchoEnd(limit: limit, deflate: deflate, settings: settings, isClient: isClient)
        for piece in pieces { end.receive(piece) }
        return (end.sent, end.fault)
    }
}
