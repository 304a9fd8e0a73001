import Bytes
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Bus

/// Messages that came, in their order.
private final class Arrivals: Sendable {
    private let messages = Mutex<[[UInt8]]>([])
    private let came = DispatchSemaphore(value: 0)

    func add(_ message: [UInt8]) {
        messages.withLock { $0.append(message) }
        came.signal()
    }

    var all: [[UInt8]] { messages.withLock { $0 } }

    /// Waits until so many more have come. Whether they did, within some seconds.
    func wait(for count: Int = 1, seconds: Double = 20) -> Bool {
        let deadline = DispatchTime.now() + seconds
        return (0..<count).allSatisfy { _ in came.wait(timeout: deadline) == .success }
    }
}

/// Events of a bus, and a way to wait for one.
private final class Events: Sendable {
    private let events = Mutex<[NATSBus.Event]>([])
    private let came = DispatchSemaphore(value: 0)

    func add(_ event: NATSBus.Event) {
        events.withLock { $0.append(event) }
        came.signal()
    }

    var all: [NATSBus.Event] { events.withLock { $0 } }

    /// Waits for an event behind the first `start`.
    func wait(for event: NATSBus.Event, after start: Int = 0, seconds: Double = 20) -> Bool {
        let deadline = DispatchTime.now() + seconds
        while !events.withLock({ $0.dropFirst(start).contains(event) }) {
            guard came.wait(timeout: deadline) == .success else { return false }
        }
        return true
    }
}

/// Takes connections at a port, and never says anything.
private struct SilentListener {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var (yes, address) = (Int32(1), sockaddr_in())
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        // The kernel takes them.
        try #require(isBound && listen(descriptor, 16) == 0)
    }

    func close() { Glibc.close(descriptor) }
}

/// Lets one client in as a server of NATS does, and reads nothing from then on.
private struct DeafServer {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var (few, address) = (Int32(4_096), sockaddr_in())
        // Those of its connections have it, too.
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &few, socklen_t(MemoryLayout<Int32>.size))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isBound && listen(descriptor, 16) == 0)
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            DeafServer.say(#"INFO {"server_id":"deaf","version":"2.9.0","max_payload":1048576}"#, to: client)
            var heard: [UInt8] = []
            var byte: UInt8 = 0
            while !heard.suffix(6).elementsEqual("PING\r\n".utf8), recv(client, &byte, 1, 0) == 1 {
                heard.append(byte)
            }
            DeafServer.say("PONG", to: client)
        }
    }

    private static func say(_ line: String, to client: Int32) {
        let bytes = Array("\(line)\r\n".utf8)
        _ = send(client, bytes, bytes.count, 0)
    }

    /// Takes no further connection.
    func close() { Glibc.close(descriptor) }
}

/// Lets one client in as a server of NATS does, reads all that comes from then on, and answers nothing.
private final class HalfDeafServer: Sendable {
    private let descriptor: Int32
    let port: UInt16
    private let count = Mutex(0)
    private let came = DispatchSemaphore(value: 0)

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isBound && listen(descriptor, 16) == 0)
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve() }
    }

    private func serve() {
        let client = accept(descriptor, nil, nil)
        HalfDeafServer.say(#"INFO {"server_id":"half-deaf","version":"2.9.0","max_payload":1048576}"#, to: client)
        var heard: [UInt8] = []
        var byte: UInt8 = 0
        while !heard.suffix(6).elementsEqual("PING\r\n".utf8), recv(client, &byte, 1, 0) == 1 { heard.append(byte) }
        HalfDeafServer.say("PONG", to: client)
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let read = recv(client, &bytes, bytes.count, 0)
            guard read > 0 else { break }
            count.withLock { $0 += read }
            came.signal()
        }
        Glibc.close(client)
    }

    private static func say(_ line: String, to client: Int32) {
        let bytes = Array("\(line)\r\n".utf8)
        _ = send(client, bytes, bytes.count, 0)
    }

    /// Bytes that have come since the client was let in.
    var heard: Int { count.withLock { $0 } }

    /// Waits until so many bytes have come. Whether they did, within some seconds.
    func hears(_ target: Int) -> Bool {
        let deadline = DispatchTime.now() + 20
        while heard < target {
            guard came.wait(timeout: deadline) == .success else { return false }
        }
        return true
    }

    /// Takes no further connection.
    func close() { Glibc.close(descriptor) }
}

