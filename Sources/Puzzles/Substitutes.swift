/// The words that stand in for those that are left out, in one pass over a list.
///
/// Only the days whose word is left out get another one: all other days keep theirs, whatever is left out. A word that
/// stands in comes twice in its pass, so it is sought where it comes on no day near.
///
/// ## No word twice within `gap` days
///
/// Let N be the number of answers, and p the position of a day whose word is left out. The search begins half a pass
/// further and takes the first word that rests: it is not left out, comes on no day within `gap` days of p, in this
/// pass or in those beside it, and stands in on no such day. Within the pass the last is known, as days are filled in
/// their order. Across two passes it holds by the words' indexes in the list: in the first half of a pass even ones
/// stand in, in the second half odd ones, and days of two passes that are near are of different halves (gap ≤ N / 3).
///
/// Where so much is left out that no word rests, the one stands in that has rested longest.
struct Substitutes {
    private let indexes: [Int: Int32]

    /// Finds the words of a pass. `before`, `after`: the passes beside it. Precondition: not all words are left out.
    init(
        for leftOut: Set<Int>, in order: CycleOrder, before: CycleOrder, after: CycleOrder, gap: Int
    ) {
        let count = order.count
        // The distance in days to a word of another pass is that of its place there to the edge, and that of p.
        let (placeBefore, placeAfter) = (before.places, after.places)
        var stoodIn: [Int32: Int] = [:]
        var indexes: [Int: Int32] = [:]
        for position in 0..<count where leftOut.contains(Int(order[position])) {
            let half = position < count / 2 ? 0 : 1
            let candidates = (0..<count).lazy.map { (position + count / 2 + $0) % count }
            func rests(_ place: Int) -> Bool {
                let index = order[place]
                guard Int(index) % 2 == half, abs(place - position) > gap else { return false }
                return count - Int(placeBefore[Int(index)]) + position > gap
                    && count - position + Int(placeAfter[Int(index)]) > gap
                    && stoodIn[index].map { position - $0 > gap } ?? true
            }
            let kept = candidates.filter { !leftOut.contains(Int(order[$0])) }
            /// The position at which the word of a place came last.
            func last(_ place: Int) -> Int {
                let own = place < position ? place : Int(placeBefore[Int(order[place])]) - count
                return max(stoodIn[order[place]] ?? own, own)
            }
            guard let place = kept.first(where: rests) ?? kept.min(by: { last($0) < last($1) }) else {
                preconditionFailure("all is left out")
            }
            indexes[position] = order[place]
            stoodIn[order[place]] = position
        }
        self.indexes = indexes
    }

    /// Returns the index of the word that stands in at a position; nil if the pass keeps its own there.
    subscript(position: Int) -> Int? { indexes[position].map(Int.init) }
}
