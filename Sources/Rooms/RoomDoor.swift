import GameRules

/// The rules for entering and finding a room.
package struct RoomDoor: Hashable, Sendable {
    /// Whether new players are kept from taking seats. Members return and watchers watch all the same. An empty room
    /// ignores the lock, since no host could open it.
    package internal(set) var isLocked = false
    /// The password that players without a seat must show; nil if the room has none.
    package internal(set) var password: RoomPassword?
    /// Whether the room is listed in the lobby.
    package internal(set) var isListed = false
    /// Whether the operator of the server keeps the room out of the lobby.
    package internal(set) var isBarred = false
    /// Whether the room has been closed.
    package internal(set) var isClosed = false
    /// The maximum length of `kicked`. One more kick lets the player in again who was kicked first.
    package static let mostKicked = 100

    /// Players who were kicked and not let in again, in the order of the kicks, with their former seats.
    package internal(set) var kicked: [Member] = []

    /// Whether this player was kicked.
    package func keepsOut(_ player: PlayerID) -> Bool { kicked.contains { $0.player == player } }
}

extension RoomState {
    /// Whether a player outside the room may learn who its members are. True for everyone who could enter and see them.
    package func shows(itselfTo player: PlayerID?) -> Bool {
        guard !door.isClosed else { return false }
        guard let player else { return door.password == nil }
        return member(for: player) != nil || (door.password == nil && !door.keepsOut(player))
    }

    /// Checks that a player may see the room, or take a seat (`takesSeat`), with the password shown at the door.
    /// Members always may.
    /// - Throws: `.closed`, `.kicked`, `.locked`, `.passwordNeeded` or `.wrongPassword`.
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
