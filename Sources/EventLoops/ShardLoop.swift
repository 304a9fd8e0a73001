import Bytes
import CLinux
import Glibc

/// What lives on a shard: its sockets, its timers and its turn. Never leaves the shard.
package final class ShardLoop {
    let epoll: Epoll
    /// What the program keeps on this shard (its connections, its hub).
    package var attachment: AnyObject?
    /// Told when the number of sockets changes.
    var countChanged: (Int) -> Void = { _ in }

    /// By slot; the upper half of a token is the slot's generation, so that an event that was fetched before its socket
    /// closed cannot reach the next socket in the slot.
    private var slots: [(generation: UInt32, socket: Socket?)] = []
    private var freeSlots: [Int] = []
    private var retired: [Socket] = []
    private var dirty: [Socket] = []
    private var offers: [Socket] = []
    private var acceptors: [UInt32: Listener] = [:]
    private var wheel: TimerWheel<Timer>
    private let startMs = ShardLoop.monotonicMs()

    private enum Timer {
        case deadline(UInt64)
        case action(() -> Void)
    }

    /// One buffer for what all sockets of the shard receive, with room for what one of them has kept.
    let receiveBuffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ShardLoop.keptBytes + ShardLoop.readBytes, alignment: 64)
    /// Bytes read from a socket at once, and kept for a handler that pauses.
    static let readBytes = 64 << 10
    static let keptBytes = 128 << 10
    /// The wheel's resolution.
    static let tickMs = 50
    /// Rounds of the kernel's events in one wake-up; then the queue's other work has its turn.
    private static let maximumRounds = 64

    init(epoll: Epoll) {
        self.epoll = epoll
        wheel = TimerWheel(now: 0)
    }

    deinit { receiveBuffer.deallocate() }

    /// Sockets on this shard.
    package var socketCount: Int { slots.count - freeSlots.count }

    // MARK: Turns

    /// Handles what the kernel has, until it has nothing: each fetch costs 0.6 µs, and a new wake-up many times that.
    func drain() {
        for _ in 0..<ShardLoop.maximumRounds {
            let count = epoll.poll { token, what in
                if token & ShardLoop.listenerBit != 0 {
                    acceptors[UInt32(truncatingIfNeeded: token)]?.accept()
                } else {
                    socket(token)?.ready(what)
                }
            }
            guard count > 0 else { return }
            endTurn()
        }
    }

    /// Sends what was written in this turn, one `send` a socket, and tells of sockets that closed.
    func endTurn() {
        while !dirty.isEmpty || !offers.isEmpty || !retired.isEmpty {
            if !offers.isEmpty {
                let now = offers
                offers.removeAll(keepingCapacity: true)
                for socket in now { socket.offerKept() }
            }
            var index = 0
            while index < dirty.count {
                dirty[index].flush()
                index += 1
            }
            dirty.removeAll(keepingCapacity: true)
            let gone = retired
            retired.removeAll(keepingCapacity: true)
            for socket in gone { socket.tellClosed() }
        }
    }

    func flushLater(_ socket: Socket) { dirty.append(socket) }
    func offerLater(_ socket: Socket) { offers.append(socket) }

    // MARK: Sockets

    private func socket(_ token: UInt64) -> Socket? {
        let slot = slots[Int(token & 0xFFFF_FFFF)]
        return slot.generation == UInt32(truncatingIfNeeded: token >> 32) ? slot.socket : nil
    }

    /// Takes a connected, non-blocking descriptor. Closes it if the kernel will not watch it.
    package func adopt(_ descriptor: CInt, makeHandler: (Socket) -> any SocketHandler) {
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append((0, nil)) }
        let token = UInt64(slots[index].generation) << 32 | UInt64(index)
        do {
            let socket = try Socket(adopting: descriptor, loop: self, token: token)
            slots[index].socket = socket
            socket.handler = makeHandler(socket)
            countChanged(socketCount)
        } catch {
            freeSlots.append(index)
            Glibc.close(descriptor)
        }
    }

    func retire(_ token: UInt64, _ socket: Socket) {
        let index = Int(token & 0xFFFF_FFFF)
        // 31 bits: the highest bit of a token says that it is a listener's.
        slots[index] = ((slots[index].generation + 1) & 0x7FFF_FFFF, nil)
        freeSlots.append(index)
        retired.append(socket)
        countChanged(socketCount)
    }

    // MARK: Listeners

    private static let listenerBit: UInt64 = 1 << 63

    func add(_ listener: Listener) throws(EventLoopError) {
        let number = UInt32(listener.descriptor)
        try epoll.add(listener.descriptor, .read, token: ShardLoop.listenerBit | UInt64(number))
        acceptors[number] = listener
    }

    func setAccepting(_ listener: Listener, _ accepts: Bool) {
        let number = UInt32(listener.descriptor)
        guard acceptors[number] === listener else { return }
        epoll.change(
            listener.descriptor, accepts ? .read : [], token: ShardLoop.listenerBit | UInt64(number))
    }

    func remove(_ listener: Listener) { acceptors[UInt32(listener.descriptor)] = nil }

    // MARK: Time

    /// Runs `action` on this shard after at least `ms`.
    package func after(ms: Int, _ action: @escaping () -> Void) {
        wheel.insert(.action(action), at: tick(inMs: ms))
    }

    /// The tick at which `ms` will have passed.
    func tick(inMs ms: Int) -> Int { (nowMs + max(0, ms) + ShardLoop.tickMs - 1) / ShardLoop.tickMs + 1 }

    func watchDeadline(_ token: UInt64, at tick: Int) { wheel.insert(.deadline(token), at: tick) }

    /// Does what is due.
    func tick() {
        let tick = nowMs / ShardLoop.tickMs
        for timer in wheel.advance(to: tick) {
            switch timer {
            case .deadline(let token): socket(token)?.deadlineDue(at: tick)
            case .action(let action): action()
            }
        }
        endTurn()
    }

    private var nowMs: Int { ShardLoop.monotonicMs() - startMs }

    private static func monotonicMs() -> Int {
        var time = timespec()
        precondition(clock_gettime(CLOCK_MONOTONIC, &time) == 0, "Linux has this clock")
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
