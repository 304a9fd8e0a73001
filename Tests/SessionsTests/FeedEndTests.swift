import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions

/// The end of a room's feed, which many are told in several turns.
@Suite struct FeedEndTests {
    /// Three who watch, and who are told one in a turn.
    private struct World {
        let screens = (0..<3).map { _ in FeedScreen() }
        let timers = TimerList()
        let feeds: ShardFeeds
        let room: RoomCode

        init() throws {
            room = try #require(RoomCode("KYTE7"))
            var settings = FeedSettings()
            settings.slice = 1
            let (screens, timers) = (screens, timers)
            feeds = ShardFeeds(
                environment: FeedEnvironment(
                    now: { 0 }, after: { timers.add(at: $0, $1) }, receiver: { screens[Int($0)] }, skipped: {}),
                settings: settings)
            for connection in screens.indices { feeds.open(room, to: UInt64(connection), after: 0) }
        }

        var heard: [Int] { screens.map { screen in screen.messages.count { $0 == "over" } } }

        func end() { feeds.end(room, with: OutgoingMessage(Array("over".utf8))) }

        func rest() {
            while timers.runDue(now: 1_000) {}
        }
    }

    @Test("Every watcher hears once that the feed has ended")
    func everybodyHearsOnce() throws {
        let world = try World()
        world.end()
        #expect(world.heard.reduce(0, +) == 1)
        world.rest()
        #expect(world.heard == [1, 1, 1])
    }

    /// Told later, the end would be taken for that of the new subscription.
    @Test("A watcher who opens the feed again hears of the end first, then only of what follows", arguments: 0..<3)
    func rejoinHearsTheEnd(connection: UInt64) throws {
        let world = try World()
        world.end()
        world.feeds.close(world.room, to: connection)
        #expect(world.heard[Int(connection)] == 1)
        world.feeds.open(world.room, to: connection, after: 0)
        world.rest()
        #expect(world.heard == [1, 1, 1], "and nobody twice")
        world.feeds.publish(OutgoingMessage(Array("news".utf8)), sequence: 1, to: world.room)
        world.rest()
        #expect(world.screens[Int(connection)].messages.last == "news")
        #expect(world.screens.count { $0.messages.contains("news") } == 1)
    }
}
