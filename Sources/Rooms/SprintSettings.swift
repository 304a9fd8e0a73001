import GameRules

/// The host's choice of how sprints are played in a room.
package struct SprintSettings: Hashable, Sendable, Codable {
    /// The treatment of a member who enters during a round.
    package enum LateJoin: String, Hashable, Sendable, Codable {
        /// The member plays at once, with the time that is left.
        case start
        /// The member waits for the next round.
        case wait
    }

    /// The party that begins the rounds after the first.
    package enum NextRound: String, Hashable, Sendable, Codable {
        /// The clock, after a pause.
        case auto
        case host
    }

    /// The game, its language and the letters of the words.
    package var line = PuzzleLine.standard
    /// The number of guesses in a game.
    package var rows = 6
    /// The strictness of hard mode.
    package var hard = HardMode.off
    /// The time limit of a round, in seconds.
    package var limit = 180
    /// The number of rounds in a series.
    package var rounds = 3
    package var late = LateJoin.start
    package var next = NextRound.auto

    /// Valid values of `limit`, in seconds, in kinds of games that have no limit of their own.
    package static let limits = 30...600
    /// Valid values of `rounds`.
    package static let roundCounts = 1...20

    /// Creates the settings of a new room.
    package init() {}

    /// Decodes logged settings. Throws `DecodingError.dataCorrupted` if a value is out of range.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        line = try fields.decode(PuzzleLine.self, forKey: .line)
        rows = try fields.decode(Int.self, forKey: .rows)
        hard = try fields.decode(HardMode.self, forKey: .hard)
        limit = try fields.decode(Int.self, forKey: .limit)
        rounds = try fields.decode(Int.self, forKey: .rounds)
        late = try fields.decode(LateJoin.self, forKey: .late)
        next = try fields.decode(NextRound.self, forKey: .next)
        guard let fault = firstFault else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(fault) is out of range"))
    }

    /// A setting, by its name on the wire. The first three are `line`.
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case kind, language, length, rows, hard, limit, rounds, late, next
    }

    /// The first setting whose value is out of range; nil if all are valid.
    package var firstFault: Field? {
        if !line.kind.lengths.contains(line.length) || line.isPractice { return .length }
        if !GuessRules.rowCounts.contains(rows) { return .rows }
        if !(line.kind.limits ?? SprintSettings.limits).contains(limit) { return .limit }
        if !SprintSettings.roundCounts.contains(rounds) { return .rounds }
        return nil
    }

    /// The options of a game under these settings.
    package var options: GameOptions { GameOptions(rows: rows, hardMode: hard, seconds: limit) }
}
