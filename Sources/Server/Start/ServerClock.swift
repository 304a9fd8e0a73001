import Foundation
import Synchronization

/// The server's clock, in ms since 1970-01-01 UTC. At the very first start it shows the time of the wall's clock. From
/// then on it goes by the clock that nobody sets. So no race depends on changes of the wall's clock, by NTP or by a
/// host. That holds while the server is restarted too: the data folder keeps a ``ClockAnchor``.
package struct ServerClock: Sendable {
    private let source: ClockSource
    private let offset: Offset
    /// Whether the wall clock is this clock too: the day of a test must not be that of its run.
    private let isWall: Bool

    /// The time of this clock at which the machine's clock shows 0. All copies of a clock have one.
    private final class Offset: Sendable {
        let value: Atomic<Int>
        init(_ value: Int) { self.value = Atomic(value) }
    }

    /// A clock that begins at an instant, for tests, and that is the wall's as well.
    package init(startingAt instant: Int, source: ClockSource = .system) {
        self.source = source
        offset = Offset(instant - source.sinceBoot())
        isWall = true
    }

    /// The clock that goes on from what an anchor tells; by the wall's if there is none.
    ///
    /// While the machine runs on, it has one time, whatever the wall shows. After a restart of the machine the time
    /// that has passed is known from the wall's clock alone. It is never earlier than the anchor, which is a minute old
    /// at most.
    package init(continuing anchor: ClockAnchor?, source: ClockSource = .system) {
        self.source = source
        isWall = false
        guard let anchor else {
            offset = Offset(source.wall() - source.sinceBoot())
            return
        }
        if anchor.bootID == source.bootID {
            offset = Offset(anchor.time - anchor.sinceBoot)
        } else {
            offset = Offset(anchor.time + max(0, source.wall() - anchor.wall) - source.sinceBoot())
        }
    }

    /// The present time. It never goes back.
    package var now: Int { offset.value.load(ordering: .relaxed) + source.sinceBoot() }

    /// Advances the clock to an instant that is to come yet: another server's clock has come to it. Returns the ms that
    /// were left out.
    @discardableResult package func advance(to instant: Int) -> Int {
        let ahead = max(0, instant - now)
        offset.value.add(ahead, ordering: .relaxed)
        return ahead
    }

    /// The ms by which the wall's clock is ahead of this one.
    package var wallAhead: Int { isWall ? 0 : source.wall() - now }

    /// The time of the wall clock, for days, dates and logs.
    package var wall: Int { now + wallAhead }

    /// The anchor from which a later clock continues.
    package var anchor: ClockAnchor {
        let time = now
        return ClockAnchor(
            bootID: source.bootID, sinceBoot: time - offset.value.load(ordering: .relaxed), time: time,
            wall: source.wall())
    }
}

/// The clocks of a machine, in ms.
package struct ClockSource: Sendable {
    /// The ms since 1970-01-01 UTC, as the clock is set.
    let wall: @Sendable () -> Int
    /// The ms since the machine was started, its sleep included; never set.
    let sinceBoot: @Sendable () -> Int
    /// The name of this start of the machine: each has another.
    let bootID: String

    package init(wall: @escaping @Sendable () -> Int, sinceBoot: @escaping @Sendable () -> Int, bootID: String) {
        self.wall = wall
        self.sinceBoot = sinceBoot
        self.bootID = bootID
    }

    /// The clocks of Linux.
    package static let system = ClockSource(
        wall: { read(CLOCK_REALTIME) }, sinceBoot: { read(CLOCK_BOOTTIME) },
        bootID: FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")
            .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) } ?? "")

    /// Nanoseconds of a clock that only goes on: for measuring.
    static func monotonic() -> Int {
        let time = timespec(of: CLOCK_MONOTONIC)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func read(_ clock: clockid_t) -> Int {
        let time = timespec(of: clock)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    private static func timespec(of clock: clockid_t) -> timespec {
        var time = Glibc.timespec()
        precondition(clock_gettime(clock, &time) == 0, "Linux has this clock")
        return time
    }
}

/// One instant on all clocks, which a server leaves to the next one.
package struct ClockAnchor: Hashable, Sendable {
    /// The start of the machine from which `sinceBoot` counts.
    package let bootID: String
    /// The ms since that start.
    package let sinceBoot: Int
    /// The server's clock, ms since 1970-01-01 UTC.
    package let time: Int
    /// The wall's clock, ms since 1970-01-01 UTC.
    package let wall: Int

    package init(bootID: String, sinceBoot: Int, time: Int, wall: Int) {
        self.bootID = bootID
        self.sinceBoot = sinceBoot
        self.time = time
        self.wall = wall
    }

    /// The anchor as the file in the data folder has it: one line.
    package var text: String { "boot \(bootID) since-boot \(sinceBoot) time \(time) wall \(wall)\n" }

    /// Reads an anchor's text; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard parts.count == 8, parts[0] == "boot", parts[2] == "since-boot", parts[4] == "time", parts[6] == "wall",
            let sinceBoot = Int(parts[3]), let time = Int(parts[5]), let wall = Int(parts[7]),
            [sinceBoot, time, wall].allSatisfy({ (0...ClockAnchor.latest).contains($0) })
        else { return nil }
        self.init(bootID: String(parts[1]), sinceBoot: sinceBoot, time: time, wall: wall)
    }

    /// The year 9999: no honest clock shows more, and sums of such do not overflow.
    private static let latest = 253_402_300_799_000
}
