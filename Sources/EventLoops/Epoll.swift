import CLinux
import Glibc

/// An epoll instance (epoll(7)), level-triggered.
final class Epoll {
    /// What an event may say.
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let read = Interest(rawValue: UInt32(EPOLLIN.rawValue))
        static let write = Interest(rawValue: UInt32(EPOLLOUT.rawValue))
        /// The peer is gone or the socket broken. Always reported, never asked for.
        static let broken = Interest(rawValue: UInt32(EPOLLERR.rawValue) | UInt32(EPOLLHUP.rawValue))
    }

    let descriptor: CInt
    private let events: UnsafeMutableBufferPointer<epoll_event>

    /// Events taken from the kernel in one call.
    private static let batch = 512

    init() throws(EventLoopError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        events = .allocate(capacity: Epoll.batch)
        events.initialize(repeating: epoll_event())
        guard descriptor >= 0 else {
            events.deallocate()
            throw .last("epoll_create1")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        events.deallocate()
    }

    /// Watches a descriptor; `token` comes back with its events.
    func add(_ fd: CInt, _ interest: Interest, token: UInt64) throws(EventLoopError) {
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
        guard epoll_ctl(descriptor, EPOLL_CTL_ADD, fd, &event) == 0 else { throw .last("epoll_ctl") }
    }

    /// Changes what is watched for. The descriptor is watched already, so the kernel has no reason to refuse.
    func change(_ fd: CInt, _ interest: Interest, token: UInt64) {
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
        let result = epoll_ctl(descriptor, EPOLL_CTL_MOD, fd, &event)
        precondition(result == 0, "epoll knows the descriptor")
    }

    /// Calls `body` for each event that waits, without blocking; answers how many there were.
    func poll(_ body: (_ token: UInt64, _ what: Interest) -> Void) -> Int {
        let count = epoll_wait(descriptor, events.baseAddress, CInt(Epoll.batch), 0)
        // EINTR: the source fires again.
        guard count > 0 else { return 0 }
        for index in 0..<Int(count) {
            body(events[index].data.u64, Interest(rawValue: events[index].events))
        }
        return Int(count)
    }
}
