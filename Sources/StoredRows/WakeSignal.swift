import Dispatch
import Synchronization

/// A signal that ends a wait: the one that goes on, or else the next one. One thread waits at a time.
///
/// It waits by the time that nobody sets. On Linux the timed wait of a `DispatchSemaphore` ends at an instant of the
/// wall's clock. Where that is set back by an hour, the wait takes an hour longer.
package final class WakeSignal: Sendable {
    private enum State {
        case idle
        /// Nobody has waited since the signal.
        case signalled
        /// The group is left by the signal.
        case waiting(DispatchGroup)
    }

    private let state = Mutex(State.idle)

    /// Creates one that was not signalled.
    package init() {}

    /// Ends a wait. A second signal before the next wait says no more than the first.
    package func signal() {
        let waiting = state.withLock { state -> DispatchGroup? in
            switch state {
            case .waiting(let group):
                state = .idle
                return group
            case .idle, .signalled:
                state = .signalled
                return nil
            }
        }
        waiting?.leave()
    }

    /// Waits for so many ms at most. Returns whether there was a signal.
    @discardableResult package func wait(milliseconds: Int) -> Bool {
        let group = DispatchGroup()
        group.enter()
        guard !begin(group) else { return true }
        if group.wait(timeout: .now() + .milliseconds(milliseconds)) == .success { return true }
        return !end(group)
    }

    /// Has the next signal leave the group; returns whether there was one already.
    private func begin(_ group: DispatchGroup) -> Bool {
        let isSignalled = state.withLock { state in
            switch state {
            case .signalled:
                state = .idle
                return true
            case .idle:
                state = .waiting(group)
                return false
            case .waiting: preconditionFailure("two threads wait for one signal")
            }
        }
        // A group that is gone with somebody in it is a crash.
        if isSignalled { group.leave() }
        return isSignalled
    }

    /// Gives the wait up; returns whether no signal came in the last moment.
    private func end(_ group: DispatchGroup) -> Bool {
        let isGivenUp = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .idle
            return true
        }
        if isGivenUp { group.leave() }
        return isGivenUp
    }
}
