import Bytes

/// The place of the bytes of a message.
@usableFromInline package enum Payload: Sendable {
    /// A range of the bytes just received, unmasked where they lie: gone after the callback.
    case received(Range<Int>)
    /// Put together from several reads or fragments.
    case assembled(SharedBytes)

    /// Bytes.
    package var count: Int {
        switch self {
        case .received(let range): range.count
        case .assembled(let bytes): bytes.count
        }
    }

    /// Calls `body` with the bytes. `input` is what the event was received from.
    @inlinable @inline(__always)
    package func withBytes<Result: ~Copyable, Failure: Error>(
        in input: borrowing ReceivedBytes, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .received(let range): try input.withBytes(in: range, body)
        case .assembled(let bytes): try bytes.withBytes(body)
        }
    }

    /// A copy of the bytes, for what is not hot.
    package func array(in input: borrowing ReceivedBytes) -> [UInt8] {
        withBytes(in: input) { $0.array }
    }
}

/// An event received over a WebSocket.
package enum WebSocketEvent: Sendable {
    /// A whole message. Text is valid UTF-8.
    case message(MessageKind, Payload)
    /// A ping; it has been answered.
    case ping(Payload)
    /// A pong, asked for or not.
    case pong(Payload)
    /// A fragment without a byte, in the middle of a message. It is allowed (RFC 6455 section 5.4) and of no use. The
    /// bound on messages does not limit the number of such frames. Whoever counts frames counts these.
    case emptyFragment
    /// The peer's Close; it has been answered, if ours did not go out before. Nothing comes after it.
    /// ``CloseCode/noStatus`` if it had no code. A server now closes the connection; a client waits for that.
    case closed(CloseCode, reason: String)
}
