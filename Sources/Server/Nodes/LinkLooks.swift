/// The looks at links, which are due every tick. Times in ms.
///
/// A look that comes far later than due follows a stall. What other ends have sent meanwhile waits to be read, so no
/// link is judged for a few ticks. That excuse comes now and then only, so that a machine whose every turn takes long
/// gives links up, too.
struct LinkLooks {
    private let tick: Int
    private var last: Int?
    private var excusedUntil = Int.min
    private var nextExcuse = Int.min

    /// Ticks without a look that are a stall, and for which links are not judged then.
    private static let stall = 5
    /// Ticks between two stalls that are an excuse.
    private static let rarely = 50

    init(tick: Int) { self.tick = tick }

    /// Looks. Answers whether links may be judged.
    mutating func mayJudge(at now: Int) -> Bool {
        if let last, now - last > LinkLooks.stall * tick, now >= nextExcuse {
            excusedUntil = now + LinkLooks.stall * tick
            nextExcuse = now + LinkLooks.rarely * tick
        }
        last = now
        return now >= excusedUntil
    }
}
