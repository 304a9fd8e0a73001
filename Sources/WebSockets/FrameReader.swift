import Bytes

/// Reads frame headers (RFC 6455 section 5.2) from bytes that may be cut anywhere. Every byte is checked as soon as it
/// is there, so that a fault is found at the same byte however the stream is cut.
struct FrameReader {
    /// The part of a header that has come so far.
    private var partial = InlineBytes()
    /// Whether frames must be masked (they come from a client) or must not be (from a server).
    let mustBeMasked: Bool
    /// Whether permessage-deflate is agreed on.
    let mayBeCompressed: Bool

    /// Whether no part of a header has come.
    var isBetweenFrames: Bool { partial.count == 0 }

    init(mustBeMasked: Bool, mayBeCompressed: Bool) {
        self.mustBeMasked = mustBeMasked
        self.mayBeCompressed = mayBeCompressed
    }

    /// Consumes a header. Nil (and everything consumed) if it has not come completely.
    mutating func next(_ input: inout ReceivedBytes) throws(WebSocketError) -> FrameHeader? {
        if partial.count == 0 && input.remaining >= 2 {
            let opcode = try FrameHeader.checkFirst(input[0], mayBeCompressed: mayBeCompressed)
            let second = input[1]
            try FrameHeader.checkSecond(second, of: opcode, mustBeMasked: mustBeMasked)
            let size = FrameHeader.size(secondByte: second)
            if input.remaining >= size {
                let header = try whole(input, opcode, second, size)
                input.consume(size)
                return header
            }
        }
        return try resume(&input)
    }

    /// Reads a header that lies completely in `input`, of which the first two bytes are checked.
    private func whole(
        _ input: borrowing ReceivedBytes, _ opcode: Opcode, _ second: UInt8, _ size: Int
    ) throws(WebSocketError) -> FrameHeader {
        let length: Int
        switch second & 0x7F {
        case 126:
            length = try FrameHeader.checkLength(UInt64(input.bigEndian(at: 2, as: UInt16.self)), secondByte: second)
        case 127: length = try FrameHeader.checkLength(input.bigEndian(at: 2, as: UInt64.self), secondByte: second)
        default: length = Int(second & 0x7F)
        }
        let key = mustBeMasked ? input.maskingKey(at: size - 4) : nil
        return FrameHeader(first: input[0], opcode: opcode, key: key, length: length)
    }

    /// Reads the header byte by byte.
    private mutating func resume(_ input: inout ReceivedBytes) throws(WebSocketError) -> FrameHeader? {
        while input.remaining > 0 {
            partial.append(input.consumeByte())
            let opcode = try FrameHeader.checkFirst(partial[0], mayBeCompressed: mayBeCompressed)
            guard partial.count >= 2 else { continue }
            try FrameHeader.checkSecond(partial[1], of: opcode, mustBeMasked: mustBeMasked)
            if partial.count == FrameHeader.size(secondByte: partial[1]) {
                defer { partial.removeAll() }
                return try wholePartial(opcode)
            }
        }
        return nil
    }

    private func wholePartial(_ opcode: Opcode) throws(WebSocketError) -> FrameHeader {
        let second = partial[1]
        let lengthBytes = partial.count - 2 - (mustBeMasked ? 4 : 0)
        var length = Int(second & 0x7F)
        if lengthBytes > 0 {
            let value = (2..<2 + lengthBytes).reduce(UInt64(0)) { $0 << 8 | UInt64(partial[$1]) }
            length = try FrameHeader.checkLength(value, secondByte: second)
        }
        var key: MaskingKey?
        if mustBeMasked {
            let start = partial.count - 4
            key = MaskingKey(
                littleEndian: (0..<4).reduce(UInt32(0)) { $0 | UInt32(partial[start + $1]) << UInt32($1 * 8) })
        }
        return FrameHeader(first: partial[0], opcode: opcode, key: key, length: length)
    }
}

extension FrameHeader {
    /// A header with the bits of a first byte that was checked.
    fileprivate init(first: UInt8, opcode: Opcode, key: MaskingKey?, length: Int) {
        self.init(
            isFinal: first & 0x80 != 0, isCompressed: first & FrameHeader.compressedBit != 0, opcode: opcode, key: key,
            length: length)
    }
}
