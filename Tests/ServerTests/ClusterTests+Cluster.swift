import Foundation
import TestKit
import Testing

@testable import Server

extension ClusterTests {
    /// Servers of one cluster, all with the secrets of the first.
    final class Cluster {
        let nats: NATSServer
        let storage: String
        let database: String
        private(set) var nodes: [TestServer] = []

        init() throws {
            nats = try NATSServer()
            let name = "cluster\(UInt32.random(in: 0...UInt32.max))"
            let database = try PostgreSQLServer.shared()
            try database.psql("CREATE DATABASE \(name)")
            self.database = name
            storage = database.address(database: name)
        }

        @discardableResult func psql(_ sql: String) throws -> String {
            try PostgreSQLServer.shared().psql(sql, database: database)
        }

        /// `nats` is another server than the others'.
        @discardableResult func add(
            bounds: ServerBounds = ClusterTests.patient, nats other: NATSServer? = nil, waits: Bool = true,
            log: LogLines? = nil
        ) throws -> TestServer {
            let folder = try TestServer.makeFolder()
            if let first = nodes.first {
                for secret in ["seed", "session-key"] {
                    let (from, to) = (first.folder + "/" + secret, folder + "/" + secret)
                    try? FileManager.default.removeItem(atPath: to)
                    try FileManager.default.copyItem(atPath: from, toPath: to)
                }
            }
            let port = (other ?? nats).port
            let node = try TestServer(bounds: bounds, folder: folder, shards: 2, log: log) { [storage] in
                if log != nil { $0.logLevel = .info }
                $0.storage = storage
                $0.bus = "nats://127.0.0.1:\(port)/test"
                $0.metrics = true
            }
            nodes.append(node)
            guard waits else { return node }
            try ClusterTests.wait("node \(nodes.count) has a hub") {
                try node.ask("GET", "/readyz").status == 200
            }
            return node
        }

        /// The holder of the lease.
        func holder() throws -> String { try psql("SELECT holder FROM tilerace.lease") }

        func generation() throws -> Int { Int(try psql("SELECT generation FROM tilerace.lease")) ?? 0 }

        func stop() { for node in nodes { node.stop() } }
    }

    /// Bounds of a server that starts as a hub in time, however busy the machine is.
    static var patient: ServerBounds {
        var bounds = ServerBounds()
        bounds.cluster.starting = 20_000
        return bounds
    }

    static func wait(_ what: Comment, seconds: Double = 30, until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !isSo() {
            try #require(ContinuousClock.now < deadline, what)
            usleep(20_000)
        }
    }
}
