import Foundation
import Synchronization

/// A NATS server of the tests' own: on a port of this machine that it finds, ended with the test's process however that
/// ends.
package final class NATSServer: Sendable {
    /// A reason why no server can be started.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// Whether the lane that needs it runs: then a server that is missing is a failure.
    package static let isWanted = ProcessInfo.processInfo.environment["TILERACE_NATS"] != nil

    /// Whether tests that need a server are to be run.
    package static let isThere = isWanted || binary != nil

    private static let binary = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Certificate, key and authorities for TLS, as paths.
    package struct TLS: Sendable {
        package let certificate: String
        package let key: String
        /// Set if clients must have certificates of these authorities.
        package let authorities: String?

        package init(certificate: String, key: String, authorities: String? = nil) {
            self.certificate = certificate
            self.key = key
            self.authorities = authorities
        }
    }

    package let port: UInt16
    private let folder: String
    private let arguments: [String]
    /// Its configuration but for who is let in.
    private let lines: [String]
    /// Runs the server, and ends it when its input ends.
    private let keeper = Mutex<(process: Process, input: FileHandle)?>(nil)

    /// Starts a server, and waits until it answers.
    package init(user: String? = nil, password: String? = nil, token: String? = nil, tls: TLS? = nil) throws {
        guard NATSServer.binary != nil else {
            throw Fault(description: "NATS is not installed: apt-get install nats-server libnats3.4")
        }
        folder = NSTemporaryDirectory() + "tilerace-nats-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        port = try NATSServer.freePort()
        var lines = ["listen: \"127.0.0.1:\(port)\""]
        if let token { lines.append("authorization { token: \"\(token)\" }") }
        if let tls {
            let more = tls.authorities.map { ", ca_file: \"\($0)\", verify: true" } ?? ""
            lines.append("tls { cert_file: \"\(tls.certificate)\", key_file: \"\(tls.key)\"\(more) }")
        }
        self.lines = lines
        arguments = ["-c", folder + "/nats.conf"]
        if let user, let password {
            try letIn(user, password: password)
        } else {
            try write(lines)
        }
        try start()
    }

    private func write(_ lines: [String]) throws {
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder + "/nats.conf"))
    }

    /// Has the server let in only who knows this password, from its next start on.
    package func letIn(_ user: String, password: String) throws {
        try write(lines + ["authorization { user: \"\(user)\", password: \"\(password)\" }"])
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the server again on its port, and waits until it answers.
    package func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let script = #""$@" & server=$!; read -r signal; kill -"${signal:-KILL}" $server; wait $server"#
        process.arguments = ["--norc", "-c", script, "bash", NATSServer.binary ?? "nats-server"] + arguments
        let input = try SealedPipe()
        process.standardInput = input.reading
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        keeper.withLock { $0 = (process, input.writing) }
        for _ in 0..<1_000 {
            if (try? SocketClient(port: port)) != nil { return }
            usleep(5_000)
        }
        throw Fault(description: "the NATS server did not start")
    }

    /// Ends the server, and waits until it is gone.
    package func stop(_ signal: String = "KILL") {
        let taken = keeper.withLock { keeper in
            defer { keeper = nil }
            return keeper
        }
        guard let (process, input) = taken else { return }
        input.write(Data("\(signal)\n".utf8))
        try? input.close()
        process.waitUntilExit()
    }

    /// A port that was free just now.
    package static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isNamed else { throw Fault(description: "no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}
