import Messages

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

    /// The number of requests that this one counts as: showing a room or a board costs more than a move.
    var cost: Int {
        switch self {
        case .createRoom, .join, .watch, .open, .practice, .solutions, .counts, .look: 2
        case .hello, .rename, .endPractice, .guess, .hardMode, .leave, .inRoom, .lobby, .ping: 1
        }
    }
}
