import GameRules
import TestKit
import Testing
import WordLists

@testable import Puzzles

@Suite("Words of days, and the promises about them")
struct PuzzleBookTests {
    private let seedText = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    private func book(_ answers: [String]) throws -> PuzzleBook {
        let alphabet = try #require(Alphabet(language: "en"))
        let bytes = Array(answers.joined(separator: "\n").utf8)
        let list = try WordList(alphabet: alphabet, length: 5, answers: bytes, guesses: bytes)
        let seed = try #require(Seed(hexadecimal: seedText))
        return PuzzleBook(seed: seed, lexicons: [Lexicon(alphabet: alphabet, lists: [list])])
    }

    private let words = ["brine", "crane", "drone", "eerie", "glide", "horse", "slate", "stone", "theme", "those"]

    private func spelled(_ book: inout PuzzleBook, from first: Int, _ days: Int) throws -> [String] {
        let alphabet = try #require(Alphabet(language: "en"))
        return try (first..<first + days).map { number in
            let draft = book.draft(for: PuzzleID(line: .standard, day: Day(number: number)))
            return alphabet.text(try #require(draft).answer)
        }
    }

    @Test("The words of a seed are the same on every machine")
    func golden() throws {
        var book = try book(words)
        let expected = ["eerie", "slate", "those", "crane", "horse", "theme", "brine", "stone", "glide", "drone"]
        #expect(try spelled(&book, from: 20_770, 10) == expected)
    }

    @Test("A day has the same word in any order of requests")
    func order() throws {
        var one = try book(words)
        var other = try book(words)
        let forward = try (0..<60).flatMap { try spelled(&one, from: $0, 1) }
        let backward = try (0..<60).reversed().flatMap { try spelled(&other, from: $0, 1) }
        #expect(forward == backward.reversed())
    }

    @Test("An edited list has another version, which the draft names")
    func edited() throws {
        var before = try book(words)
        var after = try book(words + ["zebra"])
        let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))
        #expect(before.draft(for: puzzle)?.listVersion != after.draft(for: puzzle)?.listVersion)
    }

    @Test("A line without a list has no word")
    func noList() throws {
        var book = try book(words)
        for text in ["guess-en-6", "guess-de-5", "anagram-en-5"] {
            let line = try #require(PuzzleLine(text))
            #expect(book.list(for: line) == nil)
            #expect(book.draft(for: PuzzleID(line: line, day: Day(number: 0))) == nil)
        }
        #expect(book.list(for: .standard) != nil)
    }

    @Test("A commitment is the SHA-256 of salt, puzzle and answer, and binds all three")
    func commitment() throws {
        let seed = try #require(Seed(hexadecimal: seedText))
        let puzzle = try #require(PuzzleID("guess-en-5/2026-11-21"))
        let next = try #require(PuzzleID("guess-en-5/2026-11-22"))
        let salt = Salt(seed: seed, puzzle: puzzle)
        #expect(salt.bytes.count == 16 && salt != Salt(seed: seed, puzzle: next))
        #expect(Salt(hexadecimal: salt.text) == salt)
        let text = Commitment(salt: salt, puzzle: puzzle, answer: "crane").text
        #expect(text == Digest(of: salt.bytes + Array("guess-en-5/2026-11-21crane".utf8)).text)
        #expect(Commitment.verify(text, salt: salt, puzzle: puzzle, answer: "crane"))
        #expect(!Commitment.verify(text, salt: salt, puzzle: puzzle, answer: "brine"))
        #expect(!Commitment.verify(text, salt: salt, puzzle: next, answer: "crane"))
        let other = Salt(seed: seed, puzzle: next)
        #expect(!Commitment.verify(text, salt: other, puzzle: puzzle, answer: "crane"))
    }

    @Test("A keyed hash gives RFC 4231 case 2, refuses other codes, and differs by purpose")
    func keyedHash() throws {
        let hash = KeyedHash(key: Array("Jefe".utf8))
        let message = Array("what do ya want for nothing?".utf8)
        let code = hash.code(for: message)
        #expect(code.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(hash.isCode(code, for: message))
        #expect(!hash.isCode(code, for: message + [0]) && !hash.isCode(Array(code.dropLast()), for: message))
        for index in code.indices {
            var forged = code
            forged[index] ^= 1
            #expect(!hash.isCode(forged, for: message))
        }
        let seed = try #require(Seed(hexadecimal: seedText))
        #expect(seed.keyedHash(for: "a").code(for: []) != seed.keyedHash(for: "b").code(for: []))
    }

    @Test("A seed has 32 bytes, and its description shows none of them")
    func seed() throws {
        #expect(Seed([1, 2, 3]) == nil && Seed(hexadecimal: seedText.uppercased()) == nil)
        let seed = try #require(Seed(hexadecimal: seedText))
        var dumped = ""
        dump([seed.keyedHash(for: "x")], to: &dumped)
        dump(seed, to: &dumped)
        #expect(!"\(seed) \(String(reflecting: seed)) \(dumped)".contains("30"))
    }
}
