import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Signing out everywhere and deletion, where the disk fails or others are busy meanwhile.
@Suite struct AccountSessionTests {
    private func claim(_ player: PlayerID, _ sessions: Int = 0) -> SessionClaim {
        SessionClaim(player: player, sessions: sessions)
    }

    private func account(_ world: HubWorld, _ claim: SessionClaim) -> Account? {
        let found = Mutable<Account?>(nil)
        world.hub.accounts.account(provedBy: claim) { found.value = try? $0.get() }
        world.run()
        return found.value
    }

    /// The result of a deletion; nil while there is none, or if storage failed.
    private func delete(_ world: HubWorld, _ player: PlayerID, _ name: String) -> Mutable<AccountDesk.Deletion?> {
        let outcome = Mutable<AccountDesk.Deletion?>(nil)
        world.hub.accounts.deletePlayer(player, name: name) { outcome.value = try? $0.get() }
        return outcome
    }

    @Test("A sign-out that storage refuses signs nobody out")
    func unrecordedSignOut() throws {
        let world = try HubWorld()
        let client = try world.guest()
        world.storage.failNextCommit(.unavailable("full"))
        let failed = Mutable(false)
        world.hub.accounts.signOutEverywhere(client.player) { if case .failure = $0 { failed.value = true } }
        world.run()
        #expect(failed.value && client.closeCode == nil)
        #expect(account(world, claim(client.player)) != nil)
        let done = Mutable<Account?>(nil)
        world.hub.accounts.signOutEverywhere(client.player) { done.value = try? $0.get() }
        world.run()
        let signOuts = try #require(done.value?.signOuts)
        #expect(client.closeCode == 4501)
        #expect(account(world, claim(client.player)) == nil)
        #expect(account(world, claim(client.player, signOuts - 1)) == nil)
        #expect(account(world, claim(client.player, signOuts))?.id == client.player)
    }

    /// The backup is from before the first sign-out; of the last one a token is in the wrong hands.
    @Test("A sign-out voids tokens that are newer than the restored backup")
    func signOutAfterRestore() throws {
        func signOut(_ world: HubWorld, _ player: PlayerID) -> Int {
            world.advance(ms: 60_000)
            let count = Mutable(0)
            world.hub.accounts.signOutEverywhere(player) { count.value = (try? $0.get()?.signOuts) ?? 0 }
            world.run()
            return count.value
        }
        let world = try HubWorld()
        let player = try world.guest().player
        let stolen = (0..<3).map { _ in signOut(world, player) }.last ?? 0
        let restored = try HubWorld()
        #expect(try restored.guest().player == player, "the same world, as it was in the beginning")
        restored.advance(ms: 4 * 60_000)
        #expect(account(restored, claim(player, stolen)) != nil)
        #expect(signOut(restored, player) > stolen)
        #expect(account(restored, claim(player, stolen)) == nil)
    }

