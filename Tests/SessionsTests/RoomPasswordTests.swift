import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing
import WordLists

@testable import Sessions

/// Passwords of rooms: who is asked, and in which form the log keeps them.
@Suite struct RoomPasswordTests {
    @Test("A room's password is asked of newcomers only and is never sent")
    func password() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try world.watchedRoom()
        #expect(host.ask(.inRoom(room: code, .password(""))).code == "bad_settings")
        #expect(host.ask(.inRoom(room: code, .password(String(repeating: "x", count: 65)))).code == "bad_settings")
        #expect(host.ask(.inRoom(room: code, .password("sésame"))).type == "done")
        let guest = try world.guest()
        #expect(guest.ask(.join(room: code, resume: nil)).code == "password_needed")
        #expect(guest.ask(.watch(room: code, resume: nil, password: "sesame")).code == "wrong_password")
        #expect(guest.ask(.watch(room: code, resume: nil, password: "se\u{301}same")).type == "watching")
        #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching", "who is in is in")
        rival.disconnect()
        #expect(world.connect(rival.player).ask(.join(room: code, resume: nil)).type == "joined")
        for client in [host, guest] { #expect(!String(decoding: client.bytes, as: UTF8.self).contains("sésame")) }
    }

    @Test("A password of the most letters is right in each form of Unicode, and a longer text than any is wrong")
    func longest() throws {
        let world = try HubWorld()
        let (code, host, _, _) = try world.watchedRoom()
        // Three bytes each, and five in the other form.
        #expect(host.ask(.inRoom(room: code, .password(String(repeating: "\u{1EC7}", count: 64)))).type == "done")
        let guest = try world.guest()
        let decomposed = String(repeating: "e\u{323}\u{302}", count: 64)
        #expect(guest.ask(.watch(room: code, resume: nil, password: decomposed)).type == "watching")
        #expect(RoomPassword.isPossible(String(repeating: "x", count: 768)))
        let tooLong = String(repeating: "x", count: 769)
        #expect(!RoomPassword.isPossible(tooLong))
        let other = try world.guest()
        #expect(other.ask(.watch(room: code, resume: nil, password: tooLong)).code == "wrong_password")
    }

    @Test("No export, replay or list of races has a room's password, or what is kept of it")
    func passwordIsNowhere() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        let (world, code) = (race.world, try #require(RoomCode(race.code)))
        #expect(race.host.ask(.inRoom(room: race.code, .password("sésame-9q"))).type == "done")
        let kept = try #require(race.room?.state.door.password)
        let guest = try world.guest()
        #expect(guest.ask(.join(room: race.code, resume: nil, password: "sésame-8q")).code == "wrong_password")
        #expect(guest.ask(.join(room: race.code, resume: nil, password: "sésame-9q")).type == "joined")
        race.start(SprintChange(limit: 30, rounds: 1))
        for client in [race.host, guest] { #expect(race.play(client, race.wrong(1)[0], row: 0).type == "played") }
        race.pass(31_000)
        let host = race.host.player
        let written = Mutable<[[UInt8]]>([])
        let round = try #require(RaceID("sprint-1-1"))
        world.hub.documents.replay(of: round, in: code, player: host) { written.value += [(try? $0.get()) ?? []] }
        world.hub.documents.history(of: code, player: host, before: nil, limit: 9) {
            written.value += [(try? $0.get())?.json ?? []]
        }
        for client in [race.host, guest] {
            world.hub.accounts.export(of: client.player) { written.value += [(try? $0.get()) ?? []] }
        }
        world.run()
        let texts = written.value.map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.map { $0.contains("sprint-1-1") } == [true, true, true, true], "each was written")
        for secret in ["same-9q", "same-8q", kept.salt, kept.digest] {
            #expect(!(texts + world.reports).contains { $0.contains(secret) }, "\(secret)")
        }
    }

