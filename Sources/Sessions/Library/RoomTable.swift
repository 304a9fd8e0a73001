import Rooms
import Storage

/// The rooms in memory, by what names them for good and by their codes. While a change of the code is on its way to the
/// disk a room has both: storage still finds it under the old one.
struct RoomTable {
    private var byID: [RoomID: LiveRoom] = [:]
    private var byCode: [RoomCode: LiveRoom] = [:]
    private var listedByID: [RoomID: LiveRoom] = [:]
    /// Rooms that somebody left in a running round whose word that player knows.
    private var leftByID: [RoomID: LiveRoom] = [:]

    /// All of them.
    var values: Dictionary<RoomID, LiveRoom>.Values { byID.values }

    /// Those that stand in the lobby.
    var listed: Dictionary<RoomID, LiveRoom>.Values { listedByID.values }

    subscript(code: RoomCode) -> LiveRoom? { byCode[code] }
    subscript(id: RoomID) -> LiveRoom? { byID[id] }

    /// Whether the room is the one in memory.
    func contains(_ room: LiveRoom) -> Bool { byID[room.record.id] === room }

    mutating func insert(_ room: LiveRoom) {
        byID[room.record.id] = room
        byCode[room.record.code] = room
        list(room)
        noteDepartures(from: room)
    }

    /// Remembers a room from which somebody took the word of the running round along. To be called when a seat was
    /// given up.
    mutating func noteDepartures(from room: LiveRoom) {
        if room.state.hasDepartedWhoKnow { leftByID[room.record.id] = room }
    }

    /// Rooms that were left by somebody who knows the word of the round that runs there. Few, so that every new name
    /// can be held against all of them.
    mutating func leftInRound() -> [LiveRoom] {
        leftByID = leftByID.filter { $0.value.state.hasDepartedWhoKnow }
        return Array(leftByID.values)
    }

    /// Looks whether the room stands in the lobby.
    mutating func list(_ room: LiveRoom) {
        listedByID[room.record.id] = room.state.door.isListed && !room.state.door.isClosed ? room : nil
    }

    /// Finds the room by the code that it has now, besides those that it had.
    mutating func addCode(of room: LiveRoom) { byCode[room.record.code] = room }

    /// Does not find the room by this code any more.
    mutating func dropCode(_ code: RoomCode, of room: LiveRoom) {
        if byCode[code] === room { byCode[code] = nil }
    }

    mutating func remove(_ room: LiveRoom) {
        if byID[room.record.id] === room {
            byID[room.record.id] = nil
            listedByID[room.record.id] = nil
            leftByID[room.record.id] = nil
        }
        for code in room.codes { dropCode(code, of: room) }
    }
}
