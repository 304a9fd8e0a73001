import GameRules

/// The score of a finished game. `a < b` means that `a` ranks before `b`.
///
/// Games with a word to find rank by: solved before unsolved, fewer turns, less time. Unsolved games rank by nothing
/// else, so they are all equal. Games with points rank by: more points, fewer words, the earlier last word. The two are
/// never in one ranking.
package enum Score: Hashable, Comparable, Sendable {
    /// The word was found with `turns` guesses in `elapsed` ms.
    case solved(turns: Int, elapsed: Int)
    /// The word was not found.
    case unsolved
    /// A score of so many points with so many words, the last of them after `elapsed` ms.
    case points(Int, words: Int, elapsed: Int)

    /// The score of a game that ended so.
    package init(solved: Bool, turns: Int, points: Int? = nil, elapsed: Int) {
        if let points {
            self = .points(points, words: turns, elapsed: elapsed)
        } else {
            self = solved ? .solved(turns: turns, elapsed: elapsed) : .unsolved
        }
    }

    /// Whether a game can have the score. A damaged record may have any numbers.
    package var isPossible: Bool {
        switch self {
        case .solved(let turns, let elapsed): GuessRules.turns.contains(turns) && elapsed >= 0
        case .unsolved: true
        case .points(let points, let words, let elapsed): points >= 0 && words >= 0 && elapsed >= 0
        }
    }

    /// Better score first.
    package static func < (a: Score, b: Score) -> Bool { RankScore(a) < RankScore(b) }
}

extension Score {
    /// The score of a finished game.
    package init(_ result: GameResult) {
        self.init(
            solved: result.solved, turns: result.turns, points: result.points, elapsed: result.elapsed)
    }
}
