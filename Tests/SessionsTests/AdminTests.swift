import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Acts of the operator on names.
@Suite struct AdminTests {
    private func ask(_ request: AdminRequest, _ world: HubWorld) throws -> [String: Any] {
        let reply = Mutable<Result<AdminAnswer, AdminRefusal>?>(nil)
        world.hub.administration.administer(request, by: .command) {
            #expect(reply.value == nil, "answered once")
            reply.value = $0
        }
        world.run()
        let json =
            switch try #require(reply.value) {
            case .success(let answer): answer.encoded
            case .failure(let refusal): refusal.encoded
            }
        return try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    private func moderation(_ world: HubWorld) -> [String] { world.reports.filter { $0.hasPrefix("moderation") } }

    private func snapshot(_ code: String, _ client: TestClient) -> [String: Any] {
        client.ask(.join(room: code, resume: nil)).object("snapshot")
    }

    private func rankedNames(_ world: HubWorld) throws -> [String] {
        let reply = Mutable<Result<RankingView, QueryFault>?>(nil)
        world.hub.documents.leaderboard(
            world.today.text, isClean: false, room: nil, player: nil, for: nil, RankingSlice(limit: 9)
        ) { reply.value = $0 }
        world.run()
        let body = try #require(try reply.value?.get()).json
        let json = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        return json.list("entries").compactMap { $0["name"] as? String }
    }

    @Test("A reset name changes in the ranking and in every room, in memory or not")
    func resetEverywhere() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = player.ask(.createRoom(name: nil))["room"] as? String ?? ""
        let other = try world.guest(name: "Mika")
        _ = other.ask(.join(room: code, resume: nil))
        world.finish(player, turns: 1)
        #expect(try rankedNames(world) == ["Crane"])
        let tab = world.connect(player.player)
        let reset = try ask(.resetName(player.player), world).object("reset")
        let name = try #require(reset["name"] as? String)
        #expect(GuestName.isDrawn(name) && reset["before"] as? String == "Crane")
        #expect(reset["rooms"] as? [String] == [code] && reset["unreadable"] as? [String] == [])
        #expect(try rankedNames(world) == [name])
        let kinds = other.pushes("event").map { $0.object("event") }.suffix(2)
        #expect(kinds.map { $0["kind"] as? String } == ["renamed", "named"])
        #expect(kinds.map { $0["name"] as? String } == [name, "\(name)’s room"])
        for client in [player, tab] { #expect(client.pushes("renamed").map { $0["name"] as? String } == [name]) }
        #expect(moderation(world) == ["moderation: command: reset-name \(player.player.text)"])
        let again = try world.restarted()
        let back = again.connect(other.player)
        #expect(snapshot(code, back).list("members").compactMap { $0["name"] as? String } == [name, "Mika"])
        #expect(try rankedNames(again) == [name])
        #expect(again.connect(player.player).messages.first?.object("player")["name"] as? String == name)
    }

