import WordLists

/// The secret of a server from which every daily word follows: 32 random bytes, made once.
///
/// Two servers with the same seed and the same lists have the same words.
package struct Seed: Hashable, Sendable, CustomReflectable, CustomStringConvertible {
    /// Bytes of a seed.
    package static let length = 32

    /// The secret itself, for the file that keeps it.
    package let bytes: [UInt8]

    /// The seed with these bytes; nil unless there are 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Seed.length else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.init(bytes)
    }

    /// The keyed hash for one purpose, `"session"`. Hashes of different purposes tell nothing of one another, nor of
    /// the seed.
    package func keyedHash(for purpose: String) -> KeyedHash {
        KeyedHash(key: KeyedHash(key: bytes).code(for: Array("tilerace \(purpose)".utf8)))
    }

    /// Shows nothing of the secret.
    package var description: String { "Seed" }
    /// Shows nothing of the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
