import GameRules
import WordLists

/// The secret that hides an answer in its commitment until the day is over: 16 bytes that follow from the seed.
package struct Salt: Hashable, Sendable {
    /// Bytes of a salt.
    package static let length = 16

    /// The bytes.
    package let bytes: [UInt8]

    /// The salt of a puzzle on the server with this seed.
    package init(seed: Seed, puzzle: PuzzleID) {
        let code = seed.keyedHash(for: "salt v1").code(for: Array(puzzle.text.utf8))
        bytes = Array(code.prefix(Salt.length))
    }

    /// Reads 32 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: text), bytes.count == Salt.length else { return nil }
        self.bytes = bytes
    }

    /// 32 lower-case hexadecimal digits.
    package var text: String { bytes.hexadecimal }
}

/// A server's promise about a puzzle, public from the first moment of the day: SHA-256(salt ‖ puzzle ‖ answer), the salt
/// as bytes, the puzzle (`guess-en-5/2026-11-21`) and the answer (lower case, NFC) as UTF-8.
package struct Commitment: Hashable, Sendable {
    /// The promise.
    package let digest: Digest

    /// The commitment to `answer`, lower-case text, as the word of `puzzle`.
    package init(salt: Salt, puzzle: PuzzleID, answer: String) {
        digest = Digest(of: salt.bytes + Array(puzzle.text.utf8) + Array(answer.utf8))
    }

    /// 64 lower-case hexadecimal digits.
    package var text: String { digest.text }

    /// Whether a published commitment, 64 lower-case hexadecimal digits, is that of what was revealed.
    package static func verify(_ text: String, salt: Salt, puzzle: PuzzleID, answer: String) -> Bool {
        Commitment(salt: salt, puzzle: puzzle, answer: answer).text == text
    }
}
