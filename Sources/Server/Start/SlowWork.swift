import Dispatch
import Synchronization

/// Does work that takes long, such as trying a password, on a thread of its own, one piece after the other.
final class SlowWork: Sendable {
    private let queue = DispatchQueue(label: "tilerace.slow", qos: .utility)
    private let waiting = Mutex(0)
    /// Pieces that may be under way or wait.
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Does `work` some time; false, and not at all, where as much waits as may.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = waiting.withLock { count in
            guard count < capacity else { return false }
            count += 1
            return true
        }
        guard isTaken else { return false }
        queue.async { [self] in
            work()
            waiting.withLock { $0 -= 1 }
        }
        return true
    }
}
