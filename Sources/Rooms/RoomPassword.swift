/// A password as a room's log keeps it: a salted digest, never the text.
package struct RoomPassword: Hashable, Sendable, Codable {
    /// Random salt, in hexadecimal.
    package let salt: String
    /// Digest of the salt and the text, in hexadecimal.
    package let digest: String
    /// The binary logarithm of scrypt's N (RFC 7914). Nil in logs from before 2026-11, whose digests are plain SHA-256.
    package let cost: Int?

    package init(salt: String, digest: String, cost: Int? = nil) {
        self.salt = salt
        self.digest = digest
        self.cost = cost
    }
}

/// The password that a player showed at a door, as the check of it came out.
package enum ShownPassword: Hashable, Sendable {
    case nothing
    case right
    case wrong
}
