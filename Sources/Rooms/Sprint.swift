import GameRules

/// What a round of sprints begins with, as the log keeps it: the word is a secret.
package struct SprintDeal: Hashable, Sendable, Codable {
    /// Names the race.
    package let race: RaceID
    /// The number of the series.
    package let series: Int
    /// From 1.
    package let round: Int
    /// Those who race from the start.
    package let seats: [Seat]
    /// When boards open, ms since 1970-01-01 UTC.
    package let starts: Int
    /// When the time is out, ms since 1970-01-01 UTC.
    package let ends: Int
    /// The word that all look for.
    package let answer: Word
    /// What hides the word in the commitment: hexadecimal, public when the round is over.
    package let salt: String
    /// The promise about the word, public from the start: hexadecimal.
    package let commitment: String
    /// The settings of the series.
    package let sprint: SprintSettings

    /// Precondition: the word has the length of the settings.
    package init(
        series: Int, round: Int, seats: [Seat], starts: Int, ends: Int, word: SprintWord, sprint: SprintSettings
    ) {
        race = .sprint(series: series, round: round)
        self.series = series
        self.round = round
        self.seats = seats
        self.starts = starts
        self.ends = ends
        answer = word.answer
        salt = word.salt
        commitment = word.commitment
        self.sprint = sprint
        precondition(answer.count == sprint.line.length, "a word of the line was drawn")
    }

    /// Decodes what was logged; throws `DecodingError.dataCorrupted` where the word does not have the length of the
    /// settings.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        race = try fields.decode(RaceID.self, forKey: .race)
        series = try fields.decode(Int.self, forKey: .series)
        round = try fields.decode(Int.self, forKey: .round)
        seats = try fields.decode([Seat].self, forKey: .seats)
        starts = try fields.decode(Int.self, forKey: .starts)
        ends = try fields.decode(Int.self, forKey: .ends)
        answer = try fields.decode(Word.self, forKey: .answer)
        salt = try fields.decode(String.self, forKey: .salt)
        commitment = try fields.decode(String.self, forKey: .commitment)
        sprint = try fields.decode(SprintSettings.self, forKey: .sprint)
        guard answer.count == sprint.line.length else {
            throw DecodingError.dataCorruptedError(
                forKey: .answer, in: fields, debugDescription: "a word of another line")
        }
    }
}

/// A word drawn for a round, with the promise about it.
package struct SprintWord: Hashable, Sendable {
    package let answer: Word
    /// Hexadecimal.
    package let salt: String
    /// Hexadecimal.
    package let commitment: String

    package init(answer: Word, salt: String, commitment: String) {
        self.answer = answer
        self.salt = salt
        self.commitment = commitment
    }
}

/// Draws the word of a race: one of the line, and none of `used` as long as there are others; nil if the line is not
/// played here. The room has no lists and no random source.
package typealias SprintDealer = (_ race: RaceID, _ line: PuzzleLine, _ used: Set<Word>) -> SprintWord?

/// One round of sprints: everybody's game for the same word at the same time.
package struct Sprint: Hashable, Sendable {
    /// What it began with.
    package let deal: SprintDeal
    /// The games of those who take part, by seat.
    package internal(set) var games: [Seat: GuessGame]
    /// Those whose end has been told. It is an event of its own: who folds events knows of it then, and a picture must
    /// not know it sooner.
    package internal(set) var finished: Set<Seat> = []
    /// Players who took part and gave the seat up, or were kicked: they know what they know, and do not begin again.
    /// True for those who had finished, and so know the word.
    package internal(set) var departed: [PlayerID: Bool] = [:]
    /// Whether the word is public.
    package internal(set) var isOver = false

    init(_ deal: SprintDeal) {
        self.deal = deal
        games = Dictionary(
            deal.seats.map { ($0, GuessGame(answer: deal.answer, rules: deal.sprint.rules)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Names the race.
    package var race: RaceID { deal.race }

    /// Whether every letter that this seat may need has been played: the game of the seat is over. False for those who
    /// take no part.
    package func isDone(_ seat: Seat) -> Bool { games[seat].map { $0.status != .playing } ?? false }

    /// The game of a seat as everybody in the room may see it.
    package func lane(of seat: Seat) -> Lane? {
        guard var lane = games[seat]?.lane else { return nil }
        if !finished.contains(seat) { lane.finish = nil }
        return lane
    }

    mutating func start(_ seat: Seat) {
        if games[seat] == nil { games[seat] = GuessGame(answer: deal.answer, rules: deal.sprint.rules) }
    }

    /// Takes a move of the log as it is. A move of somebody who has gone is history that nobody sees any more; and one
    /// that is no move of this game can only have been written by somebody else.
    mutating func take(_ word: Word, _ pattern: Pattern, elapsed: Int, of seat: Seat) {
        guard word.count == pattern.count, var game = games[seat] else { return }
        do throws(JournalFault) {
            try game.replay(GuessMove(word: word, pattern: pattern, elapsed: elapsed))
            games[seat] = game
        } catch {
            return
        }
    }
}

extension GuessGame {
    /// The game as everybody in the room may see it.
    package var lane: Lane {
        Lane(
            rows: journal.map { LaneRow(pattern: $0.pattern, elapsed: $0.elapsed) },
            finish: result.map { LaneFinish(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) })
    }
}
