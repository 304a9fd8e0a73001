import Bytes
import COpenSSL
import Synchronization

/// The proof that a server understood a WebSocket handshake (RFC 6455 section 1.3).
package enum AcceptKey {
    private static let guid = Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
    private static let digestSize = 20

    /// What SHA-1 is computed with: made once, as to find the algorithm and to make a context takes longer than the digest.
    private static let digestContext = Mutex(DigestContext())

    private struct DigestContext: ~Copyable {
        private let algorithm = EVP_MD_fetch(nil, "SHA1", nil)
        private let context = EVP_MD_CTX_new()

        mutating func digest(_ text: [UInt8]) -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: digestSize)
            let done =
                EVP_DigestInit_ex2(context, algorithm, nil) == 1
                && EVP_DigestUpdate(context, text, text.count) == 1
                && EVP_DigestFinal_ex(context, &digest, nil) == 1
            precondition(done, "OpenSSL has no SHA-1")
            return digest
        }

        deinit {
            EVP_MD_CTX_free(context)
            EVP_MD_free(algorithm)
        }
    }

    /// The `Sec-WebSocket-Accept` that answers a `Sec-WebSocket-Key`.
    package static func answering(_ key: RawSpan) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(key.byteCount + guid.count)
        text.append(key)
        text += guid
        let digest = digestContext.withLock { $0.digest(text) }
        return Base64.standard.encodedBytes(of: digest.span.bytes)
    }

    /// As ``answering(_:)-(RawSpan)``, for the client's check.
    package static func answering(_ key: String) -> String {
        String(decoding: answering(key.utf8Span.span.bytes), as: UTF8.self)
    }

    /// Whether `key` is 16 bytes in Base64, as a `Sec-WebSocket-Key` must be (section 4.1).
    static func isValid(_ key: RawSpan) -> Bool {
        Base64.standard.decodedCount(of: key) == 16
    }
}
