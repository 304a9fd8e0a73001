import Bytes

/// The header of a frame (RFC 6455 section 5.2).
package struct FrameHeader: Hashable, Sendable {
    /// RSV1, which marks the first frame of a compressed message where permessage-deflate is agreed on (RFC 7692
    /// section 6).
    static let compressedBit: UInt8 = 0x40

    /// Bytes of payload.
    package var length: Int
    /// The key, if the payload is masked.
    package var key: MaskingKey?
    /// The kind of the frame.
    package var opcode: Opcode
    /// Whether it is the last frame of its message.
    package var isFinal: Bool
    /// Whether it begins a compressed message.
    package var isCompressed: Bool

    /// A header.
    package init(
        isFinal: Bool = true, isCompressed: Bool = false, opcode: Opcode, key: MaskingKey? = nil, length: Int
    ) {
        precondition(length >= 0)
        self.isFinal = isFinal
        self.isCompressed = isCompressed
        self.opcode = opcode
        self.key = key
        self.length = length
    }

    /// The header on the wire, with the length in as few bytes as it needs.
    package var encoded: InlineBytes {
        let first = opcode.rawValue | (isFinal ? 0x80 : 0) | (isCompressed ? FrameHeader.compressedBit : 0)
        if length <= 125, key == nil { return InlineBytes(first, UInt8(length)) }
        var bytes = InlineBytes()
        bytes.append(first)
        let mask: UInt8 = key == nil ? 0 : 0x80
        switch length {
        case ...125: bytes.append(UInt8(length) | mask)
        case ...0xFFFF:
            bytes.append(126 | mask)
            bytes.append(bigEndian: UInt16(length))
        default:
            bytes.append(127 | mask)
            bytes.append(bigEndian: UInt64(length))
        }
        if let key { bytes.append(bigEndian: key.littleEndian.byteSwapped) }
        return bytes
    }

    /// Bytes of a header, told by its second byte.
    static func size(secondByte: UInt8) -> Int {
        let key = secondByte & 0x80 == 0 ? 0 : 4
        return switch secondByte & 0x7F {
        case 126: 4 + key
        case 127: 10 + key
        default: 2 + key
        }
    }

    /// Checks a first byte by itself.
    static func checkFirst(_ byte: UInt8, mayBeCompressed: Bool) throws(WebSocketError) -> Opcode {
        if byte & 0x70 != 0 {
            // RFC 7692 section 6.1: RSV1 on the first frame of a data message, and nowhere else.
            let begins = byte & 0x0F == Opcode.text.rawValue || byte & 0x0F == Opcode.binary.rawValue
            guard mayBeCompressed, begins, byte & 0x70 == compressedBit else { throw .reservedBit }
        }
        guard let opcode = Opcode(rawValue: byte & 0x0F) else { throw .unknownOpcode(byte & 0x0F) }
        guard byte & 0x80 != 0 || !opcode.isControl else { throw .fragmentedControlFrame }
        return opcode
    }

    /// Checks a second byte, given its frame's opcode.
    static func checkSecond(_ byte: UInt8, of opcode: Opcode, mustBeMasked: Bool) throws(WebSocketError) {
        if mustBeMasked {
            guard byte & 0x80 != 0 else { throw .unmaskedFrame }
        } else {
            guard byte & 0x80 == 0 else { throw .maskedFrame }
        }
        guard byte & 0x7F <= 125 || !opcode.isControl else { throw .controlFrameTooLong }
    }

    /// Checks a length that was sent in two or eight bytes.
    static func checkLength(_ length: UInt64, secondByte: UInt8) throws(WebSocketError) -> Int {
        guard let length = Int(exactly: length) else { throw .lengthOutOfRange }
        guard length > (secondByte & 0x7F == 126 ? 125 : 0xFFFF) else { throw .lengthNotMinimal }
        return length
    }
}
