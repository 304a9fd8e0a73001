import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

@Suite struct LiveRoomTests {
    private func room(eventsKept: Int, events: Int = 0) throws -> LiveRoom {
        let code = try #require(RoomCode("KYTE7"))
        let record = RoomRecord(id: RoomID(number: 1), code: code, name: "Kites", epoch: 7, createdAt: 0)
        let log = (0..<events).map { LoggedEvent(sequence: $0 + 1, time: $0, event: .locked(locked: true)) }
        return LiveRoom(RecalledRoom(record: record, log: log), eventsKept: eventsKept, shards: 1, seenSince: 0)
    }

    private func canResume(_ room: LiveRoom, behind missing: Int) -> Bool {
        let point = ResumePoint(epoch: 7, sequence: room.state.sequence - missing)
        return room.gap(after: point, isVeiled: false) {
            RoomEventView(sequence: $0.sequence, time: $0.time, kind: .closed)
        } != nil
    }

    @Test(
        "A client can resume by all events that are kept, and a room has few more in memory",
        arguments: [1, 2, 7, 16, 512], [0, 3, 600])
    func tail(eventsKept: Int, stored: Int) throws {
        let room = try room(eventsKept: eventsKept, events: stored)
        for count in (stored + 1)...(stored + 3 * eventsKept) {
            _ = room.append([.locked(locked: count % 2 == 0)], time: count)
            let kept = min(count, eventsKept)
            #expect(canResume(room, behind: 0) && canResume(room, behind: kept))
            #expect(!canResume(room, behind: kept + 1))
            #expect(room.tail.count <= eventsKept + max(1, eventsKept / 8))
            #expect(room.tail.last?.sequence == count)
        }
        #expect(room.tail.capacity <= eventsKept + eventsKept / 8 + 16)
    }

    @Test("A room in memory is found under the codes that are told or on their way, and under none once it is removed")
    func codes() throws {
        let room = try room(eventsKept: 4)
        let codes = try [#require(RoomCode("AAAA2")), #require(RoomCode("BBBB2")), #require(RoomCode("CCCC2"))]
        var table = RoomTable()
        table.insert(room)
        let all = [room.record.code] + codes
        for code in codes {
            room.describe(code: code, name: "Kites")
            table.addCode(of: room)
        }
        #expect(room.codes == all && all.allSatisfy { table[$0] === room })
        table.dropCode(room.toldCode, of: room)
        room.told(codes[0])
        #expect(room.codes == all, "a client may have just used the first")
        room.told(codes[1])
        #expect(room.codes == Array(codes))
        table.remove(room)
        #expect(all.allSatisfy { table[$0] == nil })
    }
}
