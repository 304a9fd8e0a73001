import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Rooms in which nothing happens any more, and which are deleted because the host says so.
@Suite struct RoomForgettingTests {
    /// Days after which rooms are forgotten here.
    private static let period = 3

    private func world(forgets: Bool = true) throws -> HubWorld {
        var settings = HubSettings()
        settings.forgetRooms = forgets ? RoomForgettingTests.period : 0
        return try HubWorld(settings: settings)
    }

    /// The instant at which the round begins, so many days after the day of the test.
    private func round(_ world: HubWorld, day: Int) -> Int {
        let lists = world.hub.context.puzzleSource
        return lists.start(of: lists.day(at: HubWorld.morning).advanced(by: day)) + Forgetting.later
    }

    /// Lets time go on to an instant, with the begin of every day on the way.
    private func goOn(_ world: HubWorld, to instant: Int) {
        while world.hub.context.now + 86_400_000 <= instant { world.nextDay() }
        world.advance(ms: instant - world.hub.context.now)
        tick(world)
    }

    /// Lets time go on to a ms before a round.
    private func goOn(_ world: HubWorld, toBeforeRoundOf day: Int) { goOn(world, to: round(world, day: day) - 1) }

    private func tick(_ world: HubWorld, _ times: Int = 10) { for _ in 0..<times { world.tick() } }

    private func read<Value: Sendable>(
        _ world: HubWorld, _ call: (@escaping StorageReply<Value>) -> Void
    ) throws -> Value {
        let found = Mutable<Result<Value, StorageError>?>(nil)
        world.hub.context.ask(call) { found.value = $0 }
        world.run()
        return try #require(found.value).get()
    }

    private func stored(_ world: HubWorld, _ code: RoomCode) throws -> StoredRoom? {
        try read(world) { world.storage.room(code, completion: $0) }
    }

    /// The rooms of which anything is left, closed ones too.
    private func left(in world: HubWorld) throws -> [QuietRoom] {
        let found = try read(world) { world.storage.quietRooms(before: .max, after: nil, limit: 99, completion: $0) }
        return found.rooms
    }

    /// A room that a player has made and left; nothing of it is in memory.
    private func makeRoom(_ world: HubWorld, of client: TestClient) throws -> RoomCode {
        let code = try #require((client.ask(.createRoom(name: nil))["room"] as? String).flatMap { RoomCode($0) })
        client.disconnect()
        settle(world)
        #expect(world.hub.library.rooms[code] == nil, "it is out of memory")
        return code
    }

    /// Lets time go on until nobody who has gone is in memory.
    private func settle(_ world: HubWorld) {
        world.run()
        world.advance(ms: 2 * RoomState.hostPatience)
        tick(world)
    }

    /// An open room of long ago with so many events.
    private func plant(_ number: Int, events: Int, in world: HubWorld) -> RoomID {
        let id = RoomID(number: number)
        // The number in the letters of codes.
        var rest = number
        let code = RoomCode.random { count in
            defer { rest /= count }
            return rest % count
        }
        let log = (1...events).map { LoggedEvent(sequence: $0, time: $0, event: .locked(locked: $0 % 2 == 0)) }
        let room = RoomRecord(id: id, code: code, name: "Old", epoch: 1, createdAt: 0)
        submit([.createRoom(room)] + log.map { .appendEvent(id, $0) }, to: world)
        world.run()
        return id
    }

    private func submit(_ writes: [Write], to world: HubWorld) {
        world.storage.submit(Transaction(writes: writes)) { _ in }
    }

