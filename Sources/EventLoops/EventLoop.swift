import Bytes
import CLinux
import Glibc

/// The connections of one shard and the epoll that watches them. Belongs to a ``Shard`` and is used on it only.
///
/// The shard calls ``turn()`` when the epoll is readable.
package final class EventLoop {
    /// Slots of epoll tokens from here on are no connections.
    static let timerToken = UInt64(UInt32.max)
    static let listenerTokens = UInt64(UInt32.max) - 1_024
    static let watchedToken = listenerTokens - 1
    private static let bellToken = listenerTokens - 2
    static let eventsPerWait = 512
    /// Batches of events handled in one wake-up, so that the queue's other work gets its turn.
    private static let batchesPerTurn = 64
    /// ms for which a turn waits for more events, since a wake-up by Dispatch costs much more than one by epoll
    /// (docs/decisions/002-nested-epoll.md).
    private static let lingerTime: Int32 = 1
    static let receiveBufferSize = 256 * 1_024

    /// The descriptor of the epoll, which the shard watches.
    let descriptor: Int32
    private let events: UnsafeMutablePointer<epoll_event>
    private let receiveBuffer: UnsafeMutableRawBufferPointer

    /// Work from other threads for this loop.
    let inbox: Inbox
    /// When the last batch of events was handled, in ns of the monotonic clock.
    private var lastBatch: Int64 = 0
    /// When what comes now can have come at the earliest.
    private var busyTime = BusyTime()
    private var isInTurn = false
    var readingWaits = ReadingWaits()

    /// ms of the monotonic clock, read once a batch of events.
    package internal(set) var now: Int64
    /// The earliest time, in ms of the monotonic clock, at which the bytes that a handler is being given can have come.
    /// The loop may have been busy since. For a loop that rested, it is the instant at which the loop was woken. Bytes
    /// that a handler had left keep the time of the read that took them in.
    package internal(set) var arrival: Int64
    // Exclusivity is not checked at run time where the check costs an echo too much (docs/performance.md, “The wire”).
    // Nothing that touches these properties calls out to a handler, so no access can begin inside another one.
    @exclusivity(unchecked) var output = TurnOutput()
    /// Connections with something to send or to finish at the end of the turn.
    @exclusivity(unchecked) var dirty: [Connection] = []
    /// Connections that are gone, whose handlers have not been told yet.
    @exclusivity(unchecked) private var ended: [(Connection, ConnectionEnd)] = []
    // Arrays that `dirty` and `ended` are swapped with at the end of a turn, so that neither is allocated anew.
    @exclusivity(unchecked) private var finishing: [Connection] = []
    @exclusivity(unchecked) private var telling: [(Connection, ConnectionEnd)] = []
    @exclusivity(unchecked) var slots = ConnectionSlots()
    var listeners: [Listener?] = []
    @exclusivity(unchecked) var timers: LoopTimers
    /// Called when the descriptor is readable that ``watch(readable:_:)`` got.
    var watched: (() -> Void)?
    /// The memory for those of its connections that speak TLS.
    private(set) lazy var tlsScratch = TLSScratch()
    var onEmpty: (() -> Void)?
    /// State of the shard's owner, for access from any connection.
    package var attachment: AnyObject?
    /// Work for the end of every turn.
    package var turnEnds: [any TurnEnd] = []

    /// Drops the references to objects of the loop's owner, which refer to the loop in turn and would keep it alive.
    /// For a loop whose connections have all ended.
    package func dismantle() {
        attachment = nil
        turnEnds = []
        watched = nil
        companion = nil
        readingWaits = ReadingWaits()
        timers.removeAll(now: now)
    }

    /// The shard's count of connections, for whoever picks a shard.
    let load: ShardLoad
    let budget: OutputBudget
    let ledger = OutputLedger()
    /// Bytes read from a connection at once, at most; what its handler leaves is kept for it.
    package var readLimit = EventLoop.receiveBufferSize
    /// A program's own part in the loop's turns. Nil in a server.
    package var companion: (any LoopCompanion)?
    var isStopping = false

    init(load: ShardLoad, budget: OutputBudget = OutputBudget(limit: .max)) throws(EventLoopError) {
        self.load = load
        self.budget = budget
        now = EventLoop.readClock()
        arrival = now
        inbox = try Inbox()
        timers = try LoopTimers(now: now)
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else {
            let error = EventLoopError(call: "epoll_create1")
            timers.close()
            throw error
        }
        events = .allocate(capacity: EventLoop.eventsPerWait)
        receiveBuffer = .allocate(byteCount: EventLoop.receiveBufferSize, alignment: 64)
        watch(timers.descriptor, EPOLLIN.rawValue, token: EventLoop.timerToken, operation: EPOLL_CTL_ADD)
        watch(inbox.descriptor, EPOLLIN.rawValue, token: EventLoop.bellToken, operation: EPOLL_CTL_ADD)
    }

    deinit {
        timers.close()
        close(descriptor)
        events.deallocate()
        receiveBuffer.deallocate()
    }

    static func readClock() -> Int64 { nanoseconds() / 1_000_000 }

    // MARK: A turn

    /// Handles the events that epoll reports, and sends the output that they gave. Where events come often it waits for
    /// more.
    func turn() {
        var comesOften = false
        isInTurn = true
        defer { isInTurn = false }
        for batch in 0..<EventLoop.batchesPerTurn {
            let asked = readingWaits.count
            var count = epoll_wait(descriptor, events, Int32(EventLoop.eventsPerWait), 0)
            if count == 0 {
                busyTime.rest()
                if comesOften && asked == 0 && companion?.rest ?? 0 == 0 && !isStopping { count = linger() }
            }
            guard count > 0 else {
                hasRead(all: true, asked)
                break
            }
            let time = EventLoop.nanoseconds()
            comesOften = time - lastBatch < Int64(EventLoop.lingerTime) * 1_000_000
            lastBatch = time
            now = time / 1_000_000
            let isFull = count == EventLoop.eventsPerWait
            arrival =
                busyTime.nextBatch(at: time, isFirst: batch == 0, fullAtMost: isFull ? looksForAll : 0) / 1_000_000
            for index in 0..<Int(count) {
                handle(&events[index])
                settleMuchOutput()
            }
            finishBatch()
            // Now and not when no more events come: who keeps the loop busy keeps nobody else's work and timers from
            // their turn.
            timers.arm()
            hasRead(all: !isFull, asked)
            runInbox()
        }
        if readingWaits.count > 0 { wake() }
        timers.arm()
        busyTime.pause(at: EventLoop.nanoseconds())
        if let rest = companion?.rest, rest > 0 { usleep(rest * 1_000) }
    }

    /// Waits for events. Other threads ring the bell meanwhile.
    private func linger() -> Int32 {
        timers.arm()
        defer { inbox.stopListening() }
        guard inbox.listen() else { return 0 }
        return epoll_wait(descriptor, events, Int32(EventLoop.eventsPerWait), EventLoop.lingerTime)
    }

    /// Runs the work that was given to the loop, as a turn of its own. Output from before has been sent by then.
    func runInbox() {
        let work = inbox.take()
        // Dispatch may come when a turn has found it already.
        guard !work.isEmpty else { return }
        turn { for one in work { one(self) } }
    }

    /// Runs work that came from elsewhere, as a turn of its own.
    func turn(_ work: () -> Void) {
        let time = EventLoop.nanoseconds()
        busyTime.begin(at: time, isFirst: !isInTurn)
        now = time / 1_000_000
        work()
        finishBatch()
        timers.arm()
        if !isInTurn { busyTime.pause(at: EventLoop.nanoseconds()) }
    }

    private func handle(_ event: inout epoll_event) {
        let token = linux_epoll_token(&event)
        if let connection = slots.connection(token: token) {
            handle(linux_epoll_events(&event), of: connection)
        } else if token == EventLoop.timerToken {
            timerFired()
        } else if token == EventLoop.watchedToken {
            watched?()
        } else if token == EventLoop.bellToken {
            inbox.answer()
        } else if token >= EventLoop.listenerTokens && token < EventLoop.timerToken {
            listeners[Int(token - EventLoop.listenerTokens)]?.acceptSome(for: self)
        }
        // Else it is the event of a connection that ended earlier in this batch.
    }

    private func handle(_ events: UInt32, of connection: Connection) {
        if events & EPOLLOUT.rawValue != 0 {
            connection.drainBacklog()
            if connection.backlog == nil && connection.tls?.unsentCount ?? 0 == 0 {
                connection.flags.insert(.reportsDrained)
                connection.markDirty()
            }
        }
        if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            read(connection, failed: events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
        }
    }

    private func read(_ connection: Connection, failed: Bool) {
        guard !connection.flags.contains(.closed) else { return }
        // Not reading, yet awake: the connection is broken (EPOLLHUP and EPOLLERR cannot be switched off).
        let isWatched = connection.interest & EPOLLIN.rawValue != 0
        guard isWatched || failed else { return }
        let room = UnsafeMutableRawBufferPointer(rebasing: receiveBuffer[..<readLimit])
        switch Transport.receive(from: connection.descriptor, into: room) {
        case .bytes(let count):
            companion?.hasRead(from: connection.descriptor)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: receiveBuffer[..<count])
            // Whoever leaves, or was reset while not reading, is not listened to any more.
            guard isWatched else { return }
            if let tls = connection.tls { return receive(UnsafeRawBufferPointer(bytes), through: tls, for: connection) }
            if !connection.flags.contains(.closing) { deliver(bytes, to: connection) }
        case .nothing: break
        case .end:
            // After an end and a reset, recv tells of the end alone.
            if failed && connection.flags.contains(.inputEnded) && !connection.flags.contains(.lingering) {
                end(connection, .failed(errno: ECONNRESET))
            } else if connection.tls?.isEstablished ?? true {
                inputEnded(connection)
            } else {
                end(connection, .tls(.endedInHandshake))
            }
        case .failure(let errno): end(connection, .failed(errno: errno))
        }
    }

    /// Sends the output of the batch, and tells handlers what became of their connections, which may give more output.
    private func finishBatch() {
        while !dirty.isEmpty || !ended.isEmpty || settleOutput() {
            sendOutput()
            swap(&dirty, &finishing)
            var isDone = true
            // The flags of all connections are cleared before a handler is called. A handler may write to another one's
            // connection, and must find it clean, or the output is not sent and its segment outlives the turn's.
            for connection in finishing {
                connection.flags.remove(.dirty)
                if !connection.flags.isDisjoint(with: .unfinished) { isDone = false }
            }
            if !isDone {
                for connection in finishing { finish(connection) }
            }
            finishing.removeAll(keepingCapacity: true)
            swap(&ended, &telling)
            for (connection, reason) in telling { tellEnd(of: connection, reason) }
            telling.removeAll(keepingCapacity: true)
        }
        slots.endBatch()
        for end in turnEnds { end.turnEnded() }
        if let onEmpty, slots.count == 0 {
            self.onEmpty = nil
            onEmpty()
        }
    }

    /// Sends the turn's output of all connections. No handler is called.
    func sendOutput() {
        for connection in dirty { connection.sendOutput() }
        output.removeAll()
        settleOutput()
    }

    /// Does the work that is left for a connection after its output was given to the socket.
    private func finish(_ connection: Connection) {
        guard !connection.flags.contains(.closed) else { return }
        if connection.flags.contains(.closing) {
            finishClosing(connection)
            return
        }
        if connection.flags.contains(.overflowed) {
            connection.flags.insert(.saysGoodBye)
            connection.handler?.overflowed(connection)
            if connection.flags.isDisjoint(with: [.closing, .closed]) { connection.abort() }
            return
        }
        if connection.flags.remove(.reportsDrained) != nil { connection.handler?.drained(connection) }
        if connection.flags.remove(.reread) != nil && connection.isOpen && !connection.flags.contains(.readingPaused) {
            redeliver(to: connection)
            let canEnd = connection.flags.isDisjoint(with: [.readingPaused, .closed])
            if canEnd && connection.flags.contains(.endHeld) { inputEnded(connection) }
        }
    }

    /// When everything is sent: shuts our side and awaits the peer's, reading on. To close at once would answer bytes
    /// still under way with a reset, which can destroy our last words before the peer reads them.
    private func finishClosing(_ connection: Connection) {
        guard connection.queuedBytes == 0, !connection.flags.contains(.lingering) else { return }
        if let tls = connection.tls, !connection.sayEnd(through: tls) { return }
        if connection.flags.contains(.inputEnded) { return end(connection, .closed) }
        connection.flags.insert(.lingering)
        connection.carried = nil
        armLinger(connection)
        guard shutdown(connection.descriptor, Int32(SHUT_WR)) == 0 else { return end(connection, .closed) }
        connection.updateInterest()
    }

    // MARK: The life of a connection

    /// Takes over an accepted socket.
    func adopt(
        _ socket: Int32, tls credentials: TLSCredentials?, outputLimit: Int,
        handler: (Connection) -> any ConnectionHandler
    ) {
        let tls = credentials.flatMap { TLSStream($0, loop: self) }
        if isStopping || (credentials != nil && tls == nil) {
            close(socket)
            load.removeOne()
            return
        }
        let connection = slots.insert { id in
            Connection(
                loop: self, id: id, descriptor: socket, interest: EPOLLIN.rawValue, tls: tls, outputLimit: outputLimit)
        }
        guard linux_epoll_control(descriptor, EPOLL_CTL_ADD, socket, EPOLLIN.rawValue, connection.id.token) == 0 else {
            // The system has no memory for it, or the user no watches left: one connection's misfortune, not the
            // server's.
            return end(connection, .failed(errno: errno))
        }
        connection.handler = handler(connection)
    }

    /// The connection of that name. Nil if it is gone.
    package func connection(_ id: ConnectionID) -> Connection? {
        slots.connection(token: id.token)
    }

    /// The connection with that `ConnectionID.token`. Nil if it is gone.
    package func connection(token: UInt64) -> Connection? { slots.connection(token: token) }

    /// Resumes reading on those of the connections that are still open, least kept input first. A connection with
    /// little to say then does not wait for the large inputs of the others.
    package func resumeReading(_ ids: [ConnectionID]) {
        let waiting = ids.compactMap { connection($0) }
        for connection in waiting.sorted(by: { ($0.carried?.memory ?? 0) < ($1.carried?.memory ?? 0) }) {
            connection.resumeReading()
        }
    }

    /// Connections of this shard.
    package var connectionCount: Int { slots.count }

    /// Bytes that wait for the connection for which the most wait.
    package var largestBacklog: Int { slots.all.reduce(0) { max($0, $1.queuedBytes) } }

    /// Takes a connection out; its handler is told at the end of the batch.
    func end(_ connection: Connection, _ reason: ConnectionEnd) {
        guard !connection.flags.contains(.closed) else { return }
        connection.flags.insert(.closed)
        timers.cancel(connection.timer)
        slots.remove(connection.id)
        // The kernel takes a closed descriptor out of the epoll.
        close(connection.descriptor)
        connection.clearSegments()
        connection.backlog = nil
        connection.carried = nil
        connection.unfinishedInput = 0
        let fault = connection.tls?.fault
        // At once, though its caller may still hold it: what is counted as waiting must be.
        connection.tls?.dropRecords()
        connection.tls = nil
        ended.append((connection, fault.map { .tls($0) } ?? reason))
    }

    private func tellEnd(of connection: Connection, _ reason: ConnectionEnd) {
        let handler = connection.handler
        connection.handler = nil
        handler?.closed(connection, because: reason)
        // Not before: who is let in for it must find the place free in its handler's books, too.
        load.removeOne()
        resumeListeners()
    }

    /// Adds, changes or removes what epoll watches. Fails only for descriptors that are not ours: our own fault.
    func watch(_ socket: Int32, _ events: UInt32, token: UInt64, operation: Int32) {
        let result = linux_epoll_control(descriptor, operation, socket, events, token)
        precondition(result == 0, "epoll_ctl: \(String(cString: strerror(errno)))")
    }
}
