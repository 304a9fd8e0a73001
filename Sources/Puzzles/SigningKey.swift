import COpenSSL

/// The key with which a server signs replays of finished races: Ed25519 (RFC 8032), derived from the server's seed.
///
/// Equal messages have equal signatures, so that a signed document is the same at every request.
package struct SigningKey: Sendable {
    private let secret: [UInt8]
    /// The public key that verifies the signatures, 32 bytes.
    package let publicKey: [UInt8]

    /// The number of bytes in a public key.
    package static let publicLength = 32
    /// The number of bytes in a signature.
    package static let signatureLength = 64

    /// Derives the key from a server's seed.
    package init(seed: Seed) {
        secret = seed.keyedHash(for: "replay signature v1").code(for: [])
        var bytes = [UInt8](repeating: 0, count: SigningKey.publicLength)
        var count = bytes.count
        let key = SigningKey.key(secret)
        defer { EVP_PKEY_free(key) }
        precondition(EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, "every secret has a public key")
        publicKey = bytes
    }

    /// Signs a message; 64 bytes.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: SigningKey.signatureLength)
        var count = signature.count
        let key = SigningKey.key(secret)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        precondition(
            EVP_DigestSignInit(context, nil, nil, nil, key) == 1
                && EVP_DigestSign(context, &signature, &count, message, message.count) == 1,
            "OpenSSL signs with Ed25519")
        return signature
    }

    private static func key(_ secret: [UInt8]) -> OpaquePointer {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count) else {
            preconditionFailure("32 bytes are an Ed25519 key")
        }
        return key
    }

    /// Whether `signature` is that of `message` under a public key. False also for bytes that are no key, and for keys
    /// of small order. For such keys anybody can make a signature of any message, and RFC 8032 section 5.1.7 does not
    /// refuse them.
    package static func isSignature(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard publicKey.count == publicLength, signature.count == signatureLength, !hasSmallOrder(publicKey),
            let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
        else { return false }
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// Whether a public key is one of the eight points whose order divides the curve's cofactor, in any of their
    /// encodings.
    private static func hasSmallOrder(_ publicKey: [UInt8]) -> Bool {
        // The highest bit of the last byte is the sign of x: it is of no account here.
        let y = publicKey.dropLast() + [publicKey[publicLength - 1] & 0x7F]
        return smallOrder.contains(Array(y))
    }

    /// The y coordinates of these points, little-endian, two of them also as numbers above the prime.
    private static let smallOrder: [[UInt8]] = {
        func ending(_ first: UInt8, _ rest: UInt8, _ last: UInt8) -> [UInt8] {
            [first] + [UInt8](repeating: rest, count: publicLength - 2) + [last]
        }
        return [
            ending(0, 0, 0), ending(1, 0, 0),
            // p − 1, p and p + 1, where p is 2²⁵⁵ − 19.
            ending(0xEC, 0xFF, 0x7F), ending(0xED, 0xFF, 0x7F), ending(0xEE, 0xFF, 0x7F),
            // The points of order eight.
            [
                0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
                0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
            ],
            [
                0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
                0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
            ],
        ]
    }()
}
