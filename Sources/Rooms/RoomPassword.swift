/// A password as a room's log keeps it: never the text. Whoever sets or checks one makes the digest.
package struct RoomPassword: Hashable, Sendable, Codable {
    /// Random, hexadecimal.
    package let salt: String
    /// Of the salt and the text, hexadecimal.
    package let digest: String
    /// How hard the digest was to make: the binary logarithm of scrypt's N (RFC 7914). Nil in logs of servers until
    /// 2026-11, whose digests are plain SHA-256.
    package let cost: Int?

    /// A password with this digest.
    package init(salt: String, digest: String, cost: Int? = nil) {
        self.salt = salt
        self.digest = digest
        self.cost = cost
    }
}

/// What somebody shows at a door that may have a password.
package enum ShownPassword: Hashable, Sendable {
    case nothing
    case right
    case wrong
}
