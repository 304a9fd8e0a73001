import Foundation
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite(.blocking, .serialized, .enabled(if: NATSServer.isThere, "apt-get install nats-server libnats3.4"))
struct ClusterBusTests {
    @Test("A node whose password file is corrected has the bus without a restart, and says once that it was refused")
    func correctedPassword() throws {
        let server = try NATSServer(user: "race", password: "s3cret")
        let path = NSTemporaryDirectory() + "tilerace-bus-\(UInt32.random(in: 0...UInt32.max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func write(_ password: String) {
            _ = FileManager.default.createFile(
                atPath: path, contents: Data("\(password)\n".utf8), attributes: [.posixPermissions: 0o600])
        }
        write("guess")
        let lines = LogLines()
        let logger = Logger(threshold: .info, format: .text, now: { 0 }, sink: { lines.add($0) })
        var configuration = ServerConfiguration()
        configuration.bus = "nats://race@127.0.0.1:\(server.port)/test?passfile=\(path)"
        let place = try #require(try ClusterBus(configuration, logger, random: 1))
        defer { place.bus.close() }
        #expect(wait { lines.count("bus_refused") == 1 })
        #expect(!place.bus.isConnected)
        // Nobody may read it: the node says so, and goes on trying.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(wait { lines.count("by others") == 1 })
        try FileManager.default.removeItem(atPath: path)
        write("s3cret")
        #expect(wait { place.bus.isConnected })
        #expect(lines.count("bus_refused") == 1 && lines.count("bus_connected") == 1)
        #expect(lines.all.allSatisfy { !$0.contains("s3cret") && !$0.contains("guess") })
    }

    private func wait(_ isSo: () -> Bool) -> Bool {
        for _ in 0..<4_000 {
            if isSo() { return true }
            usleep(5_000)
        }
        return false
    }
}
