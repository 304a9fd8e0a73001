import COpenSSL

/// Why certificates and keys cannot be used. Every text names the file.
package enum TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened.
    case unreadable(file: String, reason: String)
    /// The file has no certificate in PEM form, or one that OpenSSL refuses: too small a key, too weak a signature.
    case badCertificate(file: String, reason: String)
    /// The file has no private key in PEM form.
    case badKey(file: String, reason: String)
    /// The key asks for a pass phrase, and nobody is there to type it.
    case encryptedKey(file: String)
    /// The key is another certificate's.
    case mismatch(certificate: String, key: String)
    /// OpenSSL refuses for a reason of its own: no memory, or a policy of this machine.
    case library(reason: String)

    package var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .badCertificate(let file, let reason): "\(file): no certificate that can be used (\(reason))"
        case .badKey(let file, let reason): "\(file): no private key that can be used (\(reason))"
        case .encryptedKey(let file): "\(file): the key is encrypted; a server needs one without a pass phrase"
        case .mismatch(let certificate, let key): "\(key): not the key of the certificate in \(certificate)"
        case .library(let reason): "OpenSSL: \(reason)"
        }
    }

    /// Returns OpenSSL's reason for the last failure on this thread: its first error, from which the others follow.
    /// Empties the error queue, which the next failure would otherwise report.
    static func lastReason() -> String {
        let code = ERR_peek_error()
        ERR_clear_error()
        guard let text = ERR_reason_error_string(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

/// A peer's fault in TLS, or its lack of TLS.
package enum TLSFault: Error, Hashable, Sendable {
    /// The peer speaks plain HTTP.
    case plainHTTP
    /// The peer's end came in mid-handshake.
    case endedInHandshake
    /// The peer has us answer at length and does not read the answers.
    case answersNotRead
    /// The peer says hello at greater length than ``TLSHelloBound`` allows.
    case helloTooLarge
    /// The peer wants new keys again and again (RFC 8446 section 4.6.3).
    case tooManyKeyUpdates
    /// The peer wants to shake hands again (RFC 5246 section 7.4.1.1), which we do not.
    case renegotiation
    /// No version, cipher or protocol in common, bytes that are no TLS, a broken record, an alert of the peer's:
    /// OpenSSL's words.
    case violation(reason: String)
}
