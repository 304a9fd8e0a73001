import GameRules

/// A game without its journal, as a player's calendar and statistics need it.
package struct PlayedGame: Hashable, Sendable {
    /// The day of its puzzle; the number of a practice game.
    package let day: Day
    /// ms since 1970-01-01 UTC.
    package let openedAt: Int
    /// Whether it was opened after its day.
    package let isArchive: Bool
    /// Nil while it is not over.
    package let finish: FinishRecord?

    package init(day: Day, openedAt: Int, isArchive: Bool, finish: FinishRecord?) {
        self.day = day
        self.openedAt = openedAt
        self.isArchive = isArchive
        self.finish = finish
    }
}
