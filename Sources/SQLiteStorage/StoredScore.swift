import GameRules
import Storage

/// The column `score` of a game that is ranked, smaller is better: `turns << 48 | elapsed` if it was solved, else 1 <<
/// 60 whatever else is known of it, since unsolved games rank by nothing else. So the scores of a day, and players
/// among equal ones, are stored in the order of its ranking.
enum StoredScore {
    static let unsolved = 1 << 60
    private static let turnsShift = 48
    private static let longest = (1 << turnsShift) - 1

    /// Precondition: the game is ranked. A time of 8,900 years or more counts as that.
    static func of(_ finish: FinishRecord) -> Int {
        precondition(finish.isRanked && (0..<(1 << 12)).contains(finish.turns))
        return finish.solved ? finish.turns << turnsShift | min(max(0, finish.elapsed), longest) : unsolved
    }

    static func turns(_ score: Int) -> Int { score == unsolved ? 0 : score >> turnsShift }
    static func elapsed(_ score: Int) -> Int { score & longest }
}

extension Value {
    static func score(_ finish: FinishRecord) -> Value { .integer(StoredScore.of(finish)) }
}

extension RankedResult {
    init(player: PlayerID, day: Day, score: Int) {
        self.init(
            player: player, day: day, solved: score != StoredScore.unsolved, turns: StoredScore.turns(score),
            elapsed: StoredScore.elapsed(score))
    }
}
