import GameRules

/// Who may come into a room, and who finds it.
package struct RoomDoor: Hashable, Sendable {
    /// Nobody takes a new seat. Members come back, and watchers watch. In a room without members it keeps nobody out:
    /// there would be no host to open it.
    package internal(set) var isLocked = false
    /// What those who have no seat must know.
    package internal(set) var password: RoomPassword?
    /// The room stands in the lobby.
    package internal(set) var isListed = false
    /// The operator of the server keeps the room out of the lobby.
    package internal(set) var isBarred = false
    /// The room is no more.
    package internal(set) var isClosed = false
    /// Players who were kicked and not let in again, by their seats, in order.
    package internal(set) var kicked: [Member] = []

    /// Whether this player was kicked.
    package func keepsOut(_ player: PlayerID) -> Bool { kicked.contains { $0.player == player } }
}

extension RoomState {
    /// Whether somebody who is not in the room may hear of its members: nobody who could not come in to see them.
    package func shows(itselfTo player: PlayerID?) -> Bool {
        guard !door.isClosed else { return false }
        guard let player else { return door.password == nil }
        return member(for: player) != nil || (door.password == nil && !door.keepsOut(player))
    }

    /// Whether a player may see the room (`takesSeat`: from a seat), having shown this at the door.
    package func admit(_ player: PlayerID, takesSeat: Bool, showing shown: ShownPassword) throws(RoomRefusal) {
        guard !door.isClosed else { throw .closed }
        guard member(for: player) == nil else { return }
        guard !door.keepsOut(player) else { throw .kicked }
        guard !takesSeat || !door.isLocked || members.isEmpty else { throw .locked }
        guard door.password != nil else { return }
        switch shown {
        case .nothing: throw .passwordNeeded
        case .wrong: throw .wrongPassword
        case .right: return
        }
    }
}
