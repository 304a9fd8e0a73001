import CLinux
import Glibc
import Synchronization

/// Work that other threads give to a loop, and the bell by which they wake it while it waits in `epoll_wait` for more
/// to come.
///
/// No work is left behind: whoever puts some in while the loop listens rings the bell, which stays rung in the epoll
/// until the loop answers it; and the loop looks whether something was put in after it has begun to listen, before it
/// waits. Everybody else asks Dispatch to run the shard.
final class Inbox: Sendable {
    typealias Work = @Sendable (EventLoop) -> Void

    /// The bell, for the loop's epoll: readable while it is rung.
    let descriptor: Int32
    private let waiting = Mutex<[Work]>([])
    private let isHeard = Atomic<Bool>(false)

    init() throws(EventLoopError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError(call: "eventfd") }
    }

    deinit { close(descriptor) }

    /// Puts work behind what waits already. Answers whether the caller has to have the shard run: the loop will not
    /// find it.
    func put(_ work: @escaping Work) -> Bool {
        let isFirst = waiting.withLock { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        guard isFirst else { return false }
        guard isHeard.load(ordering: .sequentiallyConsistent) else { return true }
        // It fails only if it was rung more often than 64 bits can count.
        _ = eventfd_write(descriptor, 1)
        return false
    }

    /// All that waits, first things first.
    func take() -> [Work] {
        waiting.withLock { waiting in
            let taken = waiting
            waiting = []
            return taken
        }
    }

    /// The loop hears the bell from now on. Answers false if there is work already: then it must not wait.
    func listen() -> Bool {
        isHeard.store(true, ordering: .sequentiallyConsistent)
        return waiting.withLock { $0.isEmpty }
    }

    /// The loop does not wait any more.
    func stopListening() { isHeard.store(false, ordering: .sequentiallyConsistent) }

    /// Stills the bell.
    func answer() {
        var rings: eventfd_t = 0
        _ = eventfd_read(descriptor, &rings)
    }
}
