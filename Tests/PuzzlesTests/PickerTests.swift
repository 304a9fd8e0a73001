import GameRules
import TestKit
import Testing
import WordLists

@testable import Puzzles

@Suite("The picker")
struct PickerTests {
    private func picker(
        seed byte: UInt8 = 7, line: String = "guess-en-5", version: String = "0123456789abcdef", count: Int
    ) throws -> Picker {
        Picker(
            seed: try #require(Seed([UInt8](repeating: byte, count: 32))), line: try #require(PuzzleLine(line)),
            listVersion: version, count: count)
    }

    private func indexes(_ picker: Picker, cycles: Range<Int>) -> [Int] {
        cycles.flatMap { cycle in
            let order = picker.order(ofCycle: cycle)
            return (0..<picker.count).map { order.index(on: Day(number: cycle * picker.count + $0)) }
        }
    }

    @Test(
        "A word never recurs in a pass, nor within the gap across passes",
        arguments: [
            ("guess-en-5", 1), ("guess-en-5", 2), ("guess-en-5", 3), ("guess-en-4", 7), ("guess-en-4", 100),
            ("guess-en-4", 599), ("guess-en-6", 600), ("guess-en-6", 601), ("guess-en-5", 1_000), ("guess-de-5", 2_003),
        ])
    func noRepeat(line: String, count: Int) throws {
        let picker = try picker(line: line, count: count)
        #expect(picker.gap == min(200, count / 3))
        // At least 25 years of days, half of them before the epoch.
        let half = max(2, 4_600 / count + 1)
        let words = indexes(picker, cycles: -half..<half)
        var last: [Int: Int] = [:]
        for (day, word) in words.enumerated() {
            if let before = last.updateValue(day, forKey: word), day - before <= picker.gap {
                Issue.record("word \(word) on days \(before) and \(day)")
            }
        }
        for pass in 0..<2 * half {
            #expect(Set(words[pass * count..<(pass + 1) * count]) == Set(0..<count))
        }
    }

    @Test("Without the swaps, words would recur too soon")
    func seamIsNeeded() throws {
        let picker = try picker(count: 600)
        let words = indexes(picker, cycles: 0..<2)
        let oldTail = Set(words[400..<600])
        #expect(oldTail.isDisjoint(with: words[600..<800]))
        // A third of any head would be in the old tail by chance alone; all of it is in the middle or the tail instead.
        #expect(oldTail.isSubset(of: words[800..<1_200]))
    }

    @Test("Another seed, line, list version or cycle gives another order")
    func separation() throws {
        let base = try indexes(picker(count: 300), cycles: 0..<1)
        #expect(try indexes(picker(count: 300), cycles: 0..<1) == base)
        #expect(try indexes(picker(seed: 8, count: 300), cycles: 0..<1) != base)
        #expect(try indexes(picker(line: "guess-en-6", count: 300), cycles: 0..<1) != base)
        #expect(try indexes(picker(version: "0123456789abcdee", count: 300), cycles: 0..<1) != base)
        #expect(try indexes(picker(count: 300), cycles: 1..<2) != base)
    }

    @Test("Every word is about as likely on a given day")
    func uniform() throws {
        var counts = [Int](repeating: 0, count: 10)
        for cycle in 0..<2_000 {
            counts[try picker(count: 10).order(ofCycle: cycle).index(on: Day(number: cycle * 10 + 5))] += 1
        }
        // Expected 200 each, standard deviation 13.4.
        #expect(counts.allSatisfy { (140...260).contains($0) })
    }

    @Test("Draws are below their bound, equally likely, and follow big-endian blocks")
    func draws() throws {
        let hash = KeyedHash(key: [1])
        var draws = Draws(hash, label: "x")
        let first = hash.code(for: Array("x".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0])
        let second = hash.code(for: Array("x".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1])
        for block in [first, second] {
            for number in 0..<8 {
                let expected = block[number * 4..<number * 4 + 4].reduce(0) { $0 * 256 + Int($1) }
                #expect(draws.next(below: 1 << 32) == expected)
            }
        }
        for _ in 0..<100 { #expect((0..<3).contains(draws.next(below: 3))) }
        #expect(draws.next(below: 1) == 0)
    }

    // These numbers come out of a second implementation, in another language, as well.
    @Test("The picker's algorithm and byte order are frozen by golden values")
    func golden() throws {
        let seed = try #require(
            Seed(hexadecimal: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"))
        let picker = Picker(seed: seed, line: .standard, listVersion: "0123456789abcdef", count: 1_500)
        let day = try #require(Day("2026-11-21"))
        let order = picker.order(ofCycle: picker.cycle(of: day))
        #expect((0..<8).map { order.index(on: day.advanced(by: $0)) } == [986, 777, 1005, 668, 797, 354, 746, 918])
        let before = picker.order(ofCycle: -1)
        #expect((-4..<0).map { before.index(on: Day(number: $0)) } == [258, 1412, 371, 332])
    }
}
