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
    /// Number of players of a day who reached the aim of this kind of game: who found the word, or any word.
    package func solvedCount(of kind: PuzzleLine.Kind) -> Int {
        kind.hasPoints ? count(from: 1) : better(than: .unsolved)
    }

    /// Number of players of a day by how they did. Of games with points: those in each class of points
    /// (`PuzzleLine.Kind.pointsBand`), the last of which has no end. Of others: the solves in 1, 2, 3 … turns, for
    /// games of `rows` rows.
    package func distribution(of kind: PuzzleLine.Kind, rows: Int) -> [Int] {
        guard let width = kind.pointsBand else {
            return (0..<rows).map { better(than: .first(turns: $0 + 2)) - better(than: .first(turns: $0 + 1)) }
        }
        let counts = (0..<PointsBand.count).map { count(from: $0 * width) }
        return zip(counts, counts.dropFirst() + [0]).map(-)
    }

    /// Number of players of a day with so many points, or more.
    private func count(from points: Int) -> Int {
        points == 0 ? count : better(than: RankScore(.points(points - 1, words: 0, elapsed: 0)))
    }

    /// The middle score of a day's players who reached the aim (the better one of two); nil if nobody did. Its time is
    /// that of the racer in the middle, not the middle of all times.
    package func median(of kind: PuzzleLine.Kind) -> Score? {
        let solved = solvedCount(of: kind)
        return entries(((solved - 1) / 2)..<((solved - 1) / 2 + min(solved, 1))).first.map {
            Score($0.entry.score)
        }
    }
}

/// The classes of points in distributions.
enum PointsBand {
    static let count = 10

    /// The class of a game with so many points, of classes as wide as that.
    static func of(_ points: Int, width: Int) -> Int { min(points / width, count - 1) }
}
