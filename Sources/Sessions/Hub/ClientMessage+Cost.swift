import Messages

extension ClientMessage {
    /// The number of requests that this one counts as: showing a room or a board costs more than a move.
    var cost: Int {
        switch self {
        case .createRoom, .join, .watch, .open, .practice, .solutions, .counts, .look: 2
        case .hello, .rename, .endPractice, .guess, .hardMode, .leave, .inRoom, .lobby, .ping: 1
        }
    }
}
