import Foundation

/// The server's clock: ms since 1970-01-01 UTC, read from the wall once, at the start, and from then on from the
/// monotonic clock. So times never go back while the server runs, and nobody's race depends on NTP.
package struct ServerClock: Sendable {
    private let wallAtStart: Int
    private let monotonicAtStart: Int

    /// A clock that shows the wall's time now, or begins at another instant: the day of a test must not be that of its run.
    package init(startingAt instant: Int? = nil) {
        wallAtStart = instant ?? ServerClock.read(CLOCK_REALTIME)
        monotonicAtStart = ServerClock.read(CLOCK_BOOTTIME)
    }

    /// Now.
    package var now: Int { wallAtStart + ServerClock.read(CLOCK_BOOTTIME) - monotonicAtStart }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        precondition(clock_gettime(clock, &time) == 0, "Linux has this clock")
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