    /// The password as servers kept it until 2026-11.
    private func setOldPassword(_ text: String, of code: String, in world: HubWorld) throws -> RoomPassword {
        let roomCode = try #require(RoomCode(code))
        let room = try #require(world.hub.library.rooms[roomCode])
        let salt = [UInt8](repeating: 7, count: 16)
        let old = RoomPassword(salt: salt.hexadecimal, digest: Digest(of: salt + Array(text.utf8)).text)
        var decision = Decision()
        decision.note(room.append([.password(hash: old)], time: world.hub.context.now))
        world.hub.committer.commit(decision)
        world.run()
        return old
    }

    @Test("A right try of an old password opens the room and rehashes the password")
    func oldPassword() throws {
        let world = try HubWorld()
        let (code, host, _, _) = try world.watchedRoom()
        let old = try setOldPassword("sesame", of: code, in: world)
        let guest = try world.guest()
        #expect(guest.ask(.join(room: code, resume: nil, password: "sesam")).code == "wrong_password")
        let roomCode = try #require(RoomCode(code))
        #expect(world.hub.library.rooms[roomCode]?.state.door.password == old, "a wrong one changes nothing")
        #expect(guest.ask(.join(room: code, resume: nil, password: "sesame")).type == "joined")
        let renewed = try #require(world.hub.library.rooms[roomCode]?.state.door.password)
        #expect(renewed.cost == 14)
        #expect(renewed.salt != old.salt)
        let stranger = try world.guest().player
        let restarted = try world.restarted()
        let other = restarted.connect(stranger)
        #expect(other.ask(.watch(room: code, resume: nil, password: "sesam")).code == "wrong_password")
        #expect(other.ask(.watch(room: code, resume: nil, password: "sesame")).type == "watching")
        #expect(restarted.hub.library.rooms[roomCode]?.state.door.password == renewed, "it is renewed once")
        for client in [host, guest, other] {
            let told = String(decoding: client.bytes, as: UTF8.self)
            for secret in [old.digest, old.salt, renewed.digest, renewed.salt] { #expect(!told.contains(secret)) }
        }
    }

    @Test("A watcher's right try of an old password rehashes it, also after an entry that was refused")
    func oldPasswordAfterARefusal() throws {
        var settings = HubSettings()
        settings.seatsPerPlayer = 1
        let world = try HubWorld(settings: settings)
        let (code, _, _, _) = try world.watchedRoom()
        let old = try setOldPassword("sesame", of: code, in: world)
        let guest = try world.guest()
        #expect(guest.ask(.createRoom(name: nil)).type == "joined")
        #expect(guest.ask(.join(room: code, resume: nil, password: "sesame")).code == "too_many_rooms")
        let roomCode = try #require(RoomCode(code))
        #expect(world.hub.library.rooms[roomCode]?.state.door.password == old, "who is refused changes nothing")
        #expect(guest.ask(.watch(room: code, resume: nil, password: "sesame")).type == "watching")
        #expect(world.hub.library.rooms[roomCode]?.state.door.password?.cost == 14)
    }

    @Test("A password that cannot be hashed now is refused with rate_limited and changes nothing")
    func busyHashing() throws {
        let world = try HubWorld()
        let (code, host, _, _) = try world.watchedRoom()
        let old = try setOldPassword("sesame", of: code, in: world)
        world.computes.value = false
        let guest = try world.guest()
        #expect(guest.ask(.join(room: code, resume: nil, password: "sesame")).code == "rate_limited")
        #expect(host.ask(.inRoom(room: code, .password("other"))).code == "rate_limited")
        let roomCode = try #require(RoomCode(code))
        #expect(world.hub.library.rooms[roomCode]?.state.door.password == old)
        world.computes.value = true
        #expect(guest.ask(.join(room: code, resume: nil, password: "sesame")).type == "joined")
        world.computes.value = false
        let next = try world.guest()
        #expect(next.ask(.join(room: code, resume: nil, password: "sesame")).type == "joined", "it is known by now")
        #expect(next.ask(.inRoom(room: code, .password("other"))).code == "not_host")
    }
}
