import WordLists

/// The secret seed of a server, 32 random bytes, from which every daily word is derived.
///
/// Two servers with the same seed and the same lists have the same words.
package struct Seed: Hashable, Sendable, CustomReflectable, CustomStringConvertible {
    /// The number of bytes in a seed.
    package static let length = 32

    /// The secret itself, for the file that stores it.
    package let bytes: [UInt8]

    /// Creates a seed; nil unless there are 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Seed.length else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.init(bytes)
    }

    /// Derives the keyed hash for one purpose, such as `"session"`. A derived hash reveals nothing about the seed or
    /// about the hashes for other purposes.
    package func keyedHash(for purpose: String) -> KeyedHash {
        KeyedHash(key: KeyedHash(key: bytes).code(for: Array("tilerace \(purpose)".utf8)))
    }

    /// A text without the secret.
    package var description: String { "Seed" }
    /// An empty mirror, without the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
