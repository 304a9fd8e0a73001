import Foundation
import Telemetry
import TestKit
import Testing

@testable import Server

/// Signing out everywhere, taking one's data along, and being deleted.
@Suite(.blocking) struct AccountEndTests {
    private static let json = "Content-Type: application/json"
    private static let origin = "Origin: http://127.0.0.1"
    private static let puzzle: JSONTree = "guess-en-5/2026-11-21"

    private func cookie(_ answer: HTTPAnswer) throws -> String {
        "Cookie: \(try #require(answer["set-cookie"]?.split(separator: ";").first))"
    }

    private func delete(_ name: String, _ cookie: String, _ server: TestServer) throws -> HTTPAnswer {
        let body = JSONTree.object(["name": .string(name)]).json
        return try server.ask("DELETE", "/api/v1/me", fields: [cookie, Self.origin, Self.json], body: body)
    }

    @Test("Signing out everywhere ends every session but a new one for this device", arguments: TestServer.shardCounts)
    func signOutEverywhere(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let old = try server.guest()
        let me = try server.ask("GET", "/api/v1/me", fields: [old]).json
        let player = try server.player(cookie: old)
        let stranger = PlayerClient(try WebSocketClient(server.connect(), fields: [old]), cookie: old)
        let code = try server.ask("POST", "/api/v1/me/link", fields: [old, Self.origin]).json["code"]?.text ?? ""
        let answer = try server.ask("POST", "/api/v1/me/sign-out?token=1", fields: [old, Self.origin])
        #expect(try answer.status == 200 && answer.json["player"] == me["player"])
        let new = try cookie(answer)
        #expect(try player.closeCode() == 4501)
        // The new one is the same player, on sockets too.
        #expect(try server.ask("GET", "/api/v1/me", fields: [new]).json == me)
        #expect(try server.player(cookie: new).ask(["type": "ping"]).type == "pong")
        let bearer = "Authorization: Bearer \(try answer.json["token"]?.text ?? "")"
        #expect(try server.ask("GET", "/api/v1/me", fields: [bearer]).json == me)
        // The old ones are nobody: also who had connected and not said hello, and a code that was not used.
        #expect(try server.ask("GET", "/api/v1/me", fields: [old]).status == 401)
        #expect(try stranger.ask(["type": "hello", "protocol": 1]).code == "unauthorized")
        let late = PlayerClient(try WebSocketClient(server.connect(), fields: [old]), cookie: old)
        #expect(try late.ask(["type": "hello", "protocol": 1]).code == "unauthorized")
        let body = "{\"code\":\"\(code)\"}"
        #expect(try server.ask("POST", "/api/v1/link", fields: [Self.json], body: body).status == 404)
        let guest = try server.ask("POST", "/api/v1/session", fields: [old])
        #expect(guest.status == 201, "that is another guest")
        #expect(try server.ask("POST", "/api/v1/me/sign-out", fields: [old, Self.origin]).status == 401)
    }

    @Test("A void token stays void after a restart")
    func voidAfterRestart() throws {
        let first = try TestServer()
        let old = try first.guest()
        let new = try cookie(try first.ask("POST", "/api/v1/me/sign-out", fields: [old, Self.origin]))
        first.stop()
        let second = try TestServer(folder: first.folder)
        #expect(try second.ask("GET", "/api/v1/me", fields: [old]).status == 401)
        #expect(try second.ask("GET", "/api/v1/me", fields: [new]).status == 200)
        let newer = try cookie(try second.ask("POST", "/api/v1/me/sign-out", fields: [new, Self.origin]))
        #expect(try second.ask("GET", "/api/v1/me", fields: [new]).status == 401)
        #expect(try second.ask("GET", "/api/v1/me", fields: [newer]).status == 200)
        second.stop()
    }

