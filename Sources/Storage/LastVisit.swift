import GameRules

/// The last visit of a player.
package struct LastVisit: Hashable, Sendable {
    package let player: PlayerID
    /// The day of the visit, by the server's calendar.
    package let day: Day

    package init(player: PlayerID, day: Day) {
        self.player = player
        self.day = day
    }

    /// A place before that of every visit.
    package static let none = LastVisit(player: PlayerID(high: 0, low: 0), day: Day(number: .min))

    /// The day in UTC of an instant, in ms since 1970-01-01 UTC.
    package static func day(of instant: Int) -> Day { Day(number: max(0, instant) / 86_400_000) }
}
