import GameRules
import Leaderboards
import Storage

/// The ranking of one puzzle in memory.
final class LiveBoard {
    private(set) var ranking = DayRanking<PlayerID>()
    private(set) var results: [PlayerID: ResultRecord] = [:]

    init(_ results: [ResultRecord]) {
        ranking = DayRanking(results.map { DayRanking.Entry(score: Score($0.finish), id: $0.player) })
        self.results = Dictionary(results.map { ($0.player, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds a result; a player's second one changes nothing.
    func insert(_ result: ResultRecord) {
        guard results[result.player] == nil else { return }
        results[result.player] = result
        ranking.set(Score(result.finish), for: result.player)
    }

    /// Takes note of a new name, if the player is on the board.
    func rename(_ player: PlayerID, to name: String) {
        guard let result = results[player] else { return }
        results[player] = ResultRecord(player: player, name: name, finish: result.finish)
    }

    /// The ranking of some of the players among themselves.
    func ranking(of players: Set<PlayerID>) -> DayRanking<PlayerID> {
        DayRanking(
            players.compactMap { player in
                ranking.score(of: player).map { DayRanking.Entry(score: $0, id: player) }
            })
    }
}

extension Score {
    init(_ finish: FinishRecord) {
        self.init(solved: finish.solved, turns: finish.turns, elapsed: finish.elapsed)
    }
}
