import GameRules

/// A game without its journal, for a player's calendar and statistics.
package struct PlayedGame: Hashable, Sendable {
    /// The day of the puzzle, or the number of the practice game.
    package let day: Day
    /// ms since 1970-01-01 UTC.
    package let openedAt: Int
    /// Whether the game was opened after its day.
    package let isArchive: Bool
    /// The end of the game; nil while it is played.
    package let finish: FinishRecord?

    package init(day: Day, openedAt: Int, isArchive: Bool, finish: FinishRecord?) {
        self.day = day
        self.openedAt = openedAt
        self.isArchive = isArchive
        self.finish = finish
    }
}
