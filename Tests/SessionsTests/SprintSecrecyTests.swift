import Foundation
import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions

/// A client finds nothing of a round's puzzle anywhere before the round starts, in any kind of game.
@Suite("Secrets of sprints before the start")
struct SprintSecrecyTests {
    private typealias Race = SprintSessionTests.Race

    /// The texts that players see of a puzzle from the start on.
    private func shown(of deal: SprintDeal, _ race: Race) throws -> [String] {
        let alphabet = try #require(race.world.hub.context.puzzleSource.words(of: deal.sprint.line)).alphabet
        switch deal.shown {
        case .nothing: return []
        case .tiles(let tiles): return [alphabet.text(tiles.letters)]
        }
    }

    private func text(_ client: TestClient) -> String { String(decoding: client.bytes, as: UTF8.self) }

    /// Looks at a round in its countdown in every way that there is. Returns all connections that have looked.
    private func look(_ race: Race, at deal: SprintDeal) throws -> [TestClient] {
        let (world, code) = (race.world, race.code)
        let (late, again, resumed) = (
            try world.guest(), world.connect(race.rival.player), world.connect(race.rival.player)
        )
        _ = late.ask(.join(room: code, resume: nil))
        _ = again.ask(.join(room: code, resume: nil))
        let epoch = try #require(race.room).record.wireEpoch
        _ = resumed.ask(.join(room: code, resume: ResumePoint(epoch: epoch, sequence: 1)))
        let watcher = try world.guest()
        _ = watcher.ask(.watch(room: code, resume: nil))
        let row = deal.sprint.line.kind.hasRows ? 0 : nil
        for client in [late, again, watcher] {
            #expect(client.ask(.solutions(.round(room: code, race: race.race))).type == "error")
            #expect(client.ask(.counts(.round(room: code, race: race.race))).type == "error")
            let move = RoomRequest.play(race: race.race, row: row, word: "zzzzz")
            #expect(client.ask(.inRoom(room: code, move)).type == "error")
        }
        return [late, again, resumed, watcher]
    }

    /// The documents about the room that anybody can ask for; an empty text for those that are refused.
    private func documents(_ race: Race) throws -> [String] {
        let code = try #require(RoomCode(race.code))
        let id = try #require(RaceID(race.race))
        let (history, replay) = (Mutable(""), Mutable(""))
        race.world.hub.documents.history(of: code, player: race.rival.player, before: nil, limit: 50) {
            if case .success(let document) = $0 { history.value = String(decoding: document.json, as: UTF8.self) }
        }
        race.world.hub.documents.replay(of: id, in: code, player: race.rival.player) {
            if case .success(let bytes) = $0 { replay.value = String(decoding: bytes, as: UTF8.self) }
        }
        race.world.run()
        #expect(!history.value.isEmpty && !history.value.contains(race.race))
        return [history.value, replay.value]
    }

    @Test(
        "Nothing of a round's puzzle is in a board, a snapshot, an event or a document before the start",
        arguments: PuzzleLine.Kind.allCases)
    func beforeTheStart(_ kind: PuzzleLine.Kind) throws {
        let race = try Race(HubWorld(anagrams: true))
        let code = race.code
        let change = SprintChange(kind: kind.rawValue, limit: kind.usualLimit, rounds: 2)
        #expect(race.host.ask(.inRoom(room: code, .settings(change))).type == "done")
        #expect(race.host.ask(.inRoom(room: code, .start)).type == "done")
        // Answers of rounds that are over: the next one may have the same.
        var told: Set<String> = []
        for round in 1...2 {
            let deal = try #require(race.room?.state.series?.round?.deal)
            #expect(deal.round == round && deal.sprint.line.kind == kind)
            let visible = try shown(of: deal, race)
            // Those who were there before may know the answer of the first round, which may be that of the second.
            let first = round == 1 ? [race.host, race.rival, race.watcher] : []
            let hidden = told.contains(race.answer) ? [] : [race.answer]
            told.insert(race.answer)
            let clients = try look(race, at: deal) + first
            race.pass(RoomState.countdown - 1)
            for secret in visible + hidden + [deal.salt] {
                for client in clients { #expect(!text(client).contains(secret), "\(kind): \(secret)") }
                if round == 1 { #expect(try documents(race).allSatisfy { !$0.contains(secret) }, "\(secret)") }
            }
            race.pass(1)
            for client in clients {
                #expect(visible.allSatisfy { text(client).contains($0) }, "\(kind): it is shown from the start on")
                #expect(hidden.allSatisfy { !text(client).contains($0) })
            }
            #expect(race.host.ask(.inRoom(room: code, .endRound)).type == "done")
            race.pass(0)
            #expect(clients.allSatisfy { text($0).contains(race.answer) }, "\(kind): the scan finds it at the end")
            race.pass(RoomState.pause)
        }
    }
}
