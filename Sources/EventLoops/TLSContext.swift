import COpenSSL
import Glibc

/// A server's TLS settings and certificates. Never changes; new certificates make a new context (``TLSCredentials``).
///
/// Unchecked Sendable: nothing in it changes after `init`, and OpenSSL's `SSL_CTX` is made to be shared by threads.
final class TLSContext: @unchecked Sendable {
    /// TLS 1.2 with forward secrecy and authenticated encryption only (RFC 9325 section 4.2).
    private static let ciphers12 = [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
        "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ].joined(separator: ":")
    private static let ciphers13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    private static let groups = "X25519:P-256"

    /// The first is for clients that name no host, or one that no certificate has.
    private let pairs: [TLSKeyPair]
    let tickets: TLSTicketKeys
    /// The protocols spoken inside, for ALPN: each behind its length (RFC 7301 section 3.1).
    private let protocols: [UInt8]

    /// Reads the certificates and keys. `protocols` are names of ALPN.
    init(
        reading files: [TLSKeyPairFiles], protocols: [String], tickets: TLSTicketKeys
    ) throws(TLSError) {
        precondition(!files.isEmpty, "TLS without a certificate")
        var pairs: [TLSKeyPair] = []
        for file in files {
            let pair = try TLSKeyPair(reading: file)
            try TLSContext.prepare(pair.context)
            pairs.append(pair)
        }
        self.pairs = pairs
        self.tickets = tickets
        self.protocols = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    }

    private static func prepare(_ context: OpaquePointer) throws(TLSError) {
        ERR_clear_error()
        guard openssl_set_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
            SSL_CTX_set_cipher_list(context, ciphers12) == 1, SSL_CTX_set_ciphersuites(context, ciphers13) == 1,
            openssl_set_groups(context, groups) == 1
        else { throw .library(reason: TLSError.lastReason()) }
        openssl_set_server_options(context)
        // An idle connection gives its record buffers back, which are two thirds of its memory.
        openssl_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
        // Tickets instead of memory: see `TLSTicketKeys`.
        openssl_set_session_cache(context, Int(SSL_SESS_CACHE_OFF))
        SSL_CTX_set_timeout(context, Int(TLSTicketKeys.lifetime / 1_000))
        openssl_set_server_name_callback(context) { ssl, _, _ in TLSContext.selectPair(for: ssl) }
        SSL_CTX_set_alpn_select_cb(
            context,
            { ssl, chosen, chosenCount, offered, offeredCount, _ in
                guard let chosen, let chosenCount else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                let offered = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
                return TLSContext.selectProtocol(for: ssl, from: offered, &chosen.pointee, &chosenCount.pointee)
            }, nil)
        SSL_CTX_set_msg_callback(context) { isOurs, _, kind, bytes, count, ssl, _ in
            guard isOurs == 0, count > 0, let first = bytes?.load(as: UInt8.self) else { return }
            TLSStream.of(ssl).heard(kind: kind, first: Int32(first))
        }
        let result = SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { ssl, name, iv, cipher, mac, seals in
            guard let name, let iv, let cipher, let mac else { return -1 }
            let stream = TLSStream.of(ssl)
            return stream.context.tickets.prepare(
                name: name, iv: iv, cipher: cipher, mac: mac, seals: seals == 1, now: stream.now)
        }
        precondition(result == 1)
    }

    /// A new connection's `SSL`, to be freed by the caller; nil if there is no memory for it. It must hold this object.
    func makeConnection() -> OpaquePointer? { SSL_new(pairs[0].context) }

    /// The remaining validity of each certificate.
    var terms: [(secondsLeft: Int, isEarly: Bool)] { pairs.map { ($0.secondsLeft, $0.isEarly) } }

    /// The DNS names that the certificates are for, in their order.
    var names: [String] { pairs.flatMap(\.names) }

    /// Whether a certificate is for that host: a name or an IP address.
    func covers(_ host: String) -> Bool {
        pairs.contains { pair in
            let certificate = SSL_CTX_get0_certificate(pair.context)
            return X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
                || X509_check_ip_asc(certificate, host, 0) == 1
        }
    }

    // MARK: Callbacks of the handshake

    /// SNI (RFC 6066 section 3): the first pair whose certificate has the name, `*.` included. A client
    /// that asks for another name gets the first pair, and may judge for itself.
    private static func selectPair(for ssl: OpaquePointer?) -> Int32 {
        guard let name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) else { return SSL_TLSEXT_ERR_NOACK }
        let count = strlen(name)
        let fitting = TLSStream.of(ssl).context.pairs.first {
            X509_check_host(SSL_CTX_get0_certificate($0.context), name, count, 0, nil) == 1
        }
        guard let fitting else { return SSL_TLSEXT_ERR_NOACK }
        guard SSL_set_SSL_CTX(ssl, fitting.context) != nil else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        return SSL_TLSEXT_ERR_OK
    }

    /// ALPN (RFC 7301 section 3.2): nothing in common ends the handshake with `no_application_protocol`.
    private static func selectProtocol(
        for ssl: OpaquePointer?, from offered: UnsafeBufferPointer<UInt8>, _ chosen: inout UnsafePointer<UInt8>?,
        _ chosenCount: inout UInt8
    ) -> Int32 {
        let ours = TLSStream.of(ssl).context.protocols
        var result: UnsafeMutablePointer<UInt8>?
        // Theirs as the first list, since the result points into it, and OpenSSL keeps only theirs.
        let outcome = SSL_select_next_proto(
            &result, &chosenCount, offered.baseAddress, UInt32(offered.count), ours, UInt32(ours.count))
        guard outcome == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        chosen = UnsafePointer(result)
        return SSL_TLSEXT_ERR_OK
    }
}
