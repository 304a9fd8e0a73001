import CLinux
import Dispatch
import Synchronization

/// One event loop: an actor whose executor is a serial queue, with an epoll of its own that the queue watches as a single
/// source ("nested epoll"). Sockets live on one shard for ever and are touched on it alone.
///
/// The shard's state is a ``ShardLoop``, a plain class, so that callbacks reach it without an isolation check a message:
/// the queue enters the actor once for each wake-up.
package actor Shard {
    private nonisolated let serial: SerialQueueExecutor
    private let loop: ShardLoop
    private nonisolated let mailbox = Mutex(Mailbox())
    private nonisolated let count = Atomic<Int>(0)
    private var sources: [any DispatchSourceProtocol] = []

    private struct Mailbox {
        var jobs: [Job] = []
        var isScheduled = false
    }

    /// Work for the loop.
    package typealias Job = @Sendable (ShardLoop) -> Void

    /// Runs the actor on its queue.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { serial.asUnownedSerialExecutor() }

    /// A loop that waits for sockets. Throws if the process has no descriptors left.
    package init(name: String) throws(EventLoopError) {
        serial = SerialQueueExecutor(label: name)
        loop = ShardLoop(epoll: try Epoll())
    }

    /// Begins to serve. Call once.
    package nonisolated func start() {
        serial.queue.async { self.assumeIsolated { $0.startSources() } }
    }

    private func startSources() {
        precondition(sources.isEmpty, "a shard starts once")
        loop.countChanged = { [unowned self] in self.count.store($0, ordering: .relaxed) }
        let readable = DispatchSource.makeReadSource(fileDescriptor: loop.epoll.descriptor, queue: serial.queue)
        readable.setEventHandler { [unowned self] in self.assumeIsolated { $0.loop.drain() } }
        let timer = DispatchSource.makeTimerSource(queue: serial.queue)
        timer.schedule(
            deadline: .now() + .milliseconds(ShardLoop.tickMs), repeating: .milliseconds(ShardLoop.tickMs),
            leeway: .milliseconds(ShardLoop.tickMs / 10))
        timer.setEventHandler { [unowned self] in self.assumeIsolated { $0.loop.tick() } }
        readable.activate()
        timer.activate()
        sources = [readable, timer]
    }

    /// Runs `job` on the loop, after those posted before. Jobs that come while others wait share one wake-up and one
    /// flush of the sockets that they write to.
    package nonisolated func execute(_ job: @escaping Job) {
        let mustSchedule = mailbox.withLock { box in
            box.jobs.append(job)
            defer { box.isScheduled = true }
            return !box.isScheduled
        }
        guard mustSchedule else { return }
        serial.queue.async { self.assumeIsolated { $0.runJobs() } }
    }

    private func runJobs() {
        let jobs = mailbox.withLock { box in
            defer {
                box.jobs = []
                box.isScheduled = false
            }
            return box.jobs
        }
        for job in jobs { job(loop) }
        loop.endTurn()
    }

    /// Sockets on this shard, roughly: for choosing the least loaded one.
    package nonisolated var socketCount: Int { count.load(ordering: .relaxed) }

    /// Traps unless the caller runs on this shard.
    package nonisolated func checkIsolated() { dispatchPrecondition(condition: .onQueue(serial.queue)) }
}

/// A serial executor over a Dispatch queue. (`DispatchSerialQueue`, which is one, does not exist on Linux.)
final class SerialQueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
