import Synchronization

/// A serial queue of work on an executor. Each turn of the executor performs one piece. A piece that adds to its own
/// lane ends before the added one begins.
final class WorkLane: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        /// Turns that the executor gave while a piece was running.
        var owed = 0
        var isRunning = false
    }

    private let state = Mutex(State())
    private let executor: MemoryStorage.Executor

    init(executor: @escaping MemoryStorage.Executor) {
        self.executor = executor
    }

    /// Performs `work` at some turn of the executor, after what was added before it.
    func add(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(work) }
        executor { [self] in perform(turns: 1) }
    }

    /// Performs everything that waits, without the executor.
    func finish() {
        perform(turns: state.withLock { $0.waiting.count })
    }

    /// Forgets what waits.
    func drop() {
        state.withLock { state in
            state.waiting = []
            state.owed = 0
        }
    }

    private func perform(turns: Int) {
        let isMine = state.withLock { state in
            state.owed += turns
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isMine else { return }
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            // After `finish`, the executor still gives turns for work that is done.
            guard state.owed > 0, !state.waiting.isEmpty else {
                if state.waiting.isEmpty { state.owed = 0 }
                state.isRunning = false
                return nil
            }
            state.owed -= 1
            return state.waiting.removeFirst()
        }
    }
}
