import CLinux
import EventLoops
import Glibc

/// A timer of a loop with a precision of some ten µs, for sending at planned times. The loop's own timers are coarser.
/// A loop has at most one alarm.
final class Alarm {
    private let descriptor: Int32

    /// An alarm that calls `handler` on `loop`.
    init(on loop: EventLoop, _ handler: @escaping () -> Void) throws(EventLoopError) {
        let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError(call: "timerfd_create") }
        self.descriptor = descriptor
        loop.watch(readable: descriptor) {
            var expirations: UInt64 = 0
            // Level-triggered: left unread, it would wake the loop forever.
            _ = Glibc.read(descriptor, &expirations, MemoryLayout<UInt64>.size)
            handler()
        }
    }

    // The kernel takes a closed descriptor out of the epoll.
    deinit { close(descriptor) }

    /// Fires the alarm once, at `time` in ns of the monotonic clock, in place of what was set before. At once if that
    /// is past.
    func set(at time: Int64) {
        var value = itimerspec()
        // Zero would disarm the timer.
        let time = max(time, 1)
        value.it_value.tv_sec = Int(time / 1_000_000_000)
        value.it_value.tv_nsec = Int(time % 1_000_000_000)
        let result = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &value, nil)
        precondition(result == 0, "timerfd_settime: \(String(cString: strerror(errno)))")
    }
}
