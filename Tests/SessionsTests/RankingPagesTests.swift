import GameRules
import TestKit
import Testing

@testable import Sessions

/// Pages of rankings, read in worlds of chance while players come and go.
@Suite struct RankingPagesTests {
    /// A world in which players finish, sit down and leave, in an order that one seed decides. Most scores are shared
    /// by many.
    private final class ReadingWorld {
        let world: HubWorld
        private var random: SplitMix
        private let room: String?
        private let host: TestClient
        private var waiting: [String: TestClient] = [:]
        private var finished: [String: TestClient] = [:]
        private var members: Set<String> = []
        /// Everybody who was in the ranking at some time of the present reading, and at all times of it.
        private(set) var seen: Set<String> = []
        private(set) var stayed: Set<String> = []

        init(seed: UInt64, players: Int, inRoom: Bool) throws {
            world = try HubWorld()
            random = SplitMix(seed: seed)
            host = try world.guest(name: "Host")
            room = inRoom ? try #require(host.ask(.createRoom(name: nil))["room"] as? String) : nil
            for number in 0..<players { waiting["Player \(number)"] = try world.guest(name: "Player \(number)") }
        }

        private var ranked: Set<String> { room == nil ? Set(finished.keys) : members.intersection(finished.keys) }

        func beginReading() {
            seen = ranked
            stayed = ranked
        }

        /// One thing happens, or nothing.
        func happen() throws {
            let left = members
            switch Int.random(in: 0..<4, using: &random) {
            case 0: finishSomebody()
            case 1: try sitSomebodyDown()
            case 2: try haveSomebodyLeave()
            default: break
            }
            seen.formUnion(ranked)
            stayed.formIntersection(ranked)
            if room != nil { #expect(stayed.isDisjoint(with: left.subtracting(members))) }
        }

        private func finishSomebody() {
            guard let name = waiting.keys.sorted().randomElement(using: &random), let client = waiting[name] else {
                return
            }
            waiting[name] = nil
            switch Int.random(in: 0..<4, using: &random) {
            case 0: world.finish(client, turns: 1, ms: 9_000)
            case 1: world.finish(client, turns: 1, ms: Int.random(in: 1_000..<9_000, using: &random))
            default: world.finish(client, turns: nil, ms: 1)
            }
            finished[name] = client
        }

        private func sitSomebodyDown() throws {
            let everybody = waiting.merging(finished) { client, _ in client }
            guard let room,
                let name = everybody.keys.filter({ !members.contains($0) }).sorted()
                    .randomElement(using: &random)
            else { return }
            world.advance(ms: 10_000)
            let reply = try #require(everybody[name]).ask(.join(room: room, resume: nil))
            #expect(reply.type == "joined")
            members.insert(name)
        }

        private func haveSomebodyLeave() throws {
            guard let room, let name = members.sorted().randomElement(using: &random) else { return }
            world.advance(ms: 10_000)
            let client = try #require(waiting[name] ?? finished[name])
            #expect(client.ask(.leave(room: room)).type == "left")
            members.remove(name)
        }

        /// Reads all pages, while other things happen between one and the next. Returns the names in order.
        func read() throws -> [String] {
            var names: [String] = []
            var start = RankingSlice.Start.top
            while true {
                let slice = RankingSlice(start: start, limit: Int.random(in: 1...5, using: &random))
                let page = try Query.board(world, world.today.text, room: room, player: host.player, slice)
                names += page.list("entries").compactMap { $0["name"] as? String }
                guard let next = page["next"] as? String else { return names }
                start = .after(try #require(RankingCursor(next)))
                for _ in 0..<Int.random(in: 0...3, using: &random) { try happen() }
            }
        }
    }

    @Test(
        "Pages read while players come and go repeat nobody, and miss nobody who stays",
        arguments: [false, true], Array(1...UInt64(FullRun.count(fast: 6, full: 60))))
    func interleaved(inRoom: Bool, seed: UInt64) throws {
        let reading = try ReadingWorld(seed: seed, players: 40, inRoom: inRoom)
        for _ in 0..<60 { try reading.happen() }
        for _ in 0..<6 {
            reading.beginReading()
            let names = try reading.read()
            #expect(Set(names).count == names.count, "nobody twice")
            #expect(reading.stayed.isSubset(of: names), "nobody missed")
            #expect(reading.seen.isSuperset(of: names), "nobody who was never there")
        }
    }
}
