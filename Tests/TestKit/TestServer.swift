import EventLoops
import Foundation
import GameRules
import Puzzles
import Server
import WordLists

/// A real server in this process: a free port, a data folder of its own, a seed and an instant that never change.
package final class TestServer {
    /// 2026-11-21 10:00 UTC, where the server's clock begins.
    package static let morning = 1_795_255_200_000
    /// The end of that day.
    package static let midnight = 1_795_305_600_000

    package let server: TileraceServer
    /// Absolute path of the data folder.
    package let folder: String
    private let keepsFolder: Bool
    private var isStopped = false

    /// Starts a server. `folder` is that of a stopped server, to start it again; nil makes a new folder, which goes
    /// with this object. `log` takes the lines of the server's log. The server has several shards, so that only some
    /// connections share that of the hub.
    package init(
        bounds: ServerBounds = ServerBounds(), instant: Int = TestServer.morning, folder: String? = nil,
        shards: Int = 3, inherited: [InheritedSocket] = [], anagrams: Bool = false,
        log: LogLines? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        self.folder = try folder ?? TestServer.makeFolder()
        keepsFolder = folder != nil
        var sink: (@Sendable (String) -> Void)?
        if let log { sink = { log.add($0) } }
        server = try TileraceServer(
            TestServer.configuration(self.folder) {
                $0.shards = shards
                if anagrams { $0.lines += [TestServer.anagramLine].compactMap(\.self) }
                configure(&$0)
            }, bounds: bounds,
            clock: ServerClock(startingAt: instant), inherited: inherited,
            lexicon: try TestServer.lexicon.get(), log: sink)
    }

    deinit {
        stop()
        if !keepsFolder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Goes down as on SIGTERM. Once.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        server.stop()
    }

    /// Begins to go down while the test goes on as its client. The closure waits for the end, and answers whether it
    /// came.
    package func beginStop() -> () -> Bool {
        isStopped = true
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [server] in
            server.stop()
            isDone.signal()
        }
        return { isDone.wait(timeout: .now() + .seconds(60)) == .success }
    }

    /// For tests that hold for every number of shards: all on the hub's, and most on others.
    package static let shardCounts = [1, 3]

    /// The settings of a test's server.
    package static func configuration(
        _ folder: String, _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.address = "127.0.0.1"
        configuration.port = 0
        configuration.data = folder
        configuration.web = root + "/web"
        configuration.words = root + "/config/words"
        // The tests' lexicon has words to guess alone.
        configuration.lines = [.standard]
        configuration.logLevel = .error
        configuration.guestsPerMinute = 60_000
        configuration.requestsPerSecond = 100_000
        configure(&configuration)
        return configuration
    }

    /// A new data folder, with the seed of all tests.
    package static func makeFolder() throws -> String {
        let folder = NSTemporaryDirectory() + "tilerace-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let seed = Data((seedDigits + "\n").utf8)
        let isMade = FileManager.default.createFile(
            atPath: folder + "/seed", contents: seed, attributes: [.posixPermissions: 0o600])
        guard isMade else { throw SocketClientError.badAnswer(folder) }
        return folder
    }

    /// The repository.
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private static let seedDigits = String(repeating: "07", count: 32)

    // MARK: Answers of puzzles

    /// The answer of a puzzle under the seed of all tests.
    package static func answer(of puzzle: String) throws -> String {
        guard let id = PuzzleID(puzzle), let seed = Seed(hexadecimal: seedDigits) else {
            throw SocketClientError.badAnswer(puzzle)
        }
        let lexicon = try lexicon.get()
        var book = PuzzleBook(seed: seed, lexicons: [lexicon])
        guard let draft = book.draft(for: id) else { throw SocketClientError.badAnswer(puzzle) }
        return lexicon.alphabet.text(draft.answer)
    }

    /// The real lists of English, read once.
    package static let lexicon = Result { () throws(ConfigurationFault) in
        try WordFiles.lexicon(folder: root + "/config/words", language: "en")
    }

    private static let anagramLine = PuzzleLine("anagram-en-7")

    // MARK: Clients

    /// A new connection.
    package func connect(from source: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws -> SocketClient {
        try SocketClient(port: server.port, from: source, receiveBuffer: receiveBuffer, owner: self)
    }

    /// The answer to one request on a connection of its own.
    package func ask(_ method: String, _ target: String, fields: [String] = [], body: String = "") throws -> HTTPAnswer
    {
        try connect().ask(method, target, fields: fields, body: body)
    }

    /// Whether it serves.
    package var isHealthy: Bool {
        get throws { try ask("GET", "/api/v1/health").status == 200 }
    }

    /// A new guest: the line of the request that carries the cookie.
    package func guest() throws -> String {
        let answer = try ask("POST", "/api/v1/session")
        guard answer.status == 201, let cookie = answer["set-cookie"]?.split(separator: ";").first else {
            throw SocketClientError.badAnswer("\(answer.status)")
        }
        return "Cookie: \(cookie)"
    }

    /// A player's connection after `hello`. A new guest, unless there is a cookie.
    package func player(cookie: String? = nil) throws -> PlayerClient {
        let cookie = try cookie ?? guest()
        let client = PlayerClient(try WebSocketClient(connect(), fields: [cookie]), cookie: cookie)
        let welcome = try client.ask(["type": "hello", "protocol": 1])
        guard welcome.type == "welcome" else { throw SocketClientError.badAnswer(welcome.json) }
        return client
    }
}
