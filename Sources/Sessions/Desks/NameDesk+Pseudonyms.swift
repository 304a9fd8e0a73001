import GameRules
import Puzzles
import Rooms

// The pseudonyms of members who do not want to be recognized in a room.
extension NameDesk {
    /// Returns the pseudonym of a player in a room: always the same, unless it resembles another name there. It is
    /// derived from the room's epoch and the player's ID, which other members do not know. It depends on no secret:
    /// avoiding a secret would reveal it.
    func pseudonym(of player: LivePlayer, in room: LiveRoom) -> String {
        pseudonym(of: player.id, called: player.name, in: room)
    }

    /// Returns the pseudonym of a player who may not be in memory, and is shown as `ownName` now.
    func pseudonym(of player: PlayerID, called ownName: String, in room: LiveRoom) -> String {
        let hash = KeyedHash(key: bytes(of: room.record.epoch))
        let subject = Array("pseudonym ".utf8) + bytes(of: player.high) + bytes(of: player.low)
        // The loop ends: names are thousands, and seats in a room are few.
        var attempt: UInt8 = 0
        while true {
            let bits = hash.code(for: subject + [attempt]).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            let name = GuestName.make(from: bits)
            let isFree = name != ownName && !room.state.isTaken(name, except: player, alike: alike)
            if isFree || attempt == .max { return name }
            attempt += 1
        }
    }

    private func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    /// Whether a player who joins `room` without stating a preference gets a pseudonym: in listed rooms. In a classroom
    /// everybody has the name of the roll.
    func usesPseudonyms(_ room: LiveRoom) -> Bool { room.state.door.isListed && !isClassroom }

    /// Decides a member's switch to a pseudonym, or back to the own name.
    func decidePseudonym(
        of player: LivePlayer, in room: LiveRoom, isOn: Bool
    ) throws(RoomRefusal) -> [RoomEvent] {
        let name = isOn ? pseudonym(of: player, in: room) : player.name
        return try room.state.decide(.pseudonym(player.id, on: isOn, name: name), alike: alike)
    }
}
