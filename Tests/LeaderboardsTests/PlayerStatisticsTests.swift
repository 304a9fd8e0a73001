import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("A player's statistics")
struct PlayerStatisticsTests {
    private typealias Game = PlayerStatistics.Game
    private typealias End = PlayerStatistics.End

    private static let won = End(solved: true, turns: 3, elapsed: 60_000)
    private static let lost = End(solved: false, turns: 6, elapsed: 90_000)

    /// Days are named by their number; without `missing` dates each follows the one before.
    private static func calendar(today: Int, missing: Set<Int> = [], open: Set<Int>? = nil) -> PlayerStatistics.Calendar
    {
        PlayerStatistics.Calendar(
            today: Day(number: today),
            dayBefore: { day in
                var before = day.number - 1
                while missing.contains(before) { before -= 1 }
                return Day(number: before)
            },
            canBeFinished: { (open ?? [today, today - 1]).contains($0.number) })
    }

    /// The statistics of a life in letters, one a day from day 1 on. W: won. L: lost. U: under way. A: archive, won. K:
    /// known, won. A dash: nothing.
    private static func statistics(
        _ life: String, today: Int? = nil, missing: Set<Int> = [], open: Set<Int>? = nil
    ) -> PlayerStatistics {
        var games: [Game] = []
        for (index, letter) in life.enumerated() where letter != "-" {
            let end: End? = letter == "L" ? lost : letter == "U" ? nil : won
            let standing = ["A": Game.Standing.archive, "K": .known][letter] ?? .live
            games.append(Game(day: Day(number: index + 1), standing: standing, end: end))
        }
        return PlayerStatistics(
            games.reversed(), rows: 6, calendar: calendar(today: today ?? life.count, missing: missing, open: open))
    }

    @Test(
        "Streaks count days played in time, and a missed day ends one",
        arguments: [
            ("", 0, 0), ("W", 1, 1), ("WWW", 3, 3), ("WW-", 2, 2), ("WW--", 0, 2), ("WWL", 0, 2), ("WLW", 1, 1),
            // Today's game under way breaks nothing and adds nothing; yesterday's neither, while it can be finished.
            ("WWU", 2, 2), ("WWUW", 3, 3), ("WWU-", 2, 2), ("WWUU", 2, 2),
            // One that can be finished no more was missed.
            ("WWU--", 0, 2), ("WWUWW", 2, 2), ("U", 0, 0),
            // The archive fills no gap.
            ("WWAWW", 2, 2), ("A", 0, 0), ("WWAA", 0, 2), ("WWA", 2, 2),
            // A day whose word the player chose is left out, where it was played.
            ("WWKWW", 4, 4), ("WWK", 2, 2), ("WWK-", 2, 2), ("WWK--", 0, 2), ("K", 0, 0), ("KW", 1, 1), ("LKW", 1, 1),
            ("WW-KW", 1, 2),
        ])
    func streaks(life: String, current: Int, longest: Int) {
        let statistics = PlayerStatisticsTests.statistics(life)
        #expect(statistics.currentStreak == current && statistics.longestStreak == longest)
    }

    @Test("Neither a date that the server's zone skipped nor a clock set back breaks a streak")
    func calendars() {
        #expect(PlayerStatisticsTests.statistics("WW-WW", missing: [3]).currentStreak == 4)
        #expect(PlayerStatisticsTests.statistics("WW-", today: 4, missing: [3]).currentStreak == 2)
        #expect(PlayerStatisticsTests.statistics("WWW", today: 2).currentStreak == 3)
    }

    @Test("Finished games are counted and archive games are not")
    func counts() {
        let games = [
            Game(day: Day(number: 5), standing: .live, end: End(solved: true, turns: 2, elapsed: 1_000)),
            Game(day: Day(number: 3), standing: .live, end: End(solved: true, turns: 5, elapsed: 2_001)),
            Game(day: Day(number: 4), standing: .live, end: End(solved: false, turns: 6, elapsed: 9_000)),
            Game(day: Day(number: 2), standing: .archive, end: End(solved: true, turns: 1, elapsed: 1)),
            Game(day: Day(number: 1), standing: .live, end: End(solved: true, turns: 8, elapsed: 3_000)),
            Game(day: Day(number: 6), standing: .live, end: nil),
            Game(day: Day(number: 7), standing: .archive, end: End(solved: true, turns: 1, elapsed: 1)),
        ]
        let statistics = PlayerStatistics(games, rows: 6, calendar: PlayerStatisticsTests.calendar(today: 6))
        #expect(statistics.played == 4 && statistics.won == 3 && statistics.percent == 75)
        // Once there were games with eight rows.
        #expect(statistics.distribution == [0, 1, 0, 0, 1, 0, 0, 1])
        #expect(statistics.averageTurns == 5 && statistics.averageTime == 2_000)
        #expect(statistics.last == games[0])
    }

