import GameRules

/// Rounds of sprints that are counted together.
package struct Series: Hashable, Sendable {
    /// How far a series has come. Nothing here depends on the clock: before the start of a round it is `round` already.
    package enum Phase: String, Hashable, Sendable {
        /// A round counts down or runs.
        case round
        /// Between two rounds.
        case pause
        /// It has ended.
        case over
    }

    /// From 1 in the room.
    package let number: Int
    /// As they were when it began.
    package let settings: SprintSettings
    package internal(set) var phase = Phase.pause
    /// The round that runs, or ran last.
    package internal(set) var sprint: Sprint?
    /// Of the rounds so far, by seat: of everybody who has taken part and is still a member.
    package internal(set) var points: [Seat: Int] = [:]
    /// The instant of the next round, in a pause that ends by itself.
    package internal(set) var next: Int?
    /// It ended before its last round was played: by the host, or because all had gone.
    package internal(set) var isCancelled = false

    init(number: Int, settings: SprintSettings) {
        self.number = number
        self.settings = settings
    }

    /// The number of the round that runs, or ran last; 0 before the first.
    package var round: Int { sprint?.deal.round ?? 0 }
    /// Whether the round that runs, or ran last, is the last one.
    var isLastRound: Bool { round >= settings.rounds }

    /// Everybody's place, by points; equal ones share it.
    package var podium: [PodiumPlace] {
        points.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { seat, points in
            PodiumPlace(seat: seat, place: self.points.values.count { $0 > points } + 1, points: points)
        }
    }

    mutating func begin(_ deal: SprintDeal) {
        sprint = Sprint(deal)
        phase = .round
        next = nil
    }

    mutating func take(_ result: SprintResult) {
        guard result.race == sprint?.race else { return }
        sprint?.isOver = true
        for standing in result.standings { points[standing.seat, default: 0] += standing.points }
        phase = .pause
        next = result.next
    }

    mutating func end(cancelled: Bool) {
        phase = .over
        next = nil
        isCancelled = cancelled
    }

    /// A member has gone, and takes the game and the points along.
    mutating func remove(_ member: Member) {
        if let game = sprint?.games.removeValue(forKey: member.seat) {
            sprint?.departed[member.player] = game.status != .playing
        }
        points[member.seat] = nil
    }
}
