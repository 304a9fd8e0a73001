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

// A day without points: the turns above 48 bits of time; 255 turns and no time if the word was not found. A day with
// points has bit 61 set. Below it stand the points, counted down from their maximum, then 10 bits of words, then 30
// bits of time.
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
        case .points(let points, let words, let elapsed):
            precondition(points >= 0 && words >= 0 && elapsed >= 0, "nothing is counted below 0")
            let down = RankScore.mostPoints - min(UInt64(points), RankScore.mostPoints)
            self.init(
                bits: RankScore.pointsBit | down << RankScore.pointsShift
                    | min(UInt64(words), RankScore.mostWords) << RankScore.wordsShift
                    | min(UInt64(elapsed), (1 << RankScore.wordsShift) - 1))
        }
    }

    /// More points, words or ms than these count as these.
    private static let mostPoints: UInt64 = 1 << 20 - 1
    private static let mostWords: UInt64 = 1 << 10 - 1
    private static let pointsBit: UInt64 = 1 << 61
    private static let pointsShift: UInt64 = 40
    private static let wordsShift: UInt64 = 30

    /// The points, words and time in the number of a day with points; nil for another number.
    fileprivate var counted: (points: Int, words: Int, elapsed: Int)? {
        guard bits & RankScore.pointsBit != 0 else { return nil }
        return (
            Int(RankScore.mostPoints - bits >> RankScore.pointsShift & RankScore.mostPoints),
            Int(bits >> RankScore.wordsShift & RankScore.mostWords), Int(bits & (1 << RankScore.wordsShift - 1))
        )
    }

    /// The best score with so many turns.
    static func first(turns: Int) -> RankScore { RankScore(bits: UInt64(turns) << timeBits) }
}

extension Score {
    /// The score of a day that has this number.
    package init(_ rank: RankScore) {
        if let (points, words, elapsed) = rank.counted {
            self = .points(points, words: words, elapsed: elapsed)
            return
        }
        let turns = Int(rank.bits >> RankScore.timeBits)
        self =
            rank < .unsolved
            ? .solved(turns: turns, elapsed: Int(rank.bits & (1 << RankScore.timeBits - 1))) : .unsolved
    }
}

// A period: the points, counted down from the most there can be, above 40 bits of time.
extension RankScore {
    static let periodTimeBits: UInt64 = 40

    /// The number of a period's score.
    package init(_ score: PeriodScore) {
        self.init(
            bits: UInt64(PeriodScore.mostPoints - score.points) << RankScore.periodTimeBits | UInt64(score.elapsed))
    }
}

extension PeriodScore {
    /// More points or ms than these count as these: 16,777,215 points, and 34 years.
    static let mostPoints = 1 << 24 - 1
    static let mostTime = 1 << 40 - 1

    /// The score of a period that has this number.
    package init(_ rank: RankScore) {
        self.init(
            points: PeriodScore.mostPoints - Int(rank.bits >> RankScore.periodTimeBits),
            elapsed: Int(rank.bits & UInt64(PeriodScore.mostTime)))
    }
}
