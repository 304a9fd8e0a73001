import Rooms
import Storage

/// The rooms in memory by ID and by code. While a change of code is being committed a room has both codes: storage
/// still finds it under the old one.
struct RoomTable {
    private var byID: [RoomID: LiveRoom] = [:]
    private var byCode: [RoomCode: LiveRoom] = [:]
    private var listedByID: [RoomID: LiveRoom] = [:]
    /// Rooms that a player left during a round whose word the player knows.
    private var leftByID: [RoomID: LiveRoom] = [:]

    /// All rooms.
    var values: Dictionary<RoomID, LiveRoom>.Values { byID.values }

    /// The rooms that the lobby lists.
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

    /// Remembers a room that a player left with the word of the running round. Must be called when a seat was given up.
    mutating func noteDepartures(from room: LiveRoom) {
        if room.state.hasDepartedWhoKnow { leftByID[room.record.id] = room }
    }

    /// Returns the rooms that a player left during a round whose word the player knows. They are few, so every new name
    /// can be checked against all.
    mutating func leftInRound() -> [LiveRoom] {
        leftByID = leftByID.filter { $0.value.state.hasDepartedWhoKnow }
        return Array(leftByID.values)
    }

    /// Updates whether the lobby lists the room.
    mutating func list(_ room: LiveRoom) {
        listedByID[room.record.id] = room.state.door.isListed && !room.state.door.isClosed ? room : nil
    }

    /// Adds the present code of the room to its known codes.
    mutating func addCode(of room: LiveRoom) { byCode[room.record.code] = room }

    /// Removes a code of the room.
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
