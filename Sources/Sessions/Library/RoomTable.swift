import GameRules
import Rooms
import Storage

/// The rooms in memory by ID and by code. While a change of code is being committed a room has both codes: storage
/// still finds it under the old one.
struct RoomTable {
    private var byID: [RoomID: LiveRoom] = [:]
    private var byCode: [RoomCode: LiveRoom] = [:]
    private var listedByID: [RoomID: LiveRoom] = [:]
    /// Rooms whose running round was left by somebody who knows its word, with all who left the round.
    private var leftByID: [RoomID: (room: LiveRoom, players: Set<PlayerID>)] = [:]

    /// All rooms.
    var values: Dictionary<RoomID, LiveRoom>.Values { byID.values }

    /// The rooms that the lobby lists, and the rooms that enter or leave it once pending decisions are durable.
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
        guard room.state.hasDepartedWhoKnow, let departed = room.state.series?.round?.departed else { return }
        leftByID[room.record.id] = (room, Set(departed.keys))
    }

    /// Returns the rooms whose running round a player left, if somebody who left it knows the word. Such rooms are few,
    /// so every new name can be checked against all. A room stays while its round has ended in memory alone, as the
    /// round goes on if that end is lost.
    mutating func leftInRound(by player: PlayerID, isSettled: (Int) -> Bool) -> [LiveRoom] {
        leftByID = leftByID.filter { $0.value.room.state.hasDepartedWhoKnow || !isSettled($0.value.room.ticket) }
        return leftByID.values.filter { $0.players.contains(player) }.map(\.room)
    }

    /// Updates whether the room is among the listed ones: the lobby shows it now, or will once pending decisions are
    /// durable. The front of the room says which.
    mutating func list(_ room: LiveRoom) {
        guard contains(room) else { return }
        let isToBeListed = room.state.door.isListed && !room.state.door.isClosed
        listedByID[room.record.id] = room.front.isListed || isToBeListed ? room : nil
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
