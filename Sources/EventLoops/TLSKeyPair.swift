import COpenSSL
import Glibc

/// The files of a certificate and its private key.
package struct TLSKeyPairFiles: Hashable, Sendable {
    /// Path of a PEM file with the certificate, and behind it those that lead to its issuer.
    package var certificate: String
    /// Path of a PEM file with the private key. May be the same one.
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// A certificate with its private key, read and checked: an `SSL_CTX` that has nothing else yet.
final class TLSKeyPair {
    /// The `SSL_CTX`, owned.
    let context: OpaquePointer
    /// The seconds for which the certificate is still good; negative if that is over.
    let secondsLeft: Int
    /// Whether the certificate's time has not begun.
    let isEarly: Bool

    init(reading files: TLSKeyPairFiles) throws(TLSError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else {
            throw .library(reason: TLSError.lastReason())
        }
        do throws(TLSError) {
            let certificate = try TLSKeyPair.loadCertificate(files.certificate, into: context)
            try TLSKeyPair.loadKey(files, of: certificate, into: context)
            secondsLeft = TLSKeyPair.seconds(until: X509_get0_notAfter(certificate))
            isEarly = TLSKeyPair.seconds(until: X509_get0_notBefore(certificate)) > 0
        } catch {
            SSL_CTX_free(context)
            throw error
        }
        self.context = context
    }

    deinit { SSL_CTX_free(context) }

    /// The DNS names that the certificate is for. A certificate with very many is read in part.
    var names: [String] {
        var names: [String] = []
        var room = [CChar](repeating: 0, count: 253)
        for index in 0..<100 {
            let count = openssl_dns_name(SSL_CTX_get0_certificate(context), Int32(index), &room, Int32(room.count))
            guard count >= 0 else { break }
            if count > 0 {
                names.append(String(decoding: room.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
        }
        return names
    }

    private static func loadCertificate(
        _ file: String, into context: OpaquePointer
    ) throws(TLSError) -> OpaquePointer {
        try checkReadable(file)
        guard SSL_CTX_use_certificate_chain_file(context, file) == 1,
            let certificate = SSL_CTX_get0_certificate(context)
        else { throw .badCertificate(file: file, reason: TLSError.lastReason()) }
        return certificate
    }

    private static func loadKey(
        _ files: TLSKeyPairFiles, of certificate: OpaquePointer, into context: OpaquePointer
    ) throws(TLSError) {
        try checkReadable(files.key)
        guard let file = BIO_new_file(files.key, "r") else {
            throw .unreadable(file: files.key, reason: TLSError.lastReason())
        }
        defer { BIO_free(file) }
        // Without this, OpenSSL would ask for the pass phrase on the terminal.
        var wasAsked = false
        let key = PEM_read_bio_PrivateKey(
            file, nil,
            { _, _, _, wasAsked in
                wasAsked?.storeBytes(of: true, as: Bool.self)
                return -1
            }, &wasAsked)
        guard let key else {
            let reason = TLSError.lastReason()
            throw wasAsked ? .encryptedKey(file: files.key) : .badKey(file: files.key, reason: reason)
        }
        defer { EVP_PKEY_free(key) }
        guard X509_check_private_key(certificate, key) == 1 else {
            ERR_clear_error()
            throw .mismatch(certificate: files.certificate, key: files.key)
        }
        guard SSL_CTX_use_PrivateKey(context, key) == 1 else {
            throw .badKey(file: files.key, reason: TLSError.lastReason())
        }
    }

    /// Refuses what is no regular file before it is opened: a named pipe would be waited for forever. OpenSSL's own
    /// words for a file that is missing are not for a host.
    private static func checkReadable(_ file: String) throws(TLSError) {
        var status = stat()
        guard stat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(file: file, reason: "it is no regular file")
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(file: file, reason: String(cString: strerror(errno))) }
        close(descriptor)
    }

    private static func seconds(until time: UnsafePointer<ASN1_TIME>?) -> Int {
        var (days, seconds): (Int32, Int32) = (0, 0)
        // From now, which nil stands for.
        guard ASN1_TIME_diff(&days, &seconds, nil, time) == 1 else { return 0 }
        return Int(days) * 86_400 + Int(seconds)
    }
}