    @Test("Sign-outs by several devices at once each count, and none conflicts")
    func twoDevicesSignOutAtOnce() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let counts = Mutable<[Int]>([])
        for _ in 0..<3 {
            world.hub.accounts.signOutEverywhere(client.player) {
                if let count = try? $0.get()?.signOuts { counts.value.append(count) }
            }
        }
        world.run()
        #expect(account(world, claim(client.player)) == nil)
        let first = try #require(counts.value.first)
        #expect(counts.value == [first, first + 1, first + 2])
        #expect(world.reports == [], "nothing was decided against what is no more")
        let next = Mutable(0)
        world.hub.accounts.signOutEverywhere(client.player) { next.value = (try? $0.get()?.signOuts) ?? 0 }
        world.run()
        #expect(next.value == first + 3)
        #expect(account(try world.restarted(), claim(client.player, first + 2)) == nil)
    }

    @Test("A sign-out takes effect once it is durable, also for a hello that came before that")
    func signOutWaitsForDisk() throws {
        let world = try HubWorld()
        let client = try world.guest()
        world.hub.accounts.signOutEverywhere(client.player) { _ in }
        world.runHub()
        // Who asks over HTTP in between is answered by what is durable, which storage says behind the commit.
        let found = Mutable<[Account?]>([])
        world.hub.accounts.account(provedBy: claim(client.player)) { found.value.append(try? $0.get()) }
        #expect(found.value.isEmpty && client.closeCode == nil)
        // Who says hello in between is welcomed by what becomes durable, and closed.
        let late = TestClient(world, client.player)
        let hello = late.post(.hello(protocol: 1, token: nil))
        world.run()
        #expect(client.closeCode == 4501 && late.closeCode == 4501 && late.reply(to: hello) == nil)
        #expect(found.value == [nil])
    }

    @Test("A deletion that storage refuses leaves the player, who can ask again")
    func failedDeletion() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Mika")
        let code = client.ask(.createRoom(name: nil))["room"] as? String ?? ""
        #expect(!code.isEmpty)
        // The seat is given up, and then the disk is full.
        let outcome = delete(world, client.player, "Mika")
        world.runHub()
        world.runStorageOnce()
        world.storage.failNextCommit(.unavailable("full"))
        world.run()
        #expect(outcome.value == nil && client.closeCode == 4501)
        #expect(account(world, claim(client.player))?.name == "Mika")
        #expect(world.connect(client.player).ask(.rename(name: "Noor")).type == "renamed")
        let again = delete(world, client.player, "Noor")
        world.run()
        guard case .deleted = again.value else {
            Issue.record("\(again.value.debugDescription)")
            return
        }
        #expect(account(world, claim(client.player)) == nil)
    }

    /// A crash between two pieces leaves the player, who can ask for the deletion again.
    @Test("A player's many names are removed in pieces, and others are answered in between")
    func manyNames() throws {
        let world = try HubWorld()
        let friend = try world.guest(name: "Noor")
        let player = PlayerRecord(id: PlayerID(high: 7, low: 7), name: "Mika", createdAt: 0)
        let code = try #require(RoomCode("QYACK"))
        let room = RoomRecord(id: RoomID(number: 9), code: code, name: "x", epoch: 1, createdAt: 0)
        let names = (0..<2 * NamePlace.piece).map { RoomEvent.renamed(seat: 1, name: "Mika \($0)") }
        let events: [RoomEvent] =
            [.created(name: "x"), .joined(seat: 1, player: player.id, name: "Mika"), .hosted(seat: 1)] + names
            + [.renamed(seat: 1, name: "Mika")]
        let writes: [Write] =
            [.createPlayer(player), .createRoom(room)]
            + events.enumerated().map {
                .appendEvent(room.id, LoggedEvent(sequence: $0.offset + 1, time: 0, event: $0.element))
            }
        world.storage.submit(Transaction(writes: writes)) { _ in }
        world.run()
        func left() -> Int {
            let log = Mutable<[LoggedEvent]>([])
            world.hub.context.ask({ world.storage.room(code, completion: $0) }) {
                log.value = (try? $0.get()?.log) ?? []
            }
            world.run()
            return log.value.count { logged in
                switch logged.event {
                case .joined(_, _, let name), .renamed(_, let name): name.hasPrefix("Mika")
                default: false
                }
            }
        }
        #expect(left() == 2 * NamePlace.piece + 2)
        let before = world.storage.commits
        let cut = delete(world, player.id, "Mika")
        var turns = 0
        // The seat is given up with a commit, and then two pieces are written.
        while world.storage.commits < before + 4, cut.value == nil, turns < 50 {
            let ping = friend.post(.ping)
            world.runStorageOnce()
            world.runHub()
            #expect(friend.reply(to: ping)?.type == "pong")
            turns += 1
        }
        world.storage.failNextCommit(.unavailable("full"))
        world.run()
        #expect(cut.value == nil && account(world, claim(player.id))?.name == "Mika")
        #expect(left() < 2 * NamePlace.piece + 2 && left() > 0, "some are out")
        let again = delete(world, player.id, "Mika")
        world.run()
        guard case .deleted = again.value else { throw StorageError.closed }
        #expect(left() == 0 && account(world, claim(player.id)) == nil)
    }

    @Test("Nothing of a player begins while their account is being deleted")
    func nothingBeginsDuringDeletion() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Mika")
        let friend = try world.guest(name: "Noor")
        let code = friend.ask(.createRoom(name: nil))["room"] as? String ?? ""
        _ = client.post(.join(room: code, resume: nil))
        let outcome = delete(world, client.player, "Mika")
        // A join that was under way, a hello, a sign-out and a second deletion meanwhile.
        let late = TestClient(world, client.player)
        let hello = late.post(.hello(protocol: 1, token: nil))
        let second = delete(world, client.player, "Mika")
        let signedOut = Mutable<Account?>(nil)
        world.hub.accounts.signOutEverywhere(client.player) { signedOut.value = try? $0.get() }
        world.run()
        guard case .deleted = outcome.value else {
            Issue.record("\(outcome.value.debugDescription)")
            return
        }
        #expect(second.value == nil && signedOut.value == nil)
        let refusal = late.reply(to: hello)?.code
        #expect(refusal == "storage_unavailable" || refusal == "unauthorized")
        #expect(world.reports == [])
        let members = friend.ask(.join(room: code, resume: nil)).object("snapshot").list("members")
        #expect(members.map { $0["name"] as? String } == ["Noor"])
        #expect(world.connect(friend.player).ask(.ping).type == "pong")
    }

    /// A page whose line a deletion has closed asks at once who it is, and becomes a guest.
    @Test("A request for an account that is being deleted is answered at the deletion's end", arguments: [false, true])
    func accountsWaitForTheEndOfADeletion(fails: Bool) throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Mika")
        if fails { world.storage.failNextCommit(.unavailable("disk full")) }
        let outcome = delete(world, client.player, "Mika")
        let asked = Mutable<[Result<Account?, StorageError>]>([])
        for _ in 0..<2 {
            world.hub.accounts.account(provedBy: claim(client.player)) { asked.value.append($0) }
        }
        #expect(asked.value.isEmpty)
        world.run()
        #expect((outcome.value == nil) == fails)
        #expect(try asked.value.map { try $0.get()?.name } == Array(repeating: fails ? "Mika" : nil, count: 2))
    }

    /// Storage refuses nothing meanwhile, which would cost everybody a `resync`.
    @Test(
        "Of several requests that wait for one player's load, one deletes and no other gets the player",
        arguments: [true, false])
    func concurrentDeletions(helloFirst: Bool) throws {
        let before = try HubWorld()
        let (mika, noor) = (try before.guest(name: "Mika"), try before.guest(name: "Noor"))
        let code = mika.ask(.createRoom(name: nil))["room"] as? String ?? ""
        let world = try before.restarted()
        let friend = world.connect(noor.player)
        #expect(friend.ask(.join(room: code, resume: nil)).type == "joined")
        let socket = TestClient(world, mika.player)
        if helloFirst { _ = socket.post(.hello(protocol: 1, token: nil)) }
        let outcomes = (0..<3).map { _ in delete(world, mika.player, "Mika") }
        if !helloFirst { _ = socket.post(.hello(protocol: 1, token: nil)) }
        let practice = socket.post(.practice(line: .standard, hard: .off, isNew: true))
        // The clock ticks while it is read: who has no connection is not let go of meanwhile.
        for _ in 0..<400 {
            world.runStorageOnce()
            world.hub.tick()
        }
        world.run()
        let deleted = outcomes.filter { if case .deleted = $0.value { true } else { false } }
        #expect(deleted.count == 1)
        #expect(world.reports.filter { $0.contains("conflict") }.isEmpty, "\(world.reports)")
        #expect(socket.reply(to: practice)?.type != "game")
        #expect(world.hub.library.players[mika.player] == nil)
        #expect(friend.ask(.ping).type == "pong")
        let late = socket.post(.practice(line: .standard, hard: .off, isNew: true))
        world.run()
        #expect(socket.reply(to: late)?.type != "game", "nobody is that player any more")
        #expect(world.reports.filter { $0.contains("conflict") }.isEmpty)
    }

    @Test("The export of a player who was removed from a room does not contain its new code")
    func newCodeInExports() throws {
        let world = try HubWorld()
        let (host, guest) = (try world.guest(name: "Mika"), try world.guest(name: "Noor"))
        let code = host.ask(.createRoom(name: nil))["room"] as? String ?? ""
        #expect(guest.ask(.join(room: code, resume: nil)).type == "joined")
        #expect(host.ask(.inRoom(room: code, .kick(seat: 2))).type == "done")
        let new = try #require(host.ask(.inRoom(room: code, .newCode))["code"] as? String)
        let exports = try [host, guest].map { client in
            let export = Mutable<[UInt8]?>(nil)
            world.hub.accounts.export(of: client.player) { export.value = try? $0.get() }
            world.run()
            return String(decoding: try #require(export.value), as: UTF8.self)
        }
        #expect(exports[0].contains(new))
        #expect(!exports[1].contains(new))
        #expect(exports[1].contains("\"room\":null"))
    }

    @Test("A long export is made in pieces, and others are answered in between")
    func longExport() throws {
        let world = try HubWorld()
        let friend = try world.guest(name: "Noor")
        let player = PlayerRecord(id: PlayerID(high: 7, low: 7), name: "Mika", createdAt: 0)
        let code = try #require(RoomCode("QYACK"))
        let room = RoomRecord(id: RoomID(number: 9), code: code, name: "x", epoch: 1, createdAt: 0)
        let visits = SeatEvents.most + 1
        let events: [RoomEvent] =
            [.created(name: "x")]
            + (1...visits).flatMap { seat -> [RoomEvent] in
                [.joined(seat: seat, player: player.id, name: "Mika"), .left(seat: seat)]
            }
        let writes: [Write] =
            [.createPlayer(player), .createRoom(room)]
            + events.enumerated().map {
                .appendEvent(room.id, LoggedEvent(sequence: $0.offset + 1, time: 0, event: $0.element))
            }
        world.storage.submit(Transaction(writes: writes)) { _ in }
        world.run()
        let export = Mutable<[UInt8]?>(nil)
        world.hub.accounts.export(of: player.id) { export.value = try? $0.get() }
        var turns = 0
        while export.value == nil, turns < 20 {
            let ping = friend.post(.ping)
            world.runStorageOnce()
            world.runHub()
            turns += 1
            #expect(friend.reply(to: ping)?.type == "pong")
        }
        #expect(turns == 6, "the player, the games, the rooms, and three pieces of the log")
        let text = String(decoding: try #require(export.value), as: UTF8.self)
        #expect(text.split(separator: "\"seq\":").count - 1 == 2 * visits)
        #expect(text.hasSuffix("]}]}") && text.contains("\"seats\":[1,2,3,"))
    }

    @Test("The deletion of a racer does not end the sprint for the others")
    func deletionInASprint() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let rival = try world.guest(name: "Noor")
        let code = host.ask(.createRoom(name: nil))["room"] as? String ?? ""
        #expect(rival.ask(.join(room: code, resume: nil)).type == "joined")
        #expect(host.ask(.inRoom(room: code, .start)).type == "done")
        world.advance(ms: 3_100)
        world.tick()
        let outcome = delete(world, host.player, "Mika")
        world.run()
        guard case .deleted = outcome.value else {
            Issue.record("\(outcome.value.debugDescription)")
            return
        }
        // The rival is host, and plays on.
        #expect(rival.pushes("resync").isEmpty)
        let entry = rival.ask(.join(room: code, resume: nil))
        #expect(entry.object("snapshot")["host"] as? Int == 2 && entry["board"] != nil)
        #expect(entry.object("snapshot")["name"] as? String == "Deleted player’s room")
        #expect(!sorted(entry).contains("Mika"))
        #expect(rival.ask(.inRoom(room: code, .endSeries)).type == "done")
    }

    @Test("Deleting a former member takes the name from the room and resyncs nobody")
    func deletionInPlace() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let entered = host.ask(.createRoom(name: nil))
        let code = entered["room"] as? String ?? ""
        let epoch = try #require((entered["epoch"] as? String).flatMap { UInt64($0, radix: 16) })
        let (left, kicked) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"))
        for guest in [left, kicked] { #expect(guest.ask(.join(room: code, resume: nil)).type == "joined") }
        #expect(left.ask(.rename(name: "Ada L")).type == "renamed")
        #expect(left.ask(.leave(room: code)).type == "left")
        #expect(host.ask(.inRoom(room: code, .kick(seat: 3))).type == "done")
        let resume = ResumePoint(epoch: epoch, sequence: 1)
        let before = sorted(try world.guest().ask(.watch(room: code, resume: resume)))
        #expect(["Ada", "Ada L", "Bea"].allSatisfy(before.contains))
        for (guest, name) in [(left, "Ada L"), (kicked, "Bea")] {
            let outcome = delete(world, guest.player, name)
            world.run()
            #expect(outcome.value != nil)
        }
        #expect(host.pushes("resync").isEmpty)
        #expect(host.ask(.inRoom(room: code, .lock(false))).type == "done", "still in the room")
        for point in [resume, nil] {
            for client in [host, try world.guest()] {
                let told = sorted(client.ask(.watch(room: code, resume: point)))
                #expect(["Ada", "Bea"].allSatisfy { !told.contains($0) }, "\(told)")
                #expect(point == nil || told.contains("Deleted player"))
            }
        }
    }

    @Test("A room that is being loaded during a deletion shows no deleted name", arguments: 0..<16)
    func deletionDuringLoad(steps: Int) throws {
        let before = try HubWorld()
        let (host, left) = (try before.guest(name: "Mika"), try before.guest(name: "Ada"))
        let entered = host.ask(.createRoom(name: nil))
        let code = entered["room"] as? String ?? ""
        let epoch = try #require((entered["epoch"] as? String).flatMap { UInt64($0, radix: 16) })
        #expect(left.ask(.join(room: code, resume: nil)).type == "joined")
        #expect(left.ask(.leave(room: code)).type == "left")
        let stranger = try before.guest()
        let world = try before.restarted()
        let watcher = world.connect(stranger.player)
        let outcome = delete(world, left.player, "Ada")
        for _ in 0..<steps { world.runStorageOnce() }
        _ = watcher.post(.watch(room: code, resume: nil))
        world.run()
        #expect(outcome.value != nil && world.hub.library.rooms.namesGone.isEmpty)
        let told = sorted(watcher.ask(.watch(room: code, resume: ResumePoint(epoch: epoch, sequence: 1))))
        #expect(told.contains("Deleted player") && !told.contains("Ada"))
    }
}
