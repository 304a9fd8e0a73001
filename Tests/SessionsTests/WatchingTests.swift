import Messages
import Storage
import Testing

@testable import Sessions

/// Watchers of a hub with its feeds, under a clock that the test moves.
@Suite struct WatchingTests {
    /// Rates that nothing here meets, and feeds whose every limit is met soon.
    private func world(_ change: (inout FeedSettings) -> Void = { _ in }) throws -> HubWorld {
        var settings = HubSettings()
        settings.requestRate = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
        settings.playerRate = settings.requestRate
        settings.seatRate = settings.requestRate
        settings.entryRate = settings.requestRate
        var feeds = FeedSettings()
        feeds.promptWatchers = 2
        feeds.watchersPerMs = 1
        feeds.slice = 3
        feeds.backlog = 1_000
        change(&feeds)
        return try HubWorld(settings: settings, feeds: feeds)
    }

    /// A room with a host; its code.
    private func room(_ world: HubWorld) throws -> (host: TestClient, code: String) {
        let host = try world.guest(name: "Mika")
        return (host, host.ask(.createRoom(name: nil))["room"] as? String ?? "")
    }

    private func watchers(_ count: Int, of code: String, _ world: HubWorld) throws -> [Follower] {
        try (0..<count).map { _ in
            let follower = Follower(try world.guest(), room: code)
            follower.enter(resuming: false)
            world.run()
            try follower.follow()
            return follower
        }
    }

    /// Lets time pass in steps of a ms.
    private func pass(_ ms: Int, _ world: HubWorld) {
        for _ in 0..<ms {
            world.advance(ms: 1)
            world.run()
        }
    }

    /// A room in which so much happens that nobody who does not read can be sent it all.
    private func makeNews(_ count: Int, in code: String, _ world: HubWorld) throws {
        for index in 0..<count {
            let guest = try world.guest(name: "Guest \(index) of \(world.today.number)")
            _ = guest.ask(.join(room: code, resume: nil))
            _ = guest.ask(.leave(room: code))
            pass(10, world)
        }
    }

    @Test("A watcher who does not read is skipped and then sees the room as it is")
    func slowWatcher() throws {
        let world = try world()
        let (host, code) = try room(world)
        let all = try watchers(5, of: code, world)
        let slow = all[0]
        let known = try #require(slow.picture?.sequence)
        slow.client.isReading = false
        _ = host.open()
        var most = 0
        for _ in 0..<30 {
            try makeNews(1, in: code, world)
            most = max(most, slow.client.queuedBytes)
        }
        // Beyond the bound there is at most what was written in one piece when the bound was not yet met.
        #expect(most > 1_000 && most < 2_500, "\(most) bytes waited")
        let stood = slow.client.queuedBytes
        try makeNews(5, in: code, world)
        #expect(slow.client.queuedBytes == stood, "nothing old is added to what waits")
        slow.client.isReading = true
        pass(600, world)
        for follower in all { try follower.follow() }
        #expect(slow.snapshots == 1)
        #expect(slow.client.messages.last?.type == "snapshot")
        #expect(slow.picture == all[1].picture)
        #expect(slow.picture?.sequence ?? 0 > known + 60, "so much was not sent")
        // From there it goes on as for everybody.
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        pass(20, world)
        for follower in all { try follower.follow() }
        #expect(all.allSatisfy { $0.picture == all[1].picture })
        #expect(slow.snapshots == 1 && all[1].snapshots == 0)
        #expect(slow.client.messages.last?.type == "event")
        #expect(!String(decoding: slow.client.bytes, as: UTF8.self).contains(world.wrongWords(1)[0]))
    }

    @Test("Slow watchers who read again together each get one snapshot, the same for all")
    func sharedSnapshot() throws {
        let world = try world { $0.slice = 100 }
        let (_, code) = try room(world)
        let all = try watchers(20, of: code, world)
        for follower in all { follower.client.isReading = false }
        try makeNews(20, in: code, world)
        for follower in all { follower.client.isReading = true }
        pass(600, world)
        for follower in all { try follower.follow() }
        #expect(all.allSatisfy { $0.snapshots == 1 && $0.picture == all[0].picture })
        #expect(all[0].picture?.sequence == world.hub.library.rooms.values.first?.state.sequence)
    }