@Suite(.blocking, .serialized, .enabled(if: NATSServer.isThere, "apt-get install nats-server libnats3.4"))
struct NATSBusTests {
    private let events = Events()
    private let subject = Subject("tilerace", "test")

    private func open(_ address: String, password: String? = nil) throws -> NATSBus {
        try NATSBus.open(
            try BusAddress(address), name: "test", password: password, report: { [events] in events.add($0) })
    }

    /// Publishes a message now and then until it comes. Whether it does.
    private func publish(_ message: [UInt8], on bus: any Bus, until arrivals: Arrivals) -> Bool {
        for _ in 0..<200 {
            bus.publish(message, to: subject)
            if arrivals.wait(seconds: 0.1) { return true }
        }
        return false
    }

    private func number(_ count: Int) -> [UInt8] { Array("\(count)".utf8) }

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

    @Test("What the server has read is unread no more: publishers send themselves again after a burst")
    func readAgain() throws {
        let server = try NATSServer()
        let bus = try open("nats://127.0.0.1:\(server.port)")
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)))
        // More than publishers may send themselves.
        for _ in 0..<20 { bus.publish(Array(repeating: 1, count: bus.direct / 4), to: subject) }
        // The queue has sent all of it then, and has asked.
        #expect(bus.flush(within: 10_000))
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

    @Test("Subscriptions that are ended are let go")
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

    @Test("Who knows the password is let in, and nobody else")
    func password() throws {
        let server = try NATSServer(user: "race", password: "s3cret")
        let address = "nats://race@127.0.0.1:\(server.port)?passfile=/unread"
        let bus = try open(address, password: "s3cret")
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        bus.publish([1], to: subject)
        #expect(arrivals.wait())
        let wrong = Events()
        #expect(throws: BusFault.self) {
            let stranger = try NATSBus.open(
                try BusAddress(address), name: "stranger", password: "guess", report: { wrong.add($0) })
            defer { stranger.close() }
            // Some versions of the library try on: then nothing is ever connected.
            #expect(!wrong.wait(for: .state(.connected), seconds: 1))
            throw BusFault.refused("never connected")
        }
    }

    @Test("A connection that its server refuses for another password says so, and is over")
    func refused() throws {
        let server = try NATSServer(user: "race", password: "one")
        let bus = try open("nats://race@127.0.0.1:\(server.port)?passfile=/unread", password: "one")
        defer { bus.close() }
        #expect(events.wait(for: .state(.connected)))
        server.stop()
        try server.letIn("race", password: "two")
        try server.start()
        #expect(events.wait(for: .refused))
        #expect(!bus.isConnected && bus.state == .away)
    }

    @Test("A password that is changed on the server, and back, is taken from its file, and subscriptions live on")
    func otherPassword() throws {
        let server = try NATSServer(user: "race", password: "one")
        let password = Password("one")
        let bus = try reopened(server.port, password)
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        #expect(publish([1], on: bus, until: arrivals))
        // The server first, then the machine; and the other way round.
        for (round, text) in [(2, "two"), (3, "one")] {
            let before = events.all.count
            server.stop()
            #expect(events.wait(for: .state(.away), after: before))
            try server.letIn("race", password: text)
            if round == 3 { password.set(text) }
            try server.start()
            #expect(events.wait(for: .refused, after: before))
            #expect(!bus.isConnected || round == 3)
            password.set(text)
            #expect(events.wait(for: .state(.connected), after: before))
            #expect(publish([UInt8(round)], on: bus, until: arrivals))
            #expect(events.all.dropFirst(before).count { $0 == .refused } == 1, "it is told once")
        }
        for _ in 0..<1_000 where Set(arrivals.all).count < 3 { usleep(5_000) }
        #expect(Set(arrivals.all) == [[1], [2], [3]])
    }

    @Test("A password that is wrong from the start is read again until the server lets it in")
    func correctedPassword() throws {
        let server = try NATSServer(user: "race", password: "s3cret")
        let password = Password("guess")
        let bus = try reopened(server.port, password)
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        #expect(events.wait(for: .refused))
        #expect(!bus.isConnected)
        password.set("s3cret")
        #expect(events.wait(for: .state(.connected)))
        #expect(publish([1], on: bus, until: arrivals))
    }

    /// A password, as its file has it.
    private final class Password: Sendable {
        private let state: Mutex<String>
        init(_ text: String) { state = Mutex(text) }
        var text: String { state.withLock { $0 } }
        func set(_ text: String) { state.withLock { $0 = text } }
    }

    /// A bus that reads its password for each connection, and is opened again after a short pause.
    private func reopened(_ port: UInt16, _ password: Password) throws -> ReopenedBus {
        let address = try BusAddress("nats://race@127.0.0.1:\(port)?passfile=/unread")
        return try ReopenedBus.open(
            { report throws(BusFault) in
                try NATSBus.open(address, name: "test", password: password.text, report: report)
            },
            pausing: { milliseconds, action in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: action)
            }, report: { [events] in events.add($0) })
    }

    @Test("Who knows the token is let in")
    func token() throws {
        let server = try NATSServer(token: "s3cret")
        let bus = try open("nats://127.0.0.1:\(server.port)?tokenfile=/unread", password: "s3cret")
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        bus.publish([1], to: subject)
        #expect(arrivals.wait())
        #expect(!connects("nats://127.0.0.1:\(server.port)?tokenfile=/unread", password: "guess"))
    }

    @Test("Over TLS a server is believed by its certificate: one of another authority, or of another name, is not")
    func secure() throws {
        let (own, other) = (try TestCertificate(names: ["DNS:nats.example"]), try TestCertificate())
        let server = try NATSServer(
            user: "race", password: "s3cret", tls: .init(certificate: own.certificate, key: own.key))
        let address = "tls://race@127.0.0.1:\(server.port)?passfile=/unread"
        let bus = try open("\(address)&ca=\(own.certificate)&host=nats.example", password: "s3cret")
        defer { bus.close() }
        let arrivals = Arrivals()
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        bus.publish([1], to: subject)
        #expect(arrivals.wait())
        #expect(!connects("\(address)&ca=\(other.certificate)&host=nats.example", password: "s3cret"))
        #expect(!connects("\(address)&ca=\(own.certificate)&host=other.example", password: "s3cret"))
        #expect(!connects("\(address)&ca=\(own.certificate)&host=nats.example", password: "guess"))
    }

    @Test("A server that wants certificates of its clients lets in who has one")
    func clientCertificate() throws {
        let (server, client) = (try TestCertificate(names: ["DNS:nats.example"]), try TestCertificate())
        let nats = try NATSServer(
            tls: .init(certificate: server.certificate, key: server.key, authorities: client.certificate))
        let address = "tls://127.0.0.1:\(nats.port)?ca=\(server.certificate)&host=nats.example"
        #expect(connects("\(address)&cert=\(client.certificate)&key=\(client.key)", password: nil, seconds: 20))
        #expect(!connects(address, password: nil))
    }

    /// Whether a bus is connected within some seconds.
    private func connects(_ address: String, password: String?, seconds: Double = 1) -> Bool {
        let states = Events()
        do {
            let bus = try NATSBus.open(
                try BusAddress(address), name: "stranger", password: password, report: { states.add($0) })
            defer { bus.close() }
            return states.wait(for: .state(.connected), seconds: seconds)
        } catch {
            return false
        }
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
