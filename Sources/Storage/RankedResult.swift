import GameRules
import Leaderboards

/// A finished game that is ranked. Rankings read tens of millions of these, so the type allocates nothing.
package struct RankedResult: Hashable, Sendable {
    package let player: PlayerID
    /// The day of the puzzle.
    package let day: Day
    /// The score that decides the rank.
    package let score: Score
    /// Whether moves came faster than a hand makes them. It changes no place.
    package let isHasty: Bool

    package init(player: PlayerID, day: Day, score: Score, isHasty: Bool = false) {
        self.player = player
        self.day = day
        self.score = score
        self.isHasty = isHasty
    }

    /// The maximum number of results in one piece of `GameStore.foldResults`.
    package static let chunk = 4_096
}
