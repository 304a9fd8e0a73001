import GameRules
import Leaderboards
import Puzzles
import TestKit
import Testing
import WordLists

@testable import Sessions

/// Cursors by themselves: who can read them, and where they are good.
@Suite struct RankingCursorTests {
    private static func key(_ byte: UInt8 = 7) throws -> RankingKey {
        RankingKey(seed: try #require(Seed([UInt8](repeating: byte, count: Seed.length))))
    }

    private static func places(_ count: Int) -> [Ranking.Entry] {
        var random = SplitMix(seed: 11)
        let ends = [0, UInt64.max].map { Ranking.Entry(score: RankScore(bits: $0), id: PlayerID(high: $0, low: $0)) }
        return ends
            + (0..<count).map { _ in
                Ranking.Entry(
                    score: RankScore(bits: random.next()), id: PlayerID(high: random.next(), low: random.next()))
            }
    }

    @Test("A cursor decodes to the place it was made for")
    func roundTrip() throws {
        let key = try RankingCursorTests.key()
        for place in RankingCursorTests.places(100) {
            let text = key.cursor(of: place, in: "board").text
            let cursor = try #require(RankingCursor(text))
            #expect(cursor.text == text && key.place(of: cursor, in: "board") == place)
            #expect(key.cursor(of: place, in: "board").text == text, "an answer keeps its entity tag")
            #expect(!text.contains(place.id.text))
        }
    }

    @Test("A cursor is invalid in another ranking and on another server")
    func foreign() throws {
        let (key, other) = (try RankingCursorTests.key(), try RankingCursorTests.key(8))
        for place in RankingCursorTests.places(20) {
            let cursor = key.cursor(of: place, in: "board")
            for scope in ["", "boar", "board2", "board\0", "Board"] { #expect(key.place(of: cursor, in: scope) == nil) }
            #expect(other.place(of: cursor, in: "board") == nil)
        }
    }

    @Test("Cursors of one place in two rankings share bytes only by chance")
    func unlinkable() throws {
        let key = try RankingCursorTests.key()
        var same = 0
        for place in RankingCursorTests.places(500) {
            let bytes = ["a", "b"].map { [UInt8](hexadecimal: key.cursor(of: place, in: $0).text) ?? [] }
            same += zip(bytes[0], bytes[1]).count { $0 == $1 }
        }
        // 502 × 40 bytes; by chance one of 256 is the same.
        #expect((40...120).contains(same), "\(same) of 20,080")
    }

    @Test("A cursor with any bit changed is invalid")
    func forged() throws {
        let key = try RankingCursorTests.key()
        let place = try #require(RankingCursorTests.places(1).last)
        let text = Array(key.cursor(of: place, in: "board").text.utf8)
        let digits = Array("0123456789abcdef".utf8)
        for index in text.indices {
            for bit in 0..<4 {
                var forged = text
                let value = try #require(digits.firstIndex(of: forged[index]))
                forged[index] = digits[value ^ (1 << bit)]
                let cursor = try #require(RankingCursor(String(decoding: forged, as: UTF8.self)))
                #expect(key.place(of: cursor, in: "board") == nil)
            }
        }
    }

    @Test("Arbitrary text is no valid cursor")
    func unreadable() {
        let digits = String(repeating: "0", count: 2 * RankingCursor.length)
        #expect(RankingCursor(digits) != nil)
        for text in ["", "-", "0", "1-1", "123456789abcdef0-1", String(digits.dropLast()), digits + "0", digits + "00"]
        {
            #expect(RankingCursor(text) == nil, "\(text)")
        }
        for bad in ["g", "A", " ", "+", "é", "\u{301}"] {
            #expect(RankingCursor(digits.dropLast(bad.utf8.count) + bad) == nil, "\(bad)")
        }
    }

    @Test("A member's ID in a ranking reveals neither the player's ID nor the shown name")
    func aliases() throws {
        let key = try RankingCursorTests.key()
        let player = PlayerID(high: 1, low: 2)
        let ids = [
            player, key.alias(of: player, hasPseudonym: false, in: "a"),
            key.alias(of: player, hasPseudonym: true, in: "a"), key.alias(of: player, hasPseudonym: false, in: "b"),
            key.alias(of: PlayerID(high: 2, low: 1), hasPseudonym: false, in: "a"),
        ]
        #expect(Set(ids).count == ids.count)
        #expect(key.alias(of: player, hasPseudonym: false, in: "a") == ids[1])
    }
}
