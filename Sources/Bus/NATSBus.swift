import CNATS
import Dispatch
import Glibc
import Synchronization

/// A bus over a NATS server, or one of several.
///
/// The library calls back on its own threads: what comes is handed to the subscriber's closure, which must not do more
/// than pass it on. A call that publishes may wait for a socket. So the publisher makes it only while sockets have room
/// for certain (``Limits/direct``), and else a queue of its own does. While the server is away, the library tries for
/// ever to reach it again. It gives up on a server that refuses it (``Event/refused``), for which ``ReopenedBus`` is
/// there.
///
/// The library reconnects with its lock held, for which a call that publishes waits: names are looked up, connections
/// and TLS made. First it says that the server is away, and pauses. With several servers it goes on to the next one at
/// once. So the queue sends all where there are several (``direct``).
///
/// The library can also leave its socket to the caller's loop (`natsOptions_SetEventLoop`), which would save a message
/// two threads. With libnats 3.4 that is not safe. After a message that was cut, the library reads the next
/// connection's bytes as the rest of it. It waits on the loop's thread for the rest of a TLS record. Its timer closes
/// the socket while the loop may be reading.
package final class NATSBus: Bus, WatchedServer {
    /// Bounds of a bus.
    package struct Limits: Hashable, Sendable {
        /// Most bytes that wait to be sent; what exceeds them is dropped.
        package var waitingToSend = 64 << 20
        /// Most bytes that publishers send themselves, and that the server is not known to have read. The buffers of a
        /// connection's two ends hold more, so that no publisher waits for the server.
        package var direct = 32 << 10
        /// Most bytes that have come to a subscription and were not handled; what exceeds them is dropped.
        package var waitingToBeHandled = 64 << 20
        /// ms for which an attempt to connect may take.
        package var connecting = 2_000
        /// ms between two attempts to reach a server.
        package var retry = 100
        /// ms between two questions to a silent server whether it is there. The second one without an answer ends the
        /// connection.
        package var ping = 1_000
        /// ms between two looks of our own at whether the server answers (``ServerWatch``).
        package var look = 500
        /// ms after which a write that gets nowhere ends the connection.
        package var writing = 2_000

        package init() {}
    }

    /// Something for the operator's log.
    package enum Event: Hashable, Sendable {
        case state(BusState)
        /// The connection is over, and the library tries no more. The server refused the password twice, or reported an
        /// error that the library does not know.
        case refused
        /// The server has owed an answer for too long and the library did not notice, or it was away for longer yet.
        /// The connection is to be given up.
        case silent
        /// The library's words on a fault for which no caller waits.
        case fault(String)
    }

    private struct Outgoing {
        let bytes: [UInt8]
        let subject: Subject
        /// About the bytes that its socket gets: the protocol adds the subject and a length, and TLS what records have.
        var wireBytes: Int { bytes.count + subject.description.utf8.count + 64 }
    }

    private struct Waiting {
        var messages: [Outgoing] = []
        var bytes = 0
        /// Somebody sends, or will at once, and takes what waits then.
        var isBusy = false
        /// Subscriptions that are about to begin, and messages that were published behind them and wait for them.
        var beginning = 0
        var later: [Outgoing] = []
        var unread: UnreadBytes
        var isClosed = false
    }

    /// The way of a message to the server.
    private enum Way {
        case direct
        /// The queue sends it, and is to be woken.
        case first
        /// The queue sends it, behind others.
        case behind
        case nowhere
    }

    private let limits: Limits
    /// Most bytes that publishers send themselves: ``Limits/direct``, and none where there are several servers.
    let direct: Int
    private let connection: Handle
    private let report: @Sendable (Event) -> Void
    private let sending = DispatchQueue(label: "tilerace.bus")
    /// Waits for the server's word that it has read, for which no mail waits.
    private let asking = DispatchQueue(label: "tilerace.bus.asking")
    private let waiting: Mutex<Waiting>
    private let subscriptions = Mutex<[NATSSubscription]>([])
    private let watch = ServerWatch()
    private let isAway = Atomic(true)
    private let lost = Atomic(0)
    private let closed = DispatchSemaphore(value: 0)

    /// Unchecked because the library's own lock guards a connection, and its pointer never changes.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Begins to reach a server. Returns before one is reached. Throws if the library or the password is missing, or
    /// the library refuses the address.
    ///
    /// - Parameters:
    ///   - name: our name in the server's lists of connections.
    ///   - password: the user's, or a token where the address has no user; nil for none.
    ///   - report: called on any thread.
    package static func open(
        _ address: BusAddress, name: String, password: String?, limits: Limits = Limits(),
        report: @escaping @Sendable (Event) -> Void
    ) throws(BusFault) -> NATSBus {
        try LibNATS.load()
        let reporter = Reporter()
        let options = try makeOptions(address, name: name, password: password, limits, reporter)
        defer { nats_options_destroy(options) }
        var pointer: OpaquePointer?
        // The closed connection lets it go.
        let retained = Unmanaged.passRetained(reporter)
        let status = nats_connect(&pointer, options)
        guard let pointer, status == NATS_STATUS_OK.rawValue || status == NATS_STATUS_NOT_YET_CONNECTED.rawValue else {
            retained.release()
            throw .refused(LibNATS.text(status))
        }
        let direct = address.servers.count == 1 ? limits.direct : 0
        let bus = NATSBus(Handle(pointer: pointer), limits, direct: direct, report)
        reporter.attend(bus, isUp: status == NATS_STATUS_OK.rawValue)
        bus.watch.begin(bus, every: limits.look)
        return bus
    }

    private init(
        _ connection: Handle, _ limits: Limits, direct: Int, _ report: @escaping @Sendable (Event) -> Void
    ) {
        self.connection = connection
        self.limits = limits
        self.direct = direct
        self.report = report
        waiting = Mutex(Waiting(unread: UnreadBytes(most: direct)))
    }

    deinit { nats_destroy(connection.pointer) }

    private static func makeOptions(
        _ address: BusAddress, name: String, password: String?, _ limits: Limits, _ reporter: Reporter
    ) throws(BusFault) -> OpaquePointer {
        var made: OpaquePointer?
        try LibNATS.check(nats_options_create(&made))
        guard let options = made else { throw .refused("no options") }
        do throws(BusFault) {
            var servers = address.servers.map { strdup("nats://\($0)").map { UnsafePointer($0) } }
            defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
            try LibNATS.check(nats_options_servers(options, &servers, Int32(servers.count)))
            try LibNATS.check(nats_options_name(options, name))
            if let password {
                let status =
                    address.user.isEmpty
                    ? nats_options_token(options, password) : nats_options_user(options, address.user, password)
                try LibNATS.check(status)
            }
            if address.isSecure {
                try LibNATS.check(
                    nats_options_secure(options, address.host, address.authorities, address.certificate, address.key))
            }
            try LibNATS.check(
                nats_options_times(
                    options, Int64(limits.connecting), Int64(limits.retry), Int64(limits.ping), Int64(limits.writing)))
            try LibNATS.check(nats_options_manner(options))
            try LibNATS.check(
                nats_options_handlers(
                    options, { _, closure in Reporter.at(closure).changed(to: .connected) },
                    { _, closure in Reporter.at(closure).changed(to: .away) },
                    { _, closure in Reporter.end(closure) },
                    { _, _, status, closure in Reporter.at(closure).failed(LibNATS.text(status)) },
                    Unmanaged.passUnretained(reporter).toOpaque()))
        } catch {
            nats_options_destroy(options)
            throw error
        }
        return options
    }

    /// Whether the server is there.
    package var state: BusState {
        if waiting.withLock({ $0.isClosed }) { return .closed }
        return isAway.load(ordering: .acquiring) ? .away : .connected
    }

    package var isConnected: Bool { state == .connected }

    /// Messages dropped because the server was away, or too many waited.
    package var dropped: Int { lost.load(ordering: .relaxed) }

    // MARK: Sending

    package func publish(_ bytes: [UInt8], to subject: Subject) {
        let message = Outgoing(bytes: bytes, subject: subject)
        let isAway = self.isAway.load(ordering: .acquiring)
        let way: Way = waiting.withLock { waiting in
            guard !waiting.isClosed, waiting.bytes + bytes.count <= limits.waitingToSend else { return .nowhere }
            waiting.bytes += bytes.count
            guard waiting.beginning == 0 else {
                waiting.later.append(message)
                return .behind
            }
            let isFirst = !waiting.isBusy
            waiting.isBusy = true
            if isFirst, !isAway, waiting.unread.take(message.wireBytes) { return .direct }
            waiting.messages.append(message)
            return isFirst ? .first : .behind
        }
        switch way {
        case .direct:
            send(message)
            if settle(message.bytes.count) { sendLater() }
        case .first: sendLater()
        case .behind: break
        case .nowhere: noteLost()
        }
    }

    private func send(_ message: Outgoing) {
        // The library would keep it for later, when nobody waits for it any more.
        guard !isAway.load(ordering: .acquiring) else { return noteLost() }
        let status = message.bytes.withUnsafeBytes {
            nats_publish(connection.pointer, message.subject.description, $0.baseAddress, Int32($0.count))
        }
        if status != NATS_STATUS_OK.rawValue { noteLost() }
    }

    /// Settles so many waiting bytes. Returns whether others wait: else nobody is busy any more.
    private func settle(_ bytes: Int) -> Bool {
        waiting.withLock { waiting in
            waiting.bytes -= bytes
            waiting.isBusy = !waiting.messages.isEmpty
            return waiting.isBusy
        }
    }

    /// Has the queue send what waits. A call for each lot: subscriptions begin and end between them.
    private func sendLater() { sending.async { [self] in if sendLot() { sendLater() } } }

    /// Sends what waits now. Answers whether more has come meanwhile.
    private func sendLot() -> Bool {
        let messages = waiting.withLock { waiting in
            defer { waiting.messages = [] }
            waiting.unread.add(waiting.messages.reduce(0) { $0 + $1.wireBytes })
            return waiting.messages
        }
        for message in messages { send(message) }
        // While the queue is busy no publisher sends: all that is counted has been sent.
        askWhatIsRead()
        return settle(messages.reduce(0) { $0 + $1.bytes.count })
    }

    /// Asks the server whether it has read all, if that is much. Publishers have room again once it has. The queue
    /// sends on meanwhile, and publishers do where there is room: then the question does not wait for the socket.
    private func askWhatIsRead() {
        guard !isAway.load(ordering: .acquiring) else { return }
        guard waiting.withLock({ !$0.isClosed && $0.unread.ask() }) else { return }
        asking.async { [self] in
            let isRead = nats_flush(connection.pointer, Int64(limits.writing)) == NATS_STATUS_OK.rawValue
            waiting.withLock { $0.unread.answered(isRead) }
        }
    }

    /// Bytes that were sent, and that the server is not known to have read; for tests.
    var unread: Int { waiting.withLock { $0.unread.count } }

    private func noteLost() { lost.add(1, ordering: .relaxed) }

    /// Waits until the server has read what was published, for so many ms; for tests. Whether it has.
    package func flush(within milliseconds: Int) -> Bool {
        sending.sync { nats_flush(connection.pointer, Int64(milliseconds)) == NATS_STATUS_OK.rawValue }
    }

    // MARK: Receiving

    package func subscribe(
        to subject: Subject, _ receive: @escaping @Sendable ([UInt8]) -> Void
    ) -> any BusSubscription {
        let subscription = NATSSubscription(on: sending, isGone: { [weak self] in self?.forget($0) }, receive)
        subscriptions.withLock { $0.append(subscription) }
        waiting.withLock { $0.beginning += 1 }
        // Behind what was published before.
        sending.async { [self] in
            let status = subscription.begin(connection.pointer, subject, limits.waitingToBeHandled)
            if status != NATS_STATUS_OK.rawValue {
                report(.fault("cannot subscribe to \(subject): \(LibNATS.text(status))"))
            }
            if hasBegun(), sendLot() { sendLater() }
        }
        return subscription
    }

    /// A subscription has begun, or cannot. Answers whether the queue is to send what waited for it.
    private func hasBegun() -> Bool {
        waiting.withLock { waiting in
            waiting.beginning -= 1
            guard waiting.beginning == 0, !waiting.later.isEmpty else { return false }
            waiting.messages += waiting.later
            waiting.later = []
            defer { waiting.isBusy = true }
            return !waiting.isBusy
        }
    }

    private func forget(_ gone: NATSSubscription) { subscriptions.withLock { $0.removeAll { $0 === gone } } }

    /// Subscriptions that have begun, or will, and that the library has not let go; for tests.
    package var subscriptionCount: Int { subscriptions.withLock { $0.count } }

    package func close() {
        let isFirst = waiting.withLock { waiting in
            defer { waiting.isClosed = true }
            return !waiting.isClosed
        }
        guard isFirst else { return }
        sending.sync { while sendLot() {} }
        let ending = subscriptions.withLock { subscriptions in
            defer { subscriptions = [] }
            return subscriptions
        }
        for subscription in ending { subscription.finish() }
        nats_close(connection.pointer)
        for subscription in ending { subscription.wait() }
        closed.wait()
    }

    // MARK: Signs of life

    func ask() -> Bool { nats_flush(connection.pointer, Int64(limits.writing)) == NATS_STATUS_OK.rawValue }

    func fellSilent() {
        isAway.store(true, ordering: .releasing)
        report(.silent)
    }

    // MARK: The library's threads

    fileprivate func changed(to state: BusState) {
        isAway.store(state != .connected, ordering: .releasing)
        let isRefused = state == .closed && !waiting.withLock { $0.isClosed }
        report(isRefused ? .refused : .state(state))
        if state == .closed { closed.signal() }
    }

    fileprivate func failed(_ text: String) { report(.fault(text)) }
}

