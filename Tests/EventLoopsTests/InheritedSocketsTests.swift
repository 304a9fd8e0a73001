import Bytes
import Dispatch
import Glibc
import TestKit
import Testing

@testable import EventLoops

@Suite("Sockets from a supervisor", .serialized, .blocking, .timeLimit(.minutes(1)))
struct InheritedSocketsTests {
    private func promised(_ fds: String, names: String? = nil, pid: String = "7") throws -> [String] {
        var variables = ["LISTEN_PID": pid, "LISTEN_FDS": fds]
        variables["LISTEN_FDNAMES"] = names
        return try InheritedSockets.promised(by: variables, to: 7).map { "\($0.descriptor) \($0.name)" }
    }

    @Test("Descriptors count from 3 and have the given names")
    func promises() throws {
        #expect(try promised("2", names: "http:https") == ["3 http", "4 https"])
        #expect(try promised("1") == ["3 unknown"])
        #expect(try promised("1", names: "") == ["3 "])
        #expect(try promised("0", names: "") == [])
        #expect(try promised("1", pid: "8") == [], "meant for another process")
        #expect(try InheritedSockets.promised(by: ["LISTEN_FDS": "1"], to: 7).isEmpty)
        #expect(try InheritedSockets.promised(by: ["LISTEN_PID": "7"], to: 7).isEmpty)
    }

    @Test(
        "Malformed variables of a supervisor are refused",
        arguments: [
            ("+1", nil, "7"), ("-1", nil, "7"), ("", nil, "7"), (" 1", nil, "7"), ("1x", nil, "7"), ("65", nil, "7"),
            ("99999999999", nil, "7"), ("2", "http", "7"), ("1", "http:https", "7"), ("1", nil, "seven"),
            ("1", nil, ""),
        ])
    func faults(fds: String, names: String?, pid: String) {
        #expect(throws: EventLoopError.self) { try promised(fds, names: names, pid: pid) }
    }

    @Test("Only a listening TCP socket is accepted")
    func wrongDescriptors() throws {
        var pair: [Int32] = [0, 0]
        #expect(pipe(&pair) == 0)
        let datagram = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        let deaf = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let local = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        // With nothing but a family, the system gives it a name of its own.
        var family = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        #expect(bind(local, &family, socklen_t(MemoryLayout<sa_family_t>.size)) == 0 && listen(local, 1) == 0)
        defer { for descriptor in pair + [datagram, deaf, local] { close(descriptor) } }
        let expected = [
            (Int32(9_999), EBADF), (pair[0], ENOTSOCK), (datagram, EPROTOTYPE), (deaf, ENOTCONN), (local, EAFNOSUPPORT),
        ]
        for (descriptor, reason) in expected {
            let error = #expect(throws: EventLoopError.self) {
                try ListeningSocket(inheriting: descriptor, name: "http")
            }
            #expect(error?.errno == reason)
            #expect(error?.description.contains("\(descriptor) (http)") == true)
        }
    }

    /// A group that serves a copy of `socket`, as a process does that inherited it.
    private func serve(_ socket: ListeningSocket) throws -> ShardGroup {
        let shards = try ShardGroup(count: 1)
        let inherited = try ListeningSocket(inheriting: dup(socket.descriptor), name: "http")
        #expect(inherited.address == socket.address)
        shards.serve(inherited, outputLimit: 1_024) { _ in Greeter() }
        return shards
    }

    @Test("A peer that connects between two servers is served by the next")
    func handOver() async throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        defer { socket.close() }
        let first = try serve(socket)
        let early = try LoopClient(socket.address)
        early.send("a")
        #expect(early.receiveText(1) == "a")
        let stopping = Task { await first.stop(graceMilliseconds: 5_000) }
        #expect(early.sawEnd())
        early.shutDownSending()
        await stopping.value
        let between = try LoopClient(socket.address)
        between.send("b")
        let second = try serve(socket)
        #expect(between.receiveText(1) == "b")
        await second.stop(graceMilliseconds: 0)
    }

    @Test("A peer in the listen queue at a stop is accepted, not reset")
    func lastAccepts() async throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let shards = try ShardGroup(count: 1)
        let isBusy = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        shards.serve(socket, outputLimit: 1_024) { _ in Greeter() }
        shards.shards[0].execute { _ in
            isBusy.signal()
            mayGoOn.wait()
        }
        isBusy.wait()
        // Connected by the kernel, while nobody can accept.
        let clients = try (0..<300).map { _ in try LoopClient(socket.address) }
        let isDeaf = DispatchSemaphore(value: 0)
        shards.stopListening { isDeaf.signal() }
        mayGoOn.signal()
        isDeaf.wait()
        for client in clients { client.send("c") }
        #expect(clients.allSatisfy { $0.receiveText(1) == "c" })
        #expect(throws: EventLoopError.self) { try LoopClient(socket.address) }
        await shards.stop(graceMilliseconds: 0)
    }
}

/// Says what it hears.
private final class Greeter: ConnectionHandler {
    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        while bytes.remaining > 0 { connection.write([bytes.consumeByte()].span.bytes) }
    }
    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}
    func timedOut(_ connection: Connection) {}
    func stopping(_ connection: Connection) { connection.close() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}
