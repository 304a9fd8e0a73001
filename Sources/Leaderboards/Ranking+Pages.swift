import GameRules

extension Ranking {
    /// The entries at these places, in order; what is beyond either end is left out.
    package func entries(_ places: Range<Int>) -> [Ranked] {
        let places = places.clamped(to: 0..<count)
        var result: [Ranked] = []
        result.reserveCapacity(places.count)
        tree.forEach(places) { row in
            let entry = rows[row]
            let place = places.lowerBound + result.count
            let rank =
                if let last = result.last {
                    last.entry.score == entry.score ? last.rank : place + 1
                } else {
                    rank(of: entry.score)
                }
            result.append(Ranked(rank: rank, place: place, entry: entry))
        }
        return result
    }

    /// At most `limit` entries from the top, or those that follow `cursor`. The cursor need not be in the ranking (it
    /// may have left it since).
    package func page(after cursor: Entry? = nil, limit: Int) -> [Ranked] {
        let start = cursor.map { place(after: $0) } ?? 0
        return entries(start..<(start + min(max(0, limit), count - start)))
    }

    /// The entry of `id` with at most `radius` entries before and after it; empty if it has none.
    package func window(around id: PlayerID, radius: Int) -> [Ranked] {
        guard let place = place(of: id) else { return [] }
        let radius = min(max(0, radius), count)
        return entries((place - radius)..<(place + radius + 1))
    }

    /// Number of entries that do not come after `cursor`.
    private func place(after cursor: Entry) -> Int {
        tree.place(of: cursor, in: rows) + (score(of: cursor.id) == cursor.score ? 1 : 0)
    }
}

// What the ranking of a day has besides. It is counted, not kept: a few ways down the tree.
extension Ranking {
    /// Number of players of a day who found the word.
    package var solvedCount: Int { better(than: .unsolved) }

    /// Number of solves of a day in i + 1 turns, at index i, for games of `rows` rows.
    package func distribution(rows: Int) -> [Int] {
        (0..<rows).map { better(than: .first(turns: $0 + 2)) - better(than: .first(turns: $0 + 1)) }
    }

    /// The score in the middle of those of a day who found the word (the better one of two); nil if nobody did. Its
    /// time is that of the racer in the middle, not the middle of all times.
    package var median: Score? {
        let solved = solvedCount
        return entries(((solved - 1) / 2)..<((solved - 1) / 2 + min(solved, 1))).first.map {
            Score($0.entry.score)
        }
    }
}
