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

    /// A book of `count` words, and words of it that are left out by chance.
    private func book(of count: Int, leavingOut most: Int, seed: UInt64) throws -> (PuzzleBook, left: Set<Word>) {
        var random = SplitMix(seed: seed)
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let words = (0..<count).map { number in
            String((0..<5).map { letters[number / [456_976, 17_576, 676, 26, 1][$0] % 26] })
        }
        let book = try book(words)
        let list = try #require(book.list(for: .standard))
        let left = (0..<most).map { _ in list.answer(at: Int.random(in: 0..<count, using: &random)) }
        return (book, Set(left))
    }

    private func draft(_ book: inout PuzzleBook, _ day: Int) throws -> Word {
        let draft = book.draft(for: PuzzleID(line: .standard, day: Day(number: day)))
        return try #require(draft).answer
    }

    /// Draws days as a server does, one after the other, which knows the words of the days before.
    private func drawn(_ book: inout PuzzleBook, _ days: Range<Int>, known: [Word] = []) throws -> [Word] {
        var words = known
        for day in days {
            let puzzle = PuzzleID(line: .standard, day: Day(number: day))
            let near = Set(words.suffix(book.gap(of: .standard)))
            let draft = book.draft(for: puzzle, besides: near)
            words.append(try #require(draft).answer)
        }
        return Array(words.dropFirst(known.count))
    }

    @Test(
        "Leaving words out changes the days that have them, and no word comes twice before it has rested",
        arguments: [(2_300, 10), (2_300, 575), (1_158, 280), (900, 200), (250, 30), (100, 20)])
    func leftOut(count: Int, most: Int) throws {
        var (book, left) = try book(of: count, leavingOut: most, seed: UInt64(count + most))
        let (first, second) = (-count..<count / 2, count / 2..<3 * count)
        let before = try drawn(&book, -count..<3 * count)
        // Another half is left out in the middle of a pass.
        let half = left.filter { $0.packed % 3 > 0 }
        book.leaveOut(half, of: .standard)
        var after = try drawn(&book, first)
        let other = left.filter { $0.packed % 3 < 2 }
        book.leaveOut(other, of: .standard)
        #expect(try #require(book.answers(of: .standard)).count == count - other.count && other.count > most / 3)
        after += try drawn(&book, second, known: after)
        let gap = book.gap(of: .standard)
        var last: [Word: Int] = [:]
        for (day, (old, new)) in zip(before, after).enumerated() {
            let out = day < first.count ? half : other
            #expect(!out.contains(new))
            #expect(out.contains(old) || old == new, "day \(day) keeps its word")
            let seen = last.updateValue(day, forKey: new)
            #expect(seen.map { day - $0 > gap } ?? true, "day \(day) of \(count)")
        }
        book.leaveOut([], of: .standard)
        #expect(try drawn(&book, -count..<3 * count) == before)
    }

    /// Were it the word of a day at some distance, as the next one of a list that is public, whoever plays could tell.
    @Test("A word that stands in comes from anywhere in the pass")
    func standInsAreDrawn() throws {
        let count = 2_000
        var (book, _) = try book(of: count, leavingOut: 0, seed: 1)
        let words = try drawn(&book, 0..<count)
        let places = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($0.element, $0.offset) })
        var tenths = [Int](repeating: 0, count: 10)
        for day in stride(from: 0, to: count, by: 5) {
            book.leaveOut([words[day]], of: .standard)
            let puzzle = PuzzleID(line: .standard, day: Day(number: day))
            let isOut = book.isLeftOut(on: puzzle)
            #expect(isOut)
            let place = try #require(places[try draft(&book, day)])
            tenths[(place - day + count) % count / (count / 10)] += 1
        }
        // 400 in all; a fifth of the places is too near.
        #expect(tenths.allSatisfy { $0 < 90 } && tenths[1...8].allSatisfy { $0 > 20 }, "\(tenths)")
    }

    @Test("Of ten words nine can be left out, and what is left is drawn; if nothing would be left, nothing is left out")
    func nearlyAllLeftOut() throws {
        var book = try book(words)
        let list = try #require(book.list(for: .standard))
        let all = (0..<10).map(list.answer)
        book.leaveOut(all.dropLast(), of: .standard)
        #expect(try drawn(&book, 0..<30) == Array(repeating: all[9], count: 30))
        let answers = try #require(book.answers(of: .standard))
        #expect(answers.count == 1 && answers.answer(at: 0) == all[9])
        book.leaveOut(all, of: .standard)
        #expect(Set(try (0..<10).map { try draft(&book, $0) }) == Set(all))
        #expect(book.answers(of: .standard)?.count == 10)
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
