import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own: in a temporary folder, on a socket in it, ended with the test's process
/// however that ends. It does not sync: what is killed here is the server, never the machine.
package final class PostgreSQLServer: Sendable {
    /// A reason why no server can be started.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Whether the lane that needs it runs: then a server that is missing is a failure.
    package static let isWanted = ProcessInfo.processInfo.environment["TILERACE_POSTGRES"] != nil

    /// Whether tests that need a server are to be run.
    package static let isThere = isWanted || binaries != nil

    /// The server that tests share, each in a schema of its own; never ended.
    package static func shared() throws -> PostgreSQLServer { try sharedServer.get() }
    private static let sharedServer = Result { try PostgreSQLServer() }

    /// The newest of Debian's versions.
    private static let binaries: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap(Int.init).sorted().reversed().map { "\(root)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/postgres") }
    }()

    /// The folder of the socket.
    package let folder: String
    /// Runs the server, and ends it when its input ends.
    private let keeper: Mutex<(process: Process, input: FileHandle)?>
    private let bin: String
    /// Nil for the user who runs the tests: the server does not run as root.
    private let user: String?
    /// The port of its sockets.
    package let port: Int
    /// Further arguments of the server.
    private let settings: [String]

    /// The origin of a server's data.
    private enum Origin {
        case new
        /// A new one that also listens at a port of this machine, over TLS.
        case secured(TestCertificate, port: Int)
        case copy(of: PostgreSQLServer)
    }

    /// A server that listens in its folder alone.
    package convenience init() throws { try self.init(.new) }

    /// A server that also listens at a port of 127.0.0.1: there it wants TLS and passwords.
    package convenience init(_ certificate: TestCertificate, port: Int) throws {
        try self.init(.secured(certificate, port: port))
    }

    /// A standby of another server: it follows that one, and can be read from only, until it is promoted.
    package convenience init(standbyOf primary: PostgreSQLServer) throws { try self.init(.copy(of: primary)) }

    private init(_ origin: Origin) throws {
        guard let bin = PostgreSQLServer.binaries else {
            throw Fault(description: "PostgreSQL is not installed: apt-get install postgresql")
        }
        self.bin = bin
        user = getuid() == 0 ? (getpwnam("postgres") == nil ? "nobody" : "postgres") : nil
        // The path of a socket is short.
        let folder = "/tmp/tilerace-pg-\(UInt32.random(in: 0...UInt32.max))"
        self.folder = folder
        if case .secured(_, let port) = origin {
            self.port = port
            settings = [
                "listen_addresses=127.0.0.1", "port=\(port)", "ssl=on", "ssl_cert_file=\(folder)/certificate.pem",
                "ssl_key_file=\(folder)/key.pem",
            ].flatMap { ["-c", $0] }
        } else {
            port = 5432
            settings = []
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        keeper = Mutex(nil)
        if let user, let entry = getpwnam(user) { chown(folder, entry.pointee.pw_uid, entry.pointee.pw_gid) }
        switch origin {
        case .new: try makeDatabase()
        case .secured(let certificate, _):
            try makeDatabase()
            try secure(with: certificate)
        case .copy(let primary):
            try run([
                "\(bin)/pg_basebackup", "-h", primary.folder, "-p", "\(primary.port)", "-U", "postgres", "-D",
                "\(folder)/data", "-R", "-c", "fast", "-X", "stream", "--no-sync",
            ])
        }
        try start()
    }

    private func makeDatabase() throws {
        try run([
            "\(bin)/initdb", "-D", "\(folder)/data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--no-sync", "--no-instructions", "--locale=C",
        ])
    }

    /// Puts a certificate with its key into the folder, where they are the server's own, and says who may come how.
    private func secure(with certificate: TestCertificate) throws {
        for (file, name) in [(certificate.certificate, "certificate.pem"), (certificate.key, "key.pem")] {
            let copy = "\(folder)/\(name)"
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            chmod(copy, 0o600)
            if let user, let entry = getpwnam(user) { chown(copy, entry.pointee.pw_uid, entry.pointee.pw_gid) }
        }
        let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"
        try rules.write(toFile: "\(folder)/data/pg_hba.conf", atomically: false, encoding: .utf8)
    }

    private func run(_ arguments: [String]) throws {
        let process = try command(arguments)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Fault(description: "\(arguments[0]) failed") }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The address of a database of this server; `port` is another one for a proxy's socket in the folder.
    package func address(port: Int? = nil, database: String = "postgres") -> String {
        "postgresql://postgres@/\(database)?host=\(folder)&port=\(port ?? self.port)"
    }

    /// Starts the server again, and waits until it answers.
    package func start() throws {
        // Some hundred cases of a whole run are open at once, with five connections each.
        let script = """
            "$0" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c max_connections=1000 -c shared_buffers=64MB \
            -c log_min_messages=fatal -c autovacuum=off "${@:2}" &
            server=$!
            read -r signal
            kill -"${signal:-QUIT}" $server
            wait $server
            [ -n "$signal" ] || rm -rf "$1"
            """
        let process = try command(["/bin/bash", "--norc", "-c", script, "\(bin)/postgres", folder] + settings)
        let input = try SealedPipe()
        process.standardInput = input.reading
        // It may outlive the test's process by a moment, and must not keep its output open.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        keeper.withLock { $0 = (process, input.writing) }
        for _ in 0..<2_000 {
            if try psql("SELECT 1") == "1" { return }
            usleep(5_000)
        }
        throw Fault(description: "PostgreSQL did not start")
    }

    /// Ends the server at once, as a crash does, and waits until it is gone.
    package func stop(_ signal: String = "QUIT") {
        guard
            let (process, input) = keeper.withLock({ keeper in
                defer { keeper = nil }
                return keeper
            })
        else { return }
        input.write(Data("\(signal)\n".utf8))
        try? input.close()
        process.waitUntilExit()
    }

    /// Runs SQL, and returns what it prints: values with `|` between them.
    @discardableResult package func psql(_ sql: String, database: String = "postgres") throws -> String {
        let process = try command(
            ["\(bin)/psql", "-h", folder, "-p", "\(port)", "-U", "postgres", "-d", database, "-XAtqc", sql])
        let output = try SealedPipe()
        process.standardOutput = output.writing
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.writing.close()
        let text = String(decoding: output.reading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func command(_ arguments: [String]) throws -> Process {
        let process = Process()
        let whole =
            user.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] + arguments } ?? arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = whole
        process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
        return process
    }
}
