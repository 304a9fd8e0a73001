import Foundation
import GameRules
import Leaderboards
import Messages
import Rooms
import Storage
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage
@testable import Sessions

/// News for webhooks at the end of a day.
@Suite struct HookReaderTests {
    /// Takes events, as what delivers them does.
    final class Port: HookPort {
        let rooms: [RoomCode]
        private let state: Mutex<(told: Day?, events: [HookEvent])>

        init(_ rooms: [RoomCode] = [], told: Day? = nil) {
            self.rooms = rooms
            state = Mutex((told, []))
        }

        var told: Day? { state.withLock { $0.told } }
        var events: [HookEvent] { state.withLock { $0.events } }
        func take(_ events: [HookEvent], through day: Day) {
            state.withLock { state in
                state.told = day
                state.events += events
            }
        }
    }

    /// Two friends in a room, who have played the day, and a server that comes up on the next day.
    private func world(_ play: (HubWorld, TestClient, TestClient) -> Void) throws -> (HubWorld, code: RoomCode) {
        let world = try HubWorld()
        let (mika, noor) = (try world.guest(name: "Mika"), try world.guest(name: "Noor"))
        let text = mika.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let code = try #require(RoomCode(text))
        _ = noor.ask(.join(room: text, resume: nil))
        play(world, mika, noor)
        return (world, code)
    }

