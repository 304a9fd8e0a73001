/// Shares as people are told them.
package enum Percent {
    /// The share of `part` in `whole`, in percent rounded to the nearest: 12 of 14 are 86. Only all are 100, and only
    /// none are 0. 0 if there is nothing to have a share in.
    package static func of(_ part: Int, in whole: Int) -> Int {
        if part <= 0 || whole <= 0 { return 0 }
        if part >= whole { return 100 }
        return min(99, max(1, (200 * part + whole) / (2 * whole)))
    }
}
