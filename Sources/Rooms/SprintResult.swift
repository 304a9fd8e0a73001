import GameRules

/// The end of a round of sprints, as the log keeps it. Public.
package struct SprintResult: Hashable, Sendable, Codable {
    /// The race's name.
    package let race: RaceID
    /// The line that the word was drawn from.
    package let line: PuzzleLine
    /// The word of the round.
    package let answer: Word
    /// The salt of the commitment, in hexadecimal.
    package let salt: String
    /// The members' results, best first. Equal results share a place.
    package let standings: [SprintStanding]
    /// The instant of the next round, in ms since 1970-01-01 UTC. Nil if the host begins it, or none follows.
    package let next: Int?
    /// Whether the host ended the round before its time. Logs from before 2026-11 do not say so.
    package var isEndedByHost: Bool { endedByHost ?? false }
    /// Stored only if it is true: the form of older logs.
    private let endedByHost: Bool?

    package init(
        race: RaceID, line: PuzzleLine, answer: Word, salt: String, standings: [SprintStanding], next: Int?,
        isEndedByHost: Bool = false
    ) {
        self.race = race
        self.line = line
        self.answer = answer
        self.salt = salt
        self.standings = standings
        self.next = next
        endedByHost = isEndedByHost ? true : nil
    }
}

/// One member's result in a round.
package struct SprintStanding: Hashable, Sendable, Codable {
    package let seat: Seat
    /// The place, from 1. Equal results share it.
    package let place: Int
    package let points: Int
    package let solved: Bool
    /// The number of accepted moves.
    package let turns: Int
    /// ms from the start of the round to the last accepted move; 0 without one.
    package let elapsed: Int
    /// The words of the moves, in order.
    package let words: [Word]
    /// The points of the game itself, in kinds of games that have points.
    package let score: Int?

    package init(
        seat: Seat, place: Int, points: Int, solved: Bool, turns: Int, elapsed: Int, words: [Word], score: Int? = nil
    ) {
        self.seat = seat
        self.place = place
        self.points = points
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
        self.words = words
        self.score = score
    }
}

/// A member's place in a series.
package struct PodiumPlace: Hashable, Sendable, Codable {
    package let seat: Seat
    /// The place, from 1. Equal points share it.
    package let place: Int
    /// The points of all rounds of the series.
    package let points: Int

    package init(seat: Seat, place: Int, points: Int) {
        self.seat = seat
        self.place = place
        self.points = points
    }
}
