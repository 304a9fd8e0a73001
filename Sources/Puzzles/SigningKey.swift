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

    /// Whether `signature` is that of `message` under a public key. False also for bytes that are no key.
    package static func isSignature(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard publicKey.count == publicLength, signature.count == signatureLength,
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
}
