import GameRules

/// The entries of a ranking, each in a row that it keeps: what the tree and the table refer to in 32 bits.
struct RankRows: Sendable {
    /// One entry.
    typealias Entry = Ranking.Entry

    private var entries = Blocks<Entry>()
    private var free: [UInt32] = []

    /// The rows of nobody.
    init() {}

    /// The entry in a row that is taken.
    subscript(row: UInt32) -> Entry { entries[Int(row)] }

    /// Number of rows, free ones included.
    var count: Int { entries.count }

    /// Puts an entry into a free row. Returns that.
    mutating func add(_ entry: Entry) -> UInt32 {
        if let row = free.popLast() {
            entries[Int(row)] = entry
            return row
        }
        precondition(entries.count < Int(UInt32.max) - 1, "rows are counted with 32 bits")
        entries.append(entry)
        return UInt32(entries.count - 1)
    }

    /// Changes the score in a row that is taken.
    mutating func set(_ score: RankScore, in row: UInt32) {
        entries[Int(row)] = Entry(score: score, id: entries[Int(row)].id)
    }

    /// Gives a row back.
    mutating func remove(_ row: UInt32) { free.append(row) }
}
