import Dispatch
import Storage
import Synchronization

/// An engine that commits groups of transactions.
package protocol GroupCommitting: AnyObject, Sendable {
    /// Commits a group and answers it, by `CommitThread.answer`. Called on the engine's `CommitThread` alone.
    func commit(_ group: [CommitQueue.Entry])
}

/// The counts of an engine's work since it was opened.
package struct CommitCounts: Hashable, Sendable {
    /// Transactions that succeeded.
    package var transactions = 0
    /// Commits that carried them.
    package var commits = 0
}

/// The thread on which an engine commits, and the queue of what waits for it.
///
/// It does not hold the engine, which holds the thread: callers pass the engine along.
package final class CommitThread: Sendable {
    package let queue = DispatchQueue(label: "tilerace.storage.writer", qos: .userInitiated)
    private let waiting = Mutex(CommitQueue())
    private let counted = Mutex(CommitCounts())
    private let mostWaiting: Int
    private let mostInGroup: Int

    /// Creates a thread on which nothing waits. `waiting`: most transactions that wait; `group`: most in one commit.
    package init(waiting: Int, group: Int) {
        precondition(waiting > 0 && group > 0)
        mostWaiting = waiting
        mostInGroup = group
    }

    /// The engine's work so far.
    package var counts: CommitCounts { counted.withLock { $0 } }

    /// Takes a transaction in for the engine's next commit.
    package func submit(
        _ transaction: Transaction, to engine: some GroupCommitting, completion: @escaping StorageReply<Void>
    ) {
        let mustWake = waiting.withLock { $0.add(transaction, bound: mostWaiting, completion: completion) }
        if mustWake { queue.async { [self] in commitAll(on: engine) } }
    }

    /// Has `work` done on this thread, after the commit of what was submitted before and before any other.
    package func pause(_ engine: some GroupCommitting, for work: @escaping @Sendable () -> Void) {
        if waiting.withLock({ $0.pause(work) }) { queue.async { [self] in commitAll(on: engine) } }
    }

    /// Commits all that waits. To be called on this thread.
    package func commitAll(on engine: some GroupCommitting) {
        while let turn = waiting.withLock({ $0.next(bound: mostInGroup) }) {
            switch turn {
            case .group(let group): engine.commit(group)
            case .pause(let work): work()
            }
        }
    }

    /// Counts what succeeded, and answers a group; an engine without `answers` is closed. `commits`: all since the
    /// engine was opened.
    package func answer(_ group: [CommitQueue.Entry], with answers: [Result<Void, StorageError>]?, commits: Int?) {
        if let answers, let commits {
            counted.withLock { counts in
                counts.commits = commits
                counts.transactions += answers.count { if case .success = $0 { true } else { false } }
            }
        }
        for (index, entry) in group.enumerated() {
            entry.completion(answers?[index] ?? .failure(.closed))
        }
    }
}
