import CLibPQ
import Glibc

/// The address of a database, as `postgresql://` of libpq. It holds no password: other users of the machine can read
/// the arguments of a program.
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
    /// The text that libpq connects with.
    let text: String
    /// Hosts, port and name of the database, for the log.
    package let description: String
    /// Files that nobody else may read, by their paths: of passwords, and the key of our own certificate.
    package let secretFiles: [String]
    /// Files of certificates, by their paths.
    package let publicFiles: [String]

    /// Whether a setting names a database in PostgreSQL.
    package static func isMeant(by text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Reads an address, for which it loads libpq. Throws `address` for one that is none, or has a password.
    package init(_ text: String) throws(PostgreSQLOpenError) {
        try LibPQ.load()
        guard DatabaseAddress.isMeant(by: text) else { throw .address("it must begin with postgresql://") }
        let options = try DatabaseAddress.options(of: text)
        for secret in ["password", "sslpassword"] where options[secret] != nil {
            throw .address(
                "it has a \(secret), which every user of this machine could read: write it to a file and name that, "
                    + "?passfile=/path, or set PGPASSFILE")
        }
        self.text = text
        secretFiles = ["passfile", "sslkey"].compactMap { options[$0] }
        publicFiles = ["sslrootcert", "sslcert"].compactMap { options[$0] }
        let place = [options["host"] ?? options["hostaddr"], options["port"]].compactMap { $0 }
        description = "postgresql://\(place.joined(separator: ":"))/\(options["dbname"] ?? "")"
    }

    private static func options(of text: String) throws(PostgreSQLOpenError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let first = pq_parse(text, &message) else {
            // libpq's own words repeat the address, and with it perhaps a password.
            pq_free(message)
            throw .address("it is no postgresql:// address as libpq reads them")
        }
        defer { pq_free_options(first) }
        var options: [String: String] = [:]
        var option = first
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return options
    }
}
