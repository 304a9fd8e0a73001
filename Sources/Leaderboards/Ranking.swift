import GameRules

/// A ranking of any number of players: at most one score for each.
///
/// Equal scores share a rank (1, 2, 2, 4). Among them the order is that of the IDs. So it is the same after a restart,
/// and a cursor stays valid while others come in between. A **rank** counts from 1 and is shared, a **place** counts
/// from 0 and is one player's. Every question and every change takes O(log n), and a page besides as long as it is.
///
/// A value: a copy costs little, and a change to one of the two copies a few blocks. An entry takes some 39 bytes. Its
/// row takes 24 (`RankRows`); the rest is for the order (`RankTree`) and for the way from a player to the row
/// (`PlayerTable`).
package struct Ranking: Sendable {
    /// A player's place in the order: the score, then the ID. It is the cursor of the page that follows.
    package struct Entry: Hashable, Comparable, Sendable {
        /// The player's score.
        package let score: RankScore
        /// The player.
        package let id: PlayerID

        /// The place of `id` with `score`.
        package init(score: RankScore, id: PlayerID) {
            self.score = score
            self.id = id
        }

        /// Better score first, then the smaller ID.
        package static func < (a: Entry, b: Entry) -> Bool {
            a.score.bits == b.score.bits ? a.id < b.id : a.score.bits < b.score.bits
        }

        /// None comes before it.
        static let first = Entry(score: RankScore(bits: 0), id: PlayerID(high: 0, low: 0))
    }

    /// An entry with its rank and its place.
    package struct Ranked: Hashable, Sendable {
        /// 1 for the best; shared by equal scores.
        package let rank: Int
        /// 0 for the first; nobody else's.
        package let place: Int
        /// The player and the score.
        package let entry: Entry
    }

    private(set) var rows: RankRows
    private(set) var players: PlayerTable
    private(set) var tree: RankTree

    /// The ranking of nobody.
    package init() { self.init(sizes: RankTree.Sizes(), playersASegment: PlayerTable.usualSegment) }

    /// The ranking of nobody; with other sizes for tests.
    init(sizes: RankTree.Sizes, playersASegment: Int) {
        rows = RankRows()
        players = PlayerTable(playersASegment: playersASegment)
        tree = RankTree(sizes: sizes)
    }

    /// The ranking of these entries, in any order, in O(n log n). Precondition: no player twice.
    package init(_ unordered: some Sequence<Entry>) { self.init(ordered: unordered.sorted()) }

    /// The ranking of these entries, which are in order. Precondition: no player twice.
    init(
        ordered entries: [Entry], sizes: RankTree.Sizes = RankTree.Sizes(),
        playersASegment: Int = PlayerTable.usualSegment
    ) {
        var rows = RankRows()
        for entry in entries { _ = rows.add(entry) }
        self.init(ordered: rows, sizes: sizes, playersASegment: playersASegment)
    }

    /// The ranking of the entries in all of `rows`, in any order. Precondition: no player twice.
    init(ordering unordered: consuming RankRows) {
        self.init(
            ordered: RankOrder.ordered(unordered), sizes: RankTree.Sizes(),
            playersASegment: PlayerTable.usualSegment)
    }

    private init(ordered rows: RankRows, sizes: RankTree.Sizes, playersASegment: Int) {
        self.rows = rows
        players = PlayerTable(rows, playersASegment: playersASegment)
        tree = RankTree(ordered: rows, sizes: sizes)
    }

    /// Number of players.
    package var count: Int { tree.count }

    /// The score of `id`, or nil.
    package func score(of id: PlayerID) -> RankScore? {
        players.row(of: id, rows).map { rows[$0].score }
    }

    /// Gives `id` this score, in place of the one it had. Returns that one.
    @discardableResult
    package mutating func set(_ score: RankScore, for id: PlayerID) -> RankScore? {
        let entry = Entry(score: score, id: id)
        guard let row = players.row(of: id, rows) else {
            let row = rows.add(entry)
            players.insert(row, rows)
            tree.insert(row, entry, in: rows)
            return nil
        }
        let old = rows[row]
        guard old != entry else { return score }
        tree.remove(old, in: rows)
        rows.set(score, in: row)
        tree.insert(row, entry, in: rows)
        return old.score
    }

    /// Takes `id` out. Returns its score, or nil if it had none.
    @discardableResult
    package mutating func remove(_ id: PlayerID) -> RankScore? {
        guard let row = players.remove(id, rows) else { return nil }
        let entry = rows[row]
        tree.remove(entry, in: rows)
        rows.remove(row)
        return entry.score
    }

    /// The rank of `id`: one more than the players with a better score. Nil if it has none.
    package func rank(of id: PlayerID) -> Int? { score(of: id).map { rank(of: $0) } }

    /// The rank that `score` has, or would have.
    package func rank(of score: RankScore) -> Int { better(than: score) + 1 }

    /// The place of `id`. Nil if it has none.
    package func place(of id: PlayerID) -> Int? {
        players.row(of: id, rows).map { tree.place(of: rows[$0], in: rows) }
    }

    /// Number of players with a worse score than `id`. Nil if it has none.
    package func beaten(by id: PlayerID) -> Int? {
        score(of: id).map { $0.bits == .max ? 0 : count - better(than: RankScore(bits: $0.bits + 1)) }
    }

    /// The share of the other players here, in whole percent (``Percent``), with a worse score than `id`. Nil if it has
    /// none.
    package func percentBeaten(by id: PlayerID) -> Int? { beaten(by: id).map { Percent.of($0, in: count - 1) } }

    /// Number of players with a better score.
    func better(than score: RankScore) -> Int {
        tree.place(of: Entry(score: score, id: Entry.first.id), in: rows)
    }
}
