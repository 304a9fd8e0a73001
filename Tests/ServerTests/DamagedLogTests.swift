import CSQLite
import Messages
import SQLiteStorage
import TestKit
import Testing

@testable import Server

/// A room with an unreadable event. Its present and former members can be deleted, and others play on. An unreadable
/// announcement keeps nobody from playing either.
@Suite(.blocking) struct DamagedLogTests {
    private static let json = "Content-Type: application/json"
    private static let origin = "Origin: http://127.0.0.1"

    /// Replaces the events in the database of a stopped server that begin so.
    private func damage(_ server: TestServer, _ beginning: String) throws {
        try change(server, "UPDATE room_events SET event = '{\"joined\":' WHERE event GLOB '{\"\(beginning)\":*'")
    }

    private func change(_ server: TestServer, _ sql: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        let path = server.folder + "/" + SQLiteStorage.fileName
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
        else { throw SocketClientError.badAnswer("the database cannot be changed") }
        #expect(sqlite3_changes(handle) > 0)
    }

    @Test("A server whose announcement cannot be read starts without one, and takes another")
    func announcement() throws {
        let first = try TestServer(shards: 1)
        _ = try ControlClient(folder: first.folder).ask(.announce("Cups at six"))
        first.stop()
        try change(first, "UPDATE announcements SET time = -1")
        let second = try TestServer(folder: first.folder, shards: 1)
        func announced(_ request: AdminRequest) throws -> String? {
            let answer = try JSONTree(parsing: ControlClient(folder: second.folder).ask(request))
            return answer["announcements"]?.elements.first?["text"]?.text
        }
        _ = try second.player()
        #expect(try announced(.announcement) == nil)
        #expect(try announced(.announce("Later")) == "Later")
        second.stop()
    }

    @Test("A word that is left out stays so if its time is damaged; those that cannot be read are not changed")
    func leftOut() throws {
        let first = try TestServer(shards: 1)
        _ = try ControlClient(folder: first.folder).ask(.leaveOut(word: "apple"))
        first.stop()
        try change(first, "UPDATE words_left_out SET time = -1")
        func answer(_ server: TestServer, _ request: AdminRequest) throws -> JSONTree {
            try JSONTree(parsing: ControlClient(folder: server.folder).ask(request))
        }
        let second = try TestServer(folder: first.folder, shards: 1)
        #expect(try answer(second, .leftOut)["left_out"]?.elements.map { $0["word"]?.text } == ["apple"])
        second.stop()
        try change(first, "UPDATE words_left_out SET word = CAST(x'FF' AS TEXT)")
        let third = try TestServer(folder: first.folder, shards: 1)
        _ = try third.player()
        for request in [AdminRequest.leftOut, .leaveOut(word: "house"), .bringBack(word: "apple")] {
            #expect(try answer(third, request)["error"]?.text == "unavailable")
        }
        third.stop()
    }

    @Test("A member of a room whose log cannot be read can be deleted", arguments: [true, false])
    func itsPlayerCanBeDeleted(isSeated: Bool) throws {
        let first = try TestServer(shards: 1)
        let mika = try first.player()
        #expect(try mika.ask(["type": "rename", "name": "Mika"]).type == "renamed")
        let room = try mika.ask(["type": "create_room", "name": "Kites"])["room"] ?? .null
        if !isSeated { #expect(try mika.ask(["type": "leave", "room": room]).type == "left") }
        first.stop()
        try damage(first, "joined")
        let second = try TestServer(folder: first.folder, shards: 1)
        let friend = try second.player()
        let other = try friend.ask(["type": "create_room", "name": "Larks"])["room"] ?? .null
        #expect(try friend.ask(["type": "join", "room": room]).code == "storage_unavailable")
        let gone = try second.ask(
            "DELETE", "/api/v1/me", fields: [mika.cookie, Self.origin, Self.json], body: "{\"name\":\"Mika\"}")
        #expect(gone.status == 204)
        #expect(try second.ask("GET", "/api/v1/me", fields: [mika.cookie]).status == 401)
        #expect(try friend.ask(["type": "ready", "room": other, "ready": true]).type == "done")
        #expect(!friend.messages.contains { $0.type == "resync" }, "nobody else has noticed")
        second.stop()
    }
}
