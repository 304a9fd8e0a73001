import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// The host's powers through the hub: what becomes of connections, codes and the lobby.
@Suite struct PowerSessionTests {
    private func kinds(_ client: TestClient) -> [String] {
        client.pushes("event").compactMap { $0.object("event")["kind"] as? String }
    }

    @Test("A room request from a connection that has not joined is refused with not_in_room")
    func notInRoom() throws {
        let world = try HubWorld()
        let (code, host, _, watcher) = try world.watchedRoom()
        let elsewhere = world.connect(host.player)
        for client in [watcher, elsewhere] {
            for request in [RoomRequest.lock(true), .start, .ready(true), .react(.clap), .newCode, .close] {
                #expect(client.ask(.inRoom(room: code, request)).code == "not_in_room")
            }
        }
    }

    @Test("A kicked player leaves the room on every connection and cannot come back")
    func kicked() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try world.watchedRoom()
        let tab = world.connect(rival.player)
        _ = tab.ask(.watch(room: code, resume: nil))
        #expect(host.ask(.inRoom(room: code, .kick(seat: 2))).type == "done")
        for client in [rival, tab] { #expect(client.pushes("left").last?["reason"] as? String == "kicked") }
        #expect(rival.ask(.inRoom(room: code, .ready(true))).code == "not_in_room")
        #expect(rival.ask(.join(room: code, resume: nil)).code == "kicked")
        #expect(tab.ask(.watch(room: code, resume: nil)).code == "kicked")
        let seen = tab.messages.count
        _ = host.ask(.inRoom(room: code, .name("Larks")))
        #expect(tab.messages.count == seen, "the feed is closed")
        #expect(world.connect(rival.player).messages.first?.list("rooms").isEmpty == true)
        let restarted = try world.restarted()
        let again = restarted.connect(rival.player)
        #expect(again.ask(.join(room: code, resume: nil)).code == "kicked", "also after a restart")
        let back = restarted.connect(host.player)
        _ = back.ask(.join(room: code, resume: nil))
        #expect(back.ask(.inRoom(room: code, .unkick(seat: 2))).type == "done")
        #expect(again.ask(.join(room: code, resume: nil))["seat"] as? Int == 3)
    }

