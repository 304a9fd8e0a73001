import Bus
import Synchronization

/// A bus in memory that treats messages as networks do, by a seed. It loses, delays, reorders and doubles them, and
/// cuts nodes off. Time is a parameter, so the same seed finds the same fault again.
package final class MemoryBus: Sendable {
    /// The share of messages that a fault befalls, in 1/1,000.
    package struct Faults: Hashable, Sendable {
        package var lost = 0
        package var doubled = 0
        package var changed = 0
        /// ms of a message's way, at least and at most. Beyond the least, messages overtake each other.
        package var delay = 0...0
        /// Messages of one sender to one subject come in their order, as a NATS server has them.
        package var keepsOrder = true

        package init() {}
    }

    private struct Message {
        let due: Int
        let order: Int
        let from: String
        let bytes: [UInt8]
        let subject: Subject
    }

    private struct State {
        var random: SplitMix
        var faults: Faults
        var now = 0
        var count = 0
        var messages: [Message] = []
        /// The time at which the last message of a sender to a subject comes.
        var last: [String: Int] = [:]
        var subscriptions: [Int: (subject: Subject, port: String, receive: @Sendable ([UInt8]) -> Void)] = [:]
        var away: Set<String> = []
        var lost = 0
    }

    private let state: Mutex<State>

    package init(seed: UInt64 = 1, faults: Faults = Faults()) {
        state = Mutex(State(random: SplitMix(seed: seed), faults: faults))
    }

    /// The faults from now on.
    package var faults: Faults {
        get { state.withLock { $0.faults } }
        set { state.withLock { $0.faults = newValue } }
    }

    /// Messages lost so far, by chance or by a cut.
    package var lost: Int { state.withLock { $0.lost } }

    /// Messages under way.
    package var underWay: Int { state.withLock { $0.messages.count } }

    /// The bus as the node of that name has it.
    package func port(_ name: String) -> any Bus { Port(bus: self, name: name) }

    /// Cuts a node off, or brings it back: nothing goes out of it, and nothing comes.
    package func set(_ name: String, isAway: Bool) {
        state.withLock { state in
            if isAway { state.away.insert(name) } else { state.away.remove(name) }
        }
    }

    fileprivate func isAway(_ name: String) -> Bool { state.withLock { $0.away.contains(name) } }

    /// Lets time go on, and hands over what has come until then, in its order.
    package func step(to now: Int) {
        while let next = take(until: now) { for receive in next.receivers { receive(next.bytes) } }
        state.withLock { $0.now = max($0.now, now) }
    }

    private func take(until now: Int) -> (bytes: [UInt8], receivers: [@Sendable ([UInt8]) -> Void])? {
        state.withLock { state in
            guard
                let index = state.messages.indices.min(by: {
                    (state.messages[$0].due, state.messages[$0].order) < (
                        state.messages[$1].due, state.messages[$1].order
                    )
                }), state.messages[index].due <= now
            else { return nil }
            let message = state.messages.remove(at: index)
            state.now = max(state.now, message.due)
            let receivers = state.subscriptions.sorted { $0.key < $1.key }.map(\.value).filter {
                $0.subject == message.subject && !state.away.contains($0.port)
            }
            if receivers.isEmpty { state.lost += 1 }
            return (message.bytes, receivers.map(\.receive))
        }
    }

    fileprivate func publish(_ bytes: [UInt8], to subject: Subject, from port: String) {
        state.withLock { state in
            guard !state.away.contains(port), Int(state.random.next() % 1_000) >= state.faults.lost else {
                state.lost += 1
                return
            }
            let copies = Int(state.random.next() % 1_000) < state.faults.doubled ? 2 : 1
            for _ in 0..<copies {
                var sent = bytes
                if Int(state.random.next() % 1_000) < state.faults.changed, !sent.isEmpty {
                    sent[Int(state.random.next() % UInt64(sent.count))] ^= UInt8(1 << (state.random.next() % 8))
                }
                let span = UInt64(state.faults.delay.count)
                var due = state.now + state.faults.delay.lowerBound + Int(state.random.next() % span)
                let way = "\(port) \(subject)"
                if state.faults.keepsOrder {
                    due = max(due, state.last[way] ?? 0)
                    state.last[way] = due
                }
                state.count += 1
                state.messages.append(
                    Message(due: due, order: state.count, from: port, bytes: sent, subject: subject))
            }
        }
    }

    fileprivate func subscribe(
        to subject: Subject, port: String, _ receive: @escaping @Sendable ([UInt8]) -> Void
    ) -> Int {
        state.withLock { state in
            state.count += 1
            state.subscriptions[state.count] = (subject, port, receive)
            return state.count
        }
    }

    fileprivate func end(_ subscription: Int) {
        state.withLock { _ = $0.subscriptions.removeValue(forKey: subscription) }
    }

    fileprivate func endAll(of port: String) {
        state.withLock { state in state.subscriptions = state.subscriptions.filter { $0.value.port != port } }
    }

    private final class Port: Bus {
        let bus: MemoryBus
        let name: String

        init(bus: MemoryBus, name: String) {
            self.bus = bus
            self.name = name
        }

        func publish(_ bytes: [UInt8], to subject: Subject) { bus.publish(bytes, to: subject, from: name) }

        func subscribe(
            to subject: Subject, _ receive: @escaping @Sendable ([UInt8]) -> Void
        ) -> any BusSubscription {
            Subscription(bus: bus, number: bus.subscribe(to: subject, port: name, receive))
        }

        var isConnected: Bool { !bus.isAway(name) }

        var dropped: Int { 0 }

        func close() { bus.endAll(of: name) }
    }

    private final class Subscription: BusSubscription {
        let bus: MemoryBus
        let number: Int

        init(bus: MemoryBus, number: Int) {
            self.bus = bus
            self.number = number
        }

        func end() { bus.end(number) }
    }
}