    /// The room shows itself to its members only.
    @Test("A void token does not show its player's rooms")
    func voidTokensOpenNoRooms() throws {
        let server = try TestServer()
        let old = try server.guest()
        let player = try server.player(cookie: old)
        let code = try player.ask(["type": "create_room"])["room"]?.text ?? ""
        #expect(try player.ask(["type": "password", "room": .string(code), "password": "sesame"]).type == "done")
        let paths = ["/api/v1/rooms/\(code)/races", "/api/v1/leaderboards/guess-en-5/2026-11-21?room=\(code)"]
        for path in paths { #expect(try server.ask("GET", path, fields: [old]).status == 200) }
        let new = try cookie(try server.ask("POST", "/api/v1/me/sign-out", fields: [old, Self.origin]))
        for path in paths {
            #expect(try server.ask("GET", path, fields: [old]).status == 404)
            #expect(try server.ask("GET", path, fields: [new]).status == 200)
        }
    }

    // MARK: Export and deletion

    /// A player who has solved today's word and has a seat in a room with a friend.
    private struct Story {
        let server: TestServer
        let mika: PlayerClient
        let friend: PlayerClient
        let room: String

        init(shards: Int) throws {
            server = try TestServer(shards: shards)
            mika = try server.player()
            friend = try server.player()
            #expect(try mika.ask(["type": "rename", "name": "Mika"]).type == "renamed")
            room = try mika.ask(["type": "create_room", "name": "Kites"])["room"]?.text ?? ""
            #expect(try friend.ask(["type": "join", "room": .string(room)]).type == "joined")
            #expect(try mika.ask(["type": "open", "puzzle": puzzle]).type == "game")
            let answer = try TestServer.answer(of: "guess-en-5/2026-11-21")
            for (row, word) in ["crane", answer].enumerated() {
                let guess: JSONTree = [
                    "type": "guess", "puzzle": puzzle, "row": .number(Double(row)), "word": .string(word),
                ]
                #expect(try mika.ask(guess).type == "judged")
            }
        }

        func board(_ more: String = "") throws -> [JSONTree] {
            let path = "/api/v1/leaderboards/guess-en-5/2026-11-21\(more)"
            return try server.ask("GET", path).json["entries"]?.elements ?? []
        }
    }

    @Test("An export holds everything that is kept about a player", arguments: TestServer.shardCounts)
    func everythingIsExported(shards: Int) throws {
        let story = try Story(shards: shards)
        let answer = try story.server.ask("GET", "/api/v1/me/export", fields: [story.mika.cookie])
        #expect(answer.status == 200 && answer["cache-control"] == "no-store")
        #expect(answer["content-disposition"]?.hasPrefix("attachment; filename=\"tilerace-") == true)
        let export = try answer.json
        #expect(export["format"] == "tilerace-export" && export["player"]?["name"] == "Mika")
        let games = export["games"]?.elements ?? []
        #expect(games.count == 1 && games.first?["puzzle"] == Self.puzzle)
        #expect(games.first?["moves"]?.elements.compactMap { $0["word"]?.text }.first == "crane")
        #expect(games.first?["finish"]?["turns"] == 2 && games.first?["finish"]?["ranked"] == true)
        let rooms = export["rooms"]?.elements ?? []
        #expect(rooms.count == 1 && rooms.first?["room"] == .string(story.room) && rooms.first?["seats"]?.json == "[1]")
        let kinds = rooms.first?["events"]?.elements.compactMap { $0["event"]?["kind"]?.text } ?? []
        #expect(kinds.first == "joined" && kinds.contains("guessed") && kinds.last == "finished")
        let page = try ProtocolPage()
        let example = try #require(page.examples.first { $0.section == "Export" })
        #expect(page.difference(export, from: example.json, strictly: false) == nil)
        #expect(try story.server.ask("GET", "/api/v1/me/export").status == 401)
        // Nothing of others: the friend's name is in no event of one's own.
        let empty = try story.server.ask("GET", "/api/v1/me/export", fields: [try story.server.guest()]).json
        #expect(empty["games"] == .array([]) && empty["rooms"] == .array([]))
    }

    @Test("A deletion is refused with 429 after six at once, whoever asks, and deletes nobody")
    func deletionRate() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        // Under another name nothing is deleted; it counts all the same.
        let statuses = try (0..<7).map { _ in try delete("another", cookie, server).status }
        #expect(statuses == [409, 409, 409, 409, 409, 409, 429])
        #expect(try delete("another", server.guest(), server).status == 429)
        #expect(try server.ask("GET", "/api/v1/me", fields: [cookie]).status == 200)
    }

