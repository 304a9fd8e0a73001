import GameRules
import Leaderboards
import Storage

/// Names a ranking of the whole server.
struct BoardKey: Hashable {
    let line: PuzzleLine
    let period: RankingPeriod
    /// Without suspicious games.
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

    /// The puzzle whose day it is about; nil for a longer period.
    var puzzle: PuzzleID? {
        guard case .day(let day) = period else { return nil }
        return PuzzleID(line: line, day: day)
    }

    /// Whether results of this puzzle are ranked here.
    func covers(_ puzzle: PuzzleID) -> Bool { puzzle.line == line && days.contains(puzzle.day) }

    /// The days of the period, from the first there was.
    var days: ClosedRange<Day> { period.days ?? PuzzleID.firstDay...Day(number: Int(Int32.max)) }
}

/// What games are worth, and which are suspicious.
package struct ScoringRules: Sendable {
    let points: PointsTable
    /// ms; a solve in less is suspicious.
    let suspiciousBelow: Int

    package init(points: PointsTable, suspiciousBelow: Int) {
        self.points = points
        self.suspiciousBelow = suspiciousBelow
    }

    /// Whether people should look twice at a result: the word was found at once, or faster than it can be typed.
    func isSuspicious(_ score: Score) -> Bool {
        guard case .solved(let turns, let elapsed) = score else { return false }
        return turns == 1 || elapsed < suspiciousBelow
    }
}

/// A ranking of the whole server in memory.
final class LiveBoard {
    let key: BoardKey
    private let rules: ScoringRules
    private(set) var ranking: Ranking
    /// Goes up with each change.
    private(set) var version = 0
    /// Names that were read for it, as they are on disk.
    private(set) var names: [PlayerID: String] = [:]
    /// Counts who was called otherwise: what was read before that may be an old name.
    private(set) var renames = 0
    /// When somebody last asked for it.
    var askedAt = 0

    init(_ key: BoardKey, _ rules: ScoringRules, _ ranking: Ranking) {
        self.key = key
        self.rules = rules
        self.ranking = ranking
    }

    /// Adds a result that became durable. Precondition: the board covers its puzzle, and it was not there.
    func add(_ score: Score, of player: PlayerID) {
        guard !key.isClean || !rules.isSuspicious(score) else { return }
        version += 1
        if case .day = key.period {
            ranking.set(RankScore(score), for: player)
        } else {
            let before = ranking.score(of: player).map { PeriodScore($0) } ?? .zero
            ranking.set(RankScore(before.adding(score, by: rules.points)), for: player)
        }
    }

    /// Somebody is called otherwise, or is nobody any more.
    func renamed(_ player: PlayerID) {
        guard ranking.score(of: player) != nil else { return }
        version += 1
        renames += 1
        names[player] = nil
    }

    /// Keeps names that were read. Precondition: nobody has been called otherwise since.
    func remember(_ read: [PlayerID: String]) {
        if names.count + read.count > LiveBoard.namesKept { names = [:] }
        names.merge(read) { _, new in new }
    }

    /// Names kept, besides those of one page.
    private static let namesKept = 500
}

extension Score {
    init(_ finish: FinishRecord) {
        self.init(solved: finish.solved, turns: finish.turns, elapsed: finish.elapsed)
    }
}
