import Dispatch
import Synchronization

/// Connections of a shard, counted where every thread can look.
final class ShardLoad: Sendable {
    private let counter = Atomic<Int>(0)

    var count: Int { counter.load(ordering: .relaxed) }

    func addOne() {
        counter.add(1, ordering: .relaxed)
    }

    func removeOne() {
        counter.subtract(1, ordering: .relaxed)
    }
}

/// One event loop on its own serial queue, and the actor to which everything on that loop is isolated.
///
/// The loop's epoll is itself watched by one Dispatch source. A wake-up enters the actor once and handles all that is
/// ready, and what comes soon after.
package actor Shard {
    private nonisolated let executor: QueueExecutor
    /// Work from other threads for the loop.
    private nonisolated let inbox: Inbox
    nonisolated let load = ShardLoad()
    private let loop: EventLoop
    private let source: any DispatchSourceRead

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(index: Int, budget: OutputBudget) throws(EventLoopError) {
        executor = QueueExecutor(label: "tilerace.shard.\(index)")
        let loop = try EventLoop(load: load, budget: budget)
        let source = DispatchSource.makeReadSource(fileDescriptor: loop.descriptor, queue: executor.queue)
        self.loop = loop
        inbox = loop.inbox
        self.source = source
        source.setEventHandler { [weak self] in
            self?.assumeIsolated { $0.loop.turn() }
        }
        // The last bell may be rung when nobody looks any more.
        source.setCancelHandler { [weak self] in
            self?.assumeIsolated { $0.loop.runInbox() }
        }
        source.activate()
    }

    /// Connections of this shard, as far as other threads can know.
    package nonisolated var connectionCount: Int { load.count }

    /// Whether `loop` is this shard's.
    package nonisolated func owns(_ loop: EventLoop) -> Bool { load === loop.load }

    /// Runs `work` on the shard, after all that was given before. Work that is given while the shard is busy runs in
    /// one turn, so that its output to one connection leaves in one system call.
    package nonisolated func execute(_ work: @escaping @Sendable (EventLoop) -> Void) {
        if inbox.put(work) { executor.queue.async { self.assumeIsolated { $0.loop.runInbox() } } }
    }

    /// Asks the connections to say good-bye, and aborts those that are left after so many ms. Calls `done`, on the
    /// shard, when all are gone.
    nonisolated func stop(graceMilliseconds: Int, then done: @escaping @Sendable () -> Void) {
        executor.queue.async {
            self.assumeIsolated { $0.stopLoop(graceMilliseconds, done) }
        }
    }

    private func stopLoop(_ grace: Int, _ done: @escaping @Sendable () -> Void) {
        loop.turn {
            loop.onEmpty = { [source] in
                source.cancel()
                done()
            }
            loop.after(milliseconds: grace) { $0.abortConnections() }
            loop.stopConnections()
        }
    }
}
