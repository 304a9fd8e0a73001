/// A page of a ranking.
package struct RankingSlice: Hashable, Sendable {
    /// The start of a page.
    package enum Start: Hashable, Sendable {
        /// The best entry.
        case top
        /// The entry after a cursor.
        case after(RankingCursor)
        /// The places from so many before the requester; the page ends as many places after.
        case around(Int)
    }

    /// The start of the page.
    package let start: Start
    /// The maximum number of entries.
    package let limit: Int

    package init(start: Start = .top, limit: Int = 50) {
        self.start = start
        self.limit = limit
    }
}
