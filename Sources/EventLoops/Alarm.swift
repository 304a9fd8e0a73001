import CLinux
import Glibc

/// A timer of a loop with a precision of some ten µs, for sending at planned times. The loop's own timers are coarser.
/// A loop has at most one alarm.
final class Alarm {
    private let descriptor: Int32
    private let handler: () -> Void

    init(_ handler: @escaping () -> Void) throws(EventLoopError) {
        self.handler = handler
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError(call: "timerfd_create") }
    }

    deinit { close(descriptor) }

    func start(on loop: EventLoop) {
        loop.watch(descriptor, EPOLLIN.rawValue, token: EventLoop.alarmToken, operation: EPOLL_CTL_ADD)
    }

    func set(at time: Int64) {
        var value = itimerspec()
        // Zero would disarm the timer.
        let time = max(time, 1)
        value.it_value.tv_sec = Int(time / 1_000_000_000)
        value.it_value.tv_nsec = Int(time % 1_000_000_000)
        let result = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &value, nil)
        precondition(result == 0, "timerfd_settime: \(String(cString: strerror(errno)))")
    }

    func fired() {
        var expirations: UInt64 = 0
        // Level-triggered: left unread, it would wake the loop forever.
        _ = Glibc.read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        handler()
    }
}

extension EventLoop {
    /// Reads the monotonic clock, in ns.
    package static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sets the handler of the alarm. Must be called once in the life of a loop.
    package func prepareAlarm(_ handler: @escaping () -> Void) throws(EventLoopError) {
        precondition(alarm == nil, "a loop has one alarm")
        let alarm = try Alarm(handler)
        alarm.start(on: self)
        self.alarm = alarm
    }

    /// Fires the alarm once, at `time` in ns of the monotonic clock, in place of what was set before. At once if that
    /// is past.
    package func setAlarm(at time: Int64) {
        precondition(alarm != nil, "prepare the alarm first")
        alarm?.set(at: time)
    }
}