    @Test("A player without games has neither averages nor a last game")
    func empty() {
        let statistics = PlayerStatistics([], rows: 6, calendar: PlayerStatisticsTests.calendar(today: 6))
        #expect(statistics.percent == 0 && statistics.averageTurns == nil && statistics.averageTime == nil)
        #expect(statistics.last == nil && statistics.distribution == [0, 0, 0, 0, 0, 0])
    }

    @Test(
        "The streaks of random lives are those found by walking from day to day",
        arguments: 1...FullRun.count(fast: 60, full: 1_000))
    func byOracle(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let today = Int.random(in: 0...40, using: &random)
        let missing = Set((0..<2).map { _ in Int.random(in: 1...60, using: &random) }).subtracting([today])
        let open = Set([today, today - 1, today - 2].filter { _ in Bool.random(using: &random) }).union([today])
        var games: [Int: Game] = [:]
        for day in 1...max(1, today) where !missing.contains(day) && Int.random(in: 0..<8, using: &random) > 0 {
            let kind = Int.random(in: 0..<13, using: &random)
            let standing = [11: Game.Standing.archive, 12: .known][kind] ?? .live
            let end = End(
                solved: kind > 1, turns: Int.random(in: 1...6, using: &random),
                elapsed: Int.random(in: 0..<9_999, using: &random))
            games[day] = Game(day: Day(number: day), standing: standing, end: kind == 10 ? nil : end)
        }
        let statistics = PlayerStatistics(
            games.values.shuffled(using: &random), rows: 6,
            calendar: PlayerStatisticsTests.calendar(today: today, missing: missing, open: open))
        let live = games.values.filter { $0.standing == .live && $0.end != nil }
        let solved = live.compactMap(\.end).filter(\.solved)
        #expect(statistics.played == live.count && statistics.won == solved.count)
        #expect(statistics.distribution == (1...6).map { turns in solved.count { $0.turns == turns } })
        #expect(statistics.averageTime == (solved.isEmpty ? nil : solved.map(\.elapsed).reduce(0, +) / solved.count))
        #expect(statistics.last == live.max { $0.day < $1.day })

        // Every date that there was, one after the other.
        var (streak, longest) = (0, 0)
        for day in 1...max(1, today) where !missing.contains(day) {
            let game = games[day].flatMap { $0.standing == .archive ? nil : $0 }
            if game?.standing == .known { continue }
            if let end = game?.end {
                streak = end.solved ? streak + 1 : 0
            } else if !(game != nil && open.contains(day)) && day != today {
                streak = 0
            }
            longest = max(longest, streak)
        }
        #expect(statistics.currentStreak == streak && statistics.longestStreak == longest)
    }

    @Test("Statistics are those recomputed from the games' journals", arguments: [1, 2, 3])
    func fromJournals(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var games: [Game] = []
        var (played, won, streak, longest) = (0, 0, 0, 0)
        for day in 1...60 {
            // Answers of four letters out of a, b, c; every guess is in the list.
            func word() -> Word {
                Word((0..<4).map { _ in Letter(UInt8.random(in: 0..<3, using: &random)) })
            }
            var game = GuessGame(answer: word(), rules: GuessRules(length: 4))
            var clock = 0
            while game.status == .playing, Int.random(in: 0..<60, using: &random) > 0 {
                clock += Int.random(in: 1..<30_000, using: &random)
                let guess = Int.random(in: 0..<3, using: &random) == 0 ? game.answer : word()
                _ = try game.guess(guess, row: game.journal.count, elapsed: clock) { _ in true }
            }
            let replayed = try GuessGame(answer: game.answer, rules: game.rules, replaying: game.journal)
            games.append(
                Game(
                    day: Day(number: day), standing: .live,
                    end: replayed.result.map { End(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) }))
            if game.status != .playing { played += 1 }
            if game.status == .solved { won += 1 }
            streak = game.status == .solved ? streak + 1 : 0
            longest = max(longest, streak)
        }
        let statistics = PlayerStatistics(games, rows: 6, calendar: PlayerStatisticsTests.calendar(today: 60, open: []))
        #expect(statistics.played == played && statistics.won == won)
        #expect(statistics.currentStreak == streak && statistics.longestStreak == longest)
    }
}
