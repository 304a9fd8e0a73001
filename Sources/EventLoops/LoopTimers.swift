import CLinux
import Glibc

/// The effect of a timer of the loop.
enum LoopTimer {
    case connection(Connection)
    case callback((EventLoop) -> Void)
    case listener(Int)
}

/// Names a callback set with ``EventLoop/after(milliseconds:precisely:_:)``.
package struct TimerToken {
    fileprivate let wheelToken: TimerWheel<LoopTimer>.Token
    fileprivate let isPrecise: Bool
}

/// The timers of a loop. A coarse wheel has the time-outs of connections, which are many and seldom fire. A fine wheel
/// has waits of a few ms. One descriptor wakes the loop for both.
struct LoopTimers {
    /// Readable when something is due.
    let descriptor: Int32
    private(set) var coarse: TimerWheel<LoopTimer>
    private var fine: TimerWheel<LoopTimer>
    /// When the descriptor will fire; nil if it is not set.
    private var armed: Int64?
    /// The first deadline that was set since the descriptor was, if that is before it.
    private var isLate = false

    init(now: Int64) throws(EventLoopError) {
        coarse = LoopTimers.coarse(now)
        fine = LoopTimers.fine(now)
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError(call: "timerfd_create") }
    }

    private static func coarse(_ now: Int64) -> TimerWheel<LoopTimer> { TimerWheel(now: now) }
    private static func fine(_ now: Int64) -> TimerWheel<LoopTimer> { TimerWheel(now: now, tickLength: 1, slots: 256) }

    /// Lets go of all timers that have not fired.
    mutating func removeAll(now: Int64) {
        coarse = LoopTimers.coarse(now)
        fine = LoopTimers.fine(now)
    }

    /// Gives the descriptor back, at the end of the loop.
    func close() {
        Glibc.close(descriptor)
    }

    /// Sets a time-out, which may come some 10 ms late.
    mutating func schedule(_ timer: LoopTimer, at deadline: Int64) -> TimerWheel<LoopTimer>.Token {
        note(deadline)
        return coarse.schedule(timer, at: deadline)
    }

    /// Sets a timer that comes 1 ms late at most, as far as the loop is idle.
    mutating func schedulePrecisely(_ timer: LoopTimer, at deadline: Int64) -> TimerWheel<LoopTimer>.Token {
        note(deadline)
        return fine.schedule(timer, at: deadline)
    }

    private mutating func note(_ deadline: Int64) {
        if armed.map({ deadline < $0 }) ?? true { isLate = true }
    }

    mutating func cancel(_ token: TimerWheel<LoopTimer>.Token) {
        coarse.cancel(token)
    }

    mutating func cancel(_ token: TimerToken) {
        if token.isPrecise { fine.cancel(token.wheelToken) } else { coarse.cancel(token.wheelToken) }
    }

    /// The descriptor has become readable.
    mutating func fired() {
        var expirations: UInt64 = 0
        // Level-triggered: unread, it would wake us without end.
        _ = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        armed = nil
        isLate = true
    }

    /// Returns the next timer that is due and has not fired.
    mutating func nextDue(now: Int64) -> LoopTimer? {
        fine.nextDue(now: now) ?? coarse.nextDue(now: now)
    }

    /// Sets the descriptor if something is due before it would fire. One that fires for a cancelled timer does no harm.
    mutating func arm() {
        guard isLate else { return }
        isLate = false
        guard let wakeUp = [fine.wakeUp, coarse.wakeUp].compactMap({ $0 }).min() else { return }
        guard armed.map({ wakeUp < $0 }) ?? true else { return }
        armed = wakeUp
        let time = max(wakeUp, 1)
        var value = itimerspec()
        value.it_value.tv_sec = Int(time / 1_000)
        value.it_value.tv_nsec = Int(time % 1_000) * 1_000_000
        let result = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &value, nil)
        precondition(result == 0, "timerfd_settime: \(String(cString: strerror(errno)))")
    }
}

extension EventLoop {
    /// Reads the monotonic clock, in ns.
    package static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// ms that a closed connection has for the rest of its output, unless it is given another time, and then for the
    /// peer's end.
    private static var lingerTime: Int { 5_000 }
    /// The linger time while the loop stops: a successor may be waiting for us to be gone.
    private static var stoppingLingerTime: Int { 1_000 }

    /// Calls `body` once, so many ms from now or up to some 10 ms later; `precisely`, up to 1 ms later.
    @discardableResult
    package func after(
        milliseconds: Int, precisely: Bool = false, _ body: @escaping (EventLoop) -> Void
    ) -> TimerToken {
        let deadline = now + Int64(milliseconds)
        let token =
            precisely
            ? timers.schedulePrecisely(.callback(body), at: deadline) : timers.schedule(.callback(body), at: deadline)
        return TimerToken(wheelToken: token, isPrecise: precisely)
    }

    /// Takes back what ``after(milliseconds:precisely:_:)`` set, if it has not been called yet.
    package func cancel(_ token: TimerToken) {
        timers.cancel(token)
    }

    func setTimer(_ connection: Connection, milliseconds: Int) {
        timers.cancel(connection.timer)
        connection.timer = timers.schedule(.connection(connection), at: now + Int64(milliseconds))
    }

    func cancelTimer(_ connection: Connection) {
        timers.cancel(connection.timer)
    }

    /// `milliseconds` is another time than usual, which a loop that stops does not grant.
    func armLinger(_ connection: Connection, milliseconds: Int? = nil) {
        let time = isStopping ? EventLoop.stoppingLingerTime : milliseconds ?? EventLoop.lingerTime
        setTimer(connection, milliseconds: time)
    }

    func timerFired() {
        timers.fired()
        while let timer = timers.nextDue(now: now) {
            switch timer {
            case .connection(let connection): timedOut(connection)
            case .callback(let body): body(self)
            case .listener(let index): listeners[index]?.resume(for: self)
            }
        }
    }

    private func timedOut(_ connection: Connection) {
        guard !connection.flags.contains(.closed) else { return }
        connection.timer = .none
        if connection.flags.contains(.closing) {
            end(connection, .closeTimedOut)
        } else {
            connection.handler?.timedOut(connection)
        }
    }
}
