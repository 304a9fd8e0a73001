import GameRules
import Leaderboards

extension Round {
    /// Points of the first places, for solved games. Every later place gets the last number. The page has a copy, to
    /// show the standings of a round that is on (`placePoints`). A replay that was written with another table is no
    /// longer verified: it would need a version of its own.
    static let points = [10, 7, 5, 4, 3, 2, 1]

    /// The current results of the round.
    package var standings: [SprintStanding] { Round.standings(of: games) }

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
                points: standing.solved ? Round.points[min(place, Round.points.count) - 1] : 0,
                solved: standing.solved, turns: standing.turns, elapsed: standing.elapsed,
                words: player.game.moves.map(\.word), score: standing.points)
        }
    }
}
