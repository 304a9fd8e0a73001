import COpenSSL

/// scrypt (RFC 7914): derives a key from a password, at such a cost that a stolen key reveals little about the
/// password.
package enum Scrypt {
    /// The number of bytes in a key.
    package static let length = 32

    /// Derives a key from a password and a salt, at r = 8 and p = 1. `cost` is the binary logarithm of N; 14 takes 16
    /// MiB and some 50 ms. Nil for a cost outside 1...20, and if the memory is not available.
    package static func key(of password: [UInt8], salt: [UInt8], cost: Int) -> [UInt8]? {
        guard (1...20).contains(cost) else { return nil }
        let blockSize = 8
        let memory = ((2 * 128 * blockSize) << cost) + (1 << 20)
        var key = [UInt8](repeating: 0, count: length)
        let made = password.withUnsafeBytes { bytes in
            EVP_PBE_scrypt(
                bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, salt, salt.count, 1 << UInt64(cost),
                UInt64(blockSize), 1, UInt64(memory), &key, key.count)
        }
        return made == 1 ? key : nil
    }
}
