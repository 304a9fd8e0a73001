import GameRules

/// The score of a finished game. `a < b` means that `a` ranks before `b`: solved before unsolved, fewer turns,
/// less time. Unsolved games rank by nothing else, so they are all equal.
package enum Score: Hashable, Comparable, Sendable {
    /// The word was found with `turns` guesses in `elapsed` ms.
    case solved(turns: Int, elapsed: Int)
    /// It was not.
    case unsolved

    /// The score of a game that ended so.
    package init(solved: Bool, turns: Int, elapsed: Int) {
        self = solved ? .solved(turns: turns, elapsed: elapsed) : .unsolved
    }
}

extension Score {
    /// The score of a finished game.
    package init(_ result: GuessGame.Result) {
        self.init(solved: result.solved, turns: result.turns, elapsed: result.elapsed)
    }
}
