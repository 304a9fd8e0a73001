import GameRules

/// A sprint as a whole: rounds whose points are added up.
package struct Series: Hashable, Sendable {
    /// The stage of a series. It follows from events alone: a round in its countdown is in `round` already.
    package enum Phase: String, Hashable, Sendable {
        /// A round is in its countdown or running.
        case round
        /// The series is between two rounds, or before its first.
        case pause
        /// The series has ended.
        case over
    }

    /// The series' number in the room, from 1.
    package let number: Int
    /// The settings at the start of the series.
    package let settings: SprintSettings
    package internal(set) var phase = Phase.pause
    /// The current or the last round; nil before the first.
    package internal(set) var round: Round?
    /// The tiles of the rounds before this one, in kinds of games that have tiles, and at most as many as a series has
    /// rounds. With them, whoever comes late to the end of a round can still ask for its words.
    package private(set) var earlierTiles: [RaceID: Tiles] = [:]
    /// Points so far by seat, of the members who have taken part.
    package internal(set) var points: [Seat: Int] = [:]
    /// The instant of the next round, if the clock begins it, in ms since 1970-01-01 UTC.
    package internal(set) var next: Int?
    /// Whether the series ended before its last round, by the host or because everybody had gone.
    package internal(set) var isCancelled = false

    init(number: Int, settings: SprintSettings) {
        self.number = number
        self.settings = settings
    }

    /// The number of the current or the last round; 0 before the first.
    package var roundNumber: Int { round?.deal.round ?? 0 }
    /// Whether the current or last round is the last of the series.
    var isLastRound: Bool { roundNumber >= settings.rounds }

    /// The members' places by points. Equal points share a place.
    package var podium: [PodiumPlace] {
        points.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { seat, points in
            PodiumPlace(seat: seat, place: self.points.values.count { $0 > points } + 1, points: points)
        }
    }

    mutating func begin(_ deal: SprintDeal) {
        if let round, round.isOver, let tiles = round.deal.secret.tiles { earlierTiles[round.race] = tiles }
        round = Round(deal)
        phase = .round
        next = nil
    }

    mutating func take(_ result: SprintResult) {
        guard result.race == round?.race else { return }
        round?.end()
        round?.isEndedByHost = result.isEndedByHost
        for standing in result.standings { points[standing.seat, default: 0] += standing.points }
        phase = .pause
        next = result.next
    }

    mutating func end(cancelled: Bool) {
        phase = .over
        next = nil
        isCancelled = cancelled
    }

    /// Removes a former member's game and points.
    mutating func remove(_ member: Member) {
        if let game = round?.games.removeValue(forKey: member.seat) {
            round?.departed[member.player] = game.toldWords
        }
        points[member.seat] = nil
    }
}
