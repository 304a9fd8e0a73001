/// A score as one number: smaller is better. It stands for the score of a day or of a period, and gives that back. The
/// two kinds are never in one ranking.
package struct RankScore: Hashable, Comparable, Sendable {
    /// The number.
    package let bits: UInt64

    /// The score that is this number.
    package init(bits: UInt64) { self.bits = bits }

    /// Better score first.
    package static func < (a: RankScore, b: RankScore) -> Bool { a.bits < b.bits }
}

// A day: the turns above 48 bits of time; 255 turns and no time if the word was not found.
extension RankScore {
    /// The score of every unsolved game.
    package static let unsolved = RankScore(.unsolved)

    static let timeBits: UInt64 = 48
    private static let unsolvedTurns = 255

    /// The number of a day's score. Times beyond 8,900 years count as that. Precondition: 1 to 254 turns, no time below
    /// 0.
    package init(_ score: Score) {
        switch score {
        case .unsolved: self.init(bits: UInt64(RankScore.unsolvedTurns) << RankScore.timeBits)
        case .solved(let turns, let elapsed):
            precondition((1..<RankScore.unsolvedTurns).contains(turns), "a solve takes a guess, and few")
            precondition(elapsed >= 0, "no game ends before it begins")
            self.init(bits: RankScore.first(turns: turns).bits | min(UInt64(elapsed), (1 << RankScore.timeBits) - 1))
        }
    }

    /// The best score with so many turns.
    static func first(turns: Int) -> RankScore { RankScore(bits: UInt64(turns) << timeBits) }
}

extension Score {
    /// The score of a day that has this number.
    package init(_ rank: RankScore) {
        let turns = Int(rank.bits >> RankScore.timeBits)
        self =
            rank < .unsolved
            ? .solved(turns: turns, elapsed: Int(rank.bits & (1 << RankScore.timeBits - 1))) : .unsolved
    }
}

// A period: the points, counted down from the most there can be, above 44 bits of time.
extension RankScore {
    static let periodTimeBits: UInt64 = 44

    /// The number of a period's score.
    package init(_ score: PeriodScore) {
        self.init(
            bits: UInt64(PeriodScore.mostPoints - score.points) << RankScore.periodTimeBits | UInt64(score.elapsed))
    }
}

extension PeriodScore {
    /// More points or ms than these count as these: 1,048,575 points, and 557 years.
    static let mostPoints = 1 << 20 - 1
    static let mostTime = 1 << 44 - 1

    /// The score of a period that has this number.
    package init(_ rank: RankScore) {
        self.init(
            points: PeriodScore.mostPoints - Int(rank.bits >> RankScore.periodTimeBits),
            elapsed: Int(rank.bits & UInt64(PeriodScore.mostTime)))
    }
}
