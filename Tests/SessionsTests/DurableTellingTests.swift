import GameRules
import Messages
import Rooms
import Synchronization
import Testing

@testable import Sessions
@testable import Storage

/// All messages, over HTTP too, rest on durable state, and wait for no other commit under way.
@Suite struct DurableTellingTests {
    private typealias Race = SprintSessionTests.Race
    private static let faults = [StorageError.conflict("planted"), .unavailable("planted")]

    private static func fault<Document>(_ result: Result<Document, QueryFault>) -> QueryFault? {
        if case .failure(let fault) = result { fault } else { nil }
    }

    /// Lets storage answer until a player's new name is decided, and its commit under way.
    private func decide(_ name: String, of client: TestClient, in world: HubWorld) {
        world.runHub()
        for _ in 0..<6 where world.hub.library.players[client.player]?.name != name { world.runStorageOnce() }
        #expect(world.hub.library.players[client.player]?.name == name)
    }

    @Test("Whether a room shows itself is told once that is durable", arguments: [true, false], faults)
    func door(isOpened: Bool, fault: StorageError) throws {
        let world = try HubWorld()
        let (host, stranger) = (try world.guest(), try world.guest())
        let text = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        let code = try #require(RoomCode(text))
        if isOpened { #expect(host.ask(.inRoom(room: text, .password("sesame"))).type == "done") }
        let board = world.today.text
        _ = try Query.board(world, board)
        world.storage.failNextCommit(fault)
        let changing = host.post(.inRoom(room: text, isOpened ? .password(nil) : .close))
        let answers = Mutable<[QueryFault?]>([])
        world.hub.documents.history(of: code, player: stranger.player, before: nil, limit: 1) {
            answers.value.append(Self.fault($0))
        }
        world.hub.documents.leaderboard(
            board, isClean: false, room: text, player: stranger.player, for: nil, RankingSlice()
        ) { answers.value.append(Self.fault($0)) }
        let looking = stranger.post(.look(RankingRequest(board: board, room: text, isClean: false)))
        world.runHub()
        #expect(answers.value.isEmpty && stranger.reply(to: looking) == nil)
        world.run()
        #expect(host.reply(to: changing)?.code == "storage_unavailable")
        #expect(answers.value == [.unavailable, .unavailable])
        #expect(stranger.reply(to: looking)?.code == "storage_unavailable")
    }

    /// The round ends after so many of the reads that the name needs: it is decided against the end, or the round.
    @Test("A name that rests on the end of a round is lost with that end", arguments: [true, false], [0, 1])
    func nameAfterRound(hasLeft: Bool, reads: Int) throws {
        let world = try HubWorld()
        let (host, racer) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        let manner = JoiningManner(pseudonym: true)
        #expect(racer.ask(.join(room: code, resume: nil, manner: manner)).type == "joined")
        #expect(host.ask(.inRoom(room: code, .start)).type == "done")
        world.advance(ms: RoomState.countdown)
        world.tick()
        let sprint = try #require(RoomCode(code).flatMap { world.hub.library.rooms[$0]?.state.series?.round })
        let words = try #require(world.hub.context.puzzleSource.words(of: sprint.deal.sprint.line))
        let answer = words.alphabet.text(sprint.deal.answer)
        let play = RoomRequest.play(race: sprint.race.text, row: 0, word: answer)
        #expect(racer.ask(.inRoom(room: code, play)).type == "played")
        if hasLeft { #expect(racer.ask(.leave(room: code)).type == "left") }
        let renaming = racer.post(.rename(name: answer))
        world.runHub()
        for _ in 0..<reads { world.runStorageOnce() }
        world.storage.failNextCommit(.conflict("planted"))
        let ending = host.post(.inRoom(room: code, .endRound))
        world.run()
        #expect(host.reply(to: ending)?.code == "storage_unavailable")
        #expect(racer.reply(to: renaming)?.code == (reads == 0 ? "storage_unavailable" : "bad_name"))
        #expect(world.storage.stored.players[racer.player]?.name != answer)
    }

    @Test("The presence of a room shows nobody whose seat is not durable")
    func presence() throws {
        let world = try HubWorld()
        let (host, rival, member) = (try world.guest(), try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        #expect(rival.ask(.join(room: code, resume: nil)).type == "joined")
        world.tick()
        #expect(host.pushes("presence").last?["present"] as? [Int] == [1, 2])
        rival.disconnect()
        _ = host.post(.inRoom(room: code, .list(true)))
        world.hub.tick()
        let joining = member.post(.join(room: code, resume: nil))
        // The listing is durable, and the seat is lost.
        world.runStorageOnce()
        world.storage.failNextCommit(.conflict("planted"))
        world.run()
        #expect(member.reply(to: joining)?.code == "storage_unavailable")
        #expect(host.pushes("presence").last?["present"] as? [Int] == [1])
    }

    @Test("Over HTTP a player is called by the name that is durable, and by no other a deletion is refused")
    func account() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Mika")
        let renaming = client.post(.rename(name: "Noor"))
        decide("Noor", of: client, in: world)
        world.storage.failNextCommit(.conflict("planted"))
        let names = Mutable<[String?]>([])
        world.hub.accounts.account(provedBy: SessionClaim(player: client.player, sessions: 0)) {
            names.value.append((try? $0.get())?.name)
        }
        let isRefused = Mutable<Bool?>(nil)
        world.hub.accounts.deletePlayer(client.player, name: "Mika") { result in
            if case .failure = result { isRefused.value = false } else { isRefused.value = true }
        }
        world.run()
        #expect(client.reply(to: renaming)?.code == "storage_unavailable")
        #expect(names.value == ["Mika"])
        #expect(isRefused.value == false, "the deletion fails, and is not told that the name is another")
    }

    @Test("A refusal rests on nothing in rooms that the request does not concern")
    func otherRoom() throws {
        let race = try Race(HubWorld())
        race.start()
        let (world, stranger) = (race.world, try race.world.guest())
        let other = try #require(stranger.ask(.createRoom(name: nil))["room"] as? String)
        #expect(race.host.ask(.watch(room: other, resume: nil)).type == "watching")
        world.storage.failNextCommit(.conflict("planted"))
        let lost = stranger.post(.inRoom(room: other, .list(true)))
        let play = RoomRequest.play(race: race.race, row: 0, word: "qqqqq")
        let refused = race.host.post(.inRoom(room: race.code, play))
        let counted = race.host.post(.counts(.game(world.today)))
        let renaming = race.host.post(.rename(name: "x"))
        world.runHub()
        #expect(race.host.reply(to: refused)?.code == "not_in_word_list")
        #expect(race.host.reply(to: counted)?.type == "error")
        #expect(race.host.reply(to: renaming)?.code == "bad_name")
        world.run()
        #expect(stranger.reply(to: lost)?.code == "storage_unavailable")
    }

    @Test("A player in doubt is read before a request is refused for a seat that was never taken")
    func seatThatNeverWas() throws {
        var settings = HubSettings()
        settings.seatsPerPlayer = 1
        let world = try HubWorld(settings: settings)
        let (host, member) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        world.storage.failNextCommit(.conflict("planted"))
        let joining = member.post(.join(room: code, resume: nil))
        world.runHub()
        world.runStorageOnce()
        #expect(member.reply(to: joining)?.code == "storage_unavailable")
        let founding = member.post(.createRoom(name: nil))
        world.run()
        #expect(member.reply(to: founding)?.type == "joined")
    }

    @Test("A player who was read again rests on no lost commit, also before storage has answered all of them")
    func readAgain() throws {
        let jobs = HeldJobs()
        let engine = MemoryStorage(executor: { jobs.add($0) })
        let world = try HubWorld(engine: engine)
        let racer = try world.guest()
        #expect(racer.open().type == "game")
        jobs.hold()
        engine.failNextCommit(.conflict("planted"))
        let words = world.wrongWords(4)
        for row in 0..<3 { _ = racer.post(.guess(puzzle: world.today, row: row, word: words[row])) }
        #expect(jobs.count == 3)
        jobs.run(at: 0)
        world.run()
        // Reads overtake the two that rest on the lost one.
        for _ in 0..<20 where jobs.count > 2 {
            jobs.run(at: 2)
            world.run()
        }
        #expect(jobs.count == 2)
        let refused = racer.post(.guess(puzzle: world.today, row: 3, word: words[3]))
        // This expects the welcome.
        _ = world.connect(racer.player)
        for _ in 0..<2 { jobs.run(at: 0) }
        world.run()
        #expect(racer.reply(to: refused)?.code == "row_ahead")
    }

    @Test("A subscription that is brought back is told what it missed")
    func broughtBack() throws {
        let world = try HubWorld()
        let (looker, other, racer) = (try world.guest(), try world.guest(), try world.guest())
        let request = RankingRequest(board: world.today.text, room: nil, isClean: false)
        for client in [looker, other] { #expect(client.ask(.look(request)).type == "ranking") }
        func pass() {
            for _ in 0..<3 {
                world.advance(ms: 2_000)
                world.tick()
            }
        }
        let (lookers, session) = (world.hub.lookers, try #require(looker.session))
        let before = try #require(lookers.looker(of: session))
        // As while another ranking is read, which fails then.
        let board = try #require(RankingID("guess-en-5/all", isClean: false))
        lookers.begin(Looker(session, at: RankingPlace(ranking: board, room: nil)))
        world.finish(racer, turns: 2)
        pass()
        #expect(other.pushes("ranking").last?["finished"] as? Int == 1)
        #expect(looker.pushes("ranking").isEmpty)
        lookers.begin(before)
        pass()
        #expect(looker.pushes("ranking").last?["finished"] as? Int == 1)
    }

    @Test("A room leaves the lobby once that is durable", arguments: [RoomRequest.list(false), .close])
    func lobby(leaving: RoomRequest) throws {
        let world = try HubWorld()
        let (host, stranger) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: "Kites"))["room"] as? String)
        #expect(host.ask(.inRoom(room: code, .list(true))).type == "done")
        func shown() -> [String?] {
            let asked = stranger.post(.lobby(on: true))
            world.runHub()
            return stranger.reply(to: asked)?.list("rooms").map { $0["name"] as? String } ?? []
        }
        _ = host.post(.inRoom(room: code, leaving))
        world.runHub()
        #expect(shown() == ["Kites"])
        world.run()
        #expect(shown().isEmpty && world.hub.library.rooms.listed.isEmpty)
    }

    @Test("A lost commit of a stranger refuses nobody a name")
    func otherCommit() throws {
        let world = try HubWorld()
        let (mika, stranger) = (try world.guest(), try world.guest())
        _ = stranger.open()
        let renaming = mika.post(.rename(name: "Larks"))
        world.runHub()
        world.storage.failNextCommit(.conflict("planted"))
        let lost = stranger.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        world.run()
        #expect(stranger.reply(to: lost)?.code == "storage_unavailable")
        #expect(mika.reply(to: renaming)?.type == "renamed")
    }

    @Test("An operator is shown a room, or told of none, once that is durable")
    func operators() throws {
        let world = try HubWorld()
        let host = try world.guest()
        let code = try #require(host.ask(.createRoom(name: "Kites"))["room"] as? String)
        let answers = Mutable<[Result<AdminAnswer, AdminRefusal>]>([])
        func ask(_ request: AdminRequest) {
            world.hub.administration.administer(request, by: .command) { answers.value.append($0) }
        }
        // The rooms are found ahead of the commit.
        ask(.rooms(named: "Kites"))
        world.runHub()
        world.storage.failNextCommit(.conflict("planted"))
        _ = host.post(.inRoom(room: code, .list(true)))
        let closing = host.post(.inRoom(room: code, .close))
        ask(.unlistRoom(code: code))
        world.runHub()
        #expect(answers.value.isEmpty)
        world.run()
        #expect(host.reply(to: closing)?.code == "storage_unavailable")
        #expect(answers.value == [.failure(AdminDesk.unavailable), .failure(AdminDesk.unavailable)])
    }

    @Test("A password that is refused is charged nothing")
    func refusedPassword() throws {
        var settings = HubSettings()
        settings.changeRate = TokenRate(everyMs: 5_000, burst: 12)
        let world = try HubWorld(settings: settings)
        let (host, rival) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        #expect(rival.ask(.join(room: code, resume: nil)).type == "joined")
        for _ in 0..<2 {
            #expect(host.ask(.inRoom(room: code, .password(""))).code == "bad_settings")
            #expect(rival.ask(.inRoom(room: code, .password("sesame"))).code == "not_host")
        }
        #expect(host.ask(.inRoom(room: code, .password("sesame"))).type == "done")
        #expect(host.ask(.inRoom(room: code, .password("sesame"))).code == "rate_limited")
    }
}

/// Storage's work, which is done at once until it is held, and then in an order that a test decides.
private final class HeldJobs: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.waiting.count } }

    func hold() { state.withLock { $0.isHeld = true } }

    func add(_ job: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            if state.isHeld { state.waiting.append(job) }
            return state.isHeld
        }
        if !isHeld { job() }
    }

    func run(at index: Int) {
        let job = state.withLock { $0.waiting.remove(at: index) }
        job()
    }
}