    /// A kick takes effect when it is durable. A request before that still sees the room.
    @Test("A player who asks to watch while the kick is being stored does not stay")
    func kickedWhileWatching() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try world.watchedRoom()
        let tab = world.connect(rival.player)
        _ = tab.ask(.watch(room: code, resume: nil))
        _ = host.post(.inRoom(room: code, .kick(seat: 2)))
        let asked = [rival, tab].map { ($0, $0.post(.watch(room: code, resume: nil))) }
        world.run()
        for (client, id) in asked {
            #expect(client.reply(to: id)?["code"] as? String == "kicked")
            #expect(client.pushes("left").last?["reason"] as? String == "kicked")
        }
    }

    @Test("A new code leads into the room and the old one nowhere, except for members' late requests")
    func newCode() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        let reply = host.ask(.inRoom(room: code, .newCode))
        let fresh = try #require(reply["code"] as? String)
        #expect(fresh != code && reply["room"] as? String == code)
        #expect(rival.pushes("event").last?["room"] as? String == code)
        #expect(rival.pushes("event").last?.object("event")["code"] as? String == fresh)
        #expect(watcher.pushes("left").last?["reason"] as? String == "new_code")
        #expect(!String(decoding: watcher.bytes, as: UTF8.self).contains(fresh))
        for text in [code, fresh] {
            #expect(rival.ask(.inRoom(room: text, .ready(text == fresh))).type == "done", "sent before it was told")
        }
        #expect(rival.pushes("event").last?["room"] as? String == fresh)
        #expect(watcher.ask(.watch(room: code, resume: nil)).code == "no_such_room")
        #expect(watcher.ask(.watch(room: fresh, resume: nil)).type == "watching")
        // The members' own games still reach the room.
        _ = rival.open()
        #expect(kinds(watcher).last == "started")
        let restarted = try world.restarted()
        #expect(restarted.connect(rival.player).messages.first?.list("rooms").first?["room"] as? String == fresh)
    }

    /// The stage key of a room, as its host is told it.
    private func stageKey(of code: String, _ host: TestClient) throws -> String {
        let told = host.ask(.inRoom(room: code, .stageKey))
        #expect(told.type == "stage_key" && told["room"] as? String == code)
        return try #require(told["key"] as? String)
    }

    @Test("A watcher with the stage key finds the room under each of its codes")
    func aStageFollows() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        for client in [rival, watcher] {
            #expect(["not_host", "not_in_room"].contains(client.ask(.inRoom(room: code, .stageKey)).code ?? ""))
        }
        let key = try stageKey(of: code, host)
        #expect(key.utf8.count == SessionTokens.stageKeyLength)
        #expect(watcher.ask(.watch(room: code, resume: nil, key: key)).type == "watching")
        var codes = [code]
        for _ in 0..<2 {
            codes.append(try #require(host.ask(.inRoom(room: codes[codes.count - 1], .newCode))["code"] as? String))
        }
        let (fresh, stranger) = (codes[2], try world.guest(name: "Amal"))
        #expect(watcher.pushes("left").last?["reason"] as? String == "new_code")
        for client in [watcher, stranger] {
            for old in codes {
                let told = client.ask(.watch(room: old, resume: nil, key: key))
                #expect(told.type == "watching" && told["room"] as? String == fresh, "\(old)")
            }
        }
        #expect(try stageKey(of: fresh, host) == key, "it lasts as long as the room")
        #expect(stranger.ask(.join(room: code, resume: nil)).code == "no_such_room", "it takes no seat")
        let again = try world.restarted().connect(stranger.player)
        #expect(again.ask(.watch(room: code, resume: nil, key: key))["room"] as? String == fresh)
        _ = host.ask(.inRoom(room: fresh, .close))
        #expect(stranger.ask(.watch(room: code, resume: nil, key: key)).code == "no_such_room")
    }

    @Test("A former code with a wrong key, or none, answers as an unknown code")
    func aWrongKeyTellsNothing() throws {
        let world = try HubWorld()
        let (code, host, _, watcher) = try world.watchedRoom()
        let other = try #require(watcher.ask(.createRoom(name: "Larks"))["room"] as? String)
        let otherKey = try stageKey(of: other, watcher)
        let key = try stageKey(of: code, host)
        _ = host.ask(.inRoom(room: code, .newCode))
        let stranger = try world.guest(name: "Amal")
        let turned = String(key.reversed())
        let long = String(repeating: "k", count: 10_000)
        let wrong: [String?] = [nil, "", otherKey, turned, key + "A", String(key.dropLast()), long]
        for client in [stranger, watcher] {
            for wrong in wrong {
                let answers = [code, "QQQQQ"].map { code in
                    let before = client.bytes.count
                    let id = client.post(.watch(room: code, resume: nil, key: wrong))
                    world.run()
                    return String(decoding: client.bytes[before...], as: UTF8.self).replacing("\(id)", with: "")
                }
                #expect(answers[0] == answers[1] && answers[0].contains("no_such_room"))
            }
        }
        // A room's own code needs no key, and a wrong one changes nothing.
        #expect(stranger.ask(.watch(room: other, resume: nil, key: key)).type == "watching")
    }

    @Test("A stage key opens no door that is shut")
    func aStageKeyOpensNoDoor() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try world.watchedRoom()
        let key = try stageKey(of: code, host)
        _ = host.ask(.inRoom(room: code, .kick(seat: 2)))
        _ = host.ask(.inRoom(room: code, .password("sesame")))
        _ = host.ask(.inRoom(room: code, .newCode))
        let stranger = try world.guest(name: "Amal")
        #expect(rival.ask(.watch(room: code, resume: nil, key: key)).code == "kicked")
        #expect(stranger.ask(.watch(room: code, resume: nil, key: key)).code == "password_needed")
        #expect(stranger.ask(.watch(room: code, resume: nil, password: "sesame", key: key)).type == "watching")
    }

    @Test("A former code leads the room's members in, and nobody who was one")
    func aFormerCodeLeadsMembersIn() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try world.watchedRoom()
        let fresh = try #require(host.ask(.inRoom(room: code, .newCode))["code"] as? String)
        let again = try world.restarted().connect(rival.player)
        for request in [ClientMessage.watch(room: code, resume: nil), .join(room: code, resume: nil)] {
            #expect(again.ask(request)["room"] as? String == fresh)
        }
        #expect(again.ask(.leave(room: code)).code == "no_such_room", "nothing is given up by a code of before")
        _ = again.ask(.leave(room: fresh))
        #expect(again.ask(.join(room: code, resume: nil)).code == "no_such_room")
        #expect(world.connect(rival.player).ask(.watch(room: "QQQQQ", resume: nil)).code == "no_such_room")
    }

    @Test("A closed room puts everybody out and is not found again, also after a restart")
    func closedRoom() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        _ = host.ask(.inRoom(room: code, .close))
        for client in [host, rival, watcher] {
            #expect(client.pushes("left").last?["reason"] as? String == "closed")
            #expect(client.ask(.join(room: code, resume: nil)).code == "no_such_room")
        }
        #expect(kinds(watcher).last == "closed")
        world.tick()
        #expect(world.hub.library.rooms.values.isEmpty)
        #expect(world.connect(rival.player).messages.first?.list("rooms").isEmpty == true)
        let restarted = try world.restarted()
        #expect(restarted.connect(host.player).ask(.join(room: code, resume: nil)).code == "no_such_room")
    }

    @Test("A new code that storage refuses leaves the old one valid")
    func lostNewCode() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try world.watchedRoom()
        world.storage.failNextCommit(.unavailable("disk full"))
        #expect(host.ask(.inRoom(room: code, .newCode)).code == "storage_unavailable")
        #expect(rival.pushes("resync").last?["room"] as? String == code)
        for client in [host, rival] { #expect(client.ask(.join(room: code, resume: nil)).type == "joined") }
        #expect(world.connect(rival.player).messages.first?.list("rooms").first?["room"] as? String == code)
    }

    @Test("A room's new name stands in its members' welcome, also after a restart")
    func newRoomName() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try world.watchedRoom()
        #expect(host.ask(.inRoom(room: code, .name("x"))).code == "bad_name")
        _ = host.ask(.inRoom(room: code, .name("Larks")))
        for world in [world, try world.restarted()] {
            let rooms = world.connect(rival.player).messages.first?.list("rooms") ?? []
            #expect(rooms.first?["name"] as? String == "Larks")
        }
    }

    @Test("A setting out of bounds is refused with the name of its field")
    func badSettings() throws {
        let world = try HubWorld()
        let (code, host, _, _) = try world.watchedRoom()
        for (change, field) in [
            (SprintChange(length: 9), "length"), (SprintChange(language: "xx"), "language"),
            (SprintChange(rows: 3), "rows"), (SprintChange(limit: 29), "limit"), (SprintChange(rounds: 21), "rounds"),
            (SprintChange(late: "never"), "late"), (SprintChange(next: "now"), "next"),
        ] {
            #expect(host.ask(.inRoom(room: code, .settings(change)))["field"] as? String == field)
        }
        #expect(host.ask(.inRoom(room: code, .settings(SprintChange(rounds: 20)))).type == "done")
        let sprint = host.pushes("event").last?.object("event").object("sprint")
        #expect(sprint?["rounds"] as? Int == 20 && sprint?["limit"] as? Int == 180)
    }

    @Test("A reaction reaches everybody in the room, and few are allowed at a time")
    func reactions() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        for _ in 0..<3 { #expect(rival.ask(.inRoom(room: code, .react(.fire))).type == "done") }
        #expect(rival.ask(.inRoom(room: code, .react(.fire))).code == "rate_limited")
        for client in [host, rival, watcher] {
            #expect(client.pushes("reaction").count == 3)
            #expect(client.pushes("reaction").first?["seat"] as? Int == 2)
        }
    }

    @Test("A second nudge within a minute is refused, while reactions are not")
    func nudgesAreRare() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        #expect(rival.ask(.inRoom(room: code, .react(.nudge))).type == "done")
        for client in [host, rival, watcher] {
            #expect(client.pushes("reaction").last?["reaction"] as? String == "nudge")
        }
        world.advance(ms: 59_000)
        #expect(rival.ask(.inRoom(room: code, .react(.nudge))).code == "rate_limited")
        #expect(rival.ask(.inRoom(room: code, .react(.fire))).type == "done")
        #expect(host.ask(.inRoom(room: code, .react(.nudge))).type == "done", "the rate is each player's own")
        world.advance(ms: 1_000)
        #expect(rival.ask(.inRoom(room: code, .react(.nudge))).type == "done")
    }

    @Test("The lobby shows listed rooms with somebody present")
    func lobby() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        let visitor = try world.guest()
        #expect(visitor.ask(.lobby(on: true)).list("rooms").isEmpty, "nothing is listed by default")
        _ = host.ask(.inRoom(room: code, .list(true)))
        world.advance(ms: 1_000)
        world.tick()
        let shown = visitor.pushes("lobby").last?.list("rooms").first
        #expect(shown?["room"] as? String == code && shown?["present"] as? Int == 2 && shown?["watchers"] as? Int == 1)
        world.advance(ms: 1_000)
        world.tick()
        #expect(visitor.pushes("lobby").count == 1, "nothing has changed")
        for client in [rival, watcher] { client.disconnect() }
        // The host only looks on, as home does.
        let home = world.connect(host.player)
        _ = home.ask(.watch(room: code, resume: nil))
        host.disconnect()
        world.advance(ms: 1_000)
        world.tick()
        #expect(visitor.pushes("lobby").last?.list("rooms").isEmpty == true)
        _ = visitor.ask(.lobby(on: false))
        #expect(world.hub.desks.lobby.isEmpty)
    }

    @Test("A room with a password is not found over HTTP by strangers")
    func passwordOverHTTP() throws {
        let world = try HubWorld()
        let (code, host, _, watcher) = try world.watchedRoom()
        func isFound(_ player: PlayerID?) -> Bool {
            let found = Mutable(false)
            world.hub.documents.leaderboard(
                world.today.text, isClean: false, room: code, player: player, for: nil, RankingSlice(limit: 5)
            ) {
                found.value = (try? $0.get()) != nil
            }
            world.run()
            return found.value
        }
        #expect(isFound(nil) && isFound(watcher.player))
        _ = host.ask(.inRoom(room: code, .password("sesame")))
        #expect(!isFound(nil) && !isFound(watcher.player) && isFound(host.player))
    }
}
