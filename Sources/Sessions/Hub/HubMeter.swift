/// Records durations of a hub's work, and counts.
package struct HubMeter {
    /// A monotonic clock, in ns.
    package let clock: () -> Int
    /// Records the time from a decision to its durability, in ns.
    package let commit: (_ nanoseconds: Int) -> Void
    /// Records the time from an accepted guess to its answer, in ns.
    package let guess: (_ nanoseconds: Int) -> Void
    /// Counts a player who was forgotten.
    package let forgotten: () -> Void
    /// Counts a room that was forgotten.
    package let roomForgotten: () -> Void

    package init(
        clock: @escaping () -> Int, commit: @escaping (_ nanoseconds: Int) -> Void,
        guess: @escaping (_ nanoseconds: Int) -> Void, forgotten: @escaping () -> Void,
        roomForgotten: @escaping () -> Void
    ) {
        self.clock = clock
        self.commit = commit
        self.guess = guess
        self.forgotten = forgotten
        self.roomForgotten = roomForgotten
    }

    /// A meter that records nothing.
    package static var none: HubMeter {
        HubMeter(clock: { 0 }, commit: { _ in }, guess: { _ in }, forgotten: {}, roomForgotten: {})
    }
}
