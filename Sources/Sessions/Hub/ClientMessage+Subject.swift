import GameRules
import Messages
import Rooms

extension ClientMessage {
    /// Whether it is a move of a game or a round that ends by the clock.
    var isMoveAgainstTime: Bool {
        switch self {
        case .guess(let puzzle, _, _): puzzle.line.kind.limits != nil
        case .inRoom(_, .play): true
        case .hello, .rename, .open, .practice, .endPractice, .solutions, .counts, .hardMode, .createRoom, .join,
            .watch, .leave, .inRoom, .lobby, .look, .ping:
            false
        }
    }

    /// The code of the room that the request is about.
    var room: RoomCode? {
        switch self {
        case .join(let room, _, _, _), .watch(let room, _, _, _), .leave(let room), .inRoom(let room, _):
            RoomCode(room)
        case .hello, .rename, .open, .practice, .endPractice, .guess, .solutions, .counts, .hardMode, .createRoom,
            .lobby, .look, .ping:
            nil
        }
    }

    /// The puzzle of the game that the request is about.
    var puzzle: PuzzleID? {
        switch self {
        case .open(let puzzle, _, _, _), .endPractice(let puzzle), .guess(let puzzle, _, _), .hardMode(let puzzle, _):
            puzzle
        case .hello, .rename, .practice, .solutions, .counts, .createRoom, .join, .watch, .leave, .inRoom, .lobby,
            .look, .ping:
            nil
        }
    }

    /// Whether both are about one room or one game, so that their order counts.
    func isAboutTheSame(as other: ClientMessage) -> Bool {
        if let puzzle { return puzzle == other.puzzle }
        return room.map { $0 == other.room } ?? false
    }
}
