import GameRules
import Rooms
import Storage
import Testing

private typealias Sample = StorageSample

// Rooms in which nothing happens any more.
extension StorageContract {
    /// The instant of the last event of the sample's room.
    private static let lastInstant = 999 + Sample.everyEvent.count

    /// An event behind those of the sample's room, at the instant of the last of them.
    private static func next(_ event: RoomEvent) -> Write {
        Sample.append(LoggedEvent(sequence: Sample.everyEvent.count + 1, time: lastInstant, event: event))
    }

    @Sendable static func quietRooms(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let (end, count) = (lastInstant, Sample.everyEvent.count)
        func quiet(isClosed: Bool = false) -> QuietRoom {
            QuietRoom(
                id: Sample.room.id, code: isClosed ? nil : Sample.room.code, first: 1,
                last: count + (isClosed ? 1 : 0), time: end, members: isClosed ? [] : [Sample.mika.id])
        }
        #expect(try await probe.quietRooms(before: end).rooms == [], "an event at the bound is not before it")
        #expect(try await probe.quietRooms(before: end + 1) == QuietRooms(rooms: [quiet()], next: nil))
        let bare = RoomRecord(id: RoomID(number: 7), code: Sample.code("FGHJK"), name: "K", epoch: 1, createdAt: 50)
        let empty = QuietRoom(id: bare.id, code: bare.code, first: 1, last: 0, time: 50, members: [])
        #expect(await probe.write(.createRoom(bare)) == nil)
        #expect(try await probe.quietRooms(before: 50).rooms == [])
        #expect(try await probe.quietRooms(before: 51).rooms == [empty], "without events it counts from its founding")
        #expect(try await probe.quietRooms(before: end + 1).rooms == [empty, quiet()], "in the order of their numbers")
        #expect(
            try await probe.quietRooms(before: end + 1, limit: 1) == QuietRooms(rooms: [empty], next: bare.id))
        #expect(
            try await probe.quietRooms(before: 50, limit: 1) == QuietRooms(rooms: [], next: bare.id),
            "what was looked at is passed, found or not")
        #expect(
            try await probe.quietRooms(before: end + 1, after: bare.id, limit: 1)
                == QuietRooms(rooms: [quiet()], next: Sample.room.id))
        #expect(
            try await probe.quietRooms(before: end + 1, after: Sample.room.id) == QuietRooms(rooms: [], next: nil))
        #expect(await probe.write(next(.closed)) == nil)
        #expect(try await probe.quietRooms(before: end + 1, after: bare.id).rooms == [quiet(isClosed: true)])
    }

    @Sendable static func forgottenRooms(_ subject: Subject) async throws {
        let probe = subject.probe
        _ = await probe.answers(to: Sample.everything)
        let (id, last) = (Sample.room.id, Sample.everyEvent.count + 1)
        let games = try await probe.games(of: Sample.mika.id)
        #expect(isConflict(await probe.write(.forgetRoom(id, through: last))), "an open room is not forgotten")
        probe.goOn()
        #expect(isConflict(await probe.write(.forgetRoom(RoomID(number: 4), through: 1))), "there is none")
        probe.goOn()
        #expect(try await probe.room(Sample.room.code)?.log == Sample.log(Sample.everyEvent))
        let late = LoggedEvent(sequence: last - 1, time: 5, event: .closed)
        #expect(isConflict(await probe.write(Sample.append(late))), "something has happened since it was looked at")
        probe.goOn()
        #expect(await probe.write(next(.closed)) == nil)
        #expect(await probe.write(.forgetRoom(id, through: 4)) == nil)
        #expect(try await probe.quietRooms(before: .max).rooms.map(\.last) == [last], "found again by its end")
        #expect(isConflict(await probe.write(.createRoom(Sample.room))), "and so is its number")
        probe.goOn()
        #expect(await probe.write(.forgetRoom(id, through: last)) == nil)
        for player in [Sample.mika.id, Sample.zoe.id] {
            #expect(try await probe.sittings(of: player) == [])
            #expect(try await probe.names(of: player) == nil)
        }
        #expect(try await probe.seatEvents(of: Sample.mika.id, in: id).flatMap(\.events) == [])
        #expect(try await probe.races(of: id) == [])
        #expect(try await probe.quietRooms(before: .max) == QuietRooms(rooms: [], next: nil))
        #expect(isConflict(await probe.write(.forgetRoom(id, through: last))), "once")
        probe.goOn()
        #expect(try await probe.player(Sample.mika.id) == Sample.mika)
        #expect(try await probe.games(of: Sample.mika.id) == games && !games.isEmpty, "games are the players'")
        #expect(await probe.write(.createRoom(Sample.room)) == nil, "nothing is left in the way of another")
        #expect(await probe.write(Sample.append(Sample.log(Sample.everyEvent)[0])) == nil)
        #expect(try await probe.room(Sample.room.code)?.log.count == 1)
    }
}
