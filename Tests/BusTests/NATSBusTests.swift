import Bytes
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Bus

@Suite(.blocking, .serialized, .enabled(if: NATSServer.isThere, "apt-get install nats-server libnats3.4"))
struct NATSBusTests: NATSTests {
    let events = Events()
    let subject = Subject("tilerace", "test")

    @Test("Messages come to every subscriber of their subject, whole and in order")
    func messages() throws {
        let server = try NATSServer()
        let (a, b) = (try open("nats://127.0.0.1:\(server.port)"), try open("nats://127.0.0.1:\(server.port)"))
        defer {
            a.close()
            b.close()
        }
        let (here, there, other) = (Arrivals(), Arrivals(), Arrivals())
        _ = a.subscribe(to: subject) { here.add($0) }
        _ = b.subscribe(to: subject) { there.add($0) }
        _ = b.subscribe(to: Subject("tilerace", "test2")) { other.add($0) }
        #expect(a.flush(within: 10_000) && b.flush(within: 10_000))
        let large = Array(repeating: UInt8(7), count: Envelope.largestPayload + Envelope.overhead)
        let sent = (0..<1_000).map(number) + [[], large]
        for message in sent { a.publish(message, to: subject) }
        #expect(here.wait(for: sent.count) && there.wait(for: sent.count))
        #expect(here.all == sent && there.all == sent && other.all.isEmpty)
        #expect(a.state == .connected && a.dropped == 0)
    }

