import COpenSSL

/// scrypt (RFC 7914): makes a key of a password, slowly and with much memory, so that a stolen key tells little of it.
package enum Scrypt {
    /// Bytes of a key.
    package static let length = 32

    /// The key of a password with a salt, at r = 8 and p = 1. `cost` is the binary logarithm of N: at 14 it takes
    /// 16 MiB and some 50 ms. Nil for a cost outside 1...20, and where there is not so much memory.
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