    @Test("The day of a room is told at midnight: names, colours and figures, and no letter of anybody")
    func dayOver() throws {
        let port = Port()
        var secrets: [String] = []
        let (before, code) = try world { world, mika, noor in
            world.finish(mika, turns: 3)
            world.finish(noor, turns: 2)
            secrets = [world.answer] + world.wrongWords(6)
        }
        let yesterday = before.today.day
        let hooked = Port([code], told: yesterday.advanced(by: -1))
        let world = try before.restarted(hooks: hooked)
        #expect(hooked.events.isEmpty, "the day is not over")
        world.nextDay()
        let event = try #require(hooked.events.first)
        #expect(hooked.events.count == 1 && hooked.told == yesterday)
        #expect(event.room == "Kites" && event.puzzle.day == yesterday && event.id.count == 32)
        guard case .dayOver(let racers) = event.kind else { return #expect(Bool(false)) }
        #expect(racers.map(\.name) == ["Noor", "Mika"], "the best first")
        #expect(racers.map(\.moves.count) == [2, 3])
        for secret in secrets { #expect(!"\(hooked.events)".contains(secret)) }
        world.nextDay()
        #expect(hooked.events.count == 1, "nobody raced on that day")
        #expect(port.events.isEmpty)
    }

    @Test("A server that was down at midnight tells at its start, and the same event has the same ID again")
    func lateStart() throws {
        let (before, code) = try world { world, mika, _ in world.finish(mika, turns: 2) }
        let told = before.today.day.advanced(by: -1)
        before.advance(ms: 2 * 86_400_000)
        let (first, second) = (Port([code], told: told), Port([code], told: told))
        let once = try before.restarted(hooks: first)
        let again = try once.restarted(hooks: second)
        #expect(first.events.count == 1 && first.events.map(\.id) == second.events.map(\.id))
        #expect(first.told == before.today.day.advanced(by: 1))
        withExtendedLifetime(again) {}
    }

    @Test("A first start tells nothing of the time before, and notes from when on it tells")
    func firstStart() throws {
        let (before, code) = try world { world, mika, _ in world.finish(mika, turns: 2) }
        before.advance(ms: 86_400_000)
        let port = Port([code])
        let world = try before.restarted(hooks: port)
        #expect(port.events.isEmpty && port.told == world.today.day.advanced(by: -1))
    }

    @Test("A record fell where a game of the day is better than all that the members ended before, and only then")
    func records() throws {
        let (before, code) = try world { world, mika, noor in
            world.finish(mika, turns: 3)
            world.nextDay()
            world.finish(noor, turns: 3, ms: 20_000)
            world.finish(mika, turns: 2)
        }
        let port = Port([code], told: before.today.day.advanced(by: -2))
        let world = try before.restarted(hooks: port)
        world.nextDay()
        let kinds = port.events.map(\.kind)
        guard kinds.count == 3, case .dayOver = kinds[0], case .dayOver = kinds[1],
            case .record(let racers, let score, let day) = kinds[2]
        else { return #expect(Bool(false), "\(kinds)") }
        #expect(racers.map(\.name) == ["Mika"] && day == before.today.day.advanced(by: -1))
        guard case .solved(3, _) = score else { return #expect(Bool(false)) }
        #expect(Set(port.events.map(\.id)).count == 3)
    }

    @Test("Members are called as the room shows them, and a code that the room had before finds it")
    func pseudonyms() throws {
        var shown = ""
        let (before, code) = try world { world, mika, noor in
            let text = mika.messages.compactMap { $0["room"] as? String }.first ?? ""
            #expect(noor.ask(.inRoom(room: text, .pseudonym(true))).type == "done")
            shown =
                noor.pushes("event").last { $0.object("event")["kind"] as? String == "renamed" }?
                .object("event")["name"] as? String ?? ""
            world.finish(noor, turns: 2)
            #expect(mika.ask(.inRoom(room: text, .newCode)).type == "code")
        }
        let port = Port([code], told: before.today.day.advanced(by: -1))
        let world = try before.restarted(hooks: port)
        world.nextDay()
        guard case .dayOver(let racers)? = port.events.first?.kind else { return #expect(Bool(false)) }
        #expect(racers.map(\.name) == [shown] && shown != "Noor" && shown != "")
    }

    @Test("A code of no room is reported, and keeps nothing else from being told")
    func noRoom() throws {
        let (before, code) = try world { world, mika, _ in world.finish(mika, turns: 2) }
        let none = try #require(RoomCode("AAAAA"))
        let port = Port([none, code], told: before.today.day.advanced(by: -1))
        let world = try before.restarted(hooks: port)
        world.run()
        let reports = world.reports.filter { $0.hasPrefix("webhook") }
        #expect(reports == ["webhook: there is no room AAAAA"], "at the start, when somebody looks")
        world.nextDay()
        #expect(port.events.count == 1 && world.reports.contains { $0.contains("AAAAA") })
    }

    /// Runs a world whose storage answers on a thread of its own, until something is so.
    private func settle(_ world: HubWorld, until isSo: () -> Bool) {
        for _ in 0..<10_000 {
            world.run()
            if isSo() { return }
            usleep(1_000)
        }
        Issue.record("it has not come to that")
    }

    @Test("A damaged room and damaged games of a member are reported, and keep no other room from being told")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        defer { engine.close() }
        let before = try HubWorld(engine: engine)
        let found = Mutable<PlayerRecord?>(nil)
        before.hub.accounts.createGuest { found.value = try? $0.get() }
        settle(before) { found.value != nil }
        let mika = TestClient(before, try #require(found.value).id)
        func ask(_ message: ClientMessage) -> [String: Any] {
            let asked = mika.post(message)
            settle(before) { mika.reply(to: asked) != nil }
            return mika.reply(to: asked) ?? [:]
        }
        #expect(ask(.hello(protocol: 1, token: nil)).type == "welcome")
        let codes = try ["Kites", "Owls"].map { name in
            try #require(RoomCode(ask(.createRoom(name: name))["room"] as? String ?? ""))
        }
        #expect(ask(.open(puzzle: before.today, hard: .off)).type == "game")
        before.advance(ms: 10_000)
        #expect(ask(.guess(puzzle: before.today, row: 0, word: before.answer))["state"] as? String == "solved")
        let yesterday = before.today.day
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            """
            PRAGMA ignore_check_constraints=ON;
            UPDATE room_events SET event = '{"renamed":oops' WHERE room = (SELECT id FROM rooms WHERE name = 'Kites');
            INSERT INTO games (player, line, day, opened_at, hard_mode)
                SELECT player, line, day - 9, opened_at, 9 FROM games;
            """)
        let port = Port(codes, told: yesterday.advanced(by: -1))
        let world = try before.restarted(hooks: port)
        world.nextDay()
        settle(world) { port.told == yesterday }
        #expect(port.events.map(\.room) == ["Owls"])
        let reports = world.reports.filter { $0.hasPrefix("webhook: ") }
        #expect(reports.count == 2 && reports[0].hasPrefix("webhook: room \(codes[0].text) cannot be told of: "))
        #expect(reports.last?.contains("\(mika.player.text) count for no record: ") == true, "\(reports)")
    }
}