    @Test("A player who changes between seat and watching is counted once, and a member who looks on is no watcher")
    func seatAndBack() throws {
        let world = try world()
        let (host, code) = try room(world)
        let crowd = try watchers(4, of: code, world)
        let one = crowd[0]
        let presence = { (watchers: Int, present: [Int], looking: Int) in
            pass(1_100, world)
            world.tick()
            pass(1_100, world)
            #expect(host.pushes("presence").last?["watchers"] as? Int == watchers)
            #expect(host.pushes("presence").last?["present"] as? [Int] == present)
            #expect(crowd[3].client.pushes("presence").last?["watchers"] as? Int == watchers)
            #expect(world.hub.library.rooms.values.first?.watchers == [watchers + looking])
        }
        presence(4, [1], 0)
        one.enter(seat: true, resuming: true)
        presence(3, [1, 2], 0)
        one.enter(seat: true, resuming: true)
        one.enter(resuming: true)
        one.enter(resuming: false)
        presence(3, [1], 1)
        one.leave()
        presence(3, [1], 0)
        one.enter(seat: true, resuming: true)
        presence(3, [1, 2], 0)
        one.leave()
        presence(3, [1], 0)
        crowd[1].client.disconnect()
        crowd[2].leave()
        presence(1, [1], 0)
        for follower in crowd { try follower.follow() }
        crowd[3].leave()
        world.run()
        #expect(world.feeds.count == 0)
        #expect(world.hub.library.rooms.values.first?.watchers == [0])
    }

    @Test("A watcher who leaves before the reply to watch leaves no feed behind")
    func leaveBeforeReply() throws {
        let world = try world()
        let (host, code) = try room(world)
        let follower = Follower(try world.guest(), room: code)
        // The host's board is being recorded: the picture, which has it, is not told before.
        _ = host.post(.open(puzzle: world.today, hard: .off))
        world.runHub()
        follower.enter(resuming: false)
        follower.leave()
        world.run()
        try follower.follow()
        #expect(follower.client.messages.suffix(2).map(\.type) == ["watching", "left"])
        #expect(world.feeds.count == 0)
        #expect(world.hub.library.rooms.values.first?.watchers == [0])
    }

    @Test("A lost commit makes every watcher enter again")
    func lostCommit() throws {
        let world = try world()
        let (host, code) = try room(world)
        let all = try watchers(10, of: code, world)
        all[4].client.isReading = false
        _ = host.open()
        world.storage.failNextCommit(.unavailable("disk full"))
        #expect(host.guess(world.wrongWords(1)[0], row: 0).code == "storage_unavailable")
        all[4].client.isReading = true
        for follower in all {
            try follower.follow()
            #expect(follower.mustReenter)
            #expect(follower.client.pushes("resync").count == 1)
        }
        #expect(world.feeds.count == 0)
        for follower in all { follower.enter(resuming: true) }
        world.run()
        _ = host.ask(.join(room: code, resume: nil))
        _ = host.open()
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        pass(50, world)
        for follower in all { try follower.follow() }
        #expect(all.allSatisfy { $0.picture == all[0].picture && $0.isIn })
        #expect(all[0].picture?.sequence == world.hub.library.rooms.values.first?.state.sequence)
    }

    @Test("A quiet room sets no timers and sends nothing")
    func quietRoom() throws {
        let world = try world()
        let (_, code) = try room(world)
        let crowd = try watchers(10, of: code, world)
        world.tick()
        pass(2_000, world)
        #expect(world.timersSet == 0)
        let sends = crowd.map(\.client.sends)
        for _ in 0..<20 {
            world.tick()
            pass(250, world)
        }
        #expect(crowd.map(\.client.sends) == sends)
        #expect(
            world.hub.audience.isQuiet && world.hub.library.rooms.toEvict.isEmpty
                && world.hub.library.players.toEvict.isEmpty)
    }

    @Test("Several events in a short time are one write for each watcher")
    func oneWrite() throws {
        let world = try world {
            $0.watchersPerMs = 1; $0.slice = 4
        }
        let (host, code) = try room(world)
        let crowd = try watchers(50, of: code, world)
        world.tick()
        pass(1_000, world)
        let before = crowd.map(\.client.sends)
        _ = host.open()
        _ = host.guess(world.wrongWords(2)[0], row: 0)
        _ = host.guess(world.wrongWords(2)[1], row: 1)
        pass(100, world)
        #expect(zip(crowd.map(\.client.sends), before).allSatisfy { $0 == $1 + 1 })
        #expect(crowd.allSatisfy { $0.client.pushes("event").suffix(3).count == 3 })
    }
}
