import GameRules

/// The choice of each day's answer from a list: a pure function of the seed, puzzle line, list version, list length and
/// day.
///
/// Days are cut into cycles as long as the list. Each cycle is one pass over the list in an order of its own. Any day
/// is therefore one shuffle away, before 1970 too, and no word occurs twice in a pass.
///
/// ## No word twice within `gap` days across two passes
///
/// Let N be the number of answers and G = min(200, N / 3). The *base order* of a cycle is a keyed shuffle. Its last G
/// positions, the *tail*, are final. The final order differs from the base order by swaps between the *head* (the first
/// G positions) and the *middle* (all between head and tail). Each word of the head that is in the tail of the cycle
/// before is swapped with a word of the middle that is not. Tails are the same in base and final order. So a cycle
/// needs the base order of the one before and no more: there is no recursion.
///
/// The swaps exist: 3G ≤ N, so the middle has N − 2G ≥ G positions. If a words of the old tail, which has G words,
/// stand in the head, at most G − a stand in the middle. So at least a positions of the middle hold other words.
///
/// The gap holds: let a word stand at p in one cycle and at q in the next, N − p + q days later. If p ≥ N − G, the word
/// is in the old tail, hence not in the new head, so q ≥ G. With p ≤ N − 1 the distance is at least G + 1. If p < N −
/// G, it is at least N − p ≥ G + 1. So in a list of 600 answers or more every word rests for more than 200 days.
package struct Picker: Sendable {
    /// The maximum number of days for which a word is kept from recurring.
    package static let longestGap = 200

    /// The puzzle line.
    package let line: PuzzleLine
    /// The number of answers.
    package let count: Int
    private let listVersion: String
    private let hash: KeyedHash
    private let standInHash: KeyedHash

    /// Creates the picker for `line` with `count` answers of the list with this version. Precondition: `count` is at
    /// least 1.
    package init(seed: Seed, line: PuzzleLine, listVersion: String, count: Int) {
        precondition(count >= 1, "a list has an answer")
        self.line = line
        self.count = count
        self.listVersion = listVersion
        hash = seed.keyedHash(for: "picker v1")
        standInHash = seed.keyedHash(for: "stand-ins v1")
    }

    /// The guaranteed pause of a word: it recurs after more than this many days.
    package var gap: Int { min(Picker.longestGap, count / 3) }

    /// Returns the cycle that contains `day`.
    package func cycle(of day: Day) -> Int { day.number.flooredQuotient(by: count) }

    /// Returns the order of one cycle. It costs two shuffles, so callers keep the result.
    package func order(ofCycle cycle: Int) -> CycleOrder {
        var (indexes, draws) = baseOrder(cycle)
        let (before, _) = baseOrder(cycle - 1)
        var inOldTail = [Bool](repeating: false, count: count)
        for index in before.suffix(gap) { inOldTail[Int(index)] = true }
        let middle = gap..<(count - gap)
        for position in 0..<gap where inOldTail[Int(indexes[position])] {
            // The search starts at a drawn place and goes around the middle, so that the displaced words are spread
            // over it.
            var other = middle.lowerBound + draws.next(below: middle.count)
            while inOldTail[Int(indexes[other])] {
                other = other + 1 == middle.upperBound ? middle.lowerBound : other + 1
            }
            indexes.swapAt(position, other)
        }
        return CycleOrder(cycle: cycle, indexes: indexes)
    }

    /// Returns the index of the word that stands in for one that is left out. Precondition: some word is not left out,
    /// and the order is that of the day.
    ///
    /// Places are drawn for the day until one has a word that can stand in. The word is not left out, and no day of
    /// `near` has it. The order has it for no day within ``gap`` days, in this cycle and the cycles beside it. Nobody
    /// can tell from words that are public which one stands in. Where so much is left out that there is no such word,
    /// any word that is not left out stands in. It is one that no day of `near` has, if possible.
    func standIn(
        on puzzle: PuzzleID, in order: CycleOrder, besides near: Set<Int>, leavingOut leftOut: Set<Int>
    ) -> Int {
        var draws = Draws(standInHash, label: "\(puzzle.text)/\(listVersion)")
        let position = order.position(of: puzzle.day)
        let (before, after) = (self.order(ofCycle: order.cycle - 1).places, self.order(ofCycle: order.cycle + 1).places)
        func isNew(_ place: Int) -> Bool {
            let index = Int(order[place])
            return !leftOut.contains(index) && !near.contains(index)
        }
        func rests(_ place: Int) -> Bool {
            let index = Int(order[place])
            return abs(place - position) > gap && position + count - Int(before[index]) > gap
                && count - position + Int(after[index]) > gap
        }
        for _ in 0..<Picker.tries {
            let place = draws.next(below: count)
            if isNew(place), rests(place) { return Int(order[place]) }
        }
        let start = draws.next(below: count)
        let places = (0..<count).lazy.map { (start + $0) % count }
        let place =
            places.first { isNew($0) && rests($0) } ?? places.first(where: isNew)
            ?? places.first { !leftOut.contains(Int(order[$0])) } ?? position
        return Int(order[place])
    }

    /// Places to draw for a word that stands in. Where a tenth of all would do, as good as none is missed.
    private static let tries = 1_000

    /// Returns the shuffle of a cycle (Fisher–Yates, from the last position down), and its stream of draws.
    private func baseOrder(_ cycle: Int) -> ([Int32], Draws) {
        var draws = Draws(hash, label: "\(line.text)/\(listVersion)/\(cycle)")
        var indexes = Array(0..<Int32(count))
        for position in stride(from: count - 1, to: 0, by: -1) {
            indexes.swapAt(position, draws.next(below: position + 1))
        }
        return (indexes, draws)
    }
}

/// The order of the answers in one pass over a list.
package struct CycleOrder: Sendable {
    /// The number of the cycle; cycle 0 begins on 1970-01-01.
    package let cycle: Int
    /// The index of the answer for each day of the cycle.
    private let indexes: [Int32]

    init(cycle: Int, indexes: [Int32]) {
        self.cycle = cycle
        self.indexes = indexes
    }

    /// Whether `day` is in this cycle.
    package func contains(_ day: Day) -> Bool { day.number.flooredQuotient(by: indexes.count) == cycle }

    /// The number of days.
    var count: Int { indexes.count }

    /// Returns the index of the answer at a position, from 0 on.
    subscript(position: Int) -> Int32 { indexes[position] }

    /// The position of each answer, by its index.
    var places: [Int32] {
        var places = [Int32](repeating: 0, count: indexes.count)
        for (position, index) in indexes.enumerated() { places[Int(index)] = Int32(position) }
        return places
    }

    /// Returns the position of `day`. Precondition: the cycle contains `day`.
    func position(of day: Day) -> Int {
        precondition(contains(day), "the day is in another cycle")
        return day.number - cycle * indexes.count
    }

    /// Returns the index of the answer of `day`. Precondition: the cycle contains `day`.
    package func index(on day: Day) -> Int { Int(indexes[position(of: day)]) }
}
