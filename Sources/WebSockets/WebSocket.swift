import Bytes

/// One end of a WebSocket (RFC 6455) after the handshake: a value without I/O and without a clock.
///
/// Pass what was read from the socket to ``receive(_:answeringTo:)`` until that returns nil. It writes the protocol's
/// own answers (pongs, the Close) to the given sink. Send with ``send(_:_:to:)`` and ``close(_:reason:to:)``. After an
/// error, or after ``WebSocketEvent/closed(_:reason:)``, flush and close the connection. Time-outs are the caller's.
@usableFromInline package struct WebSocket: ~Copyable {
    /// The stage of the closing handshake (section 7).
    package enum Phase: Hashable, Sendable {
        case open
        /// Our Close is out, the peer's has not come. Messages that still come are dropped.
        case closeSent
        /// Both Closes are through, or the connection failed.
        case closed
    }

    // Large fields first, then small ones in the gaps: a server holds one of these for every client.

    /// The source of masking keys, if we are the client; a server masks nothing.
    let maskingKeys: (() -> MaskingKey)?
    /// Bytes of the longest message taken.
    let messageLimit: Int
    /// The decompressed part of a message that comes in several fragments or reads. Boxed, since there is seldom one.
    var message: Gathered?
    /// Whether messages are compressed, and what has to be remembered for it.
    var deflate: DeflateLink
    /// The received part of a control frame that comes in several reads.
    private var control: Gathered?
    /// Bytes of the present frame's payload that have come.
    private var framePosition = 0
    /// The header of the frame of which the payload is being read.
    private var frame: FrameHeader?
    private var reader: FrameReader
    /// The stage of the closing handshake.
    package internal(set) var phase = Phase.open
    /// The kind of the message whose first frame has come and whose last has not.
    private var unfinished: MessageKind?
    /// Whether that message is compressed.
    private(set) var isCompressed = false
    var utf8 = UTF8Validator()

    /// The server's end. `messageLimit` is in bytes, before compression. `deflate` is what the handshake agreed on
    /// about that, and `pool` that of the shard; both or neither.
    package static func server(
        messageLimit: Int, deflate: DeflateAgreement? = nil, pool: DeflatePool? = nil
    ) -> WebSocket {
        WebSocket(messageLimit: messageLimit, terms(deflate, pool, isServer: true), maskingKeys: nil)
    }

    /// The client's end. `maskingKeys` must give keys that the peer cannot foresee (section 10.3).
    package static func client(
        messageLimit: Int, deflate: DeflateAgreement? = nil, pool: DeflatePool? = nil,
        maskingKeys: @escaping () -> MaskingKey
    ) -> WebSocket {
        WebSocket(messageLimit: messageLimit, terms(deflate, pool, isServer: false), maskingKeys: maskingKeys)
    }

    private static func terms(_ agreement: DeflateAgreement?, _ pool: DeflatePool?, isServer: Bool) -> DeflateTerms? {
        guard let agreement else { return nil }
        guard let pool else { preconditionFailure("compression was agreed on without the means for it") }
        return pool.terms(agreement, isServer: isServer)
    }

    private init(messageLimit: Int, _ terms: DeflateTerms?, maskingKeys: (() -> MaskingKey)?) {
        precondition(messageLimit >= 0)
        self.messageLimit = messageLimit
        self.maskingKeys = maskingKeys
        deflate = DeflateLink(terms)
        reader = FrameReader(mustBeMasked: maskingKeys == nil, mayBeCompressed: terms != nil)
    }

    /// Whether a message or frame has begun and not ended.
    package var isInsideMessage: Bool { frame != nil || unfinished != nil || !reader.isBetweenFrames }

    /// About the bytes of memory that are held of a message or frame that has begun and not ended.
    package var unfinishedMemory: Int {
        (message?.bytes.capacity ?? 0) + (control?.bytes.capacity ?? 0) + deflate.unfinishedMemory
    }

    /// Consumes bytes up to the end of the next message or control frame, or all of them if there is none.
    ///
    /// Before it throws, it has written the Close that tells the peer why; nothing is read after that.
    package mutating func receive(
        _ input: inout ReceivedBytes, answeringTo sink: some ByteSink
    ) throws(WebSocketError) -> WebSocketEvent? {
        // Asked again after the last message of a read, as everybody does: there is nothing to find out.
        if input.remaining == 0 { return nil }
        do {
            if let event = try receiveWhole(&input) { return event }
            while phase != .closed {
                if frame == nil {
                    guard let header = try reader.next(&input) else { return nil }
                    try begin(header)
                }
                guard let header = frame, framePosition + input.remaining >= header.length || input.remaining > 0 else {
                    return nil
                }
                if let event = try readPayload(header, &input, sink) { return event }
                if frame != nil { return nil }
            }
        } catch {
            close(error.closeCode, reason: "", to: sink)
            phase = .closed
            input.consumeAll()
            throw error
        }
        input.consumeAll()
        return nil
    }

    /// The usual case, in few steps: nothing is unfinished, and the next frame is a whole message of at most 125 bytes
    /// in `input`. Nil, and nothing consumed, in every other case, also if it breaks a rule: the usual way finds out
    /// which.
    private mutating func receiveWhole(_ input: inout ReceivedBytes) throws(WebSocketError) -> WebSocketEvent? {
        let headerSize = 6
        guard input.remaining >= headerSize, phase == .open, frame == nil, unfinished == nil, reader.isBetweenFrames,
            reader.mustBeMasked
        else { return nil }
        let isText = input[0] == 0x80 | Opcode.text.rawValue
        let length = Int(input[1] & 0x7F)
        guard isText || input[0] == 0x80 | Opcode.binary.rawValue, input[1] & 0x80 != 0, length <= 125,
            length <= messageLimit, input.remaining >= headerSize + length
        else { return nil }
        let key = input.maskingKey(at: 2)
        input.consume(headerSize)
        let range = input.consume(length)
        let isASCII = input.mask(range, with: key, phase: 0)
        if isText && !isASCII {
            guard input.withBytes(in: range, { UTF8Validator.isValid($0) }) else { throw .invalidUTF8 }
        }
        return .message(isText ? .text : .binary, .received(range))
    }

    /// Checks a header against what came before it.
    private mutating func begin(_ header: FrameHeader) throws(WebSocketError) {
        switch header.opcode {
        case .continuation:
            guard unfinished != nil else { throw .nothingToContinue }
        case .text, .binary:
            guard unfinished == nil else { throw .messageNotFinished }
            isCompressed = header.isCompressed
        case .close, .ping, .pong:
            break
        }
        if !header.opcode.isControl {
            guard header.length <= allowance else {
                throw .messageTooLong(limit: messageLimit)
            }
        }
        frame = header
        framePosition = 0
    }

    /// Consumes the received part of the frame's payload. Returns an event if that completes a message or control
    /// frame. When it completes a frame of any kind, ``frame`` is nil afterwards.
    private mutating func readPayload(
        _ header: FrameHeader, _ input: inout ReceivedBytes, _ sink: some ByteSink
    ) throws(WebSocketError) -> WebSocketEvent? {
        let range = input.consume(min(input.remaining, header.length - framePosition))
        if let key = header.key { input.mask(range, with: key, phase: framePosition) }
        framePosition += range.count
        let isWhole = framePosition == header.length
        if isWhole { frame = nil }
        switch header.opcode {
        case .ping:
            guard let payload = controlPayload(range, isWhole: isWhole, input) else { return nil }
            // Section 5.5.2: no answer once a Close went out, as nothing may follow it.
            payload.withBytes(in: input) { sendControl(.pong, $0, to: sink) }
            return phase == .open ? .ping(payload) : nil
        case .pong:
            return controlPayload(range, isWhole: isWhole, input).map { .pong($0) }
        case .close:
            guard let payload = controlPayload(range, isWhole: isWhole, input) else { return nil }
            return try closeEvent(payload, input, sink)
        case .continuation, .text, .binary:
            let event = try dataEvent(header, range, isWhole: isWhole, input)
            let isIdle = header.opcode == .continuation && header.length == 0 && !header.isFinal
            return isIdle && phase == .open ? .emptyFragment : event
        }
    }

    private mutating func controlPayload(
        _ range: Range<Int>, isWhole: Bool, _ input: borrowing ReceivedBytes
    ) -> Payload? {
        if isWhole && control == nil { return .received(range) }
        let gathered = control ?? Gathered()
        input.withBytes(in: range) { gathered.bytes.append($0) }
        control = isWhole ? nil : gathered
        return isWhole ? .assembled(gathered.bytes.take().share()) : nil
    }

    private mutating func closeEvent(
        _ payload: Payload, _ input: borrowing ReceivedBytes, _ sink: some ByteSink
    ) throws(WebSocketError) -> WebSocketEvent {
        let received = try payload.withBytes(in: input) { bytes throws(WebSocketError) in
            try CloseFrame(payload: bytes)
        }
        if phase == .open {
            // Section 5.5.1: the answer typically echoes the code.
            CloseFrame(code: received.code, reason: "").write(key: maskingKeys?(), to: sink)
        }
        phase = .closed
        return .closed(received.code, reason: received.reason)
    }

    /// Takes a piece of a data frame. Text is checked as it comes (section 8.1), so that a fault is found at once.
    private mutating func dataEvent(
        _ header: FrameHeader, _ range: Range<Int>, isWhole: Bool, _ input: borrowing ReceivedBytes
    ) throws(WebSocketError) -> WebSocketEvent? {
        let kind: MessageKind
        if let unfinished {
            kind = unfinished
        } else {
            kind = header.opcode == .text ? .text : .binary
            if !isWhole || !header.isFinal { unfinished = kind }
        }
        let ends = isWhole && header.isFinal
        guard phase == .open else {
            // Section 1.4: data after our Close is dropped. It is not inflated either: nobody counts these messages.
            message = nil
            if ends { unfinished = nil }
            return nil
        }
        if isCompressed {
            guard let payload = try inflate(kind, range, ends: ends, input) else { return nil }
            return try completed(kind, payload)
        }
        if kind == .text {
            let valid = input.withBytes(in: range) { utf8.accepts($0) }
            guard valid else { throw .invalidUTF8 }
        }
        var payload = Payload.received(range)
        if !ends || message != nil {
            let gathered = message ?? Gathered()
            input.withBytes(in: range) { gathered.bytes.append($0) }
            message = ends ? nil : gathered
            guard ends else { return nil }
            payload = .assembled(gathered.bytes.take().share())
        }
        return try completed(kind, payload)
    }

    private mutating func completed(_ kind: MessageKind, _ payload: Payload) throws(WebSocketError) -> WebSocketEvent? {
        guard kind == .binary || utf8.isComplete else { throw .invalidUTF8 }
        unfinished = nil
        return phase == .open ? .message(kind, payload) : nil
    }
}

/// Bytes that wait for more of their kind.
final class Gathered {
    var bytes = ByteBuffer()
}
