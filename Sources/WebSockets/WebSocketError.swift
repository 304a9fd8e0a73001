/// A peer's breach of the protocol after the handshake. Each has the code of the Close that answers it.
package enum WebSocketError: Error, Hashable, Sendable {
    /// A client's frame without a mask (RFC 6455 section 5.1).
    case unmaskedFrame
    /// A server's frame with a mask (section 5.1).
    case maskedFrame
    /// A reserved bit that no agreed extension uses (section 5.2).
    case reservedBit
    /// An opcode that no agreed extension defines (section 5.2).
    case unknownOpcode(UInt8)
    /// A control frame of more than 125 bytes (section 5.5).
    case controlFrameTooLong
    /// A control frame in fragments (section 5.5).
    case fragmentedControlFrame
    /// A length in more bytes than it needs (section 5.2).
    case lengthNotMinimal
    /// A length with its top bit set (section 5.2).
    case lengthOutOfRange
    /// A continuation without a message to continue (section 5.4).
    case nothingToContinue
    /// A new message before the end of the fragmented one (section 5.4).
    case messageNotFinished
    /// A text message, or a reason, that is not UTF-8 (section 8.1).
    case invalidUTF8
    /// A Close with a payload of one byte (section 5.5.1).
    case closePayloadTooShort
    /// A Close with a code that must not be sent (section 7.4).
    case badCloseCode(UInt16)
    /// A message of more than so many bytes.
    case messageTooLong(limit: Int)
    /// A compressed message that is no DEFLATE, or ends in the middle of a block (RFC 7692 section 7.2.2).
    case invalidDeflate
    /// A compressed message more than so many times as long as its compressed bytes: a bomb.
    case ratioTooHigh(limit: Int)

    /// The code with which the connection is failed (section 7.1.7).
    package var closeCode: CloseCode {
        switch self {
        case .invalidUTF8, .invalidDeflate: .invalidPayload
        case .messageTooLong, .ratioTooHigh: .messageTooLong
        case .unmaskedFrame, .maskedFrame, .reservedBit, .unknownOpcode, .controlFrameTooLong, .fragmentedControlFrame,
            .lengthNotMinimal, .lengthOutOfRange, .nothingToContinue, .messageNotFinished, .closePayloadTooShort,
            .badCloseCode:
            .protocolError
        }
    }
}
