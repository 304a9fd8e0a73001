import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Bus

/// Messages that came, in their order.
final class Arrivals: Sendable {
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
final class Events: Sendable {
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
struct SilentListener {
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

/// A port of 127.0.0.1 that the kernel chooses, where it takes connections.
private enum ListeningPort {
    /// - Parameter receiving: bytes of the receive buffer of each connection; nil for the usual ones.
    static func open(receiving few: Int32? = nil) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var few { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &few, socklen_t(MemoryLayout<Int32>.size)) }
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
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}

/// Lets one client in as a server of NATS does, and reads nothing from then on.
struct DeafServer {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        let (descriptor, port) = try ListeningPort.open(receiving: 4_096)
        (self.descriptor, self.port) = (descriptor, port)
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
final class HalfDeafServer: Sendable {
    private let descriptor: Int32
    let port: UInt16
    private let count = Mutex(0)
    private let came = DispatchSemaphore(value: 0)

    init() throws {
        (descriptor, port) = try ListeningPort.open()
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

/// Tests of buses: how they open one, and what they hear of it.
protocol NATSTests {
    var events: Events { get }
    var subject: Subject { get }
}

extension NATSTests {
    func open(_ address: String, password: String? = nil) throws -> NATSBus {
        try NATSBus.open(
            try BusAddress(address), name: "test", password: password, report: { [events] in events.add($0) })
    }

    /// Publishes a message now and then until it comes. Whether it does.
    func publish(_ message: [UInt8], on bus: any Bus, until arrivals: Arrivals) -> Bool {
        for _ in 0..<200 {
            bus.publish(message, to: subject)
            if arrivals.wait(seconds: 0.1) { return true }
        }
        return false
    }

    func number(_ count: Int) -> [UInt8] { Array("\(count)".utf8) }
}
