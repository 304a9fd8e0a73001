extension ServerMessage {
    /// The messages by their names on the wire: the field `type`.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case welcome, renamed, game, judged
        case hardMode = "hard_mode"
        case solutions, counts, joined, watching, left, done, code, played, board, reaction, ranking, standing
        case stageKey = "stage_key"
        case rankingEnded = "ranking_ended"
        case lobby, pong, error, event, snapshot, presence
        /// Another connection of the player took over a game: of a puzzle, or of a seat in a room.
        case moved
        case day, resync, announcement
    }

    /// The name on the wire.
    public var name: Name {
        switch self {
        case .welcome: .welcome
        case .renamed: .renamed
        case .game: .game
        case .judged: .judged
        case .hardMode: .hardMode
        case .solutions: .solutions
        case .counts: .counts
        case .joined: .joined
        case .watching: .watching
        case .left: .left
        case .done: .done
        case .code: .code
        case .stageKey: .stageKey
        case .played: .played
        case .board: .board
        case .reaction: .reaction
        case .ranking: .ranking
        case .standing: .standing
        case .rankingEnded: .rankingEnded
        case .lobby: .lobby
        case .pong: .pong
        case .error: .error
        case .event: .event
        case .snapshot: .snapshot
        case .presence: .presence
        case .moved, .movedInRoom: .moved
        case .day: .day
        case .resync: .resync
        case .announcement: .announcement
        }
    }
}
