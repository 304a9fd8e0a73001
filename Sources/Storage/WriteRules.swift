import GameRules
import Rooms

/// The facts about a stored game that a write depends on.
package struct GameHead: Hashable, Sendable {
    package let moveCount: Int
    package let hardMode: HardMode
    package let isFinished: Bool

    package init(moveCount: Int, hardMode: HardMode, isFinished: Bool) {
        self.moveCount = moveCount
        self.hardMode = hardMode
        self.isFinished = isFinished
    }
}

/// The conditions of `Write`, apart from how an engine finds the facts. Each check throws `conflict` if the write does
/// not fit.
package enum WriteRules {
    package static func createPlayer(_ id: PlayerID, exists: Bool) throws(StorageError) {
        try require(!exists, "player \(id.text) exists")
    }

    package static func renamePlayer(_ id: PlayerID, exists: Bool) throws(StorageError) {
        try require(exists, "no player \(id.text)")
    }

    /// `stored` is nil if there is no such player.
    package static func endSessions(_ id: PlayerID, sessions: Int, stored: Int?) throws(StorageError) {
        guard let stored else { throw .conflict("no player \(id.text)") }
        try require(sessions > stored, "player \(id.text) is at \(stored) sessions, not below \(sessions)")
    }

    package static func deletePlayer(_ id: PlayerID, exists: Bool, seated: Bool) throws(StorageError) {
        try require(exists, "no player \(id.text)")
        try require(!seated, "player \(id.text) has a seat")
    }

    package static func abandonSeat(_ id: PlayerID, in room: RoomID, seat: Seat?) throws(StorageError) -> Seat {
        guard let seat else { throw .conflict("player \(id.text) has no seat in room \(room.number)") }
        return seat
    }

    package static func forgetGame(_ key: GameKey, isPractice: Bool?) throws(StorageError) {
        guard let isPractice else { throw .conflict("no \(key.text)") }
        try require(isPractice, "\(key.text) is no practice game")
    }

    /// Returns whether a write is needed.
    package static func pinPuzzle(_ new: PinnedPuzzle, stored: Word?) throws(StorageError) -> Bool {
        guard let stored else { return true }
        try require(stored == new.answer, "\(new.puzzle.text) is pinned to another answer")
        return false
    }

    /// `exists` is nil if nobody is known to know the word.
    package static func pinPuzzle(knownTo id: PlayerID?, exists: Bool?) throws(StorageError) {
        if let id, exists == false { throw .conflict("no player \(id.text)") }
    }

    /// `isHosts` and `isPublished` are of the pinned puzzle, nil if there is none.
    package static func unpinPuzzle(_ puzzle: PuzzleID, isHosts: Bool?, isPublished: Bool?) throws(StorageError) {
        guard let isHosts, let isPublished else { throw notPinned(puzzle) }
        try require(isHosts, "the word of \(puzzle.text) was drawn")
        try require(!isPublished, "the commitment of \(puzzle.text) is public")
    }

    package static func notPinned(_ puzzle: PuzzleID) -> StorageError { .conflict("\(puzzle.text) is not pinned") }

    /// Precondition: the game is open and has no moves.
    package static func openGame(_ game: GameRecord, playerExists: Bool, gameExists: Bool) throws(StorageError) {
        precondition(game.moves.isEmpty && game.finish == nil, "a game is opened without moves")
        try require(playerExists, "no player \(game.key.player.text)")
        try require(!gameExists, "\(game.key.text) is open")
    }

    package static func appendMove(_ key: GameKey, _ move: MoveRecord, to head: GameHead?) throws(StorageError) {
        guard let head else { throw .conflict("no game \(key.text)") }
        try require(!head.isFinished, "\(key.text) is finished")
        try require(move.row == head.moveCount, "\(key.text) has \(head.moveCount) moves, not \(move.row)")
    }

    package static func endGame(_ key: GameKey, of head: GameHead?) throws(StorageError) {
        guard let head else { throw .conflict("no game \(key.text)") }
        try require(!head.isFinished, "\(key.text) is finished")
    }

    package static func setHardMode(_ key: GameKey, _ mode: HardMode, of head: GameHead?) throws(StorageError) {
        guard let head else { throw .conflict("no game \(key.text)") }
        try require(!head.isFinished, "\(key.text) is finished")
        try require(
            mode < head.hardMode || head.moveCount == 0,
            "\(key.text) has hard mode \(head.hardMode.text), which is not above \(mode.text)")
    }

    package static func createRoom(_ room: RoomRecord, idTaken: Bool, codeTaken: Bool) throws(StorageError) {
        try require(!idTaken, "room \(room.id.number) exists")
        try require(!codeTaken, "code \(room.code.text) is taken")
    }

    /// `last` is the sequence of the room's last event, 0 if it has none, nil if there is no such room.
    package static func appendEvent(_ room: RoomID, sequence: Int, after last: Int?) throws(StorageError) {
        guard let last else { throw .conflict("no room \(room.number)") }
        try require(sequence == last + 1, "room \(room.number) is at \(last), not \(sequence - 1)")
    }

    package static func takeSeat(
        _ seat: Seat, in room: RoomID, playerExists: Bool, seatTaken: Bool, playerSeated: Bool
    ) throws(StorageError) {
        try require(playerExists, "no player for seat \(seat) of room \(room.number)")
        try require(!seatTaken, "seat \(seat) of room \(room.number) is taken")
        try require(!playerSeated, "the player of seat \(seat) sits in room \(room.number)")
    }

    package static func leaveSeat(_ seat: Seat, in room: RoomID, seatTaken: Bool) throws(StorageError) {
        try require(seatTaken, "seat \(seat) of room \(room.number) is empty")
    }

    package static func rename(_ seat: Seat, in room: RoomID, seatTaken: Bool) throws(StorageError) {
        try require(seatTaken, "seat \(seat) of room \(room.number) is empty")
    }

    package static func changeCode(of room: RoomID, to code: RoomCode, taken: Bool) throws(StorageError) {
        try require(!taken, "code \(code.text) is taken, not free for room \(room.number)")
    }

    /// `isClosed` is nil if there is no such room.
    package static func forgetRoom(_ room: RoomID, isClosed: Bool?) throws(StorageError) {
        guard let isClosed else { throw .conflict("no room \(room.number)") }
        try require(isClosed, "room \(room.number) is open")
    }

    private static func require(_ fits: Bool, _ reason: @autoclosure () -> String) throws(StorageError) {
        guard fits else { throw .conflict(reason()) }
    }
}

extension GameKey {
    /// The game's name in logs.
    package var text: String { "game \(puzzle.text) of \(player.text)" }
}
