import GameRules
import Leaderboards

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

extension Sprint {
    /// Points of the first places, for solved games. Every later place gets the last number. A replay that was written
    /// with another table is no longer verified: it would need a version of its own.
    static let points = [10, 7, 5, 4, 3, 2, 1]

    /// The current results of the round.
    package var standings: [SprintStanding] { Sprint.standings(of: games) }

    /// Ranks these games by their scores. A game without its aim reached gets no points.
    package static func standings(of games: [Seat: Game]) -> [SprintStanding] {
        let ordered = games.map { seat, game in
            (seat: seat, game: game, score: Score(game.standing))
        }
        .sorted { ($0.score, $0.seat) < ($1.score, $1.seat) }
        var place = 0
        return ordered.enumerated().map { index, player in
            if index == 0 || ordered[index - 1].score < player.score { place = index + 1 }
            let standing = player.game.standing
            return SprintStanding(
                seat: player.seat, place: place,
                points: standing.solved ? Sprint.points[min(place, Sprint.points.count) - 1] : 0,
                solved: standing.solved, turns: standing.turns, elapsed: standing.elapsed,
                words: player.game.moves.map(\.word), score: standing.points)
        }
    }
}
