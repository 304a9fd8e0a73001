extension ServerMessage {
    /// The messages by their names on the wire: the field `type`.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Answers `hello`.
        case welcome
        /// Answers `rename`, or tells a player of a new name.
        case renamed
        /// Answers `open`, `practice` and `end_practice`, or pushes the end of a timed game.
        case game
        /// Answers `guess`.
        case judged
        /// Answers `hard_mode`.
        case hardMode = "hard_mode"
        /// Answers `solutions`.
        case solutions
        /// Answers `counts`.
        case counts
        /// Answers `join` and `create_room`.
        case joined
        /// Answers `watch`.
        case watching
        /// Answers `leave`, or tells that the room can no longer be seen.
        case left
        /// Answers most requests within a room.
        case done
        /// Answers `new_code`.
        case code
        /// Answers `play`.
        case played
        /// Pushes the empty board of a round.
        case board
        /// Pushes a reaction of a member.
        case reaction
        /// Answers `look`, or pushes a changed ranking.
        case ranking
        /// Pushes the place of the receiver in a ranking.
        case standing
        /// Answers `stage_key`.
        case stageKey = "stage_key"
        /// Ends a subscription to a ranking.
        case rankingEnded = "ranking_ended"
        /// Answers `lobby`, or pushes the changed list.
        case lobby
        /// Answers `ping`.
        case pong
        /// Refuses a request.
        case error
        /// Pushes one event of a room.
        case event
        /// Pushes a room as it stands, to a watcher that did not keep up.
        case snapshot
        /// Pushes the present members and watchers of a room.
        case presence
        /// Another connection of the player took over a game: of a puzzle, or of a seat in a room.
        case moved
        /// Pushes the puzzles of a new day.
        case day
        /// Asks the client to enter a room again.
        case resync
        /// Pushes an announcement of the operator, or its end.
        case announcement
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
