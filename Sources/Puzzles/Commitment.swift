import GameRules
import WordLists

/// The salt that hides an answer in its commitment until the day is over: 16 bytes, derived from the seed.
package struct Salt: Hashable, Sendable {
    /// The number of bytes in a salt.
    package static let length = 16

    package let bytes: [UInt8]

    /// Derives the salt of a puzzle from a server's seed.
    package init(seed: Seed, puzzle: PuzzleID) {
        let code = seed.keyedHash(for: "salt v1").code(for: Array(puzzle.text.utf8))
        bytes = Array(code.prefix(Salt.length))
    }

    /// Creates a salt from random bytes. Precondition: there are 16.
    package init(random bytes: [UInt8]) {
        precondition(bytes.count == Salt.length, "a salt has \(Salt.length) bytes")
        self.bytes = bytes
    }

    /// Reads 32 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: text), bytes.count == Salt.length else { return nil }
        self.bytes = bytes
    }

    /// 32 lower-case hexadecimal digits.
    package var text: String { bytes.hexadecimal }
}

/// A public commitment to a word, made before anybody plays: SHA-256(salt ‖ subject ‖ answer).
///
/// The salt is taken as bytes; the subject and the answer (lower case, NFC) as UTF-8. The subject of a daily puzzle is
/// its name, `guess-en-5/2026-11-21`. The subject of a sprint is the room's epoch (16 hexadecimal digits), a slash and
/// the race: `9f3b21c07d5e4a18/sprint-1-2`.
package struct Commitment: Hashable, Sendable {
    /// Bytes of a digest.
    package static let length = 32

    /// The SHA-256 digest.
    package let digest: Digest

    /// Commits to `answer`, in lower case, as the word of `puzzle`.
    package init(salt: Salt, puzzle: PuzzleID, answer: String) {
        self.init(salt: salt, subject: puzzle.text, answer: answer)
    }

    /// Commits to `answer`, in lower case, as the word of a sprint in the room with this epoch.
    package init(salt: Salt, epoch: UInt64, race: String, answer: String) {
        let digits = String(epoch, radix: 16)
        let epoch = String(repeating: "0", count: 16 - digits.count) + digits
        self.init(salt: salt, subject: "\(epoch)/\(race)", answer: answer)
    }

    private init(salt: Salt, subject: String, answer: String) {
        digest = Digest(of: salt.bytes + Array(subject.utf8) + Array(answer.utf8))
    }

    /// 64 lower-case hexadecimal digits.
    package var text: String { digest.text }

    /// Whether a published commitment, 64 lower-case hexadecimal digits, fits the revealed salt and answer.
    package static func verify(_ text: String, salt: Salt, puzzle: PuzzleID, answer: String) -> Bool {
        Commitment(salt: salt, puzzle: puzzle, answer: answer).text == text
    }
}
