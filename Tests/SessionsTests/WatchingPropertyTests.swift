import Messages
import Storage
import Testing

@testable import Sessions

/// Events by chance, in any order. Everybody who follows a room is told each event exactly once and in order, or gets a
/// snapshot in its place. In the end all see the same room. `Follower` checks every message.
@Suite struct WatchingPropertyTests {
    /// A world in which anything may happen next.
    private final class Chance {
        let world: HubWorld
        var random: SeededRandom
        let code: String
        let players: [TestClient]
        var rows: [Int]
        var followers: [Follower] = []
        /// Guests who have not come yet.
        private var newcomers: [TestClient]
        /// Commits that failed.
        private(set) var failures = 0
        private(set) var resyncs = 0

        init(seed: UInt64) throws {
            random = SeededRandom(seed: seed)
            var settings = HubSettings()
            settings.requestRate = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
            settings.playerRate = settings.requestRate
            settings.seatRate = settings.requestRate
            settings.entryRate = settings.requestRate
            settings.eventsKept = 8
            var feeds = FeedSettings()
            feeds.promptWatchers = Int.random(in: 0...3, using: &random)
            feeds.watchersPerMs = Int.random(in: 1...4, using: &random)
            feeds.longestDelay = Int.random(in: 1...40, using: &random)
            feeds.pause = Int.random(in: 1...12, using: &random)
            feeds.slice = Int.random(in: 1...6, using: &random)
            feeds.backlog = Int.random(in: 0...500, using: &random)
            feeds.lookInterval = Int.random(in: 1...30, using: &random)
            let world = try HubWorld(settings: settings, feeds: feeds)
            let host = try world.guest(name: "Mika")
            code = host.ask(.createRoom(name: nil))["room"] as? String ?? ""
            var players = [host]
            for name in ["Ada", "Bea", "Cleo"] {
                let player = try world.guest(name: name)
                _ = player.ask(.join(room: code, resume: nil))
                players.append(player)
            }
            for player in players { _ = player.open() }
            rows = players.map { _ in 0 }
            newcomers = try (0..<20).map { _ in try world.guest() }
            self.world = world
            self.players = players
            for _ in 0..<8 { followers.append(Follower(try world.guest(), room: code)) }
        }

        private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

        /// One thing happens.
        func step() throws {
            switch pick(20) {
            case 0..<4: guess()
            case 4..<7: world.runHub()
            case 7..<10: world.runStorageOnce()
            case 10: world.run()
            case 11..<14: pass(pick(20) + 1)
            case 14:
                world.hub.tick()
            case 15:
                let follower = followers[pick(followers.count)]
                follower.client.isReading.toggle()
            case 16 where pick(8) == 0:
                world.storage.failNextCommit(.unavailable("disk full"))
                failures += 1
            case 17 where pick(4) == 0:
                // Gone without a word; somebody else comes.
                let index = pick(followers.count)
                guard let newcomer = newcomers.popLast() else { break }
                try follow(followers[index])
                followers[index].client.disconnect()
                followers[index] = Follower(newcomer, room: code)
            default: act(followers[pick(followers.count)])
            }
            for follower in followers { try follow(follower) }
        }

        private func follow(_ follower: Follower) throws {
            let wasTold = follower.mustReenter
            try follower.follow()
            if !wasTold && follower.mustReenter { resyncs += 1 }
        }

        private func pass(_ ms: Int) {
            for _ in 0..<ms {
                world.advance(ms: 1)
                world.runFeedsOnce()
            }
        }

        private func guess() {
            let index = pick(players.count)
            let words = world.wrongWords(6)
            guard rows[index] < 6 else { return }
            _ = players[index].post(.guess(puzzle: world.today, row: rows[index], word: words[rows[index]]))
            rows[index] += 1
        }

        /// A follower asks for something, if it awaits no answer; else its next question would be put by another page.
        private func act(_ follower: Follower) {
            guard !follower.isAsking else { return }
            switch (follower.isIn, pick(6)) {
            case (true, 0): follower.leave()
            case (true, 1): follower.enter(seat: true, resuming: pick(2) == 0)
            case (true, 2), (false, _): follower.enter(resuming: pick(3) > 0)
            default: break
            }
        }

        /// Everything comes to rest: everybody reads, and is in.
        func end() throws {
            // Commits that are still to fail are these.
            world.run()
            while players[0].ask(.createRoom(name: nil)).code == "storage_unavailable" {}
            for follower in followers { follower.client.isReading = true }
            for _ in 0..<3 {
                world.run()
                pass(100)
                for follower in followers {
                    try follow(follower)
                    if !follower.isIn, !follower.isAsking { follower.enter(resuming: true) }
                }
            }
            for _ in 0..<5 {
                world.tick()
                pass(300)
            }
            for follower in followers { try follow(follower) }
        }
    }

    @Test(
        "Everybody who follows a room ends with the same snapshot, whatever happens in whatever order",
        arguments: 0..<40)
    func everybodySeesTheSameRoom(seed: UInt64) throws {
        let chance = try Chance(seed: seed)
        for _ in 0..<300 { try chance.step() }
        try chance.end()
        let late = Follower(try chance.world.guest(), room: chance.code)
        late.enter(resuming: false)
        chance.world.run()
        try late.follow()
        let room = try #require(chance.world.hub.library.rooms.values.first { $0.record.code.text == chance.code })
        #expect(late.picture?.sequence == room.state.sequence)
        for follower in chance.followers {
            #expect(follower.isIn)
            #expect(follower.picture == late.picture)
            let text = String(decoding: follower.client.bytes, as: UTF8.self)
            for word in TestWords.words { #expect(!text.contains(word)) }
        }
        let watching = chance.followers.filter {
            $0.client.session.flatMap { room.view(of: $0) } == .watcher
        }
        #expect(room.watchers == [watching.count + 1])
        #expect(room.players.count == chance.followers.count - watching.count + 4 || chance.failures > 0)
    }

    @Test("The random worlds contain snapshots, resyncs and recoveries")
    func coverage() throws {
        var (snapshots, resyncs, recovered) = (0, 0, 0)
        for seed in 0..<16 {
            let chance = try Chance(seed: UInt64(seed))
            for _ in 0..<300 { try chance.step() }
            try chance.end()
            snapshots += chance.followers.reduce(0) { $0 + $1.snapshots }
            resyncs += chance.resyncs
            recovered += chance.followers.reduce(0) { sum, follower in
                sum + follower.client.messages.filter { $0["recovered"] as? Bool == true }.count
            }
        }
        #expect(snapshots > 10 && resyncs > 10 && recovered > 10, "\(snapshots) \(resyncs) \(recovered)")
    }
}
