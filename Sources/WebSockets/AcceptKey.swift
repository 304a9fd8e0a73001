import Bytes
import COpenSSL
import Synchronization

/// The proof that a server understood a WebSocket handshake (RFC 6455 section 1.3).
package enum AcceptKey {
    private static let guid = Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)

    /// The SHA-1 context. Made once, since finding the algorithm and making a context take longer than the digest.
    private static let digestContext = Mutex(DigestContext())

    private struct DigestContext: ~Copyable {
        private let algorithm = EVP_MD_fetch(nil, "SHA1", nil)
        private let context = EVP_MD_CTX_new()

        /// The digest of `key` and the GUID behind it, as Base64.
        mutating func proof(of key: RawSpan) -> String {
            var digest = InlineArray<20, UInt8>(repeating: 0)
            var span = digest.mutableSpan
            let done = key.withUnsafeBytes { key in
                span.withUnsafeMutableBufferPointer { digest in
                    EVP_DigestInit_ex2(context, algorithm, nil) == 1
                        && EVP_DigestUpdate(context, key.baseAddress, key.count) == 1
                        && EVP_DigestUpdate(context, guid, guid.count) == 1
                        && EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1
                }
            }
            precondition(done, "OpenSSL has no SHA-1")
            return Base64.standard.encode(digest.span.bytes)
        }

        deinit {
            EVP_MD_CTX_free(context)
            EVP_MD_free(algorithm)
        }
    }

    /// Gets OpenSSL ready, which takes it some ms and 2 MB: better at the start than when the first client waits.
    package static func prepare() {
        _ = answering("")
    }

    /// The `Sec-WebSocket-Accept` that answers a `Sec-WebSocket-Key`.
    package static func answering(_ key: RawSpan) -> String {
        digestContext.withLock { $0.proof(of: key) }
    }

    /// Returns the answer to a key of text, as ``answering(_:)-(RawSpan)`` does.
    package static func answering(_ key: String) -> String {
        answering(key.utf8Span.span.bytes)
    }

    /// Whether `key` is 16 bytes in Base64, as a `Sec-WebSocket-Key` must be (section 4.1).
    static func isValid(_ key: RawSpan) -> Bool {
        Base64.standard.decodedCount(of: key) == 16
    }
}
