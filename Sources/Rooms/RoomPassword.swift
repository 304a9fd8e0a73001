/// A password as a room's log keeps it: never the text. Whoever sets or checks one makes the digest.
package struct RoomPassword: Hashable, Sendable, Codable {
    /// Random, hexadecimal.
    package let salt: String
    /// Of the salt and the text, hexadecimal.
    package let digest: String

    /// A password with this digest.
    package init(salt: String, digest: String) {
        self.salt = salt
        self.digest = digest
    }
}

/// What somebody shows at a door that may have a password.
package enum ShownPassword: Hashable, Sendable {
    case nothing
    case right
    case wrong
}
