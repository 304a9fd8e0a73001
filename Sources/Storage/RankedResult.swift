import GameRules

/// A finished game that is ranked. Rankings read tens of millions of these, so the type allocates nothing.
package struct RankedResult: Hashable, Sendable {
    package let player: PlayerID
    /// The day of the puzzle.
    package let day: Day
    package let solved: Bool
    /// The number of guesses used. 0 for an unsolved game, since unsolved games all rank alike.
    package let turns: Int
    /// ms from the opening to the winning guess, less the lag credit. 0 for an unsolved game.
    package let elapsed: Int

    package init(player: PlayerID, day: Day, solved: Bool, turns: Int, elapsed: Int) {
        self.player = player
        self.day = day
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
    }

    /// The maximum number of results in one piece of `GameStore.foldResults`.
    package static let chunk = 4_096
}
