import Synchronization

/// The certificates of a TLS listener, exchangeable while it serves. Open connections keep the certificates that they
/// began with.
package final class TLSCredentials: Sendable {
    /// The remaining validity of a certificate.
    package struct Term: Hashable, Sendable {
        /// The file from which it was read.
        package let file: String
        /// Seconds until its end, negative after it.
        package let secondsLeft: Int
        /// Whether its time has not begun.
        package let isEarly: Bool
    }

    /// The bytes to answer to a peer that speaks plain HTTP.
    let plainAnswer: [UInt8]
    private let protocols: [String]
    private let tickets = TLSTicketKeys()
    private let state: Mutex<(context: TLSContext, terms: [Term])>

    /// Reads certificates and keys. The first pair is for clients that name no host, or one that no certificate has.
    /// `protocols` are the names of ALPN; `plainAnswer` is sent to clients that speak plain HTTP.
    package init(
        reading files: [TLSKeyPairFiles], protocols: [String], plainAnswer: [UInt8] = []
    ) throws(TLSError) {
        self.protocols = protocols
        self.plainAnswer = plainAnswer
        let context = try TLSContext(reading: files, protocols: protocols, tickets: tickets)
        state = Mutex((context, TLSCredentials.terms(of: context, files)))
    }

    /// Reads these certificates again, or others. If one cannot be used, everything stays as it was. Session tickets
    /// stay good.
    package func reload(reading files: [TLSKeyPairFiles]) throws(TLSError) {
        let context = try TLSContext(reading: files, protocols: protocols, tickets: tickets)
        state.withLock { $0 = (context, TLSCredentials.terms(of: context, files)) }
    }

    private static func terms(of context: TLSContext, _ files: [TLSKeyPairFiles]) -> [Term] {
        zip(files, context.terms).map { file, term in
            Term(file: file.certificate, secondsLeft: term.secondsLeft, isEarly: term.isEarly)
        }
    }

    /// The context for new connections.
    var context: TLSContext { state.withLock { $0.context } }

    /// The validity of each certificate, counted from when it was read.
    package var terms: [Term] { state.withLock { $0.terms } }

    /// The DNS names that the certificates are for, `*.` included.
    package var names: [String] { context.names }

    /// Whether a certificate is for that host: a name or an IP address.
    package func covers(_ host: String) -> Bool { context.covers(host) }
}
