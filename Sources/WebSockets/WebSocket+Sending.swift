import Bytes

extension WebSocket {
    /// Sends a message. Nothing is sent once a Close went out (RFC 6455 section 5.5.1). Text must be UTF-8.
    @inlinable @inline(__always)
    package func send(_ kind: MessageKind, _ payload: RawSpan, to sink: some ByteSink) {
        // The caller's own code, so that it calls its sink and not just any.
        if let header = plainHeader(kind, length: payload.byteCount) { return sink.write(header, payload) }
        sendOtherwise(kind, payload, to: sink)
    }

    /// The header with which a message is sent as it is. Nil if it is masked, compressed or not sent.
    @usableFromInline
    func plainHeader(_ kind: MessageKind, length: Int) -> InlineBytes? {
        guard phase == .open, maskingKeys == nil, !deflate.isAgreed else { return nil }
        return FrameHeader(opcode: kind.opcode, length: length).encoded
    }

    @usableFromInline
    func sendOtherwise(_ kind: MessageKind, _ payload: RawSpan, to sink: some ByteSink) {
        guard phase == .open else { return }
        if deflate.isAgreed, sendCompressed(kind, payload, to: sink) { return }
        writeFrame(kind.opcode, payload, key: maskingKeys?(), to: sink)
    }

    /// Sends a message that others hold too. A server does not copy it.
    @usableFromInline
    package func send(_ kind: MessageKind, _ payload: SharedBytes, to sink: some ByteSink) {
        guard phase == .open, maskingKeys == nil, !deflate.isAgreed else {
            return payload.withBytes { send(kind, $0, to: sink) }
        }
        sink.write(FrameHeader(opcode: kind.opcode, length: payload.count).encoded, payload)
    }

    /// Sends the content of a received event back: an echo.
    @inlinable @inline(__always)
    package func send(
        _ kind: MessageKind, _ payload: Payload, of input: borrowing ReceivedBytes, to sink: some ByteSink
    ) {
        switch payload {
        case .received(let range): input.withBytes(in: range) { send(kind, $0, to: sink) }
        case .assembled(let bytes): send(kind, bytes, to: sink)
        }
    }

    /// Sends a message that was encoded once for many servers' ends.
    package func send(_ message: EncodedMessage, to sink: some ByteSink) {
        guard phase == .open else { return }
        precondition(maskingKeys == nil, "a client's frames are masked one by one")
        if deflate.isAgreed, let copy = compressedCopy(of: message) { return sink.write(copy) }
        sink.write(message.frame)
    }

    /// Sends a ping with a payload of at most 125 bytes.
    package func ping(_ payload: RawSpan, to sink: some ByteSink) {
        sendControl(.ping, payload, to: sink)
    }

    /// Sends a ping without payload.
    package func ping(to sink: some ByteSink) {
        ByteBuffer().withBytes { sendControl(.ping, $0, to: sink) }
    }

    /// Sends a pong that nobody asked for (section 5.5.3).
    package func pong(_ payload: RawSpan, to sink: some ByteSink) {
        sendControl(.pong, payload, to: sink)
    }

    func sendControl(_ opcode: Opcode, _ payload: RawSpan, to sink: some ByteSink) {
        precondition(payload.byteCount <= 125, "a control frame of more than 125 bytes")
        guard phase == .open else { return }
        writeFrame(opcode, payload, key: maskingKeys?(), to: sink)
    }

    /// Sends our Close, if none went out yet; then the peer's is awaited. A reason that is too long is cut.
    package mutating func close(_ code: CloseCode, reason: String, to sink: some ByteSink) {
        precondition(code.isSendable, "close code \(code.rawValue) must not be sent")
        guard phase == .open else { return }
        CloseFrame(code: code, reason: reason).write(key: maskingKeys?(), to: sink)
        phase = .closeSent
    }
}
