import COpenSSL
import Foundation

/// A self-signed certificate with its key, in files of its own that go with this object.
package final class TestCertificate {
    /// Path of the PEM file with the certificate.
    package let certificate: String
    /// Path of the PEM file with its key.
    package let key: String
    private let folder: String

    /// The kind of a key.
    package enum Kind: Sendable { case elliptic, rsa }

    /// Why one cannot be made: OpenSSL's words.
    package struct Fault: Error {
        let call: String
    }

    /// Makes a certificate for host names (`DNS:a.example`) and addresses (`IP:127.0.0.1`). Times are in seconds from
    /// now. With a pass phrase the key is encrypted.
    package init(
        names: [String] = ["DNS:localhost", "IP:127.0.0.1"], kind: Kind = .elliptic, from: Int = -3_600,
        until: Int = 90 * 86_400, passPhrase: String? = nil
    ) throws {
        folder = NSTemporaryDirectory() + "tilerace-tls-\(UUID().uuidString)"
        certificate = folder + "/certificate.pem"
        key = folder + "/key.pem"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let pair = try TestCertificate.makeKey(kind)
        defer { EVP_PKEY_free(pair) }
        let made = try TestCertificate.make(names, pair, from: from, until: until)
        defer { X509_free(made) }
        try TestCertificate.write(certificate) { PEM_write_bio_X509($0, made) }
        try TestCertificate.write(key) {
            PEM_write_bio_PrivateKey(
                $0, pair, passPhrase == nil ? nil : EVP_aes_256_cbc(), passPhrase, Int32(passPhrase?.utf8.count ?? 0),
                nil, nil)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Replaces the files by those of another, as a renewal does.
    package func replace(certificateBy other: String, keyBy otherKey: String) throws {
        try Data(contentsOf: URL(fileURLWithPath: other)).write(to: URL(fileURLWithPath: certificate))
        try Data(contentsOf: URL(fileURLWithPath: otherKey)).write(to: URL(fileURLWithPath: key))
    }

    private static func makeKey(_ kind: Kind) throws -> OpaquePointer {
        let context = EVP_PKEY_CTX_new_id(kind == .rsa ? EVP_PKEY_RSA : EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(context) }
        try check("keygen_init", EVP_PKEY_keygen_init(context))
        if kind == .rsa {
            try check("bits", EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048))
        } else {
            try check("curve", EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1))
        }
        var key: OpaquePointer?
        try check("keygen", EVP_PKEY_keygen(context, &key))
        guard let key else { throw Fault(call: "keygen") }
        return key
    }

    private static func make(
        _ names: [String], _ key: OpaquePointer, from: Int, until: Int
    ) throws -> OpaquePointer {
        guard let certificate = X509_new() else { throw Fault(call: "X509_new") }
        try check("version", X509_set_version(certificate, Int(X509_VERSION_3)))
        try check("serial", ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...Int(Int32.max))))
        X509_gmtime_adj(X509_getm_notBefore(certificate), from)
        X509_gmtime_adj(X509_getm_notAfter(certificate), until)
        let subject = X509_get_subject_name(certificate)
        let title = names.first ?? "nobody"
        try check("name", X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, title, -1, -1, 0))
        try check("issuer", X509_set_issuer_name(certificate, subject))
        try check("key", X509_set_pubkey(certificate, key))
        if !names.isEmpty {
            guard let entry = X509V3_EXT_conf_nid(nil, nil, NID_subject_alt_name, names.joined(separator: ",")) else {
                throw Fault(call: "subjectAltName")
            }
            defer { X509_EXTENSION_free(entry) }
            try check("extension", X509_add_ext(certificate, entry, -1))
        }
        try check("sign", X509_sign(certificate, key, EVP_sha256()))
        return certificate
    }

    private static func write(_ path: String, _ body: (OpaquePointer) -> Int32) throws {
        guard let file = BIO_new_file(path, "w") else { throw Fault(call: path) }
        defer { BIO_free(file) }
        try check(path, body(file))
    }

    private static func check(_ call: String, _ result: Int32) throws {
        guard result > 0 else { throw Fault(call: call) }
    }
}
