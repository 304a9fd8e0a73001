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

    /// A salt of random bytes. Precondition: there are 16.
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

/// A server's promise about a word, public before anybody plays: SHA-256(salt ‖ subject ‖ answer), the salt as bytes,
/// the subject and the answer (lower case, NFC) as UTF-8. The subject of a daily puzzle is its name,
/// `guess-en-5/2026-11-21`; that of a sprint the room's epoch (16 hexadecimal digits), a slash and the race,
/// `9f3b21c07d5e4a18/sprint-1-2`.
package struct Commitment: Hashable, Sendable {
    /// The promise.
    package let digest: Digest

    /// The commitment to `answer`, lower-case text, as the word of `puzzle`.
    package init(salt: Salt, puzzle: PuzzleID, answer: String) {
        self.init(salt: salt, subject: puzzle.text, answer: answer)
    }

    /// The commitment to `answer`, lower-case text, as the word of a sprint in the room with this epoch.
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

    /// Whether a published commitment, 64 lower-case hexadecimal digits, is that of what was revealed.
    package static func verify(_ text: String, salt: Salt, puzzle: PuzzleID, answer: String) -> Bool {
        Commitment(salt: salt, puzzle: puzzle, answer: answer).text == text
    }
}