    @Test("An export is refused with 429 after six at once")
    func exportRate() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        let statuses = try (0..<8).map { _ in try server.ask("GET", "/api/v1/me/export", fields: [cookie]).status }
        #expect(statuses == [200, 200, 200, 200, 200, 200, 429, 429])
    }

    @Test(
        "A deleted player is nobody any more, and the ranking keeps the result without the name",
        arguments: TestServer.shardCounts)
    func deletion(shards: Int) throws {
        let story = try Story(shards: shards)
        let (server, cookie) = (story.server, story.mika.cookie)
        #expect(try delete("mika", cookie, server).status == 409)
        #expect(try server.ask("GET", "/api/v1/me", fields: [cookie]).status == 200)
        let before = try story.board()
        #expect(before.first?["name"] == "Mika")
        let code = try server.ask("POST", "/api/v1/me/link", fields: [cookie, Self.origin]).json["code"]?.text ?? ""
        let gone = try delete("Mika", cookie, server)
        #expect(gone.status == 204)
        #expect(gone["set-cookie"]?.hasPrefix("tilerace_session=; Path=/; Max-Age=0;") == true)
        #expect(try story.mika.closeCode() == 4501)
        // Nobody: not by the cookie, not by a code, not on a socket.
        #expect(try server.ask("GET", "/api/v1/me", fields: [cookie]).status == 401)
        #expect(try delete("Mika", cookie, server).status == 401)
        let body = "{\"code\":\"\(code)\"}"
        #expect(try server.ask("POST", "/api/v1/link", fields: [Self.json], body: body).status == 404)
        let late = PlayerClient(try WebSocketClient(server.connect(), fields: [cookie]), cookie: cookie)
        #expect(try late.ask(["type": "hello", "protocol": 1]).code == "unauthorized")
        // The result ranks as before, without a name.
        let after = try story.board()
        #expect(after.count == before.count && after.first?["name"] == "Deleted player")
        #expect(after.first?["ms"] == before.first?["ms"] && after.first?["rank"] == 1)
        // The friend saw the seat given up, and whoever comes in again comes to a room that never had the name.
        _ = try story.friend.event("left")
        let past: JSONTree = ["type": "join", "room": .string(story.room)]
        let back = try story.friend.ask(past)
        #expect(back.type == "joined" && !back.json.contains("Mika"))
        let epoch = back["epoch"] ?? .null
        let all = try story.friend.ask(["type": "join", "room": .string(story.room), "epoch": epoch, "seq": 0])
        #expect(all["recovered"] == true && !all.json.contains("Mika") && all.json.contains("Deleted player"))
    }

    @Test("A deletion lasts over a restart, and no file holds the name")
    func deletionLasts() throws {
        let story = try Story(shards: 1)
        #expect(try delete("Mika", story.mika.cookie, story.server).status == 204)
        story.server.stop()
        let again = try TestServer(folder: story.server.folder)
        #expect(try again.ask("GET", "/api/v1/me", fields: [story.mika.cookie]).status == 401)
        let board = try again.ask("GET", "/api/v1/leaderboards/guess-en-5/2026-11-21").json
        #expect(board["entries"]?.elements.first?["name"] == "Deleted player")
        again.stop()
        let files = try FileManager.default.contentsOfDirectory(atPath: story.server.folder)
        for file in files where file.hasSuffix(".sqlite") || file.hasSuffix(".db") {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: story.server.folder + "/" + file))
            #expect(bytes.range(of: Data("\"Mika\"".utf8)) == nil)
        }
    }

    @Test("A deletion gives up the seat in a room that is not in memory too")
    func seatNotInMemory() throws {
        let story = try Story(shards: 1)
        story.server.stop()
        let again = try TestServer(folder: story.server.folder)
        #expect(try delete("Mika", story.mika.cookie, again).status == 204)
        let friend = try again.player(cookie: story.friend.cookie)
        let entry = try friend.ask(["type": "join", "room": .string(story.room)])
        #expect(entry["snapshot"]?["members"]?.elements.count == 1 && entry["snapshot"]?["host"] == 2)
        again.stop()
    }

    @Test("The privacy document says what this server keeps and logs")
    func privacy() throws {
        let server = try TestServer {
            $0.name = "Kites"; $0.zone = "Europe/Berlin"; $0.logLevel = .warning
        }
        let facts = try server.ask("GET", "/api/v1/privacy")
        #expect(facts.status == 200)
        #expect(try facts.json["server"] == ["name": "Kites", "zone": "Europe/Berlin"])
        #expect(try facts.json["log"] == ["level": "warning", "addresses": false])
        #expect(try facts.json["cookie"]?["days"] == 400 && facts.json["link"]?["minutes"] == 10)
        let kept = try facts.json["keeps"]?.elements.compactMap { $0["what"]?.text }
        #expect(kept == ["player", "games", "practice", "audit", "refused", "rooms", "address"])
        #expect(try facts.json["keeps"]?.elements.compactMap { $0["days"] } == [400, 30])
        let talkative = try TestServer {
            $0.logLevel = .info; $0.metrics = true
        }
        let others = try talkative.ask("GET", "/api/v1/privacy").json
        #expect(others["keeps"]?.elements.last?["what"] == "log" && others["metrics"] == true)
        #expect(try facts.json["forgets"] == nil)
        let page = try ProtocolPage()
        let example = try #require(page.examples.first { $0.section == "Privacy" })
        #expect(page.difference(others, from: example.json, strictly: true) == nil)
    }

    @Test("The privacy document says after how long players are forgotten, where they are")
    func forgetting() throws {
        let server = try TestServer { $0.forgetPlayers = 90 }
        let facts = try server.ask("GET", "/api/v1/privacy").json
        #expect(facts["forgets"] == ["players": 90])
    }

    @Test("The privacy document says after how long rooms are forgotten, where they are")
    func forgettingRooms() throws {
        let server = try TestServer { $0.forgetRooms = 365 }
        let facts = try server.ask("GET", "/api/v1/privacy").json
        #expect(facts["forgets"] == ["rooms": 365])
        let both = try TestServer {
            $0.forgetPlayers = 400; $0.forgetRooms = 30
        }
        #expect(try both.ask("GET", "/api/v1/privacy").json["forgets"] == ["players": 400, "rooms": 30])
    }

    @Test("The privacy document follows the level of the log")
    func levelOfLog() {
        var configuration = ServerConfiguration()
        configuration.logLevel = .warning
        let logger = Logger(threshold: .warning, format: .text, now: { 0 }, sink: { _ in })
        let facts = PrivacyFacts(configuration: configuration, logger: logger)
        #expect(String(decoding: facts.json, as: UTF8.self).contains(#""log":{"level":"warning","addresses":false}"#))
        // As on SIGHUP.
        logger.setThreshold(.info)
        #expect(String(decoding: facts.json, as: UTF8.self).contains(#""log":{"level":"info","addresses":true}"#))
    }
}
