import Dispatch
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Bus

@Suite(.blocking, .serialized, .enabled(if: NATSServer.isThere, "apt-get install nats-server libnats3.4"))
struct NATSAccessTests: NATSTests {
    let events = Events()
    let subject = Subject("tilerace", "test")

    @Test("A node with the password is let in, and no other")
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
        while Set(arrivals.all).count < 3, arrivals.wait() {}
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

    @Test("A node with the token is let in")
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
}
