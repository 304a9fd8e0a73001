import Glibc
import Synchronization
import TestKit
import Testing

@testable import Bus

/// A connection that does what the test says.
private final class FakeBus: Bus {
    private final class Subscription: BusSubscription {
        let isEnded = Atomic(false)
        func end() { isEnded.store(true, ordering: .releasing) }
    }

    private struct State {
        var published: [[UInt8]] = []
        var interests: [(subject: Subject, receive: @Sendable ([UInt8]) -> Void, subscription: Subscription)] = []
        var isClosed = false
    }

    let report: @Sendable (NATSBus.Event) -> Void
    private let state = Mutex(State())

    init(_ report: @escaping @Sendable (NATSBus.Event) -> Void) { self.report = report }

    func publish(_ bytes: [UInt8], to subject: Subject) { state.withLock { $0.published.append(bytes) } }

    func subscribe(
        to subject: Subject, _ receive: @escaping @Sendable ([UInt8]) -> Void
    ) -> any BusSubscription {
        let subscription = Subscription()
        state.withLock { $0.interests.append((subject, receive, subscription)) }
        return subscription
    }

    var isConnected: Bool { !isClosed }
    let dropped = 10
    var isClosed: Bool { state.withLock { $0.isClosed } }
    func close() { state.withLock { $0.isClosed = true } }

    var published: [[UInt8]] { state.withLock { $0.published } }

    /// Subjects of subscriptions that were not ended.
    var subjects: [Subject] {
        let interests = state.withLock { $0.interests }
        return interests.filter { !$0.subscription.isEnded.load(ordering: .acquiring) }.map(\.subject)
    }

    func deliver(_ bytes: [UInt8]) {
        let interests = state.withLock { $0.interests }
        for interest in interests { interest.receive(bytes) }
    }
}

/// A bus over fake connections, whose pauses end when the test says so.
private final class FakeConnections: Sendable {
    private struct State {
        var buses: [FakeBus] = []
        var pauses: [Int] = []
        var actions: [@Sendable () -> Void] = []
        var events: [NATSBus.Event] = []
        var fault: BusFault?
        var tries = 0
    }

    private let state = Mutex(State())

    func open() throws(BusFault) -> ReopenedBus {
        try ReopenedBus.open(
            { [self] report throws(BusFault) in
                let (bus, fault) = state.withLock { state in
                    state.tries += 1
                    let bus = FakeBus(report)
                    if state.fault == nil { state.buses.append(bus) }
                    return (bus, state.fault)
                }
                if let fault { throw fault }
                return bus
            },
            pausing: { [self] milliseconds, action in
                state.withLock { state in
                    state.pauses.append(milliseconds)
                    state.actions.append(action)
                }
            }, report: { [self] event in state.withLock { $0.events.append(event) } })
    }

    var buses: [FakeBus] { state.withLock { $0.buses } }
    var pauses: [Int] { state.withLock { $0.pauses } }
    var events: [NATSBus.Event] { state.withLock { $0.events } }
    var tries: Int { state.withLock { $0.tries } }
    func set(_ fault: BusFault?) { state.withLock { $0.fault = fault } }

    /// Ends the pause that was begun last.
    func endPause() { state.withLock { $0.actions.popLast() }?() }

    /// Waits for what another thread does. Whether it has.
    func eventually(_ isSo: () -> Bool) -> Bool {
        for _ in 0..<4_000 {
            if isSo() { return true }
            usleep(5_000)
        }
        return false
    }
}

@Suite(.blocking)
struct ReopenedBusTests {
    private let connections = FakeConnections()
    private let subject = Subject("tilerace", "test")

    /// Has the last connection refused, and waits for the next one.
    private func refuse() {
        let count = connections.buses.count
        connections.buses.last?.report(.refused)
        connections.endPause()
        #expect(connections.eventually { connections.buses.count > count })
    }

