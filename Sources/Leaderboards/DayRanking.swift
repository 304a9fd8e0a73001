/// The ranking of one puzzle among one group: at most one score for each player.
///
/// Equal scores share a rank (1, 2, 2, 4); among them the order is that of the IDs, so that it is the same after a restart
/// and a cursor stays good while others come in between. Every question but a page is answered from an order statistic:
/// how many entries come before a place. The entries are one sorted array: a place is found in O(log n), a change moves
/// what lies behind it.
package struct DayRanking<ID: Hashable & Comparable & Sendable>: Sendable {
    /// A player's place in the order: the score, then the ID.
    package struct Entry: Hashable, Comparable, Sendable {
        /// What the player is ranked by.
        package let score: Score
        /// The player.
        package let id: ID

        /// The place of `id` with `score`.
        package init(score: Score, id: ID) {
            self.score = score
            self.id = id
        }

        /// Better score first, then the smaller ID.
        package static func < (a: Entry, b: Entry) -> Bool {
            a.score == b.score ? a.id < b.id : a.score < b.score
        }
    }

    /// An entry with its rank.
    package struct Ranked: Hashable, Sendable {
        /// 1 for the best; shared by equal scores.
        package let rank: Int
        /// The player and the score. It is the cursor of the page that follows.
        package let entry: Entry
    }

    private var entries: [Entry] = []
    private var scores: [ID: Score] = [:]
    private var solves: [Int] = []

    /// The ranking of nobody.
    package init() {}

    /// The ranking of these entries, in any order, in O(n log n). Precondition: no ID twice.
    package init(_ unordered: some Sequence<Entry>) {
        entries = unordered.sorted()
        scores = Dictionary(uniqueKeysWithValues: entries.lazy.map { ($0.id, $0.score) })
        for entry in entries { count(entry.score, by: 1) }
    }

    /// Number of players.
    package var count: Int { entries.count }
    /// Number of players who found the word.
    package var solvedCount: Int { solves.reduce(0, +) }

    /// The score of `id`, or nil.
    package func score(of id: ID) -> Score? { scores[id] }

    /// Gives `id` this score, in place of the one it had. Returns that one.
    @discardableResult
    package mutating func set(_ score: Score, for id: ID) -> Score? {
        let previous = remove(id)
        let entry = Entry(score: score, id: id)
        entries.insert(entry, at: places { $0 < entry })
        scores[id] = score
        count(score, by: 1)
        return previous
    }

    /// Takes `id` out. Returns its score, or nil if it had none.
    @discardableResult
    package mutating func remove(_ id: ID) -> Score? {
        guard let score = scores.removeValue(forKey: id) else { return nil }
        let entry = Entry(score: score, id: id)
        entries.remove(at: places { $0 < entry })
        count(score, by: -1)
        return score
    }

    /// The rank of `id`: one more than the players with a better score. Nil if it has none.
    package func rank(of id: ID) -> Int? { scores[id].map(rank(of:)) }

    /// The rank that `score` has, or would have.
    package func rank(of score: Score) -> Int { places { $0.score < score } + 1 }

    /// Number of players with a worse score than `id`. Nil if it has none.
    package func beaten(by id: ID) -> Int? {
        scores[id].map { score in count - places { $0.score <= score } }
    }

    /// The share of all players here, in whole percent rounded down, with a worse score than `id`. Nil if it has none.
    package func percentBeaten(by id: ID) -> Int? { beaten(by: id).map { $0 * 100 / count } }

    /// Number of solves in i + 1 turns, at index i, for games of `rows` rows.
    package func distribution(rows: Int) -> [Int] {
        (0..<rows).map { $0 < solves.count ? solves[$0] : 0 }
    }

    /// The score in the middle of those who found the word (the better one of two); nil if nobody did. Its time is that
    /// of the racer in the middle, not the middle of all times.
    package var median: Score? { solvedCount == 0 ? nil : entries[(solvedCount - 1) / 2].score }

    /// Adds `change` to what the score counts for.
    private mutating func count(_ score: Score, by change: Int) {
        guard case .solved(let turns, _) = score else { return }
        precondition(turns >= 1, "a solve takes a guess")
        while solves.count < turns { solves.append(0) }
        solves[turns - 1] += change
    }

    /// Number of entries for which `isBefore` holds; it holds for a first part of the order and no more.
    private func places(before isBefore: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension DayRanking {
    /// At most `limit` entries from the top, or those that follow `cursor`. The cursor need not be in the ranking (it may
    /// have left it since).
    package func page(after cursor: Entry? = nil, limit: Int) -> [Ranked] {
        let start = cursor.map { cursor in places { $0 <= cursor } } ?? 0
        return ranked(start..<min(count, start + max(0, limit)))
    }

    /// The entry of `id` with at most `radius` entries before and after it; empty if it has none.
    package func window(around id: ID, radius: Int) -> [Ranked] {
        guard let score = scores[id] else { return [] }
        let entry = Entry(score: score, id: id)
        let place = places { $0 < entry }
        return ranked(max(0, place - radius)..<min(count, place + radius + 1))
    }

    /// The entries at these places, with their ranks.
    private func ranked(_ range: Range<Int>) -> [Ranked] {
        var result: [Ranked] = []
        result.reserveCapacity(range.count)
        for place in range {
            let entry = entries[place]
            let shares = result.last.map { $0.entry.score == entry.score } ?? false
            let first = result.isEmpty ? rank(of: entry.score) : place + 1
            result.append(Ranked(rank: shares ? result[result.count - 1].rank : first, entry: entry))
        }
        return result
    }
}
