import GameRules
import Rooms
import Storage
import Testing

private typealias Sample = StorageSample

// What the operator of a server looks for and changes.
extension StorageContract {
    @Sendable static func resets(_ subject: Subject) async throws {
        let probe = subject.probe
        let id = Sample.mika.id
        #expect(
            await probe.write(.createPlayer(Sample.mika), .resetName(id, name: "Calm Otter", until: 1 << 48 - 1)) == nil
        )
        var stored = Sample.mika
        stored.name = "Calm Otter"
        stored.nameResetUntil = 1 << 48 - 1
        #expect(try await probe.player(id) == stored)
        #expect(try await probe.players([id]) == [stored])
        stored.name = "Brisk Fox"
        #expect(await probe.write(.renamePlayer(id, name: "Brisk Fox")) == nil)
        #expect(try await probe.player(id) == stored, "who decides about names is not the engine")
        #expect(await probe.write(.deletePlayer(id, name: "x")) == nil)
        #expect(try await probe.players([id]).first?.nameResetUntil == nil, "nothing is left of a player who is gone")
    }

    @Sendable static func finding(_ subject: Subject) async throws {
        let probe = subject.probe
        for writes in Sample.everything { _ = await probe.answers(to: [writes]) }
        let other = PlayerRecord(id: PlayerID(high: 5, low: 5), name: "Mikado", createdAt: 3)
        let gone = PlayerRecord(id: PlayerID(high: 6, low: 6), name: "MIKA", createdAt: 3)
        let room = RoomRecord(id: RoomID(number: 7), code: Sample.code("FGHJK"), name: "K", epoch: 1, createdAt: 0)
        #expect(
            await probe.write(
                .createPlayer(other), .createPlayer(gone), .deletePlayer(gone.id, name: "mika"), .createRoom(room))
                == nil)
        let mika = FoundPlayer(record: Sample.mika, lastGame: 1_763_700_001_000)
        #expect(try await probe.players(named: "mIKa") == [mika, FoundPlayer(record: other, lastGame: nil)])
        #expect(try await probe.players(named: "MIKA", limit: 1) == [mika], "the shortest name")
        #expect(try await probe.players(named: "x\"; --\u{0}EN").map(\.record) == [Sample.zoe])
        #expect(try await probe.players(named: "%") == [])
        #expect(try await probe.players(named: "Zo\u{EB}") == [], "compared as bytes")
        #expect(try await probe.rooms(named: "k") == [room, Sample.room], "the shortest name first")
        #expect(try await probe.rooms(named: "\u{1F373}") == [Sample.room])
        #expect(try await probe.rooms(named: "nothing", code: room.code) == [room])
        #expect(try await probe.rooms(named: "", limit: 1) == [room])
        let closing = LoggedEvent(sequence: 1, time: 0, event: .closed)
        #expect(await probe.write(.appendEvent(room.id, closing)) == nil)
        #expect(try await probe.rooms(named: "K", code: room.code) == [Sample.room])
    }
}
