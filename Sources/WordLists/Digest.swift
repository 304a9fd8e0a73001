import COpenSSL

/// A SHA-256 digest.
package struct Digest: Hashable, Sendable {
    /// The 32 bytes of the digest.
    package let bytes: [UInt8]

    /// Computes the digest of `message`.
    package init(of message: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        // SHA256 fails only when OpenSSL has no SHA-256 at all.
        precondition(SHA256(message, message.count, &bytes) != nil, "OpenSSL has no SHA-256")
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    package var text: String { bytes.hexadecimal }
}

extension Array<UInt8> {
    /// The bytes in hexadecimal, two lower-case digits each.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Reads lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        self = []
        var high: UInt8?
        for byte in text.utf8 {
            let value: UInt8
            switch byte {
            case 0x30...0x39: value = byte - 0x30
            case 0x61...0x66: value = byte - 0x61 + 10
            default: return nil
            }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
    }
}
