import GameRules
import Leaderboards

/// How a round of sprints ended, as the log keeps it and everybody may know.
package struct SprintResult: Hashable, Sendable, Codable {
    /// Names the race.
    package let race: RaceID
    /// The line of the word.
    package let line: PuzzleLine
    /// The word.
    package let answer: Word
    /// What hid the word in the commitment: hexadecimal.
    package let salt: String
    /// Best first; equal ones share a place.
    package let standings: [SprintStanding]
    /// The instant of the next round; nil if the host begins it, or there is none.
    package let next: Int?

    package init(
        race: RaceID, line: PuzzleLine, answer: Word, salt: String, standings: [SprintStanding], next: Int?
    ) {
        self.race = race
        self.line = line
        self.answer = answer
        self.salt = salt
        self.standings = standings
        self.next = next
    }
}

/// What one member came to in a round.
package struct SprintStanding: Hashable, Sendable, Codable {
    package let seat: Seat
    /// From 1; shared by equal ones.
    package let place: Int
    package let points: Int
    package let solved: Bool
    /// Guesses used.
    package let turns: Int
    /// ms from the start of the round to the last accepted guess; 0 without one.
    package let elapsed: Int
    /// The guesses.
    package let words: [Word]

    package init(seat: Seat, place: Int, points: Int, solved: Bool, turns: Int, elapsed: Int, words: [Word]) {
        self.seat = seat
        self.place = place
        self.points = points
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
        self.words = words
    }
}

/// A member's place in a series.
package struct PodiumPlace: Hashable, Sendable, Codable {
    package let seat: Seat
    /// From 1; shared by equal ones.
    package let place: Int
    /// Of all rounds.
    package let points: Int

    package init(seat: Seat, place: Int, points: Int) {
        self.seat = seat
        self.place = place
        self.points = points
    }
}

extension Sprint {
    /// Points for the first places of those who solve it; each later one gets the last number.
    static let points = [10, 7, 5, 4, 3, 2, 1]

    /// How everybody stands.
    package var standings: [SprintStanding] { Sprint.standings(of: games) }

    /// How the players of these games stand: solved before unsolved, fewer turns, less time. Who has not solved it gets
    /// nothing.
    package static func standings(of games: [Seat: GuessGame]) -> [SprintStanding] {
        let ordered = games.map { seat, game in
            (seat: seat, game: game, score: game.result.map(Score.init) ?? .unsolved)
        }
        .sorted { ($0.score, $0.seat) < ($1.score, $1.seat) }
        var place = 0
        return ordered.enumerated().map { index, player in
            // Equal scores share a place.
            if index == 0 || ordered[index - 1].score < player.score { place = index + 1 }
            let isSolved = player.game.status == .solved
            let journal = player.game.journal
            return SprintStanding(
                seat: player.seat, place: place,
                points: isSolved ? Sprint.points[min(place, Sprint.points.count) - 1] : 0, solved: isSolved,
                turns: journal.count, elapsed: journal.last?.elapsed ?? 0, words: journal.map(\.word))
        }
    }
}
