import GameRules

/// A finished game that is ranked. There are ten millions of them: it has no part that takes memory of its own.
package struct RankedResult: Hashable, Sendable {
    package let player: PlayerID
    /// The day of its puzzle.
    package let day: Day
    package let solved: Bool
    /// Guesses used; 0 if it was not solved, since such games rank by nothing else.
    package let turns: Int
    /// ms from the opening to the winning guess, less the lag credit; 0 if it was not solved.
    package let elapsed: Int

    package init(player: PlayerID, day: Day, solved: Bool, turns: Int, elapsed: Int) {
        self.player = player
        self.day = day
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
    }

    /// Most results in one piece of `GameStore.foldResults`.
    package static let chunk = 4_096
}
