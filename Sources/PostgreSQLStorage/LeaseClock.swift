/// The clock of a server that takes the lease, in ms.
package struct LeaseClock: Sendable {
    package let now: @Sendable () -> Int
    /// Has the clock go on from an instant if that is to come yet: another server's clock has come to it. Returns the
    /// ms that were left out.
    package let advance: @Sendable (_ instant: Int) -> Int
    /// The machine's clock, by which days come. Nil for a server whose clocks nobody is to judge: it is alone, and its
    /// data folder keeps its time.
    package let wall: (@Sendable () -> Int)?

    package init(
        now: @escaping @Sendable () -> Int, advance: @escaping @Sendable (_ instant: Int) -> Int,
        wall: (@Sendable () -> Int)? = nil
    ) {
        self.now = now
        self.advance = advance
        self.wall = wall
    }

    /// A clock that stands still, for who tells no time.
    package static let still = LeaseClock(now: { 0 }, advance: { _ in 0 })
}
