import Foundation
import Glibc
import Server
import Synchronization

/// A real server in this process, on a port and over a data folder of its own.
final class FuzzedServer: Sendable {
    /// Why there is none, or why it does not end a connection.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
        /// A call of the system failed.
        init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
    }

    /// Started when it is first asked for.
    static let shared = Result { () throws(Fault) in try FuzzedServer() }

    private static let folder = NSTemporaryDirectory() + "tilerace-fuzz-\(UUID().uuidString)"

    /// Nil at the end of the program.
    private let server: Mutex<TileraceServer?>
    private let port: UInt16
    /// Clients so far.
    private let clients = Atomic<UInt32>(0)

    /// Seconds in which the server must have ended a connection whose client has. libFuzzer gives up after ten.
    private static let patience = 8

    private init() throws(Fault) {
        let folder = FuzzedServer.folder
        // It serves to the end of the program, and nobody is left then to hear of an error.
        atexit { try? FileManager.default.removeItem(atPath: FuzzedServer.folder) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            // The same in every run: the same puzzles, and a cookie among the inputs that is good.
            for secret in ["seed", "session-key"] {
                let digits = String(repeating: "07", count: 32) + "\n"
                try Data(digits.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(secret)"))
            }
            let server = try TileraceServer(
                FuzzedServer.configuration(folder), clock: ServerClock(startingAt: FuzzedServer.morning))
            port = server.port
            self.server = Mutex(server)
            // The end may take others seconds: nothing of it is to go on meanwhile, without its folder and with libraries that
            // are gone. What was registered last runs first: before OpenSSL, which the server has used by now, takes itself apart.
            atexit {
                if case .success(let shared) = FuzzedServer.shared { shared.end() }
            }
        } catch {
            throw Fault("\(error)")
        }
    }

    private func end() {
        server.withLock { server in
            server?.stop()
            server = nil
        }
    }

    /// 2026-11-21 10:00 UTC.
    private static let morning = 1_795_255_200_000

    private static func configuration(_ folder: String) -> ServerConfiguration {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        var configuration = ServerConfiguration()
        configuration.address = "127.0.0.1"
        configuration.port = 0
        configuration.shards = 2
        configuration.data = folder
        configuration.web = root + "/web"
        configuration.words = root + "/config/words"
        configuration.metrics = true
        configuration.logLevel = .error
        configuration.guestsPerMinute = 60_000
        configuration.requestsPerSecond = 100_000
        return configuration
    }

    /// Sends that over a new connection, and then the end; answers what the server sends up to its own.
    func exchange(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Fault(call: "socket") }
        defer { close(descriptor) }
        var bound = timeval(tv_sec: FuzzedServer.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &bound, socklen_t(MemoryLayout<timeval>.size))
        }
        // From addresses in turn: no limit of an address is met, and the system does not run out of ports, each of which
        // stays taken for a minute.
        let number = clients.add(1, ordering: .relaxed).newValue
        let source = 0x7F00_0000 | (number / 250 % 250 + 1) << 8 | (number % 250 + 1)
        guard FuzzedServer.name(source, 0, { bind(descriptor, $0, $1) }) == 0 else { throw Fault(call: "bind") }
        guard FuzzedServer.name(0x7F00_0001, port, { connect(descriptor, $0, $1) }) == 0 else {
            throw Fault(call: "connect")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // The server has heard enough.
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        shutdown(descriptor, Int32(SHUT_WR))
        return try FuzzedServer.readToEnd(descriptor)
    }

    private static func readToEnd(_ descriptor: Int32) throws(Fault) -> [UInt8] {
        var answer: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            if count == 0 { return answer }
            guard count > 0 else {
                throw Fault("no end from the server after \(answer.count) bytes: \(String(cString: strerror(errno)))")
            }
            answer += room[..<count]
        }
    }

    /// Calls `body` with an IPv4 address as the system wants it.
    private static func name(
        _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
