import GameRules
import Rooms
import SQLiteStorage
import Storage
import TestKit
import Testing

@testable import Server

/// Exports of those who have played for years: longer than anything else that is answered.
@Suite(.blocking) struct LongExportTests {
    /// The bytes from which an answer would wait too long, were it not asked for.
    private static let answerLimit = 8 << 20

    /// A player about whom more is kept than other answers may have: the data folder, and the line with the cookie.
    private func makeFolder() throws -> (server: TestServer, cookie: String) {
        let server = try TestServer(shards: 1)
        let cookie = try server.guest()
        let text = try server.ask("GET", "/api/v1/me", fields: [cookie]).json["player"]?["id"]?.text
        let player = try #require(text.flatMap { PlayerID($0) })
        server.stop()
        let code = try #require(RoomCode("QYACK"))
        let room = RoomRecord(id: RoomID(number: 9), code: code, name: "x", epoch: 1, createdAt: 0)
        let name = String(repeating: "x", count: 50_000)
        let events = (1...100).flatMap { seat -> [RoomEvent] in
            [.joined(seat: seat, player: player, name: name), .renamed(seat: seat, name: name), .left(seat: seat)]
        }
        let engine = try SQLiteStorage(folder: server.folder) { Issue.record("checkpoint: \($0)") }
        let writes: [Write] =
            [.createRoom(room)]
            + ([.created(name: "x")] + events).enumerated().map {
                .appendEvent(room.id, LoggedEvent(sequence: $0.offset + 1, time: 0, event: $0.element))
            }
        engine.submit(Transaction(writes: writes)) { result in
            if case .failure(let error) = result { Issue.record("\(error)") }
        }
        engine.close()
        return (server, cookie)
    }

    private func export(_ folder: String, _ cookie: String, shards: Int, most: Int? = nil) throws -> HTTPAnswer {
        var bounds = ServerBounds()
        if let most { bounds.hub.exportBytes = most }
        let server = try TestServer(bounds: bounds, folder: folder, shards: shards)
        defer { server.stop() }
        let socket = try server.connect()
        let answer = try socket.ask("GET", "/api/v1/me/export", fields: [cookie])
        #expect(try socket.ask("GET", "/api/v1/health").status == 200, "the connection lives on")
        return answer
    }

    @Test("A long export is sent whole, and one above the bound is refused with 507", arguments: TestServer.shardCounts)
    func wholeExport(shards: Int) throws {
        let (server, cookie) = try makeFolder()
        let whole = try export(server.folder, cookie, shards: shards)
        #expect(whole.status == 200 && whole.body.count > Self.answerLimit)
        #expect(whole.body.suffix(4) == Array("]}]}".utf8)[...])
        #expect(String(decoding: whole.body, as: UTF8.self).split(separator: "\"seq\":").count - 1 == 300)
        let same = try export(server.folder, cookie, shards: shards, most: whole.body.count)
        #expect(same.status == 200 && same.body.count == whole.body.count)
        let refused = try export(server.folder, cookie, shards: shards, most: whole.body.count - 1)
        #expect(refused.status == 507)
        #expect(try refused.json["detail"]?.text?.contains("\(whole.body.count - 1) bytes") == true)
    }

    /// Output that waits to be read counts. Otherwise the connection would be cut in the middle of the answer.
    @Test("An export that does not fit into the output memory is refused with 507")
    func noMemory() throws {
        let (server, cookie) = try makeFolder()
        var bounds = ServerBounds()
        bounds.outputMemory = 4 << 20
        let small = try TestServer(bounds: bounds, folder: server.folder)
        defer { small.stop() }
        let answer = try small.ask("GET", "/api/v1/me/export", fields: [cookie])
        #expect(answer.status == 507)
        #expect(try answer.json["detail"]?.text?.contains("\(2 << 20) bytes") == true)
    }

    @Test("A long answer has more time to be read")
    func timeToRead() {
        let timeouts = Timeouts()
        #expect(timeouts.toRead(Self.answerLimit) == 60_000)
        #expect(timeouts.toRead(Self.answerLimit + 64_000) == 61_000)
    }
}