    @Test(
        "Messages keep their order whether publishers send them, the queue does, or both in turn",
        arguments: [0, 200, 32 << 10, 1 << 30])
    func order(direct: Int) throws {
        let server = try NATSServer()
        var limits = NATSBus.Limits()
        limits.direct = direct
        let bus = try NATSBus.open(
            try BusAddress("nats://127.0.0.1:\(server.port)"), name: "test", password: nil, limits: limits,
            report: { [events] in events.add($0) })
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)))
        let arrivals = Arrivals()
        // So that the queue may be sending when the subscription is to begin. What comes behind that goes behind it.
        bus.publish(Array(repeating: 0, count: 64 << 10), to: Subject("tilerace", "other"))
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        let sent = (0..<5_000).map { number($0) + Array(repeating: 0, count: $0 % 97) }
        for message in sent { bus.publish(message, to: subject) }
        #expect(arrivals.wait(for: sent.count))
        #expect(arrivals.all == sent && bus.dropped == 0)
    }

    @Test("Bytes that the server has read no longer count as unread: after a burst publishers send themselves again")
    func readAgain() throws {
        let server = try NATSServer()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)))
        // More than publishers may send themselves.
        for _ in 0..<20 { bus.publish(Array(repeating: 1, count: bus.direct / 4), to: subject) }
        // After these two the queue has sent everything. The first flush comes behind the lot that is being sent, the
        // second behind what came meanwhile.
        #expect(bus.flush(within: 10_000) && bus.flush(within: 10_000))
        for _ in 0..<1_000 where bus.unread > bus.direct / 2 {
            // What came while a question was under way is asked after with the next.
            bus.publish([1], to: subject)
            usleep(5_000)
        }
        #expect(bus.unread <= bus.direct / 2 && bus.dropped == 0)
        // The queue has nothing left then.
        #expect(bus.flush(within: 10_000) && bus.flush(within: 10_000))
        let before = bus.unread
        bus.publish([1], to: subject)
        #expect(bus.unread > before, "a publisher that sends itself has counted when it returns")
    }

    @Test("The queue sends on while the server owes it the answer to what it has read")
    func noAnswer() throws {
        let server = try HalfDeafServer()
        defer { server.close() }
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)))
        // The queue asks after the first, and no answer ever comes. The others are sent all the same.
        let begun = ContinuousClock.now
        for _ in 0..<40 {
            let target = server.heard + bus.direct
            bus.publish(Array(repeating: 1, count: bus.direct), to: subject)
            #expect(server.hears(target))
        }
        #expect(ContinuousClock.now - begun < .milliseconds(1_500), "an answer is waited for during 2 s")
    }

    @Test("Publishers send themselves to an only server, and the queue to one of several")
    func severalServers() throws {
        let server = try NATSServer()
        for (others, direct) in [("", NATSBus.Limits().direct), (",127.0.0.1:1", 0)] {
            let bus = try open("nats://127.0.0.1:\(server.port)\(others)")
            defer { bus.close() }
            #expect(bus.direct == direct)
        }
    }

    @Test("To publish waits for nobody, also where the server reads nothing")
    func deafServer() throws {
        let server = try DeafServer()
        defer { server.close() }
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)))
        var longest = Duration.zero
        // More than the buffers of a connection take.
        for _ in 0..<4_000 {
            let begun = ContinuousClock.now
            bus.publish(Array(repeating: 1, count: 4_096), to: subject)
            longest = max(longest, ContinuousClock.now - begun)
        }
        #expect(longest < .milliseconds(500), "\(longest)")
    }

    @Test("A subscription that is ended hears nothing any more, and a closed bus neither")
    func ended() throws {
        let server = try NATSServer()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        let (first, second) = (Arrivals(), Arrivals())
        let subscription = bus.subscribe(to: subject) { first.add($0) }
        _ = bus.subscribe(to: subject) { second.add($0) }
        bus.publish([1], to: subject)
        #expect(first.wait() && second.wait())
        subscription.end()
        bus.publish([2], to: subject)
        #expect(second.wait())
        bus.close()
        bus.publish([3], to: subject)
        #expect(first.all == [[1]] && second.all == [[1], [2]])
        #expect(bus.state == .closed && events.all.last == .state(.closed))
        bus.close()
    }

    @Test("Ended subscriptions are released")
    func forgotten() throws {
        let server = try NATSServer()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        for _ in 0..<20 { bus.subscribe(to: subject) { _ in }.end() }
        let last = bus.subscribe(to: subject) { _ in }
        for _ in 0..<1_000 where bus.subscriptionCount > 1 { usleep(5_000) }
        #expect(bus.subscriptionCount == 1)
        last.end()
        for _ in 0..<1_000 where bus.subscriptionCount > 0 { usleep(5_000) }
        #expect(bus.subscriptionCount == 0)
    }

    @Test("To end a subscription waits for nobody, also while the library waits for a server that says nothing")
    func endedWhileAway() throws {
        let server = try NATSServer()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        let subscriptions = (0..<60).map { number in
            bus.subscribe(to: Subject("tilerace", "test", "s\(number)")) { _ in }
        }
        #expect(bus.flush(within: 10_000))
        server.stop()
        let silent = try SilentListener(port: server.port)
        defer { silent.close() }
        #expect(events.wait(for: .state(.away)))
        var longest = Duration.zero
        for subscription in subscriptions {
            let begun = ContinuousClock.now
            subscription.end()
            longest = max(longest, ContinuousClock.now - begun)
            usleep(25_000)
        }
        #expect(longest < .milliseconds(200), "\(longest)")
    }

    @Test("A server that is away is reached again, subscriptions live on, and old messages do not come late")
    func reconnect() throws {
        let server = try NATSServer()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        bus.publish([1], to: subject)
        #expect(arrivals.wait())
        server.stop()
        #expect(events.wait(for: .state(.away)))
        #expect(bus.state == .away)
        bus.publish([2], to: subject)
        let before = events.all.count
        try server.start()
        #expect(events.wait(for: .state(.connected), after: before))
        #expect(publish([3], on: bus, until: arrivals))
        #expect(arrivals.all.dropFirst().first == [3], "what could not be sent is dropped")
        #expect(bus.dropped >= 1)
    }

    @Test("A server that is not there yet is found when it comes")
    func laterServer() throws {
        let server = try NATSServer()
        server.stop()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        #expect(bus.state == .away)
        try server.start()
        #expect(events.wait(for: .state(.connected)))
        #expect(publish([3], on: bus, until: arrivals))
        #expect(arrivals.all.first == [3])
    }

    @Test("More than may wait to be sent is dropped, and counted")
    func bound() throws {
        let server = try NATSServer()
        var limits = NATSBus.Limits()
        limits.waitingToSend = 100
        let bus = try NATSBus.open(
            try BusAddress("nats://127.0.0.1:\(server.port)"), name: "test", password: nil, limits: limits,
            report: { [events] in events.add($0) })
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)) || bus.state == .connected)
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        bus.publish(Array(repeating: 1, count: 101), to: subject)
        #expect(bus.dropped == 1)
        bus.publish(Array(repeating: 1, count: 100), to: subject)
        #expect(arrivals.wait())
        #expect(arrivals.all.map(\.count) == [100])
    }
}

@Suite struct LibNATSTests {
    @Test("A library that is not there is named, with what to install")
    func missing() throws {
        guard !NATSServer.isThere else { return }
        let fault = #expect(throws: BusFault.self) { try LibNATS.load(["libnats-none.so"]) }
        #expect("\(try #require(fault))".contains("libnats"))
    }
}
