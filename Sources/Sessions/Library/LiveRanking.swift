import GameRules
import Leaderboards
import Storage

/// The identity of a ranking of the server.
struct RankingID: Hashable {
    let line: PuzzleLine
    let period: RankingPeriod
    /// Whether suspicious games are left out.
    let isClean: Bool

    /// Reads `guess-en-5/2026-W47`; nil for anything else.
    init?(_ text: String, isClean: Bool) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let line = PuzzleLine(parts[0]), let period = RankingPeriod(parts[1]) else {
            return nil
        }
        self.init(line: line, period: period, isClean: isClean)
    }

    init(line: PuzzleLine, period: RankingPeriod, isClean: Bool) {
        self.line = line
        self.period = period
        self.isClean = isClean
    }

    /// The puzzle of a day's ranking; nil for a longer period.
    var puzzle: PuzzleID? {
        guard case .day(let day) = period else { return nil }
        return PuzzleID(line: line, day: day)
    }

    /// Whether results of this puzzle belong to the ranking.
    func covers(_ puzzle: PuzzleID) -> Bool { puzzle.line == line && days.contains(puzzle.day) }

    /// The days of the period.
    var days: ClosedRange<Day> { period.days ?? PuzzleID.firstDay...Day(number: Int(Int32.max)) }
}

/// The points of games, and the bound below which a solve is suspicious.
package struct ScoringRules: Sendable {
    let points: RankingPoints
    /// The time in ms below which a solve is suspicious.
    package let suspiciousBelow: Int

    package init(points: RankingPoints, suspiciousBelow: Int) {
        self.points = points
        self.suspiciousBelow = suspiciousBelow
    }

    /// Whether people should check a result: the word was found at the first guess, or faster than the host believes
    /// in. A game that the rule of its kind marked as hasty is suspicious too.
    func isSuspicious(_ score: Score, isHasty: Bool) -> Bool {
        switch score {
        case .solved(let turns, let elapsed): isHasty || turns == 1 || elapsed < suspiciousBelow
        case .unsolved, .points: isHasty
        }
    }
}

/// A ranking as it was read.
struct RankingResults: Sendable {
    let ranking: Ranking
    /// The players of a day whose games are marked as hasty; empty for a longer period.
    let hasty: Set<PlayerID>
}

/// A ranking of the whole server in memory.
final class LiveRanking {
    let key: RankingID
    private let rules: ScoringRules
    private(set) var ranking: Ranking
    /// The players of a day whose games are marked as hasty: few.
    private var hasty: Set<PlayerID>
    /// The version of the ranking. It rises with each change, and begins above that of a ranking that this one
    /// replaces.
    private(set) var version: Int
    /// Cached names, as they are on disk.
    private(set) var names: [PlayerID: String] = [:]
    /// The number of renames. A name that was read before the latest may be out of date.
    private(set) var renames = 0
    /// The time of the last request.
    var askedAt = 0

    init(_ key: RankingID, _ rules: ScoringRules, _ results: RankingResults, version: Int = 0) {
        self.key = key
        self.version = version
        self.rules = rules
        ranking = results.ranking
        hasty = results.hasty
    }

    /// Adds a result that became durable. Precondition: the ranking covers its puzzle and does not have it.
    func add(_ score: Score, isHasty: Bool, of player: PlayerID) {
        guard !key.isClean || !rules.isSuspicious(score, isHasty: isHasty) else { return }
        version += 1
        if case .day = key.period {
            ranking.set(RankScore(score), for: player)
            if isHasty { hasty.insert(player) }
        } else {
            let before = ranking.score(of: player).map { PeriodScore($0) } ?? .zero
            ranking.set(RankScore(before.adding(score, by: rules.points)), for: player)
        }
    }

    /// Whether people should check the game of a player with this score in the ranking of a day.
    func isSuspicious(_ score: Score, of player: PlayerID) -> Bool {
        rules.isSuspicious(score, isHasty: hasty.contains(player))
    }

    /// Drops the cached name of a player who was renamed or deleted.
    func renamed(_ player: PlayerID) {
        guard ranking.score(of: player) != nil else { return }
        version += 1
        renames += 1
        names[player] = nil
    }

    /// Caches names that were read. Precondition: nobody was renamed since.
    func remember(_ read: [PlayerID: String]) {
        if names.count + read.count > LiveRanking.namesKept { names = [:] }
        names.merge(read) { _, new in new }
    }

    /// The maximum number of cached names, besides those of one page.
    private static let namesKept = 500
}
