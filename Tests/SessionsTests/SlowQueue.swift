/// A queue in which a test's hub has words looked for, or names read: full or not, and at once or when told.
final class SlowQueue {
    /// Whether a piece of work is taken.
    var areTaken = true
    /// Whether work that is taken waits for `finish`.
    var areSlow = false
    private var waiting: [@Sendable () -> Void] = []

    /// The number of pieces that wait for `finish`.
    var count: Int { waiting.count }

    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard areTaken else { return false }
        if areSlow { waiting.append(work) } else { work() }
        return true
    }

    /// Does what waits.
    func finish() {
        let all = waiting
        waiting = []
        for work in all { work() }
    }
}
