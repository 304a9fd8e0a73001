import EventLoops
import Telemetry

/// The certificates of a server that speaks TLS itself: read at the start, and again when the host says so.
struct ServerTLS: Sendable {
    /// The certificates of the listener.
    let credentials: TLSCredentials
    private let logger: Logger

    /// A certificate that ends in less than this is warned of, in seconds. Those that live 90 days are renewed 30 days
    /// before.
    static let warningTime = 14 * 86_400

    /// Reads the certificates. Nil if none are configured. Refuses keys that others than those of `trust` can read: a
    /// command of root passes the server's user.
    init?(
        _ configuration: ServerConfiguration, logger: Logger, trust: FileTrust = FileTrust()
    ) throws(ConfigurationFault) {
        guard let files = try ServerTLS.files(of: configuration) else { return nil }
        self.logger = logger
        try ServerTLS.checkKeys(files, trust)
        credentials = try ConfigurationFault.wrapping("tls-certificate, tls-key") { () throws(TLSError) in
            try TLSCredentials(reading: files, protocols: ["http/1.1"], plainAnswer: ServerTLS.plainAnswer)
        }
        report()
    }

    /// The end of the certificate that ends first, in seconds since 1970-01-01 UTC. Right after they were read, as
    /// their terms are counted from then.
    var firstEnd: Int {
        ClockSource.system.wall() / 1_000 + (credentials.terms.map(\.secondsLeft).min() ?? 0)
    }

    /// Pairs each certificate with its key.
    private static func files(of configuration: ServerConfiguration) throws(ConfigurationFault) -> [TLSKeyPairFiles]? {
        let (certificates, keys) = (configuration.tlsCertificates, configuration.tlsKeys)
        guard !certificates.isEmpty else {
            guard keys.isEmpty else { throw ConfigurationFault("tls-key: a key, but no tls-certificate") }
            guard configuration.tlsRedirectPort == nil || !configuration.acmeChallenges.isEmpty else {
                throw ConfigurationFault("tls-redirect-port: there is no tls-certificate, so nothing to redirect to")
            }
            return nil
        }
        guard keys.isEmpty || keys.count == certificates.count else {
            throw ConfigurationFault(
                "tls-key: one for each tls-certificate, in the same order; there are \(keys.count) for \(certificates.count)"
            )
        }
        return certificates.enumerated().map { index, certificate in
            TLSKeyPairFiles(certificate: certificate, key: keys.isEmpty ? certificate : keys[index])
        }
    }

    /// Reads the certificates again, from where the settings say. New connections get the new ones; if those cannot be
    /// used, everything stays as it was, and the answer is false.
    func reload(_ configuration: ServerConfiguration) -> Bool {
        do {
            guard let files = try ServerTLS.files(of: configuration) else { return true }
            try ServerTLS.checkKeys(files, FileTrust())
            try credentials.reload(reading: files)
            logger.info("certificates_read_again")
            report()
            return true
        } catch {
            logger.error("certificates_refused", ["error": .text("\(error)"), "instead": "the old ones stay in use"])
            return false
        }
    }

    /// Refuses a key that other users can read: with it they can pose as the server.
    private static func checkKeys(_ files: [TLSKeyPairFiles], _ trust: FileTrust) throws(ConfigurationFault) {
        for file in files {
            do throws(ConfigurationFault) {
                try trust.check(file.key, .keyOfMachine)
            } catch {
                throw ConfigurationFault("tls-key: \(error)")
            }
        }
    }

    private func report() {
        for term in credentials.terms {
            if term.secondsLeft < 0 {
                logger.warning("certificate_expired", ["file": .text(term.file)])
            } else if term.isEarly {
                logger.warning("certificate_not_yet_valid", ["file": .text(term.file)])
            } else if term.secondsLeft < ServerTLS.warningTime {
                logger.warning(
                    "certificate_ends_soon",
                    ["file": .text(term.file), "hours_left": .number(term.secondsLeft / 3_600)])
            } else {
                logger.info(
                    "certificate", ["file": .text(term.file), "days_left": .number(term.secondsLeft / 86_400)])
            }
        }
    }

    /// The answer to who speaks plain HTTP to the TLS port.
    private static let plainAnswer: [UInt8] = {
        let text = "This port speaks HTTPS. Write https:// in front of the address.\n"
        let head = [
            "HTTP/1.1 400 Bad Request", "Content-Type: text/plain; charset=utf-8", "Content-Length: \(text.utf8.count)",
            "Connection: close", "", "",
        ]
        return Array((head.joined(separator: "\r\n") + text).utf8)
    }()
}
