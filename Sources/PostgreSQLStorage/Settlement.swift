import Storage
import StoredRows
import Synchronization

/// Whether the outcome of every commit is known.
///
/// When the connection breaks in mid-commit, nobody knows whether the server has committed, or yet will. Callers are
/// told that the commit failed, and read again. Those reads wait until the writer has a new generation of the lease.
/// From then on the old commit can be seen, or can never happen.
final class Settlement: Sendable {
    private struct State {
        /// Raised whenever the outcome of a commit becomes unknown.
        var doubts = 0
        var isSettled = true
        var end: StorageError?
        var waiting: [WakeSignal] = []
    }

    private let state = Mutex(State())

    /// Notes that the outcome of a commit is unknown. To be called before anybody hears that it failed.
    func doubt() {
        state.withLock { state in
            state.doubts += 1
            state.isSettled = false
        }
    }

    /// Notes that every outcome is known.
    func settle() { wake { $0.isSettled = true } }

    /// Notes that nothing will be known any more, and why: another server writes.
    func end(_ error: StorageError) {
        wake { state in
            state.isSettled = false
            state.end = error
        }
    }

    /// Why nothing will be known any more.
    var end: StorageError? { state.withLock { $0.end } }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for signal in waiting { signal.signal() }
    }

    /// The number of doubts so far once all are settled; nil if they are not within so many ms.
    func wait(milliseconds: Int) -> Int? {
        let signal = WakeSignal()
        let doubts = state.withLock { state -> Int? in
            if state.isSettled { return state.doubts }
            guard state.end == nil else { signal.signal(); return nil }
            state.waiting.append(signal)
            return nil
        }
        if let doubts { return doubts }
        guard signal.wait(milliseconds: milliseconds) else { return nil }
        return state.withLock { $0.isSettled ? $0.doubts : nil }
    }

    /// Whether a read that began after so many doubts may be answered.
    func holds(since doubts: Int) -> Bool { state.withLock { $0.isSettled && $0.doubts == doubts } }
}
