import COpenSSL

/// Reads along during a client's handshake, up to the end of its hellos. OpenSSL reserves memory for all that a hello
/// announces, at most 131,396 bytes, as soon as its first nine bytes have come. No budget counts that memory.
///
/// A client sends a hello in the clear, and in TLS 1.3 a second one if the server asks for it (RFC 8446 section 4.1.2).
/// It hears our answer before the second. Whatever else is wrong with its bytes is OpenSSL's to say.
struct TLSHelloBound {
    /// Bytes of a hello. A browser's has up to 2,000.
    static let limit = 16_384

    /// Whether there is nothing to look at any more.
    private(set) var isDone = false
    /// The bytes so far of a record's header (RFC 8446 section 5.1).
    private var recordHeader: [UInt8] = []
    /// … and of a message's (section 4), which records may cut.
    private var messageHeader: [UInt8] = []
    private var isHandshake = false
    private var recordLeft = 0
    private var messageLeft = 0
    private var hellos = 0

    /// Takes what has come from the client. `version` is what OpenSSL has agreed to by the bytes before. Answers false
    /// if a hello is too large, or another message comes before the first can have been answered.
    mutating func admits(_ bytes: UnsafeRawBufferPointer, version: Int32) -> Bool {
        let isAnswered = hellos > 0 && messageLeft == 0
        // What follows in TLS 1.2 is small by its kind, and in the end encrypted.
        if isAnswered && version != TLS1_3_VERSION { isDone = true }
        var index = 0
        while !isDone && index < bytes.count {
            if recordLeft == 0 {
                recordHeader.append(bytes[index])
                index += 1
                if recordHeader.count == 5 { takeRecord() }
            } else if isHandshake && messageLeft == 0 {
                messageHeader.append(bytes[index])
                index += 1
                recordLeft -= 1
                guard messageHeader.count == 4 else { continue }
                guard hellos == 0 || isAnswered, takeMessage() else { return false }
            } else {
                let count = min(bytes.count - index, isHandshake ? min(recordLeft, messageLeft) : recordLeft)
                index += count
                recordLeft -= count
                if isHandshake { messageLeft -= count }
            }
        }
        return true
    }

    private mutating func takeRecord() {
        let kind = Int32(recordHeader[0])
        recordLeft = Int(recordHeader[3]) << 8 | Int(recordHeader[4])
        isHandshake = kind == SSL3_RT_HANDSHAKE
        recordHeader = []
        // Before the second hello OpenSSL skips three things that TLS 1.3 allows there. RFC 8446 names them: an empty
        // change of ciphers (appendix D.4), a warning alert (section 6.1), and refused early data (section 4.2.10).
        // OpenSSL itself refuses records of any other type.
        isDone = !(SSL3_RT_CHANGE_CIPHER_SPEC...SSL3_RT_APPLICATION_DATA).contains(kind)
    }

    private mutating func takeMessage() -> Bool {
        messageLeft = Int(messageHeader[1]) << 16 | Int(messageHeader[2]) << 8 | Int(messageHeader[3])
        messageHeader = []
        hellos += 1
        return messageLeft <= TLSHelloBound.limit
    }
}
