/// A player's score of a week, a month, or all time: points, and the time it took to earn them. `a < b` means that `a`
/// ranks before `b`: more points, then less time.
package struct PeriodScore: Hashable, Comparable, Sendable {
    /// Sum of the points of the games.
    package let points: Int
    /// ms of the solved games together.
    package let elapsed: Int

    /// The score with these sums. What is beyond 16,777,215 points or 34 years counts as that. Precondition: neither is
    /// below 0.
    package init(points: Int, elapsed: Int) {
        precondition(points >= 0 && elapsed >= 0, "points and times are never below 0")
        self.points = min(points, PeriodScore.mostPoints)
        self.elapsed = min(elapsed, PeriodScore.mostTime)
    }

    /// The score of somebody who has played and solved nothing.
    package static let zero = PeriodScore(points: 0, elapsed: 0)

    /// More points first, then less time.
    package static func < (a: PeriodScore, b: PeriodScore) -> Bool {
        a.points == b.points ? a.elapsed < b.elapsed : a.points > b.points
    }

    /// The sum of this score and another game's `points` and, if it was solved, `elapsed`.
    package func adding(points: Int, elapsed: Int) -> PeriodScore {
        PeriodScore(points: self.points + points, elapsed: self.elapsed + elapsed)
    }

    /// The sum of this score and that of one more game, by `table`.
    package func adding(_ score: Score, by table: RankingPoints) -> PeriodScore {
        adding(points: table.points(for: score), elapsed: score.solvedTime)
    }
}

extension Score {
    /// ms that count in a period: those of a solve or of a game with points, 0 for a game that was not solved.
    package var solvedTime: Int {
        switch self {
        case .solved(_, let elapsed), .points(_, _, let elapsed): elapsed
        case .unsolved: 0
        }
    }
}
