import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Commits that are durable although storage said that they failed: its answer was lost. Whoever was told nothing, or
/// that it failed, hears what is so.
@Suite struct DoubtTests {
    private let world: HubWorld

    init() throws { world = try HubWorld() }

    /// Has the next commit be kept, and be told as failed.
    private func loseAnswer() { world.storage.failNextCommit(.unavailable("planted"), isDurable: true) }

    private func act(_ request: AdminRequest) {
        world.hub.administration.administer(request, by: .command) { reply in
            if case .success = reply { Issue.record("the commit was told as done") }
        }
        world.run()
    }

    private func account(_ claim: SessionClaim) -> Account? {
        let found = Mutable<Account?>(nil)
        world.hub.accounts.account(provedBy: claim) { found.value = try? $0.get() }
        world.run()
        return found.value
    }

    @Test("A sign-out everywhere is answered with the session that is valid from then on")
    func signOut() throws {
        let client = try world.guest()
        loseAnswer()
        let answer = Mutable<Account?>(nil)
        world.hub.accounts.signOutEverywhere(client.player) { answer.value = try? $0.get() }
        world.run()
        #expect(client.closeCode == SessionEnd.signedOut)
        #expect(account(SessionClaim(player: client.player, sessions: 0)) == nil)
        #expect(account(SessionClaim(try #require(answer.value)))?.id == client.player)
    }

    @Test("A sign-out is answered once storage can say what became of it", arguments: [true, false])
    func signOutWhileStorageIsAway(isConnected: Bool) throws {
        let client = try world.guest()
        if !isConnected { client.disconnect() }
        loseAnswer()
        let answer = Mutable<Account?>(nil)
        world.storage.failNextReads(3)
        world.hub.accounts.signOutEverywhere(client.player) { answer.value = try? $0.get() }
        world.run()
        #expect(answer.value == nil)
        for _ in 0..<16 {
            world.advance(ms: 250)
            world.tick()
        }
        #expect(account(SessionClaim(try #require(answer.value)))?.id == client.player)
    }

    @Test("A deletion is answered as done, and takes the player out of the rankings")
    func deletion() throws {
        let client = try world.guest(name: "Mika")
        _ = client.open()
        #expect(client.guess(world.answer, row: 0).type == "judged")
        let outcome = Mutable<AccountDesk.Deletion?>(nil)
        func names() throws -> [String?] {
            try Query.board(world, world.today.text).list("entries").map { $0["name"] as? String }
        }
        #expect(try names() == ["Mika"])
        loseAnswer()
        world.hub.accounts.deletePlayer(client.player, name: "Mika") { outcome.value = try? $0.get() }
        world.run()
        guard case .deleted = outcome.value else {
            Issue.record("\(outcome.value.debugDescription)")
            return
        }
        #expect(account(SessionClaim(player: client.player, sessions: 0)) == nil)
        #expect(try names() != ["Mika"])
        #expect(try world.guest(name: "Mika").closeCode == nil)
    }

    /// Read again are the player, the seats, and the games.
    @Test("A banned player is disconnected, also if storage fails in the middle of the reads", arguments: [0, 1])
    func ban(faults: Int) throws {
        let client = try world.guest()
        loseAnswer()
        world.storage.failNextReads(faults, after: 2)
        act(.ban(client.player))
        #expect(client.closeCode == SessionEnd.banned)
    }

    @Test("Every connection of a player hears the new name")
    func name() throws {
        let client = try world.guest(name: "Mika")
        let tab = world.connect(client.player)
        loseAnswer()
        #expect(client.ask(.rename(name: "Noor")).code == "storage_unavailable")
        world.run()
        for one in [client, tab] { #expect(one.pushes("renamed").last?["name"] as? String == "Noor") }
    }

    @Test("An announcement is shown, and one that was withdrawn is not")
    func announcement() throws {
        let client = try world.guest()
        loseAnswer()
        act(.announce("Cups at six"))
        #expect(client.pushes("announcement").last?.object("announcement")["text"] as? String == "Cups at six")
        loseAnswer()
        act(.withdraw)
        #expect(client.pushes("announcement").count == 2)
        let welcome = world.connect(client.player).messages.first { $0.type == "welcome" }
        #expect(welcome?["announcement"] == nil)
    }

    @Test("After a broken disk a welcome names the games of everybody, and a new room has their lanes")
    func games() throws {
        let (racer, other) = (try world.guest(), try world.guest())
        _ = racer.open()
        #expect(racer.guess(world.answer, row: 0).type == "judged")
        world.storage.failNextCommit(.unavailable("planted"))
        #expect(other.ask(.rename(name: "Noor")).code == "storage_unavailable")
        let welcome = world.connect(racer.player).messages.first { $0.type == "welcome" }
        #expect(welcome?.list("games").map { $0["state"] as? String } == ["solved"])
        world.storage.failNextCommit(.unavailable("planted"))
        #expect(other.ask(.rename(name: "Noor")).code == "storage_unavailable")
        let room = racer.ask(.createRoom(name: nil))
        #expect(room.object("snapshot").list("races").first?.list("lanes").count == 1)
    }

    @Test("A player is told of the end that the clock makes")
    func timedEnd() throws {
        let world = try HubWorld(anagrams: true)
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let client = try world.guest()
        #expect(client.ask(.open(puzzle: puzzle, hard: .off)).type == "game")
        world.storage.failNextCommit(.unavailable("planted"), isDurable: true)
        world.advance(ms: 91_000)
        world.run()
        #expect(client.pushes("game").isEmpty)
        world.advance(ms: 1_100)
        world.run()
        #expect(client.pushes("game").map { $0["state"] as? String } == ["failed"])
    }
}
