import GameRules
import Leaderboards
import Storage

/// The column `score` of a game that is ranked, smaller is better: the number of `RankScore`, but 1 << 60 for a game
/// whose word was not found, as the files of all versions have it. So the scores of a day, and players among equal
/// ones, are stored in the order of its ranking.
package enum StoredScore {
    package static let unsolved = 1 << 60

    /// Precondition: the game is ranked.
    package static func of(_ finish: FinishRecord) -> Int {
        precondition(finish.isRanked, "only what is ranked has a score")
        let score = finish.score
        return score == .unsolved ? unsolved : Int(RankScore(score).bits)
    }

    /// The score that this number stands for; nil for a number that no game of the kind can have.
    package static func score(_ stored: Int, of kind: PuzzleLine.Kind) -> Score? {
        guard stored != unsolved else { return kind == .guess ? .unsolved : nil }
        guard stored > 0 else { return nil }
        let score = Score(RankScore(bits: UInt64(stored)))
        return switch (score, kind) {
        case (.solved(let turns, _), .guess) where kind.turns.contains(turns): score
        case (.points(_, let words, _), .anagram) where kind.turns.contains(words): score
        case (.solved, _), (.unsolved, _), (.points, _): nil
        }
    }
}
