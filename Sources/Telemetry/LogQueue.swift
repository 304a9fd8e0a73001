import Synchronization

/// A bounded queue between the event loops and a place that may block, such as standard error with a stopped reader.
///
/// A line that finds the queue full is dropped and counted, and the count is written as soon as there is room. A server
/// rather goes on without its log than stops with it.
package final class LogQueue: Sendable {
    private struct State {
        var waiting: [String] = []
        var dropped = 0
        var isDraining = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let loss: @Sendable (Int) -> String
    private let write: @Sendable (String) -> Void

    /// A queue of at most `capacity` lines. `schedule` runs its argument later on one other thread (a serial queue's
    /// `async`); `write` is called there, with one line at a time, in order. `loss` words the line that stands for a
    /// number of dropped ones.
    package init(
        capacity: Int, schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        loss: @escaping @Sendable (Int) -> String, write: @escaping @Sendable (String) -> Void
    ) {
        precondition(capacity > 0)
        self.capacity = capacity
        self.schedule = schedule
        self.loss = loss
        self.write = write
    }

    /// Queues a line, or drops it if the queue is full. Never waits for `write`.
    package func submit(_ line: String) {
        let starts = state.withLock { state in
            guard state.waiting.count < capacity else {
                state.dropped += 1
                return false
            }
            state.waiting.append(line)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if starts { schedule { self.drain() } }
    }

    private func drain() {
        while true {
            let batch = state.withLock { state -> [String] in
                var lines = state.waiting
                if state.dropped > 0 { lines.append(loss(state.dropped)) }
                state.waiting.removeAll(keepingCapacity: true)
                state.dropped = 0
                if lines.isEmpty { state.isDraining = false }
                return lines
            }
            if batch.isEmpty { return }
            for line in batch { write(line) }
        }
    }
}
