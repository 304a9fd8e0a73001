import Bytes
import Glibc
import Testing

@testable import EventLoops

/// Counts what comes, says it back, and does something at the first byte. Keeps its side open when the peer ends its
/// own.
private final class Talker: ConnectionHandler {
    private let first: (Connection) -> Void
    private(set) var count = 0
    /// µs to spend on each byte.
    var pace: UInt32 = 0
    /// Bytes to take of what is given at once.
    var most = Int.max
    /// Hears of each byte.
    var each: (Connection) -> Void = { _ in }
    private(set) var connection: ConnectionID?
    private(set) var hasPeerEnded = false
    private(set) var end: ConnectionEnd?

    init(_ first: @escaping (Connection) -> Void = { _ in }) { self.first = first }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        self.connection = connection.id
        var left = most
        while bytes.remaining > 0, left > 0 {
            left -= 1
            each(connection)
            connection.write([bytes.consumeByte()].span.bytes)
            count += 1
            if pace > 0 { usleep(pace) }
            if count == 1 { first(connection) }
        }
    }

    func inputEnded(on connection: Connection) { hasPeerEnded = true }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}
    func timedOut(_ connection: Connection) {}
    func stopping(_ connection: Connection) {}
    func closed(_ connection: Connection, because reason: ConnectionEnd) { end = reason }
}

@Suite("The turns of a loop, one at a time", .blocking, .timeLimit(.minutes(1)))
struct LoopTurnTests {
    private let loop: EventLoop
    private let client: LoopClient
    private let socket: Int32

    init() throws {
        loop = try EventLoop(load: ShardLoad())
        let listener = try ListeningSocket(binding: .loopback(port: 0))
        client = try LoopClient(listener.address)
        defer { listener.close() }
        Self.awaitEvent(of: listener.descriptor, POLLIN)
        socket = accept(listener.descriptor, nil, nil)
        try #require(socket >= 0)
    }

    /// Waits for what the system owes nobody at once, also not between two ends of one machine.
    private static func awaitEvent(of descriptor: Int32, _ event: Int32) {
        var asked = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        _ = poll(&asked, 1, 10_000)
    }

    /// Waits until so many bytes can be read.
    private func awaitBytes(_ count: Int32) {
        var (there, patience) = (Int32(0), 10_000)
        while ioctl(socket, UInt(FIONREAD), &there) == 0, there < count, patience > 0 {
            usleep(1_000)
            patience -= 1
        }
    }

    private func adopt(_ talker: Talker) {
        loop.load.addOne()
        loop.adopt(socket, tls: nil, outputLimit: 1 << 20) { _ in talker }
    }

    /// Takes the connection from the loop: they hold each other.
    private func end() {
        loop.turn { loop.abortConnections() }
    }

    /// A caller that asks for a later turn expects the output of this one to be sent by then.
    @Test("Work added in a turn runs after the turn's output is sent")
    func later() {
        nonisolated(unsafe) var waiting: [Int] = []
        let talker = Talker { connection in
            nonisolated(unsafe) let connection = connection
            _ = connection.loop.inbox.put { _ in waiting.append(connection.queuedBytes) }
        }
        adopt(talker)
        defer { end() }
        #expect(loop.inbox.listen())
        client.send("x")
        awaitBytes(1)
        #expect(!loop.inbox.put { _ in }, "the bell rings")
        loop.turn()
        loop.runInbox()
        #expect(talker.count == 1)
        #expect(waiting == [0])
    }

    @Test("A busy connection delays neither work nor timers")
    func flood() throws {
        // The bytes that had come by then.
        nonisolated(unsafe) var (atWork, atTimer) = (0, 0)
        nonisolated(unsafe) var said = { 0 }
        defer { said = { 0 } }
        let talker = Talker { connection in
            _ = connection.loop.inbox.put { _ in atWork = said() }
            connection.loop.after(milliseconds: 1, precisely: true) { _ in atTimer = said() }
        }
        said = { talker.count }
        // A byte a batch, and a ms: one turn takes them all.
        loop.readLimit = 1
        adopt(talker)
        defer { end() }
        talker.pace = 1_000
        client.send(String(repeating: "x", count: 40))
        awaitBytes(40)
        loop.turn()
        try #require(talker.count == 40)
        #expect(atWork == 1)
        #expect((1..<20).contains(atTimer))
    }

    @Test("Bytes that come while the loop is busy count from when it became busy, and others from when it was woken")
    func arrival() {
        nonisolated(unsafe) var ages: [Int] = []
        let talker = Talker()
        talker.each = { ages.append($0.loop.sinceArrival) }
        adopt(talker)
        defer { end() }
        func say(_ text: String) {
            client.send(text)
            awaitBytes(Int32(text.utf8.count))
        }
        loop.turn()
        usleep(40_000)
        say("x")
        loop.turn()
        #expect(ages.count == 1 && ages[0] < 30, "it rested: \(ages)")
        loop.turn {
            usleep(40_000)
            say("x")
        }
        loop.turn()
        #expect(ages.count == 2 && ages[1] >= 40, "other work: \(ages)")
        // Each batch is one byte, whose handler keeps the loop from the next.
        loop.readLimit = 1
        talker.pace = 40_000
        say("xx")
        loop.turn()
        #expect(ages.count == 4 && ages[2] < 30 && ages[3] >= 40, "another batch: \(ages)")
        usleep(5_000)
        say("x")
        loop.turn()
        #expect(ages.count == 5 && ages[4] < 30, "it rested again: \(ages)")
    }

    @Test("Bytes that a handler leaves keep their arrival until others are added")
    func arrivalOfKeptBytes() {
        nonisolated(unsafe) var ages: [Int] = []
        let talker = Talker()
        talker.each = {
            ages.append($0.loop.sinceArrival)
            $0.pauseReading()
        }
        talker.most = 1
        adopt(talker)
        defer { end() }
        client.send("xx")
        awaitBytes(2)
        loop.turn()
        usleep(40_000)
        func goOn() { loop.turn { loop.resumeReading([talker.connection].compactMap { $0 }) } }
        goOn()
        #expect(ages.count == 2 && ages[0] < 30 && ages[1] >= 40, "\(ages)")
        client.send("x")
        awaitBytes(1)
        goOn()
        loop.turn()
        #expect(ages.count == 3 && ages[2] < 30, "\(ages)")
    }

    @Test("Work for when all is read comes after what the sockets have, and also where they have nothing")
    func whenRead() {
        nonisolated(unsafe) var found: [Int] = []
        let talker = Talker()
        adopt(talker)
        defer { end() }
        loop.turn()
        loop.turn {
            client.send("x")
            awaitBytes(1)
            loop.whenRead { [loop] in
                found.append(talker.count)
                loop.whenRead { found.append(talker.count + 10) }
            }
            #expect(found.isEmpty)
        }
        for _ in 0..<100 where found.count < 2 {
            loop.turn()
            usleep(1_000)
        }
        #expect(found == [1, 11])
    }

    /// EPOLLHUP and EPOLLERR cannot be switched off: a loop that did nothing about them would spin.
    @Test("A peer that ends its side and then resets is dropped")
    func resetBehindTheEnd() {
        let talker = Talker()
        adopt(talker)
        client.shutDownSending()
        Self.awaitEvent(of: socket, POLLIN)
        loop.turn()
        #expect(talker.hasPeerEnded)
        #expect(talker.end == nil)
        client.reset()
        Self.awaitEvent(of: socket, 0)
        loop.turn()
        guard case .failed? = talker.end else {
            Issue.record("\(String(describing: talker.end))")
            return
        }
    }
}