    @Test("A name that the operator gives keeps the rules of names, is told and logged, and stays for a day")
    func givenNames() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = player.ask(.createRoom(name: nil))["room"] as? String ?? ""
        let other = try world.guest(name: "Mika")
        _ = other.ask(.join(room: code, resume: nil))
        for name in ["", "x", String(repeating: "x", count: 21), "a\u{202E}b", " Noor"] {
            #expect(try ask(.rename(player.player, name: name), world)["error"] as? String == "bad_name", "\(name)")
        }
        #expect(try ask(.rename(player.player, name: "MIKA"), world)["error"] as? String == "name_taken")
        let nobody = PlayerID(high: 1, low: 1)
        #expect(try ask(.rename(nobody, name: "Noor"), world)["error"] as? String == "no_such_player")
        #expect(moderation(world).isEmpty && player.pushes("renamed").isEmpty)
        let reset = try ask(.rename(player.player, name: "Noor"), world).object("reset")
        #expect(reset["before"] as? String == "Crane" && reset["name"] as? String == "Noor")
        #expect(reset["rooms"] as? [String] == [code])
        #expect(player.pushes("renamed").map { $0["name"] as? String } == ["Noor"])
        #expect(other.pushes("event").last?.object("event")["name"] as? String == "Noor’s room")
        #expect(player.ask(.rename(name: "Crane")).code == "name_reset")
        #expect(moderation(world) == ["moderation: command: rename \(player.player.text)"], "and not the name")
    }

    @Test("A name is given without regard to what the player has found, which a refusal would tell")
    func givenNamesTellNothing() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Olu")
        world.finish(player, turns: 1)
        #expect(player.ask(.rename(name: world.answer)).code == "bad_name")
        #expect(try ask(.rename(player.player, name: world.answer), world)["error"] == nil)
    }

    @Test("A name given by the operator is kept for exactly 24 hours, also across a restart")
    func keptForADay() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        _ = try ask(.resetName(player.player), world)
        let refused = player.ask(.rename(name: "Crane"))
        #expect(refused.code == "name_reset" && refused["retry"] as? Int == AdminDesk.nameKept)
        world.advance(ms: AdminDesk.nameKept - 1)
        let again = try world.restarted()
        let back = again.connect(player.player)
        let late = back.ask(.rename(name: "Olu"))
        #expect(late.code == "name_reset" && late["retry"] as? Int == 1)
        again.advance(ms: 1)
        #expect(back.ask(.rename(name: "Olu")).type == "renamed")
    }

    @Test("A rename under way when the operator resets the name is refused")
    func renameUnderWay() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        // What the player knows is read again: storage has not answered yet.
        world.storage.failNextCommit(.unavailable("full"))
        #expect(player.ask(.rename(name: "Larks")).code == "storage_unavailable")
        let id = player.post(.rename(name: "Crane II"))
        let reply = Mutable<AdminAnswer?>(nil)
        world.hub.administration.administer(.resetName(player.player), by: .command) { reply.value = try? $0.get() }
        world.run()
        guard case .nameReset(let reset)? = reply.value else {
            Issue.record("not reset")
            return
        }
        let ends = Set([player.reply(to: id)?.type, player.reply(to: id)?.code])
        #expect(ends.contains("renamed") || ends.contains("name_reset"))
        let stored = try #require(try ask(.players(named: reset.name), world).list("players").first)
        #expect(stored["id"] as? String == player.player.text && stored["kept_until"] as? Int == reset.keptUntil)
    }

    @Test("A reset of the name behind a pseudonym is not announced")
    func pseudonyms() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let player = try world.guest(name: "Crane")
        _ = player.ask(.join(room: code, resume: nil, manner: JoiningManner(pseudonym: true)))
        let heard = host.messages.count
        #expect(try ask(.resetName(player.player), world).object("reset")["rooms"] as? [String] == [])
        #expect(host.messages.count == heard)
    }

    @Test("A room named after a player who has left it is renamed by a reset")
    func namesakes() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = player.ask(.createRoom(name: nil))["room"] as? String ?? ""
        let other = try world.guest(name: "Mika")
        _ = other.ask(.join(room: code, resume: nil))
        _ = player.ask(.leave(room: code))
        let chosen = player.ask(.createRoom(name: "Crane’s nest"))["room"] as? String ?? ""
        let again = try world.restarted()
        let reset = try ask(.resetName(player.player), again).object("reset")
        let name = try #require(reset["name"] as? String)
        let found = try ask(.rooms(named: code), again).list("rooms").first
        // Nor is the room called after the new name: whoever is not shown there by it is not to be found by it.
        let called = try #require(found?["name"] as? String)
        #expect(GuestName.isDrawn(String(called.dropLast("’s room".count))) && called != "\(name)’s room")
        #expect(reset["rooms"] as? [String] == [code, chosen].sorted())
        #expect(
            try ask(.rooms(named: "nest"), again).list("rooms").map { $0["name"] as? String } == ["Crane’s nest"],
            "what somebody chose as a room's name is reset by itself")
    }

    @Test("A reset does not tell that the player sits somewhere under a pseudonym")
    func pseudonymsAfterAReset() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Yula’s room"))["room"] as? String ?? ""
        let player = try world.guest(name: "Yula")
        _ = player.ask(.join(room: code, resume: nil, manner: JoiningManner(pseudonym: true)))
        let name = try #require(try ask(.resetName(player.player), world).object("reset")["name"] as? String)
        let called = try #require(snapshot(code, host)["name"] as? String)
        #expect(called != "Yula’s room" && !called.contains(name))
    }

    @Test("A reset that fails to commit is refused, announced to nobody, and keeps the name")
    func notDurable() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        _ = player.ask(.createRoom(name: "Kites"))
        world.storage.failNextCommit(.unavailable("full"))
        #expect(try ask(.resetName(player.player), world)["error"] as? String == "unavailable")
        #expect(player.pushes("renamed").isEmpty && moderation(world).isEmpty)
        #expect(player.ask(.rename(name: "Noor")).type == "renamed")
    }

    @Test("A room that the operator unlists can be listed again only with the operator's leave")
    func barred() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = host.ask(.inRoom(room: code, .list(true)))
        #expect(host.ask(.lobby(on: true)).list("rooms").count == 1)
        let answer = try ask(.unlistRoom(code: code), world)
        let state = answer.object("room").object("state")
        #expect(answer["changed"] as? Bool == true)
        #expect(state["listed"] as? Bool == false && state["barred"] as? Bool == true && state["members"] as? Int == 1)
        let told = host.pushes("event").map { $0.object("event") }.suffix(2)
        #expect(told.map { $0["kind"] as? String } == ["listed", "barred"])
        #expect(told.first?["listed"] as? Bool == false && told.last?["barred"] as? Bool == true)
        #expect(host.ask(.lobby(on: true)).list("rooms").isEmpty)
        #expect(host.ask(.inRoom(room: code, .list(true))).code == "room_barred")
        #expect(host.ask(.inRoom(room: code, .list(false))).type == "done", "it is so already")
        #expect(try ask(.unlistRoom(code: code.lowercased()), world)["changed"] as? Bool == false)
        let again = try world.restarted()
        let back = again.connect(host.player)
        #expect(snapshot(code, back)["barred"] as? Bool == true)
        #expect(back.ask(.inRoom(room: code, .list(true))).code == "room_barred", "also after a restart")
        #expect(try ask(.listRoom(code: code), again)["changed"] as? Bool == true)
        #expect(back.ask(.lobby(on: true)).list("rooms").isEmpty, "who lists a room is its host")
        #expect(back.ask(.inRoom(room: code, .list(true))).type == "done")
        #expect(snapshot(code, back)["barred"] == nil)
        let number = state.isEmpty ? nil : answer.object("room")["number"] as? Int
        #expect(moderation(world) == ["moderation: command: unlist-room room \(number ?? 0)"])
        #expect(moderation(again) == ["moderation: command: list-room room \(number ?? 0)"])
    }

    @Test("A reset room name is announced, and the host can choose another")
    func roomNames() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Scam"))["room"] as? String ?? ""
        let room = try ask(.resetRoomName(code: code), world).object("room")
        let name = try #require(room["name"] as? String)
        #expect(name.hasSuffix("’s room") && GuestName.isDrawn(String(name.dropLast("’s room".count))))
        #expect(host.pushes("event").last?.object("event")["name"] as? String == name)
        #expect(
            try world.restarted().connect(host.player).messages.first?.list("rooms").first?["name"] as? String == name)
        #expect(host.ask(.inRoom(room: code, .name("Kites"))).type == "done")
        #expect(moderation(world).count == 2 && moderation(world).allSatisfy { !$0.contains("Scam") })
    }

    @Test("A name that an operator gives is refused as a player's is, and waits for no other")
    func namesAreRead() throws {
        var settings = HubSettings()
        settings.offensive = OffensiveWords(words: ["drat"], stems: [], innocent: [])
        let world = try HubWorld(settings: settings)
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Scam"))["room"] as? String ?? ""
        func answers(_ name: String) throws -> [String?] {
            [
                try ask(.renameRoom(code: code, name: name), world)["error"] as? String,
                try ask(.rename(host.player, name: name), world)["error"] as? String,
            ]
        }
        #expect(try answers("The drat") == ["bad_name", "bad_name"])
        world.nameReadings.areTaken = false
        #expect(try answers("Kites") == [nil, nil])
    }

    @Test("A room gets the name that is said, by the rules of names, and its host can choose another")
    func givenRoomNames() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Scam"))["room"] as? String ?? ""
        let bad = ["x", " Kites", "a\u{202E}b", String(repeating: "k", count: DisplayName.roomMaximum + 1)]
        for name in bad {
            #expect(try ask(.renameRoom(code: code, name: name), world)["error"] as? String == "bad_name", "\(name)")
        }
        #expect(try ask(.renameRoom(code: "KYTE7", name: "Kites"), world)["error"] as? String == "no_such_room")
        let most = String(repeating: "k", count: DisplayName.roomMaximum)
        for name in [most, "Friday Kites"] {
            let answer = try ask(.renameRoom(code: code, name: name), world)
            #expect(answer.object("room")["name"] as? String == name && answer["changed"] as? Bool == true)
        }
        #expect(try ask(.renameRoom(code: code, name: "Friday Kites"), world)["changed"] as? Bool == false)
        #expect(host.pushes("event").last?.object("event")["name"] as? String == "Friday Kites")
        let again = try world.restarted().connect(host.player)
        #expect(again.messages.first?.list("rooms").first?["name"] as? String == "Friday Kites")
        #expect(host.ask(.inRoom(room: code, .name("Dragons"))).type == "done")
        #expect(moderation(world).allSatisfy { !$0.contains("Kites") && !$0.contains("Scam") })
    }

    @Test("A search finds at most 20 players or rooms, with the details for the operator")
    func finding() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = player.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = player.open()
        let found = try ask(.players(named: "rAn"), world)
        let first = try #require(found.list("players").first)
        #expect(first["id"] as? String == player.player.text && first["name"] as? String == "Crane")
        #expect(first["rooms"] as? [String] == [code] && first["connections"] as? Int == 1)
        #expect(first["last_game"] as? Int == HubWorld.morning && first["since"] as? Int == HubWorld.morning)
        #expect(found.list("players").count == 1 && found["more"] as? Bool == false)
        for number in 10..<31 { _ = try world.guest(name: "Crane \(number)") }
        let many = try ask(.players(named: "crane "), world)
        #expect(many.list("players").count == AdminDesk.foundAtMost && many["more"] as? Bool == true)
        #expect(try ask(.players(named: "nobody of that name"), world).list("players").isEmpty)
        // The audit log names players by their IDs.
        let byID = try ask(.players(named: player.player.text), world).list("players")
        #expect(
            byID.count == 1 && byID.first?["name"] as? String == "Crane" && byID.first?["rooms"] as? [String] == [code])
        #expect(try ask(.players(named: PlayerID(high: 1, low: 1).text), world).list("players").isEmpty)
        let room = try #require(try ask(.rooms(named: "kite"), world).list("rooms").first)
        #expect(room["room"] as? String == code && room.object("state")["present"] as? Int == 1)
        #expect(moderation(world).isEmpty, "a search changes nothing")
        let quiet = try #require(try ask(.rooms(named: "kite"), world.restarted()).list("rooms").first)
        #expect(quiet["state"] == nil, "nobody has had it in memory")
    }

    @Test("Missing players and rooms, and requests that cannot be done now, have their own codes")
    func refusals() throws {
        let world = try HubWorld()
        let nobody = PlayerID(high: 1, low: 1)
        #expect(try ask(.resetName(nobody), world)["error"] as? String == "no_such_player")
        for code in ["KYTE7", "", "no code", "ÄÖÜßß"] {
            for request in [AdminRequest.resetRoomName(code: code), .unlistRoom(code: code), .listRoom(code: code)] {
                #expect(try ask(request, world)["error"] as? String == "no_such_room")
            }
        }
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = host.ask(.inRoom(room: code, .close))
        #expect(try ask(.unlistRoom(code: code), world)["error"] as? String == "no_such_room")
        world.hub.drain {}
        for request in [AdminRequest.players(named: "x"), .resetName(host.player)] {
            #expect(try ask(request, world)["error"] as? String == "draining")
        }
    }
}
