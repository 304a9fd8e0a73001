import Dispatch
import Synchronization

/// A bus whose connection is opened anew after it was refused, or its server has fallen silent.
///
/// While a server is away, libnats tries for ever to reach it again. But it ends a connection for good in two cases.
/// The server refuses it twice with the same authorization error, or reports an error that the library does not know. A
/// password that was changed on either side is such a case. So another connection is opened after a pause, with the
/// password as it is by then, and takes over the subscriptions. Until then the bus is away, as while its server is.
package final class ReopenedBus: Bus {
    /// Times in ms.
    package struct Patience: Hashable, Sendable {
        /// Pause after the first refusal. A password that is changed on the machine first, then on the server, costs
        /// no more than this.
        package var first = 250
        /// Longest pause: each refusal doubles it, until there is a connection again.
        package var longest = 4_000

        package init() {}
    }

    /// Begins a connection, with the password as it is now. `report` is called on any thread.
    package typealias Opening =
        @Sendable (_ report: @escaping @Sendable (NATSBus.Event) -> Void) throws(BusFault) -> any Bus

    /// Calls an action after so many ms, on any thread.
    package typealias Pausing = @Sendable (_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) -> Void

    private struct Interest {
        let subject: Subject
        let receive: @Sendable ([UInt8]) -> Void
        var current: (any BusSubscription)?
    }

    private struct State {
        /// The connection of now, or the last one; nil until the first has begun.
        var bus: (any Bus)?
        /// Connections that were begun. Only the last one is heard.
        var generation = 0
        /// The last one that is to be replaced.
        var over = 0
        var interests: [Int: Interest] = [:]
        var nextInterest = 0
        /// Messages that earlier connections dropped.
        var dropped = 0
        var pause: Int
        var isConnected = false
        /// Told since there was a connection: what fails fails again at each try.
        var told: Set<NATSBus.Event> = []
        var isClosed = false
    }

    private let opening: Opening
    private let pausing: Pausing
    private let patience: Patience
    private let report: @Sendable (NATSBus.Event) -> Void
    private let state: Mutex<State>
    /// Connections are begun and ended here: both may wait for a server.
    private let queue = DispatchQueue(label: "tilerace.bus.opening")

    /// Begins to reach a server. Throws if the first connection cannot be begun.
    ///
    /// - Parameter report: called on any thread. A fault that repeats while there is no connection is told once.
    package static func open(
        _ opening: @escaping Opening, pausing: @escaping Pausing, patience: Patience = Patience(),
        report: @escaping @Sendable (NATSBus.Event) -> Void
    ) throws(BusFault) -> ReopenedBus {
        let bus = ReopenedBus(opening, pausing, patience, report)
        let fault: BusFault? = bus.queue.sync { bus.begin() }
        if let fault { throw fault }
        return bus
    }

    private init(
        _ opening: @escaping Opening, _ pausing: @escaping Pausing, _ patience: Patience,
        _ report: @escaping @Sendable (NATSBus.Event) -> Void
    ) {
        self.opening = opening
        self.pausing = pausing
        self.patience = patience
        self.report = report
        state = Mutex(State(pause: patience.first))
    }

    // MARK: Connections

    /// Begins a connection in place of the one before, which is over. Answers why it cannot.
    private func begin() -> BusFault? {
        let (generation, before) = state.withLock { state in
            state.generation += 1
            return (state.generation, state.bus)
        }
        endConnection()
        let bus: any Bus
        do throws(BusFault) {
            bus = try opening { [weak self] in self?.heard($0, of: generation) }
        } catch {
            return error
        }
        state.withLock { state in
            state.dropped += before?.dropped ?? 0
            state.bus = bus
            for (number, interest) in state.interests {
                state.interests[number]?.current = bus.subscribe(to: interest.subject, interest.receive)
            }
        }
        return nil
    }

    /// Ends the connection of now. Its last calls have returned then: a subscriber gets one at a time.
    private func endConnection() {
        let (bus, subscriptions) = state.withLock { ($0.bus, $0.interests.values.compactMap(\.current)) }
        // A bus has forgotten those that went with its connection, and the library keeps them until they are ended.
        for subscription in subscriptions { subscription.end() }
        bus?.close()
    }

    private func heard(_ event: NATSBus.Event, of generation: Int) {
        let (isNews, isOver) = state.withLock { state in
            guard state.generation == generation else { return (false, false) }
            var isOver = false
            switch event {
            case .state(.connected):
                state.isConnected = true
                state.told = []
                state.pause = patience.first
                return (true, false)
            case .state(.away): state.isConnected = false
            case .refused, .silent:
                state.isConnected = false
                isOver = state.over != generation
                state.over = generation
            case .state(.closed): return (true, false)
            case .fault:
                if state.isConnected { return (true, false) }
            }
            return (state.told.insert(event).inserted, isOver)
        }
        if isNews { report(event) }
        if isOver { beginLater() }
    }

    private func beginLater() {
        let pause = state.withLock { state in
            defer { state.pause = min(2 * state.pause, patience.longest) }
            return state.pause
        }
        pausing(pause) { [weak self] in self?.queue.async { [weak self] in self?.beginAgain() } }
    }

    private func beginAgain() {
        guard !state.withLock({ $0.isClosed }), let fault = begin() else { return }
        if state.withLock({ $0.told.insert(.fault("\(fault)")).inserted }) { report(.fault("\(fault)")) }
        beginLater()
    }

    // MARK: The bus

    package func publish(_ bytes: [UInt8], to subject: Subject) {
        state.withLock { $0.bus }?.publish(bytes, to: subject)
    }

    package func subscribe(
        to subject: Subject, _ receive: @escaping @Sendable ([UInt8]) -> Void
    ) -> any BusSubscription {
        let number = state.withLock { state in
            let current = state.isClosed ? nil : state.bus?.subscribe(to: subject, receive)
            state.nextInterest += 1
            state.interests[state.nextInterest] = Interest(subject: subject, receive: receive, current: current)
            return state.nextInterest
        }
        return ReopenedSubscription { [weak self] in self?.end(number) }
    }

    private func end(_ number: Int) {
        state.withLock { $0.interests.removeValue(forKey: number)?.current }?.end()
    }

    package var isConnected: Bool { state.withLock { $0.bus }?.isConnected ?? false }

    package var dropped: Int {
        // At once: what the bus before counts on after its place was taken is counted no more, and the sum never falls.
        state.withLock { $0.dropped + ($0.bus?.dropped ?? 0) }
    }

    package func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        queue.sync { endConnection() }
    }

    /// Waits until what pauses have begun has ended; for tests.
    func awaitOpening() { queue.sync {} }
}

/// A subscription that outlives connections.
private final class ReopenedSubscription: BusSubscription {
    private let ended: @Sendable () -> Void

    init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }

    func end() { ended() }
}
