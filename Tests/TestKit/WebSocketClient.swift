import Bytes
import WebSockets

/// The client's end of a WebSocket over a real socket. Blocking, and every wait has an end.
package final class WebSocketClient {
    /// An event that the client received.
    package enum Event: Equatable {
        case text(String)
        /// The server's ping; it has been answered, unless `answersPings` is false.
        case ping
        case pong
        /// The server's Close, with its code.
        case closed(UInt16, reason: String)
        /// The end of the stream without a Close: what a browser calls 1006.
        case lost
    }

    /// The connection, for what a proper client does not do.
    package let socket: SocketClient
    /// The server's answer to the handshake.
    package let answer: HTTPAnswer
    /// Whether pings and Closes are answered; the protocol wants it.
    package var answersPings = true
    private var webSocket: WebSocket
    private var events: [Event] = []

    /// Shakes hands. `fields` are further lines of the request. Throws `badAnswer` if the server does not agree.
    package init(_ socket: SocketClient, fields: [String] = []) throws {
        self.socket = socket
        webSocket = .client(messageLimit: 1 << 20) { MaskingKey(littleEndian: 0x1234_5678) }
        answer = try socket.ask("GET", "/api/v1/socket", fields: WebSocketClient.handshake + fields)
        guard answer.status == 101 else { throw SocketClientError.badAnswer("\(answer.status)") }
    }

    /// The lines of a proper handshake (RFC 6455 section 4.1).
    package static let handshake = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: tilerace.v1",
    ]

    /// Sends a text message.
    package func send(_ text: String) throws { try send(frame: .text, Array(text.utf8)) }

    /// Sends a frame with any bytes, masked unless told otherwise.
    package func send(
        frame opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
    ) throws {
        try socket.send(WebSocketClient.frame(opcode, payload, isFinal: isFinal, isMasked: isMasked))
    }

    /// A frame as it goes over the wire.
    package static func frame(
        _ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
    ) -> [UInt8] {
        let key = MaskingKey(littleEndian: 0xA5C3_0F11)
        var buffer = ByteBuffer()
        buffer.append(
            FrameHeader(isFinal: isFinal, opcode: opcode, key: isMasked ? key : nil, length: payload.count).encoded)
        let plain = ByteBuffer(copyingBytes: payload)
        plain.withBytes { bytes in
            if isMasked { buffer.append(bytes, maskedWith: key, phase: 0) } else { buffer.append(bytes) }
        }
        return buffer.array
    }

    /// The next thing that comes. After `closed` or `lost` nothing does.
    package func next() throws -> Event {
        while events.isEmpty {
            do {
                if socket.pending.isEmpty { try socket.receive() }
            } catch SocketClientError.ended {
                return .lost
            } catch SocketClientError.reset {
                return .lost
            }
            try decode(socket.readPending())
        }
        return events.removeFirst()
    }

    /// Reads on until the connection is closed or lost, and answers how. What comes meanwhile does not prolong the
    /// wait.
    package func end() throws -> Event {
        let deadline = socket.deadline
        while ContinuousClock.now < deadline {
            switch try next() {
            case .closed(let code, let reason):
                // As a browser does; else the server would wait for our end.
                if answersPings { socket.finishSending() }
                return .closed(code, reason: reason)
            case .lost: return .lost
            case .text, .ping, .pong: continue
            }
        }
        throw SocketClientError.timedOut
    }

    private func decode(_ bytes: [UInt8]) throws {
        let sink = CollectedBytes()
        try ReceivedBytes.over(bytes) { (input: inout ReceivedBytes) throws(WebSocketError) in
            while let event = try webSocket.receive(&input, answeringTo: sink) {
                switch event {
                case .message(_, let payload):
                    events.append(.text(String(decoding: payload.array(in: input), as: UTF8.self)))
                case .ping: events.append(.ping)
                case .pong: events.append(.pong)
                case .emptyFragment: continue
                case .closed(let code, let reason): events.append(.closed(code.rawValue, reason: reason))
                }
            }
        }
        let output = sink.take()
        if answersPings, !output.isEmpty {
            do {
                try socket.send(output)
            } catch SocketClientError.reset {
                // The server need not wait for what answers its last words.
                return
            }
        }
    }
}

extension ByteBuffer {
    /// A copy of some bytes.
    fileprivate init(copyingBytes bytes: [UInt8]) {
        self.init()
        append(bytes)
    }
}
