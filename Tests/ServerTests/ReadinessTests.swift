import Foundation
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server
@testable import Storage

/// `/readyz` and `/healthz`: whether a server takes guesses, as a load balancer asks.
@Suite(.blocking) struct ReadinessTests {
    private static let puzzle: JSONTree = "guess-en-5/2026-11-21"

    private func guess(_ word: String, _ row: Int) -> JSONTree {
        ["type": "guess", "puzzle": Self.puzzle, "row": .number(Double(row)), "word": .string(word)]
    }

    /// Asks until the answer is as wanted.
    private func wait(for wanted: (status: Int, code: String?), _ server: TestServer) throws -> HTTPAnswer {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let answer = try server.ask("GET", "/readyz")
            if try answer.status == wanted.status && (wanted.code == nil || answer.json["code"]?.text == wanted.code) {
                return answer
            }
            try #require(ContinuousClock.now < deadline, "\(answer.status)")
            usleep(20_000)
        }
    }

    @Test("A server that serves is ready and healthy, also for strangers of a private one, and says nothing else")
    func ready() throws {
        for server in [try TestServer(shards: 1), try TestServer(shards: 3) { $0.access = .invitation }] {
            for _ in 0..<3 {
                let answer = try server.ask("GET", "/readyz")
                #expect(try answer.status == 200 && answer.json == ["status": "ready"])
                #expect(answer["cache-control"] == "no-store" && answer["retry-after"] == nil)
            }
            #expect(try server.ask("HEAD", "/readyz").status == 200)
            #expect(try server.ask("POST", "/readyz")["allow"] == "GET, HEAD, OPTIONS")
            #expect(try server.ask("GET", "/healthz").json == ["status": "ok"])
        }
    }

    @Test("A server whose storage fails is not ready, and is again when storage works, though nobody plays")
    func storageFails() throws {
        var bounds = ServerBounds()
        bounds.storage.lockPatience = 0
        let server = try TestServer(bounds: bounds) { $0.metrics = true }
        let player = try server.player()
        #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        let lock = try DatabaseLock(server)
        #expect(try player.ask(guess("crane", 0)).code == "storage_unavailable")
        let answer = try wait(for: (503, "storage_unavailable"), server)
        #expect(answer["retry-after"] == "1" && answer["content-type"] == "application/problem+json")
        #expect(
            try answer.json == [
                "type": "about:blank", "title": "Service Unavailable", "status": 503,
                "detail": "The server cannot write to its storage.", "code": "storage_unavailable",
            ])
        func gauge() throws -> Bool {
            String(decoding: try server.ask("GET", "/metrics").body, as: UTF8.self).contains("\ntilerace_ready 1\n")
        }
        #expect(try !gauge())
        #expect(try server.ask("GET", "/healthz").status == 200, "it lives, and is not to be killed")
        // It goes on to find out by itself, and does not believe the first second without a guess.
        usleep(1_500_000)
        #expect(try server.ask("GET", "/readyz").status == 503)
        lock.release()
        _ = try wait(for: (200, nil), server)
        #expect(try gauge())
        #expect(try player.ask(guess("crane", 0)).type == "judged", "what failed was forgotten, and nothing else")
    }

    @Test("A server that goes down is not ready, and says so")
    func stopping() throws {
        let server = try TestServer(bounds: DatabaseLock.patient)
        let player = try server.player()
        #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        let late = try server.connect()
        // The server is kept from its end until it was asked.
        let lock = try DatabaseLock(server)
        _ = try player.post(guess("crane", 0))
        #expect(try player.ask(["type": "ping"]).type == "pong")
        let half = try server.connect()
        try half.send("GET /readyz HTTP/1.1\r\n")
        let stopped = server.beginStop()
        try player.waitUntilDraining()
        let answer = try late.ask("GET", "/readyz")
        #expect(try answer.status == 503 && answer.json["code"]?.text == "stopping")
        try half.send("Host: a\r\n\r\n")
        #expect(try half.readAnswer().status == 503)
        lock.release()
        #expect(stopped())
    }

    @Test("A server with hardly any room on its disk is not ready")
    func full() throws {
        var bounds = ServerBounds()
        bounds.leastFreeSpace = Int.max
        let server = try TestServer(bounds: bounds)
        let answer = try wait(for: (503, "disk_full"), server)
        #expect(try answer.json["detail"] == "The server has hardly any room left on its disk.")
        #expect(try server.player().ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
    }

    // MARK: Without a server

    private final class Disk: Sendable {
        let state = Mutex((free: 100 as Int?, works: true, looks: 0))
        let (gauge, freeGauge) = (Gauge(), Gauge())
        var readiness: Readiness {
            Readiness(
                gauge: gauge, freeGauge: freeGauge, leastFreeSpace: 50,
                freeSpace: {
                    self.state.withLock { state in
                        state.looks += 1
                        return state.free
                    }
                }, writes: { self.state.withLock(\.works) })
        }
    }

    /// Has it look, and waits for that. Returns whether storage was to be probed.
    private func look(_ readiness: Readiness, _ disk: Disk, at now: Int) throws -> Bool {
        let probed = Atomic(false)
        readiness.look(now: now) { probed.store(true, ordering: .releasing) }
        readiness.waitForLook()
        return probed.load(ordering: .acquiring)
    }

    @Test("The disk is looked at once a second, and a folder that nobody can measure is not full")
    func looks() throws {
        let disk = Disk()
        let readiness = disk.readiness
        #expect(disk.gauge.value == 1 && readiness.hindrance == nil)
        disk.state.withLock { $0.free = 49 }
        #expect(try !look(readiness, disk, at: -5_000))
        #expect(readiness.hindrance == .diskFull && disk.gauge.value == 0)
        #expect(disk.freeGauge.value == 49)
        disk.state.withLock { $0.free = 50 }
        #expect(try !look(readiness, disk, at: -4_001))
        #expect(readiness.hindrance == .diskFull && disk.state.withLock(\.looks) == 1)
        #expect(try !look(readiness, disk, at: -4_000))
        #expect(readiness.hindrance == nil && disk.gauge.value == 1)
        disk.state.withLock { $0.free = nil }
        #expect(try !look(readiness, disk, at: 0))
        #expect(readiness.hindrance == nil)
    }

    @Test("Storage is probed only after it failed, and while the folder can be written to")
    func probes() throws {
        let disk = Disk()
        let readiness = disk.readiness
        for harmless in [StorageError.conflict(""), .corrupt(""), .superseded] {
            readiness.answered(.failure(harmless))
            #expect(readiness.hindrance == nil, "\(harmless)")
        }
        #expect(try !look(readiness, disk, at: 0))
        for failure in [StorageError.unavailable(""), .fenced, .closed] {
            readiness.answered(.failure(failure))
            #expect(readiness.hindrance == .storageUnavailable)
            readiness.answered(.success(()))
            #expect(readiness.hindrance == nil)
        }
        readiness.answered(.failure(.unavailable("")))
        disk.state.withLock { $0.works = false }
        #expect(try !look(readiness, disk, at: 1_000))
        disk.state.withLock { $0.works = true }
        #expect(try look(readiness, disk, at: 2_000))
        #expect(readiness.hindrance == .storageUnavailable, "until storage has answered")
        readiness.stop()
        readiness.answered(.success(()))
        #expect(readiness.hindrance == .stopping, "for good")
    }
}
