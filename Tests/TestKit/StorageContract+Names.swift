import GameRules
import Rooms
import Storage
import Testing

private typealias Sample = StorageSample

// Players who go, and what the logs called them.
extension StorageContract {
    /// Two pieces of names and one name more, in two rooms, among those of somebody else.
    @Sendable static func namesInPieces(_ subject: Subject) async throws {
        let probe = subject.probe
        let (mika, zoe) = (Sample.mika.id, Sample.zoe.id)
        let other = RoomRecord(
            id: RoomID(number: 5), code: Sample.code("FGHJK"), name: "", epoch: 1, createdAt: 0)
        let visits = Seat(NamePlace.piece)
        var events: [RoomEvent] = [.created(name: "x"), .joined(seat: 1, player: mika, name: "Mika")]
        for seat in 2..<visits + 2 {
            events += [
                .joined(seat: seat, player: zoe, name: "Zoe"), .renamed(seat: seat, name: "Z \"name\":\"\\"),
                .left(seat: seat),
            ]
        }
        let short: [RoomEvent] = [.created(name: "x"), .joined(seat: 1, player: zoe, name: "Zoe")]
        let founding: [Write] = [.createRoom(Sample.room), .createRoom(other)]
        let writes =
            [.createPlayer(Sample.mika), .createPlayer(Sample.zoe)] + founding
            + Sample.log(events).map(Sample.append) + Sample.log(short).map { .appendEvent(other.id, $0) }
        #expect(await probe.write(all: writes) == nil)
        let first = try #require(try await probe.names(of: zoe))
        #expect(await refuses(.renameInLogs(zoe, name: "x", after: nil, through: first), probe), "she has a seat")
        let nobody = PlayerID(high: 7, low: 7)
        #expect(await refuses(.renameInLogs(nobody, name: "x", after: nil, through: first), probe))
        #expect(try await probe.names(of: nobody) == nil)
        let left = LoggedEvent(sequence: 3, time: 0, event: .left(seat: 1))
        #expect(await probe.write(.appendEvent(other.id, left)) == nil)
        let name = "No “one” \"\\ /é"
        #expect(await probe.write(.renameInLogs(zoe, name: name, after: nil, through: first)) == nil)
        let half = try await called(name, zoe, probe)
        #expect(half.yes == NamePlace.piece && half.no == NamePlace.piece + 1, "one piece, and not more")
        #expect(try await probe.player(zoe) == Sample.zoe, "she is there still")
        #expect(try await probe.renameInLogs(zoe, name: name) == 3, "from the beginning again, as after a crash")
        #expect(try await called(name, zoe, probe) == (yes: 2 * NamePlace.piece + 1, no: 0))
        #expect(try await called("Mika", mika, probe) == (yes: 1, no: 0))
        let log = try #require(try await probe.room(Sample.room.code)).log
        for (before, after) in zip(Sample.log(events), log) {
            #expect(after.event == before.event.renamed(name, in: Set(2..<visits + 2)) ?? before.event)
            #expect(after.sequence == before.sequence && after.time == before.time)
        }
    }

    /// Returns how often the logs call a player so, and otherwise.
    private static func called(
        _ name: String, _ player: PlayerID, _ probe: StorageProbe
    ) async throws -> (yes: Int, no: Int) {
        var count = (yes: 0, no: 0)
        for logged in try await probe.roomLogs(of: player).flatMap(\.events) {
            switch logged.event {
            case .joined(_, _, name), .renamed(_, name): count.yes += 1
            case .joined, .renamed: count.no += 1
            default: break
            }
        }
        return count
    }

    @Sendable static func abandonedSeats(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let (mika, room) = (Sample.mika.id, Sample.room.id)
        #expect(await refuses(.abandonSeat(Sample.zoe.id, room, time: 5), probe), "she left")
        #expect(await refuses(.abandonSeat(mika, RoomID(number: 6), time: 5), probe))
        #expect(await probe.write(.abandonSeat(mika, room, time: 5)) == nil)
        #expect(try await probe.rooms(of: mika) == [])
        let log = Sample.log(Sample.everyEvent)
        let left = LoggedEvent(sequence: log.count + 1, time: 5, event: .left(seat: 1))
        #expect(try await probe.room(Sample.room.code)?.log == log + [left])
        #expect(await refuses(.abandonSeat(mika, room, time: 5), probe), "once")
        #expect(await probe.write(.deletePlayer(mika, name: "Nobody")) == nil)
    }

    /// Whether the write is a conflict; others go on.
    private static func refuses(_ write: Write, _ probe: StorageProbe) async -> Bool {
        let answer = await probe.write(write)
        probe.goOn()
        if case .conflict = answer { return true }
        return false
    }
}
