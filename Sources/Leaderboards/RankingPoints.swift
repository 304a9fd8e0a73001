/// The points of a game in the rankings of weeks, months and all time: by the turns of a solve; an unsolved game has
/// none. Games with points keep theirs.
package struct RankingPoints: Hashable, Sendable {
    /// The points of a solve in i + 1 turns, at index i. More turns than that have no points.
    package let byTurns: [Int]

    /// The points that one solve may have.
    package static let allowed = 0...1_000

    /// The table with these points. Nil if one is not ``allowed``, or if more turns would earn more.
    package init?(byTurns: [Int]) {
        guard byTurns.allSatisfy(RankingPoints.allowed.contains), zip(byTurns, byTurns.dropFirst()).allSatisfy(>=)
        else { return nil }
        self.byTurns = byTurns
    }

    /// The points unless the host has others: 7 less the turns, none below the sixth row.
    package static let standard = RankingPoints(unchecked: [6, 5, 4, 3, 2, 1])

    private init(unchecked byTurns: [Int]) { self.byTurns = byTurns }

    /// The points of a solve in `turns` turns. Precondition: at least 1.
    package func points(turns: Int) -> Int {
        precondition(turns >= 1, "a solve takes a guess")
        return turns <= byTurns.count ? byTurns[turns - 1] : 0
    }

    /// The points of a game that ended so.
    package func points(for score: Score) -> Int {
        switch score {
        case .solved(let turns, _): points(turns: turns)
        case .unsolved: 0
        case .points(let points, _, _): points
        }
    }
}
