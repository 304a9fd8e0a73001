import Bytes

/// The content of a Close (RFC 6455 section 5.5.1).
struct CloseFrame {
    /// Bytes of reason that fit beside the code.
    static let reasonLimit = 123

    /// Why. ``CloseCode/noStatus`` if the payload is empty.
    var code: CloseCode
    /// The reason, for logs and not for people.
    var reason: String

    init(code: CloseCode, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Reads a payload.
    init(payload: RawSpan) throws(WebSocketError) {
        guard payload.byteCount != 0 else {
            self.init(code: .noStatus, reason: "")
            return
        }
        guard payload.byteCount >= 2 else { throw .closePayloadTooShort }
        let bytes = payload.array
        let number = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        let code = CloseCode(rawValue: number)
        guard code.isSendable else { throw .badCloseCode(number) }
        guard let reason = String(validating: bytes.dropFirst(2), as: UTF8.self) else { throw .invalidUTF8 }
        self.init(code: code, reason: reason)
    }

    /// Writes the frame. A reason that is too long is cut between two characters.
    func write(key: MaskingKey?, to sink: some ByteSink) {
        var payload = ByteBuffer()
        if code != .noStatus {
            var number = InlineBytes()
            number.append(bigEndian: code.rawValue)
            payload.append(number)
            for character in reason {
                guard payload.count + character.utf8.count <= CloseFrame.reasonLimit + 2 else { break }
                payload.append(String(character))
            }
        }
        payload.withBytes { writeFrame(.close, $0, key: key, to: sink) }
    }
}

/// Writes a final frame, masked if there is a key.
func writeFrame(
    _ opcode: Opcode, _ payload: RawSpan, isCompressed: Bool = false, key: MaskingKey?, to sink: some ByteSink
) {
    let header = FrameHeader(isCompressed: isCompressed, opcode: opcode, key: key, length: payload.byteCount).encoded
    guard let key else { return sink.write(header, payload) }
    var masked = ByteBuffer()
    masked.append(payload, maskedWith: key, phase: 0)
    masked.withBytes { sink.write(header, $0) }
}
