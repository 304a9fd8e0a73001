import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import Testing

@testable import Sessions

/// Players who come no more, and are deleted because the host says so.
@Suite struct ForgettingTests {
    /// Days after which players are forgotten here.
    private static let period = 3

    private func world(
        forgets: Bool = true, roll: ClassRoll? = nil, roster: ClassRoll = ClassRoll([:])
    ) throws -> HubWorld {
        var settings = HubSettings()
        settings.forgetPlayers = forgets ? ForgettingTests.period : 0
        settings.classroom = roll
        settings.roster = roster
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

    private func tick(_ world: HubWorld, _ times: Int = 10) { for _ in 0..<times { world.tick() } }

    private func read<Value: Sendable>(
        _ world: HubWorld, _ call: (@escaping StorageReply<Value>) -> Void
    ) throws -> Value {
        let found = Mutable<Result<Value, StorageError>?>(nil)
        world.hub.context.ask(call) { found.value = $0 }
        world.run()
        return try #require(found.value).get()
    }

    private func isThere(_ world: HubWorld, _ player: PlayerID) throws -> Bool {
        let player: PlayerRecord? = try read(world) { world.storage.player(player, completion: $0) }
        return player != nil
    }

    /// Players of long ago, by their numbers.
    private func plant(_ numbers: Range<Int>, in world: HubWorld) {
        let writes = numbers.map { number in
            Write.createPlayer(
                PlayerRecord(id: PlayerID(high: 9, low: UInt64(number)), name: "Old \(number)", createdAt: 0))
        }
        world.storage.submit(Transaction(writes: writes)) { _ in }
        world.run()
    }

    private func left(of numbers: Range<Int>, in world: HubWorld) throws -> Int {
        try numbers.count { try isThere(world, PlayerID(high: 9, low: UInt64($0))) }
    }

    @Test("A player is forgotten at the instant at which the round begins, and not a ms before")
    func theInstant() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        mika.disconnect()
        goOn(world, to: round(world, day: ForgettingTests.period) + 3_600_000)
        #expect(try isThere(world, mika.player), "the last of the days without a visit is not over")
        goOn(world, to: round(world, day: ForgettingTests.period + 1) - 1)
        #expect(try isThere(world, mika.player))
        world.advance(ms: 1)
        tick(world)
        #expect(try !isThere(world, mika.player))
        #expect(world.reports == ["moderation: players forgotten who came no more: 1"])
    }

    @Test("Nobody is forgotten where the host does not say so")
    func never() throws {
        let world = try world(forgets: false)
        plant(0..<3, in: world)
        goOn(world, to: round(world, day: 9))
        tick(world)
        #expect(try left(of: 0..<3, in: world) == 3)
    }

    /// The traces of a player in storage, and in the messages to a friend in the room.
    private struct Remains {
        let log: [LoggedEvent]
        let games: [GameRecord]
        let players: [PlayerRecord]
        let bytes: [UInt8]
    }

    @Test("A forgotten player leaves what a player leaves who deletes the account")
    func twins() throws {
        func story(forgets: Bool) throws -> Remains {
            let world = try world(forgets: forgets)
            let mika = try world.guest(name: "Mika")
            let noor = try world.guest(name: "Noor")
            let text = mika.ask(.createRoom(name: nil))["room"] as? String ?? ""
            #expect(noor.ask(.join(room: text, resume: nil)).type == "joined")
            world.finish(mika, turns: 3)
            #expect(mika.ask(.practice(line: .standard, hard: .off, isNew: true)).type == "game")
            mika.disconnect()
            goOn(world, to: round(world, day: ForgettingTests.period + 1) - 1)
            world.advance(ms: 1)
            if !forgets { world.hub.accounts.deletePlayer(mika.player, name: "Mika") { _ in } }
            tick(world)
            #expect(try !isThere(world, mika.player))
            let code = try #require(RoomCode(text))
            let stored: StoredRoom? = try read(world) { world.storage.room(code, completion: $0) }
            let room = try #require(stored)
            return Remains(
                log: room.log, games: try read(world) { world.storage.games(of: mika.player, completion: $0) },
                players: try read(world) { world.storage.players([mika.player], completion: $0) }, bytes: noor.bytes)
        }
        let (forgotten, deleted) = (try story(forgets: true), try story(forgets: false))
        #expect(forgotten.log == deleted.log && !forgotten.log.isEmpty)
        #expect(forgotten.games == deleted.games && forgotten.games.count == 1, "the result stays, practice does not")
        #expect(forgotten.players == deleted.players && forgotten.players.map(\.name) == [SessionHub.deletedName])
        #expect(forgotten.bytes == deleted.bytes, "the friend cannot tell")
    }

