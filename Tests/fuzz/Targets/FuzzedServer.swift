import Foundation
import Server
import Synchronization

/// A real server in this process, on a port and over a data folder of its own.
final class FuzzedServer: Sendable {
    /// Started when it is first asked for.
    static let shared = Result { try FuzzedServer() }

    private static let folder = NSTemporaryDirectory() + "tilerace-fuzz-\(UUID().uuidString)"

    /// Nil at the end of the program.
    private let server: Mutex<TileraceServer?>
    private let port: UInt16
    /// Clients so far.
    private let clients = Atomic<UInt32>(0)

    /// The time in which the server must have ended a connection whose client has. It takes milliseconds; a machine
    /// that does other work may take seconds. libFuzzer gives up after sixty (`./test`).
    private static let patience = Duration.seconds(45)

    private init() throws {
        let folder = FuzzedServer.folder
        // It serves to the end of the program, and nobody is left then to hear of an error.
        atexit { try? FileManager.default.removeItem(atPath: FuzzedServer.folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // The same in every run: the same puzzles, and a cookie among the inputs that is good.
        for secret in ["seed", "session-key"] {
            let digits = String(repeating: "07", count: 32) + "\n"
            try Data(digits.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(secret)"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder)/\(secret)")
        }
        let server = try TileraceServer(
            FuzzedServer.configuration(folder), clock: ServerClock(startingAt: FuzzedServer.morning))
        port = server.port
        self.server = Mutex(server)
        // The end may take others seconds: nothing of it is to go on meanwhile, without its folder and with libraries
        // that are gone. What was registered last runs first: before OpenSSL, which the server has used by now, takes
        // itself apart.
        atexit {
            if case .success(let shared) = FuzzedServer.shared { shared.end() }
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
    func exchange(_ bytes: [UInt8]) throws(ServerExchange.Fault) -> [UInt8] {
        // Takes addresses in turn, so that no limit of an address is met. The system does not run out of ports either,
        // each of which stays taken for a minute.
        let number = clients.add(1, ordering: .relaxed).newValue
        let source = 0x7F00_0000 | (number / 250 % 250 + 1) << 8 | (number % 250 + 1)
        return try ServerExchange.run(bytes, to: port, from: source, patience: FuzzedServer.patience)
    }
}
