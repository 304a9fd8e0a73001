import Messages
import Testing

@testable import Sessions

/// The feed of a room by itself: when it writes, what, and to whom.
@Suite struct RoomFeedTests {
    private typealias Screen = FeedScreen
    private typealias World = FeedWorld

    @Test("In a small room everything is written at once")
    func smallRoom() {
        let world = World()
        let screens = world.screens(32)
        world.publish()
        world.presence("p")
        world.publish()
        #expect(screens.allSatisfy { $0.pieces == [["1"], ["p"], ["2"]] })
        #expect(world.timers.count == 0)
    }

    /// 1,000 watchers hear within 250 ms, the first of them 83 ms before that.
    @Test("In a large room each watcher is written to once, with all that came meanwhile")
    func largeRoom() {
        let world = World()
        let screens = world.screens(1_000)
        let told = { (pieces: [[String]]) in screens.filter { $0.pieces == pieces }.count }
        world.publish()
        world.pass(166)
        #expect(told([]) == 1_000)
        world.pass(42)
        let early = told([["1"]])
        #expect((400...560).contains(early), "in the midst of it, not \(early)")
        // Whoever is visited for the first event hears the second one, too.
        world.publish()
        world.presence("old")
        world.presence("new")
        world.pass(41)
        #expect(told([["1"]]) == early)
        world.pass(1)
        #expect(told([["1", "2", "new"]]) == 1_000 - early)
        // The others are the first whose time comes for that.
        world.pass(208)
        #expect(
            told([["1"]]) == 0 && told([["1"], ["2", "new"]]) == early && told([["1", "2", "new"]]) == 1_000 - early)
        world.pass(5_000)
        #expect(screens.allSatisfy { $0.messages == ["1", "2", "new"] } && world.timers.count == 0)
    }

    /// The rarer the events, the fewer the writes.
    @Test(
        "A steady stream of events is sent in few pieces, and nobody hears late",
        arguments: [(1, 10...11), (10, 9...11), (60, 8...9), (200, 5...5)])
    func steadyStream(interval: Int, pieces: ClosedRange<Int>) {
        let world = World()
        let screens = world.screens(400)
        var due: [Int] = []
        for time in 0..<1_000 {
            if time % interval == 0 {
                world.publish()
                due.append(time + 100)
            }
            world.pass(1)
            let first = due.count { $0 <= world.now }
            #expect(screens.allSatisfy { $0.messages.count >= first }, "at \(world.now)")
        }
        #expect(screens.allSatisfy { pieces.contains($0.pieces.count) }, "\(Set(screens.map(\.pieces.count)))")
        world.pass(110)
        #expect(screens.allSatisfy { $0.messages == (1...due.count).map(String.init) })
        #expect(world.timers.count == 0)
    }

    @Test(
        "The delay grows with the number of watchers, up to 375 ms",
        arguments: [(32, 0), (33, 8), (400, 100), (1_500, 375), (100_000, 375)])
    func delay(watchers: Int, delay: Int) {
        #expect(FeedSettings().delay(watchers: watchers) == delay)
    }

    @Test("Presence goes out with the next event, or after a second alone")
    func presenceWaits() {
        let world = World()
        let screens = world.screens(1_000)
        world.presence("a")
        world.pass(874)
        #expect(world.timers.count == 1 && screens.allSatisfy { $0.pieces.isEmpty })
        world.pass(126)
        #expect(screens.allSatisfy { $0.pieces == [["a"]] })
        world.presence("b")
        world.pass(100)
        world.publish()
        world.pass(250)
        #expect(screens.allSatisfy { $0.pieces == [["a"], ["1", "b"]] })
        world.pass(2_000)
        #expect(screens.allSatisfy { $0.pieces.count == 2 })
    }

    @Test("A watcher who comes late gets only the events after its snapshot")
    func lateWatcher() {
        let world = World {
            $0.promptWatchers = 0; $0.watchersPerMs = 1
        }
        let early = world.screens(40)
        world.publish()
        world.publish()
        let late = world.screens(1)
        world.publish()
        world.pass(300)
        #expect(early[0].messages == ["1", "2", "3"])
        #expect(late[0].messages == ["3"])
    }

    /// Players wait behind a slice, so a slice is all that is written in one turn.
    @Test("A feed that is late catches up one slice a turn")
    func lateVisitsAreMadeInSlices() {
        let world = World { $0.slice = 100 }
        let screens = world.screens(250)
        let told = { (text: String) in screens.filter { $0.messages.last == text }.count }
        world.publish()
        world.turn(after: 62)
        #expect(told("1") == 100)
        world.turn()
        #expect(told("1") == 200)
        world.publish()
        world.turn()
        #expect(told("1") == 200 && told("2") == 50)
        world.turn(after: 62)
        #expect(told("2") == 150)
        world.turn()
        #expect(told("2") == 250)
        world.pass(200)
        #expect(screens.filter { $0.pieces == [["1"], ["2"]] }.count == 200)
        #expect(screens.filter { $0.pieces == [["1", "2"]] }.count == 50 && world.timers.count == 0)
    }

    /// Seven watchers, each visited in a turn of its own for the first event, of which one and so many more turns have
    /// passed.
    private func seven(afterVisits turns: Int) -> (World, [Screen]) {
        let world = World {
            $0.slice = 1
            $0.promptWatchers = 0
            $0.watchersPerMs = 1
        }
        let screens = world.screens(7)
        world.publish()
        world.turn(after: 7)
        for _ in 0..<turns { world.turn() }
        return (world, screens)
    }

    /// The last watcher takes the leaver's place, and may have been told already.
    @Test("A watcher who leaves in the middle of a turn costs nobody else an event", arguments: 0..<7)
    func leaverDuringATurn(leaver: UInt64) {
        for stop in 0..<7 {
            let (world, screens) = seven(afterVisits: stop)
            world.feed.close(leaver + 1)
            let late = world.screens(2)
            world.publish()
            world.pass(50)
            for (index, screen) in screens.enumerated() where index != Int(leaver) {
                #expect(screen.messages == ["1", "2"], "\(index) when \(leaver) left after \(stop)")
            }
            #expect(late.allSatisfy { $0.messages == ["2"] })
            #expect(world.feed.count == 8)
        }
    }

    /// The new place may stand behind others whose visits are already made.
    @Test("A watcher who moves to a leaver's place is not passed over", arguments: 0..<7, 1...3)
    func movedWatcher(leaver: Int, leavers: Int) {
        let gone = [leaver, (leaver + 3) % 7, (leaver + 5) % 7].prefix(leavers)
        for (before, after) in (0..<64).map({ ($0 / 8, $0 % 8) }) {
            let (world, screens) = seven(afterVisits: before)
            world.publish()
            world.presence("p")
            for _ in 0..<after { world.turn(after: 1) }
            for one in gone { world.feed.close(UInt64(one) + 1) }
            world.pass(40)
            for (index, screen) in screens.enumerated() where !gone.contains(index) {
                let place = "\(index) when \(Array(gone)) left after \(before) and \(after)"
                #expect(screen.messages.filter { $0 != "p" } == ["1", "2"], "\(place)")
                #expect(screen.messages.contains("p"), "\(place)")
            }
            #expect(world.timers.count == 0 && world.snapshotsAsked == 0)
        }
    }

    /// So it is while people gather before a race.
    @Test("Presence that changes all the time still reaches everybody, and not too often")
    func changingPresence() {
        let world = World()
        let screens = world.screens(2_000)
        var heard = [Int](repeating: 0, count: screens.count)
        for time in 0..<10_000 {
            if time % 250 == 0 { world.presence("\(time)") }
            world.pass(1)
            for (index, screen) in screens.enumerated() where time % 50 == 0 && screen.pieces.count > heard[index] {
                heard[index] = screen.pieces.count
            }
            if time % 2_000 == 1_999 {
                #expect(heard.allSatisfy { $0 >= (time + 1) / 2_000 }, "\(heard.min() ?? 0) by \(time)")
                #expect(heard.allSatisfy { $0 <= 2 * ((time + 1) / 1_000) }, "\(heard.max() ?? 0) by \(time)")
            }
        }
        world.pass(4_000)
        #expect(screens.allSatisfy { $0.messages.last == "9750" } && world.timers.count == 0)
    }

    @Test("After most watchers have left, the others are not written to more often")
    func whoStaysIsNotVisitedMoreOften() {
        let world = World()
        let screens = world.screens(2_000)
        world.publish()
        for one in 1...1_600 { world.feed.close(UInt64(one)) }
        for _ in 0..<80 {
            world.pass(5)
            world.publish()
        }
        // 400 ms, in which 400 watchers hear within 100, and some were told at once as they moved in the ring.
        let stayed = screens.suffix(400)
        #expect(stayed.allSatisfy { $0.pieces.count <= 5 }, "\(Set(stayed.map(\.pieces.count)))")
        world.pass(200)
        #expect(stayed.allSatisfy { $0.messages == (1...81).map(String.init) })
    }

    @Test("A watcher with too much unread is skipped, and gets a snapshot once it has read")
    func slowWatcher() {
        let world = World { $0.backlog = 100 }
        let screens = world.screens(2)
        screens[0].queuedBytes = 100
        world.publish()
        #expect(screens[0].messages == ["1"], "the bound itself is allowed")
        screens[0].queuedBytes = 101
        world.publish()
        world.publish()
        screens[0].queuedBytes = 1
        world.pass(1_000)
        #expect(world.snapshotsAsked == 0)
        screens[0].queuedBytes = 0
        world.pass(250)
        #expect(world.snapshotsAsked == 1)
        world.publish()
        #expect(screens[0].messages == ["1"])
        world.snapshot()
        world.publish()
        #expect(screens[0].messages == ["1", "=4", "5"])
        #expect(screens[1].messages == ["1", "2", "3", "4", "5"])
        world.pass(1_000)
        #expect(world.timers.count == 0 && world.snapshotsAsked == 1)
        #expect(world.skips == 1, "who is left out for several events was skipped once")
    }

    @Test("Snapshots are sent one slice a turn too")
    func snapshotsInSlices() {
        let world = World {
            $0.slice = 3
            $0.backlog = 10
        }
        let screens = world.screens(8)
        for screen in screens { screen.queuedBytes = 11 }
        world.publish()
        world.pass(1)
        for screen in screens { screen.queuedBytes = 0 }
        world.pass(249)
        for round in 1...3 {
            #expect(world.snapshotsAsked == round)
            world.snapshot()
            #expect(screens.filter { $0.messages == ["=1"] }.count == min(8, 3 * round))
            world.pass(2)
        }
        #expect(world.timers.count == 0 && world.snapshotsAsked == 3)
    }

    @Test("A late snapshot goes only to those who still wait for it")
    func lateSnapshot() {
        let world = World { $0.backlog = 10 }
        let screens = world.screens(3)
        for screen in screens { screen.queuedBytes = 11 }
        world.publish()
        for screen in screens { screen.queuedBytes = 0 }
        world.pass(250)
        world.feed.close(1)
        world.feed.open(2, screens[1], after: 1)
        world.snapshot()
        world.snapshot()
        #expect(screens.map(\.messages) == [[], [], ["=1"]])
        world.publish()
        #expect(screens.map(\.messages) == [[], ["2"], ["=1", "2"]])
    }

    /// Publishing every event rules this out. A fault there leaves nobody with a gap.
    @Test("A watcher who missed an event gets a snapshot")
    func missedEvent() {
        let world = World()
        let screen = Screen()
        world.publish()
        world.publish()
        world.feed.open(1, screen, after: 1)
        world.publish()
        #expect(screen.messages.isEmpty)
        world.pass(250)
        world.snapshot()
        #expect(screen.messages == ["=3"])
    }

    @Test("The feed's last message reaches everybody once, and nothing follows it")
    func lastWord() {
        let world = World {
            $0.slice = 2
            $0.backlog = 10
        }
        let screens = world.screens(5)
        screens[0].queuedBytes = 11
        world.publish()
        world.publish()
        let last = OutgoingMessage(Array("end".utf8))
        world.feed.end(with: last)
        world.pass(500)
        #expect(screens.allSatisfy { $0.messages.last == "end" && $0.messages.filter { $0 == "end" }.count == 1 })
        #expect(world.feed.isEmpty)
        world.publish()
        world.pass(500)
        #expect(screens.allSatisfy { $0.messages.last == "end" })
    }

    @Test("The feed's last message replaces events that are still under way")
    func lastWordTakesTheTurn() {
        let world = World { $0.slice = 10 }
        let screens = world.screens(40)
        world.publish()
        world.turn(after: 10)
        world.feed.end(with: OutgoingMessage(Array("end".utf8)))
        world.pass(10)
        #expect(screens.filter { $0.messages == ["1", "end"] }.count == 10)
        #expect(screens.filter { $0.messages == ["end"] }.count == 30)
    }
}
