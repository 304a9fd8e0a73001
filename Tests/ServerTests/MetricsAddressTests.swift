import EventLoops
import Foundation
import TestKit
import Testing

@testable import Server

/// Figures on a listener of their own.
@Suite(.blocking) struct MetricsAddressTests {
    @Test(
        "An address for figures is a port of this machine, a socket, or one that others reach with the word for it",
        arguments: [
            ("127.0.0.1:9464", "127.0.0.1:9464"), ("9464", "127.0.0.1:9464"), ("[::1]:0", "[::1]:0"),
            ("127.5.6.7:1", "127.5.6.7:1"), ("public 127.0.0.1:9464", "127.0.0.1:9464"),
            ("public 0.0.0.0:9464", "public 0.0.0.0:9464"), ("public [::]:9464", "public [::]:9464"),
            ("/run/tilerace/metrics", "/run/tilerace/metrics"), ("/m", "/m"),
            ("0.0.0.0:9464", nil), ("[::]:9464", nil), ("192.168.1.2:9464", nil), ("[::ffff:192.0.2.1]:80", nil),
            ("localhost:9464", nil), ("::1:9464", nil), ("127.0.0.1", nil), ("127.0.0.1:", nil),
            ("127.0.0.1:65536", nil), ("public", nil), ("public ", nil), ("public /m", nil), ("run/metrics", nil),
            ("/run/", nil), ("/run/..", nil), ("on", nil), ("/" + String(repeating: "m", count: 65), nil),
        ] as [(String, String?)])
    func reading(text: String, written: String?) throws {
        #expect(MetricsAddress(text)?.text == written)
        let value = SettingValue<MetricsAddress?>.metricsAddress.read(text)
        #expect((value != nil) == (written != nil))
        if let written { #expect(MetricsAddress(written) == MetricsAddress(text)) }
    }

    @Test("A public address without the word for it is refused with what to write")
    func refusal() {
        let reading = SettingsReading(file: "metrics-address = 0.0.0.0:9464", path: "f")
        #expect(reading.faults.count == 1 && reading.configuration.metricsAddress == nil)
        #expect(reading.faults[0].description.contains("public 0.0.0.0:9464"))
    }

    private func ask(_ socket: SocketClient, _ path: String, _ method: String = "GET") throws -> HTTPAnswer {
        try socket.ask(method, path)
    }

    @Test(
        "Figures are on their own port, nothing else is, and they are no more on the game's",
        arguments: TestServer.shardCounts)
    func ownPort(shards: Int) throws {
        let server = try TestServer(shards: shards) {
            $0.metrics = true
            $0.metricsAddress = MetricsAddress("127.0.0.1:0")
        }
        let port = try #require(server.server.figuresPort)
        func figures(_ path: String, _ method: String = "GET") throws -> HTTPAnswer {
            try SocketClient(port: port, from: "127.0.0.1", receiveBuffer: nil, owner: server).ask(method, path)
        }
        let answer = try figures("/metrics")
        #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self).contains("\ntilerace_ready 1\n"))
        #expect(answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer["connection"] == "close")
        #expect(try figures("/metrics", "HEAD").body.isEmpty)
        #expect(try figures("/metrics", "POST").status == 405)
        #expect(try figures("/readyz").status == 200)
        for path in ["/", "/api/v1/health", "/api/v1/today", "/style.css", "/api/v1/socket"] {
            #expect(try figures(path).status == 404, "\(path)")
        }
        #expect(try server.ask("GET", "/metrics").status == 404)
        #expect(try server.ask("GET", "/api/v1/privacy").json["metrics"] == true)
        #expect(try server.isHealthy)
    }

    @Test("Figures are on a Unix socket that only its owner can open, also after a server that was killed")
    func unixSocket() throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for _ in 0..<2 {
            let server = try TestServer { $0.metricsAddress = MetricsAddress(folder + "/figures") }
            #expect(server.server.figuresPort == nil)
            let socket = try LocalSocket.connect(folder: folder, name: "figures", patience: 10_000)
            defer { close(socket) }
            let request = Array("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
            #expect(send(socket, request, request.count, 0) == request.count)
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { text += buffer[..<count] }
            #expect(String(decoding: text, as: UTF8.self).contains("\ntilerace_ready 1\n"))
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/figures")[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test("A client that holds every connection for figures shuts nobody out of the game")
    func bound() throws {
        var bounds = ServerBounds()
        bounds.figuresConnections = 2
        bounds.timeouts.request = 300_000
        let server = try TestServer(bounds: bounds, shards: 3) { $0.metricsAddress = MetricsAddress("127.0.0.1:0") }
        let port = try #require(server.server.figuresPort)
        func connect() throws -> SocketClient {
            try SocketClient(port: port, from: "127.0.0.1", receiveBuffer: nil, owner: server)
        }
        let held = try (0..<2).map { _ in try connect() }
        for socket in held { try socket.send("GET /metrics HTTP/1.1\r\n") }
        #expect(try server.isHealthy)
        // Both are counted when they were accepted, each by its shard.
        let deadline = ContinuousClock.now + .seconds(60)
        while (try? connect().ask("GET", "/metrics")) != nil { try #require(ContinuousClock.now < deadline) }
        #expect(try server.isHealthy)
        for socket in held {
            try socket.send("Host: a\r\n\r\n")
            #expect(try socket.readAnswer().status == 200)
            #expect(try socket.readToEnd() == [])
        }
        while (try? connect().ask("GET", "/metrics")) == nil { try #require(ContinuousClock.now < deadline) }
    }

    @Test(
        "Figures at an address that the server has itself are refused, and at others of the same port they are not",
        arguments: [
            ("127.0.0.1:9000", "127.0.0.1", true), ("127.0.0.1:9000", "0.0.0.0", true),
            ("127.0.0.1:9000", "::", true), ("[::1]:9000", "::", true), ("public 0.0.0.0:9000", "192.0.2.7", true),
            ("public [::]:9000", "127.0.0.1", true), ("127.0.0.1:9000", "::ffff:127.0.0.1", true),
            ("127.0.0.1:9000", "192.0.2.7", false), ("[::1]:9000", "0.0.0.0", false),
            ("127.0.0.1:9001", "127.0.0.1", false), ("/run/tilerace/metrics", "::", false),
        ] as [(String, String, Bool)])
    func ownAddress(figures: String, game: String, isRefused: Bool) throws {
        let figures = try #require(MetricsAddress(figures))
        let game = try #require(SocketAddress(host: game, port: 9000))
        do throws(ConfigurationFault) {
            try figures.check(besides: game, of: "port")
            #expect(!isRefused)
        } catch {
            #expect(isRefused && error.description.contains("is an address of port"), "\(error)")
        }
    }

    @Test("A port of the game stops the start, and a check of the settings tells it, as it does of one that redirects")
    func ownPorts() throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let other = try TestServer(shards: 1)
        let taken = other.server.port
        other.stop()
        func configuration(_ redirects: UInt16?) -> ServerConfiguration {
            TestServer.configuration(folder) {
                $0.port = redirects == nil ? taken : 0
                $0.tlsRedirectPort = redirects
                $0.metricsAddress = MetricsAddress("127.0.0.1:\(taken)")
            }
        }
        func faults(_ redirects: UInt16?) -> [String] {
            SettingsCheck(configuration(redirects), folder: false).faults.map { "\($0)" }
                .filter { $0.hasPrefix("metrics-address: ") }
        }
        #expect(faults(nil).count == 1 && faults(nil)[0].contains(" of port,"))
        #expect(faults(taken).count == 1 && faults(taken)[0].contains(" of tls-redirect-port,"))
        do throws(ConfigurationFault) {
            _ = try ServerSockets(configuration(nil), [])
            Issue.record("was taken")
        } catch {
            #expect(error.description.hasPrefix("metrics-address: "), "\(error)")
        }
    }

    @Test("A socket for figures without a place is told by a check of the settings, and stops no start")
    func noPlace() throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func sentences(_ path: String) -> [String] {
            let check = SettingsCheck(
                TestServer.configuration(folder) { $0.metricsAddress = MetricsAddress(path) }, folder: false)
            #expect(!check.faults.contains { "\($0)".hasPrefix("metrics-address: ") })
            return check.warnings.filter { $0.hasPrefix("metrics-address: ") }
        }
        #expect(sentences(folder + "/figures").isEmpty)
        #expect(sentences(folder + "/none/figures").first?.contains("is no folder now") == true)
        #expect(sentences(folder + "/seed").first?.contains("is no socket") == true)
    }

    @Test("A port for figures that is taken keeps nobody from playing")
    func taken() throws {
        let first = try TestServer(shards: 1) { $0.metricsAddress = MetricsAddress("127.0.0.1:0") }
        let port = try #require(first.server.figuresPort)
        let second = try TestServer(shards: 1) { $0.metricsAddress = MetricsAddress("127.0.0.1:\(port)") }
        #expect(try second.isHealthy && second.server.figuresPort == nil)
    }
}
