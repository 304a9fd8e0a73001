import GameRules

/// How sprints are played in a room: the host's choice.
package struct SprintSettings: Hashable, Sendable, Codable {
    /// What becomes of somebody who comes while a round runs.
    package enum LateJoin: String, Hashable, Sendable, Codable {
        /// Plays at once, with the time that is left.
        case start
        /// Waits for the next round.
        case wait
    }

    /// Who begins the rounds after the first.
    package enum NextRound: String, Hashable, Sendable, Codable {
        /// The clock, after a pause.
        case auto
        case host
    }

    /// The game, its language and the letters of the words.
    package var line = PuzzleLine.today
    /// Guesses that a player has.
    package var rows = 6
    /// How strictly clues bind.
    package var hard = HardMode.off
    /// Seconds that a round lasts at most.
    package var limit = 180
    /// Rounds of a series.
    package var rounds = 3
    package var late = LateJoin.start
    package var next = NextRound.auto

    /// The values that `limit` may have, in seconds.
    package static let limits = 30...600
    /// The values that `rounds` may have.
    package static let roundCounts = 1...20

    /// What a new room plays.
    package init() {}

    /// Decodes what was logged; throws `DecodingError.dataCorrupted` for settings that cannot be.
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
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "settings with such \(fault)"))
    }

    /// A setting, named as on the wire.
    package enum Field: String, Hashable, Sendable {
        case language, length, rows, hard, limit, rounds, late, next
    }

    /// The first setting that cannot be as it is; nil if all can.
    package var firstFault: Field? {
        if !GuessRules.lengths.contains(line.length) { return .length }
        if !GuessRules.rowCounts.contains(rows) { return .rows }
        if !SprintSettings.limits.contains(limit) { return .limit }
        if !SprintSettings.roundCounts.contains(rounds) { return .rounds }
        return nil
    }

    /// The rules of a game under these settings.
    package var rules: GuessRules { GuessRules(length: line.length, rows: rows, hardMode: hard) }
}
