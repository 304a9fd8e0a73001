import Messages
import Testing

@testable import Sessions

/// The feed of a room by itself: when it writes, what, and to whom.
@Suite struct RoomFeedTests {
    /// A receiver that notes what it is written.
    private final class Screen: FeedReceiver {
        var queuedBytes = 0
        private(set) var pieces: [[String]] = []
        var messages: [String] { pieces.flatMap(\.self) }

        func send(_ batch: OutgoingBatch) {
            pieces.append(batch.messages.map { String(decoding: $0.json, as: UTF8.self) })
        }
    }

    /// A feed with its time in the test's hand.
    private final class World {
        let timers = TimerList()
        private(set) var now = 0
        private(set) var snapshotsAsked = 0
        private(set) var feed: RoomFeed!
        private var published = 0
        private var added: UInt64 = 0

        init(_ change: (inout FeedSettings) -> Void = { _ in }) {
            var settings = FeedSettings()
            change(&settings)
            feed = RoomFeed(
                settings: settings, after: { [unowned self] in timers.add(at: now + $0, $1) },
                needsSnapshot: { [unowned self] in snapshotsAsked += 1 })
        }

        func screens(_ count: Int) -> [Screen] {
            (0..<count).map { _ in
                let screen = Screen()
                added += 1
                feed.open(added, screen, after: published)
                return screen
            }
        }

        func publish() {
            published += 1
            feed.publish(OutgoingMessage(Array("\(published)".utf8)), sequence: published)
        }

        func presence(_ text: String) { feed.publishPresence(OutgoingMessage(Array(text.utf8))) }

        func snapshot() {
            feed.publishSnapshot(OutgoingMessage(Array("=\(published)".utf8)), sequence: published)
        }

        /// Lets time pass, ms by ms.
        func pass(_ ms: Int) {
            for _ in 0..<ms {
                now += 1
                _ = timers.runDue(now: now)
            }
        }
    }

    @Test func inASmallRoomEverythingIsWrittenAtOnce() {
        let world = World()
        let screens = world.screens(32)
        world.publish()
        world.presence("p")
        world.publish()
        #expect(screens.allSatisfy { $0.pieces == [["1"], ["p"], ["2"]] })
        #expect(world.timers.count == 0)
    }

    @Test func inALargeRoomAMomentIsWrittenInOnePiece() {
        let world = World { $0.slice = 4_000 }
        let screens = world.screens(2_000)
        world.publish()
        world.pass(200)
        world.publish()
        world.presence("old")
        world.presence("new")
        world.pass(49)
        #expect(screens.allSatisfy { $0.pieces.isEmpty })
        world.pass(1)
        #expect(screens.allSatisfy { $0.pieces == [["1", "2", "new"]] })
        world.pass(5_000)
        #expect(screens.allSatisfy { $0.pieces.count == 1 })
    }

    @Test(arguments: [(32, 0), (33, 8), (400, 100), (1_000, 250), (100_000, 250)])
    func theMomentGrowsWithTheWatchers(watchers: Int, delay: Int) {
        #expect(FeedSettings().delay(watchers: watchers) == delay)
    }

    @Test func presenceWaitsForAnEventButNotForEver() {
        let world = World { $0.slice = 4_000 }
        let screens = world.screens(1_000)
        world.presence("a")
        world.pass(999)
        #expect(screens[0].pieces.isEmpty)
        world.pass(1)
        #expect(screens[0].pieces == [["a"]])
        world.presence("b")
        world.pass(100)
        world.publish()
        world.pass(250)
        #expect(screens[0].pieces == [["a"], ["1", "b"]])
        world.pass(2_000)
        #expect(screens[0].pieces.count == 2)
    }

    @Test func whoComesMeanwhileGetsOnlyWhatItsPictureHasNot() {
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

    @Test func aFlushIsWrittenInSlicesAndTheNextOneWaitsForIt() {
        let world = World { $0.slice = 100 }
        let screens = world.screens(250)
        world.publish()
        world.pass(61)
        _ = world.timers.runDue(now: world.now)
        world.pass(1)
        world.timers.runRound(now: world.now)
        world.pass(10)
        #expect(screens.allSatisfy { $0.messages == ["1"] })
    }
}
