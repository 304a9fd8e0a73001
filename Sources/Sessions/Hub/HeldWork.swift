/// Work that waits until the disk has caught up, in order of arrival. It has moves of running clocks, each with the
/// instant at which it was read. Behind them it has work that follows once all earlier moves are handled.
///
/// A connection has one move here at most: its later requests queue behind that one, up to their own bound.
final class HeldWork {
    private var queue: [() -> Void] = []
    private var first = 0
    private var isRunning = false
    /// Whether the place of the work that runs is free: what it holds again comes first again.
    private var hasPlace = false

    var isEmpty: Bool { first == queue.count }

    /// Holds work.
    func add(_ work: @escaping () -> Void) {
        guard hasPlace else { return queue.append(work) }
        hasPlace = false
        first -= 1
        queue[first] = work
    }

    /// Runs what waits, as long as `mayRun`.
    func run(while mayRun: () -> Bool) {
        guard !isRunning else { return }
        isRunning = true
        while !isEmpty, mayRun() {
            let work = queue[first]
            queue[first] = {}
            first += 1
            hasPlace = true
            work()
            hasPlace = false
        }
        isRunning = false
        // The array is cut when as many have run as wait.
        guard first >= queue.count - first else { return }
        queue.removeFirst(first)
        first = 0
    }
}
