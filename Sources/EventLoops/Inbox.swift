import CLinux
import Glibc
import Synchronization

/// A queue of work from other threads to a loop, with an eventfd that wakes the loop in `epoll_wait`.
///
/// No work is missed. A thread that adds work while the loop listens signals the eventfd, which stays signalled until
/// the loop clears it. The loop checks the queue after it has begun to listen, before it waits. At other times the
/// thread asks Dispatch to run the shard.
final class Inbox: Sendable {
    typealias Work = @Sendable (EventLoop) -> Void

    /// The eventfd, for the loop's epoll: readable while it is signalled.
    let descriptor: Int32
    private let waiting = Mutex<[Work]>([])
    private let isHeard = Atomic<Bool>(false)

    init() throws(EventLoopError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError(call: "eventfd") }
    }

    deinit { close(descriptor) }

    /// Appends work. Returns whether the caller must have the shard run, because the loop will not find the work.
    func put(_ work: @escaping Work) -> Bool {
        let isFirst = waiting.withLock { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        guard isFirst else { return false }
        guard isHeard.load(ordering: .sequentiallyConsistent) else { return true }
        // Fails only on overflow of the 64-bit counter.
        _ = eventfd_write(descriptor, 1)
        return false
    }

    /// Removes and returns all work, in order.
    func take() -> [Work] {
        waiting.withLock { waiting in
            let taken = waiting
            waiting = []
            return taken
        }
    }

    /// Begins to listen for the eventfd. Returns false if there is work already: then the loop must not wait.
    func listen() -> Bool {
        isHeard.store(true, ordering: .sequentiallyConsistent)
        return waiting.withLock { $0.isEmpty }
    }

    /// Ends listening.
    func stopListening() { isHeard.store(false, ordering: .sequentiallyConsistent) }

    /// Clears the eventfd.
    func answer() {
        var rings: eventfd_t = 0
        _ = eventfd_read(descriptor, &rings)
    }
}
