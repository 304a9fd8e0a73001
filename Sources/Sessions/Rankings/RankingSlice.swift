/// Which piece of a ranking is wanted.
package struct RankingSlice: Hashable, Sendable {
    /// Where it begins.
    package enum Start: Hashable, Sendable {
        /// With the best.
        case top
        /// Behind the entries up to a cursor.
        case after(RankingCursor)
        /// So many places before the one who asks; from there the same number after.
        case around(Int)
    }

    /// Where it begins.
    package let start: Start
    /// Entries at most.
    package let limit: Int

    package init(start: Start = .top, limit: Int = 50) {
        self.start = start
        self.limit = limit
    }
}