    @Test("A connected player is kept, and the period counts from the end of the visit")
    func connected() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        goOn(world, to: round(world, day: 9))
        #expect(try isThere(world, mika.player))
        mika.disconnect()
        world.run()
        goOn(world, to: round(world, day: 9 + ForgettingTests.period))
        #expect(try isThere(world, mika.player))
        goOn(world, to: round(world, day: 10 + ForgettingTests.period))
        #expect(try !isThere(world, mika.player))
    }

    @Test("A player who stays connected is noted when a day begins, so that a loss of power loses no visit")
    func stayers() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        for _ in 0..<9 { world.nextDay() }
        tick(world)
        let stored = try read(world) { world.storage.player(mika.player, completion: $0) }
        #expect(stored?.seenOn == world.today.day)
        let commits = world.storage.commits
        tick(world)
        #expect(world.storage.commits == commits, "once a day")
        // Nobody said goodbye: the connection is gone with the server.
        let again = try world.restarted()
        goOn(again, to: round(again, day: 9 + ForgettingTests.period))
        #expect(try isThere(again, mika.player))
    }

    @Test("Of those who stay connected so many are noted in a tick, and whoever goes meanwhile is noted once")
    func stayersInPieces() throws {
        let world = try world(forgets: false)
        let everybody = try (0..<Stayers.piece + 3).map { _ in try world.guest() }
        func noted() throws -> Int {
            try everybody.count { client in
                let stored = try read(world) { world.storage.player(client.player, completion: $0) }
                return stored?.seenOn == world.today.day
            }
        }
        world.nextDay()
        #expect(try noted() == 0, "the day has just begun")
        world.tick()
        #expect(try noted() == Stayers.piece)
        world.tick()
        #expect(try noted() == everybody.count)
        world.nextDay()
        world.tick()
        #expect(try noted() == Stayers.piece)
        for client in everybody { client.disconnect() }
        world.run()
        let commits = world.storage.commits
        #expect(try noted() == everybody.count)
        tick(world)
        #expect(world.storage.commits == commits)
    }

    @Test("Nobody is forgotten in the hour after a start: whoever was connected comes again first")
    func hourAfterStart() throws {
        let world = try world()
        plant(0..<3, in: world)
        goOn(world, to: round(world, day: ForgettingTests.period) - 1)
        let again = try world.restarted()
        tick(again)
        again.advance(ms: Forgetting.later - 1)
        tick(again)
        #expect(try left(of: 0..<3, in: again) == 3)
        again.advance(ms: 1)
        tick(again)
        #expect(try left(of: 0..<3, in: again) == 0)
    }

    @Test("A visit is stored once a day, however often a player comes, and keeps the player")
    func visits() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        mika.disconnect()
        goOn(world, to: round(world, day: ForgettingTests.period))
        let before = world.storage.commits
        for _ in 0..<3 { world.connect(mika.player).disconnect() }
        world.run()
        #expect(world.storage.commits == before + 1)
        let stored = try read(world) { world.storage.player(mika.player, completion: $0) }
        #expect(stored?.seenOn == world.today.day)
        goOn(world, to: round(world, day: 2 * ForgettingTests.period))
        #expect(try isThere(world, mika.player))
        goOn(world, to: round(world, day: 2 * ForgettingTests.period + 1))
        #expect(try !isThere(world, mika.player))
    }

    @Test("A visit that storage refuses is stored at the next occasion, and costs nobody anything")
    func refusedVisit() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        mika.disconnect()
        goOn(world, to: round(world, day: 1))
        world.storage.failNextCommit(.conflict("planted"))
        let again = world.connect(mika.player)
        world.run()
        #expect(again.ask(.ping).type == "pong")
        again.disconnect()
        world.run()
        let stored = try read(world) { world.storage.player(mika.player, completion: $0) }
        #expect(stored?.seenOn == world.today.day)
    }

    @Test("A banned player stays banned, and has the whole period once the ban ends")
    func banned() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        func administer(_ request: AdminRequest) {
            world.hub.administration.administer(request, by: .command) { result in
                if case .failure(let refusal) = result { Issue.record("\(refusal)") }
            }
            world.run()
        }
        administer(.ban(mika.player))
        goOn(world, to: round(world, day: 9))
        let stored = try read(world) { world.storage.player(mika.player, completion: $0) }
        #expect(stored?.bannedAt != nil)
        administer(.unban(mika.player))
        #expect(world.hub.library.players[mika.player]?.seenOn == world.today.day, "in memory as on the disk")
        goOn(world, to: round(world, day: 9 + ForgettingTests.period))
        #expect(try isThere(world, mika.player))
        goOn(world, to: round(world, day: 10 + ForgettingTests.period))
        #expect(try !isThere(world, mika.player))
    }

    @Test("A player who is being banned is not forgotten meanwhile")
    func banUnderWay() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        mika.disconnect()
        world.run()
        let isForgotten = Mutable<Bool?>(nil)
        world.hub.administration.administer(.ban(mika.player), by: .command) { _ in }
        world.hub.accounts.forget(mika.player, notSeenSince: world.today.day.advanced(by: 9)) {
            isForgotten.value = try? $0.get()
        }
        world.run()
        #expect(isForgotten.value == false)
        let stored = try read(world) { world.storage.player(mika.player, completion: $0) }
        #expect(stored?.bannedAt != nil)
    }

    @Test("Nobody on the roll of a class is forgotten")
    func roll() throws {
        let pupil = PlayerID(high: 9, low: 1)
        let world = try world(roll: ClassRoll([pupil: ClassRoll.Place(name: "Old 1")]))
        plant(0..<3, in: world)
        goOn(world, to: round(world, day: ForgettingTests.period + 1))
        #expect(try left(of: 0..<3, in: world) == 1)
        #expect(try isThere(world, pupil))
    }

    @Test("Nobody on a roster is forgotten where the server is no classroom now, and who is taken off it is")
    func rosterOfHolidays() throws {
        let pupils = (0..<2).map { PlayerID(high: 9, low: UInt64($0)) }
        func roster(_ pupils: some Sequence<PlayerID>) -> ClassRoll {
            ClassRoll(Dictionary(uniqueKeysWithValues: pupils.map { ($0, ClassRoll.Place(name: "Pupil")) }))
        }
        let world = try world(roster: roster(pupils.prefix(1)))
        plant(0..<3, in: world)
        world.hub.accounts.take(roster(pupils))
        #expect(world.hub.context.roll == nil, "the server is no classroom for it")
        goOn(world, to: round(world, day: ForgettingTests.period + 1))
        #expect(try left(of: 0..<2, in: world) == 2)
        #expect(try left(of: 0..<3, in: world) == 2)
        world.hub.accounts.take(roster(pupils.suffix(1)))
        goOn(world, to: round(world, day: ForgettingTests.period + 2))
        #expect(try !isThere(world, pupils[0]))
        #expect(try isThere(world, pupils[1]))
    }

    /// More than are looked up at a time.
    @Test("Players are forgotten one after the other, at most one in a tick")
    func oneAfterTheOther() throws {
        let world = try world()
        let old = 0..<Forgetting.piece + 10
        plant(old, in: world)
        goOn(world, to: round(world, day: ForgettingTests.period) - 3_600_001)
        world.advance(ms: 3_600_001)
        var before = old.count
        #expect(try left(of: old, in: world) == before)
        for _ in 0..<2 * old.count where before > 0 {
            world.tick()
            let now = try left(of: old, in: world)
            #expect((before - 1...before).contains(now))
            before = now
        }
        #expect(before == 0)
    }

    @Test("A round that a restart cuts off is gone on with after it")
    func restart() throws {
        let world = try world()
        plant(0..<5, in: world)
        goOn(world, to: round(world, day: ForgettingTests.period) - 1)
        world.advance(ms: 1)
        var ticks = 0
        while try left(of: 0..<5, in: world) == 5, ticks < 20 {
            world.tick()
            ticks += 1
        }
        #expect(try left(of: 0..<5, in: world) == 4)
        let again = try world.restarted()
        tick(again)
        again.advance(ms: Forgetting.later)
        tick(again)
        #expect(try left(of: 0..<5, in: again) == 0)
    }

    @Test("A failure of storage stops the round for a minute, and the player's turn comes again on the next day")
    func failure() throws {
        let world = try world()
        plant(0..<2, in: world)
        goOn(world, to: round(world, day: ForgettingTests.period) - 1)
        world.advance(ms: 1)
        world.storage.failNextCommit(.unavailable("full"))
        tick(world)
        #expect(try left(of: 0..<2, in: world) == 2)
        #expect(world.reports.contains { $0.hasPrefix("forgetting: ") })
        world.advance(ms: Forgetting.patience - 1)
        tick(world)
        #expect(try left(of: 0..<2, in: world) == 2)
        world.advance(ms: 1)
        tick(world)
        #expect(try left(of: 0..<2, in: world) == 1, "the other one")
        goOn(world, to: round(world, day: ForgettingTests.period + 1))
        #expect(try left(of: 0..<2, in: world) == 0)
    }

    @Test("A server that was down, or whose clock jumps, forgets nobody for that")
    func downtime() throws {
        let world = try world()
        let mika = try world.guest(name: "Mika")
        mika.disconnect()
        world.run()
        world.advance(ms: 400 * 86_400_000)
        let again = try world.restarted()
        tick(again)
        again.advance(ms: Forgetting.later)
        tick(again)
        #expect(try isThere(again, mika.player), "one day has begun since")
        for _ in 0..<ForgettingTests.period - 1 { again.nextDay() }
        tick(again)
        #expect(try isThere(again, mika.player))
        again.nextDay()
        tick(again)
        #expect(try !isThere(again, mika.player), "as many days as the host says")
    }
}
