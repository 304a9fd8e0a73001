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

    /// The puzzle of the game in which it is a move; nil for other requests.
    var guessedPuzzle: PuzzleID? { if case .guess(let puzzle, _, _) = self { puzzle } else { nil } }

    /// The subject for which a move against the clock behind it must wait; nil if it need not.
    var subject: MoveSubject? {
        switch self {
        case .join(let room, _, _, _), .watch(let room, _, _, _), .leave(let room):
            RoomCode(room).map(MoveSubject.room)
        case .inRoom(let room, let request): request.bearsOnMoves ? RoomCode(room).map(MoveSubject.room) : nil
        case .open(let puzzle, _, _, _), .endPractice(let puzzle), .guess(let puzzle, _, _), .hardMode(let puzzle, _):
            puzzle.isPractice ? .practice(puzzle.line) : .game(puzzle)
        case .practice(let line, _, _, _): .practice(line.forPractice)
        case .hello, .rename, .solutions, .counts, .createRoom, .lobby, .look, .ping: nil
        }
    }
}

/// The room or game on which a move against the clock depends: it waits for earlier requests about that.
enum MoveSubject: Hashable {
    case room(RoomCode)
    case game(PuzzleID)
    /// A player's practice of a line: a request may take over one game, or put another in its place.
    case practice(PuzzleLine)
}

extension RoomRequest {
    /// Whether it can change what becomes of a move behind it in the same room.
    fileprivate var bearsOnMoves: Bool {
        switch self {
        case .kick, .close, .start, .nextRound, .endRound, .endSeries, .ready, .sitOut, .play: true
        case .settings, .name, .daily, .lock, .password, .list, .unkick, .holdName, .handOver, .newCode, .stageKey,
            .pseudonym, .react:
            false
        }
    }
}
