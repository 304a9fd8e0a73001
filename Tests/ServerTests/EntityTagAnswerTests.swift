import Glibc
import Server
import TestKit
import Testing

/// Documents have a tag, and a client that has one already gets 304 (RFC 9110 section 13).
@Suite(.blocking) struct EntityTagAnswerTests {
    private static let paths = [
        "/api/v1/health", "/api/v1/privacy", "/api/v1/rooms", "/api/v1/me", "/api/v1/puzzles/guess-en-5/2026-11-19",
        "/api/v1/leaderboards/guess-en-5/2026-11-21", "/api/v1/today", "/api/v1/me/statistics", "/api/v1/me/games",
        "/api/v1/puzzles/guess-en-5",
    ]

    @Test("A client that has the current entity tag gets 304", arguments: paths)
    func unchangedState(path: String) throws {
        for shards in TestServer.shardCounts {
            let server = try TestServer(shards: shards)
            let cookie = try server.guest()
            try waitForTomorrow(server)
            let first = try server.ask("GET", path, fields: [cookie])
            let tag = try #require(first["etag"])
            #expect(first.status == 200 && tag.count == 18 && tag.hasPrefix("\"") && !first.body.isEmpty)
            #expect(first["cache-control"] == "private, no-cache")
            for field in ["If-None-Match: \(tag)", "If-None-Match: W/\(tag), \"x\"", "If-None-Match: *"] {
                for method in ["GET", "HEAD"] {
                    let again = try server.ask(method, path, fields: [cookie, field])
                    #expect(again.status == 304 && again["etag"] == tag && again.body.isEmpty)
                    #expect(again["cache-control"] == "private, no-cache")
                }
            }
            for field in ["If-None-Match: \"x\"", "If-Match: \(tag)", "If-Match: *"] {
                let again = try server.ask("GET", path, fields: [cookie, field])
                #expect(again.status == 200 && again["etag"] == tag && again.body == first.body)
            }
            #expect(try server.ask("GET", path, fields: [cookie, "If-Match: \"x\""]).status == 412)
            #expect(try server.ask("HEAD", path, fields: [cookie])["etag"] == tag)
        }
    }

    /// A server that has just begun publishes tomorrow's commitment, and documents change by that.
    private func waitForTomorrow(_ server: TestServer) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try server.ask("GET", "/api/v1/today").json["tomorrow"] == .null {
            try #require(ContinuousClock.now < deadline, "tomorrow's commitment is not published")
            // Asked at once again and again, the server would refuse the next question.
            usleep(50_000)
        }
    }

    @Test("A page of a ranking has a stable cursor and entity tag, and its cursor leads to the next page")
    func aPageIsToldOnce() throws {
        let server = try TestServer()
        let puzzle = "guess-en-5/2026-11-21"
        let word = try TestServer.answer(of: puzzle)
        for _ in 0..<2 {
            let player = try server.player()
            _ = try player.ask(["type": "open", "puzzle": .string(puzzle)])
            let guess: JSONTree = ["type": "guess", "puzzle": .string(puzzle), "row": 0, "word": .string(word)]
            #expect(try player.ask(guess)["state"]?.text == "solved")
        }
        let path = "/api/v1/leaderboards/\(puzzle)?limit=1"
        let first = try server.ask("GET", path)
        let again = try server.ask("GET", path)
        #expect(first.body == again.body && first["etag"] == again["etag"])
        let next = try #require(first.json["next"]?.text)
        let second = try server.ask("GET", path + "&after=\(next)").json
        #expect(second["entries"]?.elements.map { $0["place"]?.integer } == [2] && second["next"] == .null)
        #expect(try server.ask("GET", path + "&clean=1&after=\(next)").status == 400)
    }

    @Test("A changed state or another player has another entity tag")
    func changedState() throws {
        let server = try TestServer()
        let player = try server.player()
        let before = try server.ask("GET", "/api/v1/me", fields: [player.cookie])["etag"] ?? ""
        #expect(try player.ask(["type": "rename", "name": "Mika"]).type == "renamed")
        let after = try server.ask("GET", "/api/v1/me", fields: [player.cookie, "If-None-Match: \(before)"])
        #expect(after.status == 200 && after["etag"] != before)
        // Somebody else with the same browser does not get what the first one had.
        let other = try server.ask("GET", "/api/v1/me", fields: [server.guest(), "If-None-Match: \(before)"])
        #expect(other.status == 200)
    }

    @Test("Errors and exports have no entity tag")
    func noTag() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        for path in ["/api/v1/me", "/api/v1/nothing", "/api/v1/rooms/KYTE7/races", "/api/v1/rooms?%ff"] {
            let answer = try server.ask("GET", path, fields: ["If-None-Match: *"])
            #expect(answer.status >= 400 && answer["etag"] == nil, "\(path)")
        }
        let export = try server.ask("GET", "/api/v1/me/export", fields: [cookie, "If-None-Match: *"])
        #expect(export.status == 200 && export["etag"] == nil && export["cache-control"] == "no-store")
    }
}
