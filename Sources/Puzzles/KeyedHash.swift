import COpenSSL

/// HMAC-SHA-256 (RFC 2104) under one key: the pseudo-random function of the picker, and the signature of tokens.
package struct KeyedHash: Sendable, CustomReflectable {
    /// The number of bytes in a code.
    package static let length = 32

    private let key: [UInt8]

    /// Creates the function with this key. Precondition: the key is not empty.
    package init(key: [UInt8]) {
        precondition(!key.isEmpty, "a key has bytes")
        self.key = key
    }

    /// Returns the code of `message`, 32 bytes.
    package func code(for message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: KeyedHash.length)
        var written: UInt32 = 0
        // HMAC fails only when OpenSSL has no SHA-256 at all.
        let made = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &written)
        precondition(made != nil && written == UInt32(KeyedHash.length), "OpenSSL has no HMAC-SHA-256")
        return code
    }

    /// Whether `code` is the code of `message`. The comparison takes constant time.
    package func isCode(_ code: [UInt8], for message: [UInt8]) -> Bool {
        code.count == KeyedHash.length && CRYPTO_memcmp(code, self.code(for: message), KeyedHash.length) == 0
    }

    /// An empty mirror, so that no log shows the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