    @Test("A room is forgotten at the instant at which the round begins, and not a ms before")
    func theInstant() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        world.finish(mika, turns: 3)
        let code = try makeRoom(world, of: mika)
        goOn(world, to: round(world, day: RoomForgettingTests.period) + 3_600_000)
        #expect(try stored(world, code) != nil, "the last of the days without an event is not over")
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period + 1)
        #expect(try stored(world, code)?.log.isEmpty == false)
        let games = try read(world) { world.storage.games(of: mika.player, completion: $0) }
        world.advance(ms: 1)
        tick(world)
        #expect(try stored(world, code) == nil)
        #expect(try left(in: world) == [])
        #expect(try read(world) { world.storage.sittings(of: mika.player, completion: $0) } == [])
        #expect(world.reports == ["moderation: rooms forgotten in which nothing happened: 1"])
        #expect(try read(world) { world.storage.games(of: mika.player, completion: $0) } == games)
        #expect(games.count == 1, "games are the players'")
        let again = world.connect(mika.player)
        #expect(again.ask(.join(room: code.text, resume: nil)).code == "no_such_room")
    }

    @Test("No room is forgotten where the host does not say so")
    func never() throws {
        let world = try world(forgets: false)
        _ = plant(5, events: 3, in: world)
        goOn(world, to: round(world, day: 9))
        tick(world)
        #expect(try left(in: world).map(\.last) == [3])
    }

    @Test("A room that somebody sees is kept, member or watcher, and counts from then on")
    func seen() throws {
        for isWatcher in [false, true] {
            let world = try world()
            let mika = try world.guest(name: "Mika")
            let code = try makeRoom(world, of: mika)
            let client = isWatcher ? try world.guest(name: "Noor") : world.connect(mika.player)
            let entry: ClientMessage =
                isWatcher ? .watch(room: code.text, resume: nil) : .join(room: code.text, resume: nil)
            #expect(client.ask(entry).type == (isWatcher ? "watching" : "joined"))
            goOn(world, to: round(world, day: 9))
            #expect(try stored(world, code) != nil)
            client.disconnect()
            settle(world)
            goOn(world, to: round(world, day: 9 + RoomForgettingTests.period))
            #expect(try stored(world, code) != nil)
            goOn(world, to: round(world, day: 10 + RoomForgettingTests.period))
            #expect(try stored(world, code) == nil)
        }
    }

    @Test("A room is kept while a member is connected, though nobody is in it")
    func memberElsewhere() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        let code = try makeRoom(world, of: mika)
        let elsewhere = world.connect(mika.player)
        goOn(world, to: round(world, day: RoomForgettingTests.period + 1))
        #expect(try stored(world, code) != nil)
        elsewhere.disconnect()
        settle(world)
        goOn(world, to: round(world, day: RoomForgettingTests.period + 2))
        #expect(try stored(world, code) == nil)
    }

    @Test("A request for a room that is being closed waits, and gets the room if it is there still")
    func keptOut() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        let code = try makeRoom(world, of: mika)
        let id = try #require(try stored(world, code)).record.id
        let rooms = world.hub.library.rooms
        let again = world.connect(mika.player)
        #expect(rooms.keepOut(of: id, code))
        #expect(!rooms.keepOut(of: id, code), "once")
        let request = again.post(.join(room: code.text, resume: nil))
        world.run()
        #expect(again.reply(to: request) == nil)
        rooms.letIn(to: code)
        world.run()
        #expect(again.reply(to: request)?.type == "joined")
        #expect(!rooms.keepOut(of: id, code), "somebody is in it")
    }

    @Test("A room that is being read for somebody is not closed")
    func beingRead() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        let code = try makeRoom(world, of: mika)
        let id = try #require(try stored(world, code)).record.id
        let again = world.connect(mika.player)
        let request = again.post(.join(room: code.text, resume: nil))
        world.runHub()
        #expect(!world.hub.library.rooms.keepOut(of: id, code))
        world.run()
        #expect(again.reply(to: request)?.type == "joined")
    }

    @Test("A room in which something happens while it is looked at stays as it is")
    func storageHasTheLastWord() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        let code = try makeRoom(world, of: mika)
        let room = try #require(try stored(world, code))
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period + 1)
        world.advance(ms: 1)
        // The instant, the rooms, and then one of them.
        tick(world, 2)
        world.hub.tick()
        let event = LoggedEvent(sequence: room.log.count + 1, time: world.hub.context.now, event: .locked(locked: true))
        submit([.appendEvent(room.record.id, event)], to: world)
        world.run()
        #expect(world.reports.contains { $0.hasPrefix("forgetting: ") })
        tick(world)
        #expect(try stored(world, code)?.log == room.log + [event])
        let again = world.connect(mika.player)
        #expect(again.ask(.join(room: code.text, resume: nil)).type == "joined", "with the seat")
    }

    @Test("A room whose closing fails has lost nothing, and its turn comes again on the next day")
    func failedClosing() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        let code = try makeRoom(world, of: mika)
        let room = try stored(world, code)
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period + 1)
        world.advance(ms: 1)
        world.storage.failNextCommit(.unavailable("full"))
        tick(world)
        #expect(try stored(world, code) == room && room != nil)
        #expect(world.reports.contains { $0.hasPrefix("forgetting: ") })
        goOn(world, to: round(world, day: RoomForgettingTests.period + 2))
        #expect(try left(in: world) == [])
    }

    @Test("A room whose deletion fails half way is gone on with on the next day, also by another server")
    func failedDeletion() throws {
        for restarts in [false, true] {
            let world = try world()
            let code = try makeRoom(world, of: try world.guest(name: "Mika"))
            goOn(world, toBeforeRoundOf: RoomForgettingTests.period + 1)
            world.advance(ms: 1)
            tick(world, 3)
            #expect(try stored(world, code) == nil)
            #expect(try left(in: world).map(\.code) == [nil], "closed, and still there")
            if restarts {
                let again = try world.restarted()
                tick(again)
                again.advance(ms: Forgetting.later)
                tick(again)
                #expect(try left(in: again) == [])
            } else {
                world.storage.failNextCommit(.unavailable("full"))
                world.tick()
                #expect(try left(in: world).count == 1)
                #expect(world.reports.contains { $0.hasPrefix("forgetting: ") })
                goOn(world, to: round(world, day: RoomForgettingTests.period + 2))
                #expect(try left(in: world) == [])
            }
        }
    }

    @Test("A long log goes in pieces, one in a tick")
    func pieces() throws {
        let world = try world()
        _ = plant(5, events: 2 * RoomForgetting.piece + 10, in: world)
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period)
        world.advance(ms: 1)
        let before = world.storage.commits
        var each: [Int] = []
        for _ in 0..<12 {
            let commits = world.storage.commits
            world.tick()
            each.append(world.storage.commits - commits)
        }
        #expect(each.max() == 1 && world.storage.commits == before + 4, "the closing, and three pieces: \(each)")
        #expect(try left(in: world) == [])
    }

    /// More than are looked at in one read.
    @Test("Rooms are forgotten one after the other, and those between them are kept")
    func oneAfterTheOther() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        for number in 1...RoomForgetting.looked + 10 { _ = plant(number, events: 1, in: world) }
        _ = try makeRoom(world, of: mika)
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period)
        world.advance(ms: 1)
        var before = RoomForgetting.looked + 11
        for _ in 0..<4 * before {
            world.tick()
            let now = try left(in: world).count
            #expect((before - 1...before).contains(now))
            before = now
        }
        #expect(try left(in: world).map(\.members) == [[mika.player]], "it is not long enough")
    }

    @Test("A room that was closed long ago goes with its log")
    func closed() throws {
        let world = try world()
        let id = plant(5, events: 3, in: world)
        submit([.appendEvent(id, LoggedEvent(sequence: 4, time: 9, event: .closed))], to: world)
        world.run()
        #expect(try left(in: world).map(\.code) == [nil])
        goOn(world, to: round(world, day: RoomForgettingTests.period))
        #expect(try left(in: world) == [])
    }

    @Test("A member who is read while the room goes has no seat there")
    func seatOfWhoComes() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        let code = try makeRoom(world, of: mika)
        let id = try #require(try stored(world, code)).record.id
        let players = world.hub.library.players
        #expect(!players.isAround(mika.player))
        let found = Mutable<LivePlayer?>(nil)
        players.get(mika.player) { found.value = try? $0.get() }
        #expect(players.isAround(mika.player))
        players.takeSeat(of: mika.player, in: id)
        world.run()
        #expect(found.value?.seats.isEmpty == true)
        players.takeSeat(of: mika.player, in: id)
        #expect(players[mika.player]?.seats.isEmpty == true)
    }

    @Test("A room that cannot be deleted keeps no other from it in the same round")
    func otherRoomsGoOn() throws {
        let world = try world()
        let first = plant(5, events: 3, in: world)
        _ = plant(6, events: 3, in: world)
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period)
        world.advance(ms: 1)
        tick(world, 3)
        #expect(try left(in: world).map { $0.code == nil } == [true, false], "the first is closed")
        world.storage.failNextCommit(.unavailable("full"))
        world.tick()
        world.advance(ms: Forgetting.patience)
        tick(world)
        #expect(try left(in: world).map(\.id) == [first])
    }

    @Test("A round that lasts for longer than a day says how many went by then, and keeps its place")
    func longerThanADay() throws {
        let world = try world()
        let planted = [5, 6, 7].map { plant($0, events: 1, in: world) }
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period)
        world.advance(ms: 1)
        // The instant, the rooms, and the end of the first.
        tick(world, 4)
        #expect(try left(in: world).map(\.id) == [planted[1], planted[2]])
        let before = plant(3, events: 1, in: world)
        // One more goes until the server has seen that a day began.
        goOn(world, toBeforeRoundOf: RoomForgettingTests.period + 1)
        #expect(try left(in: world).map(\.id) == [before, planted[2]])
        #expect(world.reports == [])
        world.advance(ms: 1)
        tick(world)
        #expect(try left(in: world).map(\.id) == [before], "the place was past it")
        goOn(world, to: round(world, day: RoomForgettingTests.period + 2))
        #expect(try left(in: world) == [])
        #expect(world.reports == [2, 1, 1].map { "moderation: rooms forgotten in which nothing happened: \($0)" })
    }

    @Test("A room that webhooks are told of is kept from the first day on, also by a code that it had before")
    func hooked() throws {
        for isFormer in [false, true] {
            let world = try world()
            let kept = plant(5, events: 3, in: world)
            _ = plant(6, events: 3, in: world)
            let code = try #require(try left(in: world).first?.code)
            if isFormer {
                let another = try #require(RoomCode("QYACK"))
                submit([.appendEvent(kept, LoggedEvent(sequence: 4, time: 9, event: .code(code: another)))], to: world)
                world.run()
                #expect(try stored(world, code) == nil)
            }
            goOn(world, toBeforeRoundOf: RoomForgettingTests.period)
            let again = try world.restarted(hooks: HookReaderTests.Port([code]))
            tick(again)
            again.advance(ms: Forgetting.later)
            tick(again)
            #expect(try left(in: again).map(\.id) == [kept])
        }
    }

    @Test("A server that was down, or whose clock jumps, forgets no room for that")
    func downtime() throws {
        let world = try world()
        let code = try makeRoom(world, of: try world.guest(name: "Mika"))
        world.advance(ms: 400 * 86_400_000)
        let again = try world.restarted()
        tick(again)
        again.advance(ms: Forgetting.later)
        tick(again)
        #expect(try stored(again, code) != nil, "one day has begun since")
    }
}
