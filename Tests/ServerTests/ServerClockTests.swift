import Foundation
import Synchronization
import TestKit
import Testing

@testable import Server

struct ServerClockTests {
    /// A machine whose clocks are set by hand.
    private final class Machine: Sendable {
        let clocks: Mutex<(wall: Int, boot: Int)>
        let bootID: String

        init(wall: Int, boot: Int, bootID: String = "a") {
            clocks = Mutex((wall, boot))
            self.bootID = bootID
        }

        var source: ClockSource {
            ClockSource(
                wall: { self.clocks.withLock { $0.wall } }, sinceBoot: { self.clocks.withLock { $0.boot } },
                bootID: bootID)
        }

        func pass(ms: Int) { clocks.withLock { $0 = ($0.wall + ms, $0.boot + ms) } }
        func set(ms: Int) { clocks.withLock { $0.wall += ms } }
    }

    private static let morning = 1_795_255_200_000
    private static let hour = 3_600_000

    @Test("The first start takes the wall clock's time")
    func firstStart() {
        let machine = Machine(wall: ServerClockTests.morning, boot: 77_000)
        let clock = ServerClock(continuing: nil, source: machine.source)
        #expect(clock.now == ServerClockTests.morning && clock.wallAhead == 0)
        machine.pass(ms: 5_000)
        #expect(clock.now == ServerClockTests.morning + 5_000)
    }

    @Test("A jump of the wall clock does not move the server's time, also over a restart", arguments: [-9, -1, 1, 9])
    func wallClockJumps(hours: Int) {
        let machine = Machine(wall: ServerClockTests.morning, boot: 77_000)
        let first = ServerClock(continuing: nil, source: machine.source)
        let anchor = first.anchor
        machine.pass(ms: 60_000)
        machine.set(ms: hours * ServerClockTests.hour)
        #expect(first.now == ServerClockTests.morning + 60_000)
        // Ended by force: only what was kept at the start is there.
        let second = ServerClock(continuing: anchor, source: machine.source)
        #expect(second.now == first.now)
        #expect(second.wallAhead == hours * ServerClockTests.hour)
        #expect(second.wall == ServerClockTests.morning + 60_000 + hours * ServerClockTests.hour)
    }

    @Test("A clock goes on from another server's time, in all its copies, and never back")
    func advanced() {
        let machine = Machine(wall: ServerClockTests.morning, boot: 77_000)
        let clock = ServerClock(continuing: nil, source: machine.source)
        let copy = clock
        #expect(clock.advance(to: ServerClockTests.morning + 4_000) == 4_000)
        #expect(copy.now == ServerClockTests.morning + 4_000 && copy.wall == ServerClockTests.morning)
        #expect(clock.advance(to: ServerClockTests.morning) == 0)
        machine.pass(ms: 1_000)
        #expect(copy.now == ServerClockTests.morning + 5_000)
        #expect(ServerClock(continuing: clock.anchor, source: machine.source).now == copy.now)
    }

    @Test("After the machine's restart the server's time includes the time off")
    func machineRestart() {
        let before = Machine(wall: ServerClockTests.morning, boot: 77_000)
        let first = ServerClock(continuing: nil, source: before.source)
        before.set(ms: ServerClockTests.hour)
        let anchor = first.anchor
        let after = Machine(wall: ServerClockTests.morning + ServerClockTests.hour + 90_000, boot: 10, bootID: "b")
        let second = ServerClock(continuing: anchor, source: after.source)
        #expect(second.now == ServerClockTests.morning + 90_000)
        #expect(second.wallAhead == ServerClockTests.hour)
        // A machine without a battery wakes in 1970.
        let poor = Machine(wall: 1_000, boot: 10, bootID: "c")
        #expect(ServerClock(continuing: anchor, source: poor.source).now == anchor.time, "never earlier than it was")
    }

    @Test("A clock anchor is read as it was written, and a malformed one is refused")
    func anchors() throws {
        let anchor = ClockAnchor(bootID: "5f0e-11", sinceBoot: 5, time: ServerClockTests.morning, wall: 7)
        #expect(ClockAnchor(anchor.text) == anchor)
        for text in [
            "", "boot a since-boot 1 time 2", "boot a since-boot 1 time 2 wall -3", "boot a since-boot x time 2 wall 3",
            "boot a since-boot 1 time 2 wall 3 more", "boot a since-boot 1 time 9223372036854775807 wall 3",
        ] { #expect(ClockAnchor(text) == nil, "\(text)") }
    }

    @Test("The folder keeps the newest clock anchor alone")
    func newestAnchor() throws {
        let path = NSTemporaryDirectory() + "tilerace-clock-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try DataFolder(path: path)
        #expect(try folder.clockAnchor() == nil)
        for time in [1, 2] {
            let anchor = ClockAnchor(bootID: "a", sinceBoot: 1, time: time, wall: 1)
            try folder.keep(anchor)
            #expect(try folder.clockAnchor() == anchor)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["clock"], "nothing is left behind")
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + "/clock"))
        #expect(throws: ConfigurationFault.self) { try folder.clockAnchor() }
    }
}