/// Takes the library's calls from the moment on at which a connection is begun, before there is a bus.
private final class Reporter: Sendable {
    private struct State {
        weak var bus: NATSBus?
        /// The states of before there was a bus.
        var early: [BusState] = []
    }

    private let state = Mutex(State())

    static func at(_ closure: UnsafeMutableRawPointer?) -> Reporter {
        guard let closure else { preconditionFailure("a handler without its closure") }
        return Unmanaged<Reporter>.fromOpaque(closure).takeUnretainedValue()
    }

    /// The last call.
    static func end(_ closure: UnsafeMutableRawPointer?) {
        let reporter = at(closure)
        reporter.changed(to: .closed)
        Unmanaged.passUnretained(reporter).release()
    }

    /// `isUp`: the server was there at once, of which the library says nothing more.
    func attend(_ bus: NATSBus, isUp: Bool) {
        // Under the lock, as below: no state overtakes another.
        state.withLock { state in
            state.bus = bus
            for one in (isUp ? [.connected] : []) + state.early { bus.changed(to: one) }
            state.early = []
        }
    }

    func changed(to new: BusState) {
        state.withLock { state in
            if let bus = state.bus { bus.changed(to: new) } else { state.early.append(new) }
        }
    }

    func failed(_ text: String) { state.withLock { $0.bus }?.failed(text) }
}
