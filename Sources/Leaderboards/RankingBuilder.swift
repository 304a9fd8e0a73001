import GameRules

/// Makes a ranking of many results, in any order: of a day, or of a period, where each player's points and times are
/// summed.
///
/// `finish` takes a good part of the time, some hundred nanoseconds a player: it belongs on the thread that read the
/// results.
package struct RankingBuilder: Sendable {
    /// The kind of score that the results add up to.
    package enum Kind: Sendable {
        /// The score of a day; no player has two.
        case day
        /// The points of all games, by this table, and the time of the solved ones.
        case period(RankingPoints)
    }

    private let kind: Kind
    /// The players of a day; the sums of a period as long as there are few players.
    private var rows = RankRows()
    private var players = PlayerTable()
    /// The sums of a period with many players, by the hash of the player; else none.
    private var parts: [PeriodPart] = []

    /// Players of a period up to whom there are no parts.
    private let fewPlayers: Int

    /// No results yet.
    package init(_ kind: Kind) { self.init(kind, fewPlayers: 1 << 16) }

    /// No results yet. Periods of more than `fewPlayers` are summed in parts.
    init(_ kind: Kind, fewPlayers: Int) {
        self.kind = kind
        self.fewPlayers = fewPlayers
    }

    /// Adds the result of a game. Precondition: for a day, the player's only one.
    package mutating func add(_ player: PlayerID, _ score: Score) {
        switch kind {
        case .day: _ = rows.add(Ranking.Entry(score: RankScore(score), id: player))
        case .period(let table):
            add(Ranking.Entry(score: RankScore(PeriodScore.zero.adding(score, by: table)), id: player))
        }
    }

    /// Adds to a player's sum.
    private mutating func add(_ entry: Ranking.Entry) {
        if parts.isEmpty {
            rows.sum(entry, by: &players)
            if rows.count > fewPlayers { part() }
        } else {
            parts[PeriodPart.index(of: entry.id)].add(entry)
        }
    }

    /// Begins to sum players part by part.
    private mutating func part() {
        parts = Array(repeating: PeriodPart(), count: PeriodPart.count)
        for row in 0..<UInt32(rows.count) { add(rows[row]) }
        (rows, players) = (RankRows(), PlayerTable())
    }

    /// The ranking of all that was added.
    package consuming func finish() -> Ranking {
        for index in parts.indices {
            for entry in parts[index].takeAll() { _ = rows.add(entry) }
        }
        return Ranking(ordering: rows)
    }
}

/// The sums of the players of a period whose IDs have one hash.
///
/// Results come in no order of the players. If each looked for its player among all, the processor would wait for the
/// memory each time. So results are gathered, a thousand at a time, and looked up among a few thousand players, who fit
/// into the cache.
private struct PeriodPart: Sendable {
    /// Parts, if there are any.
    static let count = 1 << 10
    private static let mostWaiting = 1024

    private var rows = RankRows()
    private var players = PlayerTable()
    private var waiting: [Ranking.Entry] = []

    /// The part in which a player is. By bits of the hash that `PlayerTable` does not tell segments or homes by.
    static func index(of id: PlayerID) -> Int { Int(PlayerTable.hash(id) >> 20) & (count - 1) }

    mutating func add(_ entry: Ranking.Entry) {
        waiting.append(entry)
        if waiting.count == PeriodPart.mostWaiting { sum() }
    }

    /// All sums; the part is empty then.
    mutating func takeAll() -> [Ranking.Entry] {
        sum()
        let entries = (0..<UInt32(rows.count)).map { rows[$0] }
        self = PeriodPart()
        return entries
    }

    private mutating func sum() {
        for entry in waiting { rows.sum(entry, by: &players) }
        waiting.removeAll(keepingCapacity: true)
    }
}

extension RankRows {
    /// Adds points and time of a period to those of the player, who gets a row if there is none.
    fileprivate mutating func sum(_ entry: Ranking.Entry, by players: inout PlayerTable) {
        guard let row = players.row(of: entry.id, self) else { return players.insert(add(entry), self) }
        let (sum, more) = (PeriodScore(self[row].score), PeriodScore(entry.score))
        set(RankScore(sum.adding(points: more.points, elapsed: more.elapsed)), in: row)
    }
}
