import Foundation
import Server
import Sessions
import TestKit
import Testing

/// A stop by SIGTERM loses no work that was begun, and tells everybody when to come back.
@Suite(.blocking) struct GracefulStopTests {
    private static let puzzle: JSONTree = "guess-en-5/2026-11-21"

    private func guess(_ word: String, _ row: Int) -> JSONTree {
        ["type": "guess", "puzzle": Self.puzzle, "row": .number(Double(row)), "word": .string(word)]
    }

    /// The next owner of the folder writes it.
    @Test("A stopped server writes no more time into the folder")
    func noTimeAfterStop() throws {
        var bounds = ServerBounds()
        bounds.betweenAnchors = 20
        let server = try TestServer(bounds: bounds)
        let file = server.folder + "/clock"
        func isWritten(within milliseconds: Int) -> Bool {
            for _ in 0..<milliseconds / 20 {
                if FileManager.default.fileExists(atPath: file) { return true }
                usleep(20_000)
            }
            return false
        }
        #expect(isWritten(within: 10_000))
        try FileManager.default.removeItem(atPath: file)
        #expect(isWritten(within: 10_000), "again and again while it serves")
        server.stop()
        try FileManager.default.removeItem(atPath: file)
        #expect(!isWritten(within: 300))
        withExtendedLifetime(server) {}
    }

    @Test(
        "A stop closes every socket with 1001 and the time after which to come back",
        arguments: TestServer.shardCounts)
    func closedWithDelay(shards: Int) throws {
        // On a machine with other work the socket that says nothing must not be let go before the stop comes.
        var bounds = ServerBounds()
        bounds.timeouts.hello = 300_000
        let server = try TestServer(bounds: bounds, shards: shards)
        let players = try (0..<5).map { _ in try server.player() }
        let silent = try WebSocketClient(server.connect())
        let idle = try server.connect()
        #expect(try idle.ask("GET", "/api/v1/health").status == 200)
        let stopped = server.beginStop()
        var delays: Set<Int> = []
        for client in players.map(\.webSocket) + [silent] {
            guard case .closed(1001, let reason) = try client.end() else {
                Issue.record("no 1001")
                continue
            }
            let delay = try #require(reason.wholeMatch(of: /retry=(\d+)/).flatMap { Int($0.1) })
            #expect(RetryWindow(clients: 7).delays.contains(delay))
            delays.insert(delay)
        }
        #expect(delays.count > 1, "they do not come back all at once")
        #expect(try idle.readToEnd() == [])
        #expect(stopped())
        #expect(throws: SocketClientError.self) { try server.connect() }
    }

    @Test("A stop answers what is under way", arguments: TestServer.shardCounts)
    func pendingIsAnswered(shards: Int) throws {
        let server = try TestServer(bounds: DatabaseLock.patient, shards: shards)
        let player = try server.player()
        #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        let lock = try DatabaseLock(server)
        let id = try player.post(guess("crane", 0))
        let request = try server.connect()
        try request.send("POST /api/v1/session HTTP/1.1\r\nHost: a\r\n\r\n")
        // The answers to later ones say that the first have come and wait.
        #expect(try player.ask(["type": "ping"]).type == "pong")
        #expect(try server.isHealthy)
        let stopped = server.beginStop()
        try player.waitUntilDraining()
        lock.release()
        #expect(try player.wait { $0["re"]?.integer == id }.type == "judged")
        let answer = try request.readAnswer()
        #expect(answer.status == 201)
        guard case .closed(1001, _) = try player.webSocket.end() else {
            Issue.record("no 1001")
            return
        }
        #expect(try request.readToEnd() == [])
        #expect(stopped())
    }

    @Test("A connection that was accepted before the stop gets one answer", arguments: TestServer.shardCounts)
    func lateRequests(shards: Int) throws {
        let server = try TestServer(bounds: DatabaseLock.patient, shards: shards)
        let player = try server.player()
        #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        let (late, half, upgrade) = (try server.connect(), try server.connect(), try server.connect())
        try half.send("GET /api/v1/health HTTP/1.1\r\n")
        // The server is kept from its end until all of them have been told of it.
        let lock = try DatabaseLock(server)
        _ = try player.post(guess("crane", 0))
        #expect(try player.ask(["type": "ping"]).type == "pong")
        let stopped = server.beginStop()
        try player.waitUntilDraining()
        let opened = try WebSocketClient(upgrade)
        guard case .closed(1001, let reason) = try opened.end() else {
            Issue.record("no 1001")
            return
        }
        #expect(reason.hasPrefix("retry="))
        lock.release()
        guard case .closed(1001, _) = try player.webSocket.end() else {
            Issue.record("no 1001")
            return
        }
        try half.send("Host: a\r\n\r\n")
        for answer in [try half.readAnswer(), try late.ask("GET", "/api/v1/health")] {
            #expect(answer.status == 200)
            #expect(answer["connection"] == "close")
        }
        for client in [half, late] { #expect(try client.readToEnd() == []) }
        #expect(stopped())
    }

    @Test("A restart finds every name, room, seat and guess", arguments: TestServer.shardCounts)
    func aRestartFindsEverything(shards: Int) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let answer = try TestServer.answer(of: "guess-en-5/2026-11-21")
        let first = try TestServer(folder: folder, shards: shards)
        let (player, rival) = (try first.player(), try first.player())
        #expect(try player.ask(["type": "rename", "name": "Mika"]).type == "renamed")
        let room = try player.ask(["type": "create_room", "name": "Kites"])
        let code = try #require(room["room"])
        #expect(try rival.ask(["type": "join", "room": code])["seat"] == 2)
        #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        #expect(try player.ask(guess("crane", 0)).type == "judged")
        #expect(try rival.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        #expect(try rival.ask(guess(answer, 0))["state"] == "solved")
        let boards = ["/api/v1/leaderboards/guess-en-5/2026-11-21", "/api/v1/puzzles/guess-en-5/2026-11-21"]
        let before = try boards.map { try first.ask("GET", $0).json }
        let stopped = first.beginStop()
        for client in [player, rival] { _ = try client.webSocket.end() }
        #expect(stopped())

        let second = try TestServer(folder: folder, shards: shards)
        #expect(try boards.map { try second.ask("GET", $0).json } == before)
        let back = try second.player(cookie: player.cookie)
        let welcome = try #require(back.messages.first)
        #expect(welcome["player"]?["name"] == "Mika")
        #expect(welcome["rooms"]?.elements.map { [$0["room"], $0["name"]] } == [[code, "Kites"]])
        let game = try back.ask(["type": "open", "puzzle": Self.puzzle])
        #expect(game["guesses"]?.elements.map { $0["word"] } == ["crane"])
        let entry = try back.ask(["type": "join", "room": code])
        #expect(entry["seat"] == 1)
        #expect(entry["epoch"] == room["epoch"])
        let lanes = entry["snapshot"]?["races"]?.elements.last?["lanes"]?.elements ?? []
        #expect(lanes.map { $0["rows"]?.elements.count } == [1, 1])
        #expect(lanes.last?["finish"]?["turns"] == 1)
    }
}
