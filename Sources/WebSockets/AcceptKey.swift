import Bytes
import COpenSSL

/// The proof that a server understood a WebSocket handshake (RFC 6455 section 1.3).
package enum AcceptKey {
    private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let digestSize = 20

    /// The `Sec-WebSocket-Accept` that answers a `Sec-WebSocket-Key`.
    package static func answering(_ key: String) -> String {
        let text = Array((key + guid).utf8)
        var digest = [UInt8](repeating: 0, count: digestSize)
        let done = EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil)
        precondition(done == 1, "OpenSSL has no SHA-1")
        return Base64.standard.encode(digest)
    }

    /// Whether `key` is 16 bytes in Base64, as a `Sec-WebSocket-Key` must be (section 4.1).
    static func isValid(_ key: String) -> Bool {
        Base64.standard.decode(key)?.count == 16
    }
}