    @Test("After a refusal and a pause another connection takes over the subscriptions that were not ended")
    func takesOver() throws {
        let heard = Mutex<[[UInt8]]>([])
        let bus = try connections.open()
        defer { bus.close() }
        let gone = bus.subscribe(to: Subject("tilerace", "gone")) { _ in }
        _ = bus.subscribe(to: subject) { bytes in heard.withLock { $0.append(bytes) } }
        let first = connections.buses[0]
        #expect(first.subjects.count == 2)
        first.report(.refused)
        #expect(connections.pauses == [250] && connections.buses.count == 1, "not before the pause is over")
        gone.end()
        connections.endPause()
        #expect(connections.eventually { connections.buses.count == 2 && !connections.buses[1].subjects.isEmpty })
        let second = connections.buses[1]
        #expect(first.isClosed && first.subjects.isEmpty && second.subjects == [subject])
        second.deliver([7])
        #expect(heard.withLock { $0 } == [[7]])
        bus.publish([8], to: subject)
        #expect(first.published.isEmpty && second.published == [[8]])
        #expect(bus.isConnected && bus.dropped == 20, "what both have dropped")
        _ = bus.subscribe(to: Subject("tilerace", "late")) { _ in }
        #expect(second.subjects.count == 2)
    }

    @Test("A connection whose server has fallen silent is replaced as a refused one is, and once")
    func silent() throws {
        let bus = try connections.open()
        defer { bus.close() }
        let first = connections.buses[0]
        for event: NATSBus.Event in [.state(.connected), .silent, .refused] { first.report(event) }
        #expect(connections.pauses == [250])
        connections.endPause()
        #expect(connections.eventually { connections.buses.count == 2 })
        #expect(first.isClosed && connections.events == [.state(.connected), .silent, .refused])
    }

    @Test("Each refusal doubles the pause up to 4 s, and a connection begins with the first pause again")
    func pauses() throws {
        let bus = try connections.open()
        defer { bus.close() }
        for _ in 0..<6 { refuse() }
        #expect(connections.pauses == [250, 500, 1_000, 2_000, 4_000, 4_000])
        connections.buses.last?.report(.state(.connected))
        refuse()
        #expect(connections.pauses.last == 250)
    }

    @Test("A refusal and its fault are told once until there is a connection again, and then anew")
    func toldOnce() throws {
        let bus = try connections.open()
        defer { bus.close() }
        connections.buses[0].report(.state(.connected))
        connections.buses[0].report(.state(.away))
        for _ in 0..<3 {
            connections.buses.last?.report(.fault("authorization"))
            refuse()
        }
        #expect(connections.events == [.state(.connected), .state(.away), .fault("authorization"), .refused])
        connections.buses.last?.report(.state(.connected))
        for _ in 0..<2 { connections.buses.last?.report(.fault("slow")) }
        refuse()
        let more: [NATSBus.Event] = [.state(.connected), .fault("slow"), .fault("slow"), .refused]
        #expect(connections.events.dropFirst(4) == more[...], "faults of a connection are all told")
    }

    @Test("A password that cannot be read is told once, and tried again until it can")
    func noPassword() throws {
        let bus = try connections.open()
        defer { bus.close() }
        connections.set(.password("it is gone"))
        connections.buses[0].report(.refused)
        for tries in 2...4 {
            connections.endPause()
            #expect(connections.eventually { connections.pauses.count == tries })
        }
        #expect(connections.tries == 4 && !bus.isConnected)
        #expect(connections.events == [.refused, .fault("\(BusFault.password("it is gone"))")])
        connections.set(nil)
        connections.endPause()
        #expect(connections.eventually { connections.buses.count == 2 && bus.isConnected })
    }

    @Test("Events of a replaced connection are not heard")
    func replaced() throws {
        let bus = try connections.open()
        defer { bus.close() }
        refuse()
        connections.buses[0].report(.refused)
        connections.buses[0].report(.fault("late"))
        #expect(connections.pauses == [250] && connections.events == [.refused])
    }

    @Test("A bus that cannot be opened at first is none, and a closed one is not opened again")
    func ends() throws {
        connections.set(.refused("no"))
        #expect(throws: BusFault.refused("no")) { try connections.open() }
        connections.set(nil)
        let bus = try connections.open()
        connections.buses[0].report(.refused)
        bus.close()
        #expect(connections.buses[0].isClosed && !bus.isConnected)
        connections.endPause()
        bus.awaitOpening()
        #expect(connections.tries == 2)
    }
}
