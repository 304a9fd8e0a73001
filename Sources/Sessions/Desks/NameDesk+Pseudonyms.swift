import GameRules
import Puzzles
import Rooms

// What a member is called who does not want to be known in a room.
extension NameDesk {
    /// The name that a player is shown under in a room in place of the own one: always the same, as long as nobody else
    /// there looks like it. It follows from the room's epoch and the player's number, which the others do not know, and
    /// from no secret: what it avoided would be told by it.
    func pseudonym(of player: LivePlayer, in room: LiveRoom) -> String {
        pseudonym(of: player.id, called: player.name, in: room)
    }

    /// The same for somebody who may not be in memory, and is shown as `ownName` now.
    func pseudonym(of player: PlayerID, called ownName: String, in room: LiveRoom) -> String {
        let hash = KeyedHash(key: bytes(of: room.record.epoch))
        let subject = Array("pseudonym ".utf8) + bytes(of: player.high) + bytes(of: player.low)
        // There are thousands of names, and few seats in a room.
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

    /// Whether a player who takes a seat in `room` without a word about it gets a pseudonym: where anybody can come in.
    func usesPseudonyms(_ room: LiveRoom) -> Bool { room.state.door.isListed }

    /// What a member's wish to be shown under a pseudonym, or under the own name again, makes happen.
    func decidePseudonym(
        of player: LivePlayer, in room: LiveRoom, isOn: Bool
    ) throws(RoomRefusal) -> [RoomEvent] {
        let name = isOn ? pseudonym(of: player, in: room) : player.name
        return try room.state.decide(.pseudonym(player.id, on: isOn, name: name), alike: alike)
    }
}
