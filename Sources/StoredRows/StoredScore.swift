import GameRules
import Leaderboards
import Storage

/// The column `score` of a ranked game; smaller is better. It is the number of `RankScore`, but 1 << 60 for a game
/// whose word was not found, as in the files of all versions. In a number with points the time stands one bit higher,
/// and below it is the mark of a hasty game. So the scores of a day, and players among equal ones with the same mark,
/// are stored in the order of its ranking.
///
/// The mark is no part of the score: it is read from the number before anything is compared, and no rank hangs on it.
package struct StoredScore: Hashable, Sendable {
    package static let unsolved = 1 << 60

    /// The score that decides the rank.
    package let score: Score
    /// Whether moves came faster than a hand makes them (`Game.isHasty`).
    package let isHasty: Bool

    private static let hasty: UInt64 = 1
    /// The time and the mark in a number with points.
    private static let timeAndMark: UInt64 = 1 << 30 - 1

    /// Precondition: the game is ranked.
    package static func of(_ finish: FinishRecord) -> Int {
        precondition(finish.isRanked, "only what is ranked has a score")
        let score = finish.score
        guard score != .unsolved else { return unsolved }
        let bits = RankScore(score).bits
        guard case .points = score else { return Int(bits) }
        // A time without the highest of its 30 bits is six days; a game takes minutes.
        let time = min(bits & timeAndMark, timeAndMark >> 1)
        return Int(bits & ~timeAndMark | time << 1 | (finish.isHasty ? hasty : 0))
    }

    /// Reads a number of `of`; nil for a number that no game of the kind can have.
    package init?(_ stored: Int, of kind: PuzzleLine.Kind) {
        guard stored != StoredScore.unsolved else {
            guard !kind.hasPoints else { return nil }
            self.init(score: .unsolved)
            return
        }
        guard stored > 0 else { return nil }
        let bits = UInt64(stored)
        switch Score(RankScore(bits: bits)) {
        case .solved(let turns, let elapsed) where !kind.hasPoints && kind.turns.contains(turns):
            self.init(score: .solved(turns: turns, elapsed: elapsed))
        case .points(let points, let words, let timeAndMark) where kind.hasPoints && kind.turns.contains(words):
            self.init(
                score: .points(points, words: words, elapsed: timeAndMark >> 1),
                isHasty: bits & StoredScore.hasty != 0)
        case .solved, .unsolved, .points: return nil
        }
    }

    private init(score: Score, isHasty: Bool = false) {
        self.score = score
        self.isHasty = isHasty
    }
}
