import Server
import TestKit
import Testing

/// Past races over HTTP: what browsers may keep, hostile addresses, and how often one may ask.
@Suite(.blocking) struct RaceAnswerTests {
    /// A room with a round that was ended before its boards opened.
    private func room(_ server: TestServer) throws -> (code: String, host: PlayerClient) {
        let host = try server.player()
        let code = try #require(try host.ask(["type": "create_room", "name": "Kites"])["room"]?.text)
        #expect(try host.ask(["type": "start", "room": .string(code)]).type == "done")
        #expect(try host.ask(["type": "end_series", "room": .string(code)]).type == "done")
        return (code, host)
    }

    @Test("A replay may be cached privately, and is asked for again each time", arguments: TestServer.shardCounts)
    func replayCaching(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let (code, _) = try room(server)
        let path = "/api/v1/rooms/\(code)/races/sprint-1-1"
        let answer = try server.ask("GET", path)
        #expect(answer.status == 200 && answer["content-type"] == "application/json")
        #expect(answer["cache-control"] == "private, no-cache")
        #expect(answer["content-disposition"] == nil)
        #expect(try answer.json["race"] == "sprint-1-1")
        let tag = try #require(answer["etag"])
        let known = try server.ask("GET", path, fields: ["If-None-Match: \(tag)"])
        #expect(known.status == 304 && known["etag"] == tag && known.body.isEmpty)
        #expect(try server.ask("GET", path, fields: ["If-None-Match: \"x\""]).status == 200)
        #expect(try server.ask("GET", path, fields: ["If-Match: \(tag)"]).status == 200)
        let other = try server.ask("GET", path, fields: ["If-Match: \"x\""])
        #expect(other.status == 412 && other["content-type"] == "application/problem+json")
        let head = try server.ask("HEAD", path)
        #expect(head.status == 200 && head["content-length"] == String(answer.body.count))
        #expect(try server.ask("POST", path)["allow"] == "GET, HEAD, OPTIONS")
        let file = try server.ask("GET", path + "?download=1")
        #expect(file["content-disposition"] == "attachment; filename=\"tilerace-\(code)-sprint-1-1.json\"")
        #expect(file.body == answer.body)
    }

    @Test("The list of races is revalidated each time")
    func listCaching() throws {
        let server = try TestServer()
        let (code, _) = try room(server)
        let list = try server.ask("GET", "/api/v1/rooms/\(code.lowercased())/races?limit=5")
        #expect(list.status == 200 && list["cache-control"] == "private, no-cache")
        #expect(try list.json["races"]?.elements.map { $0["race"] } == ["sprint-1-1"])
        #expect(try server.ask("GET", "/api/v1/rooms/\(code)/races?before=sprint-1-1").json["races"] == .array([]))
    }

    @Test(
        "A page of races may begin behind a race with a slash in its name; what names no race of the room is not found")
    func pages() throws {
        let server = try TestServer()
        let (code, _) = try room(server)
        for race in [
            "sprint-1-2", "guess-en-5/2020-01-01", "guess-en-5%2F2020-01-01", "guess-en-5/2020-13-45", "guess-en-5",
            "7",
            "", "sprint-0-1", "sprint-99999999999999999999-1",
        ] {
            let answer = try server.ask("GET", "/api/v1/rooms/\(code)/races?before=\(race)")
            #expect(answer.status == 404, "\(race)")
        }
    }

    @Test("Boards are for who proves to have finished, and a browser asks for them again each time")
    func boards() throws {
        let server = try TestServer()
        let (code, host) = try room(server)
        let puzzle = "guess-en-5/2026-11-21"
        let path = "/api/v1/rooms/\(code)/boards/\(puzzle)"
        let nobody = try server.ask("GET", path)
        #expect(nobody.status == 401 && nobody["www-authenticate"] == "Bearer")
        let early = try server.ask("GET", path, fields: [host.cookie])
        #expect(early.status == 403)
        #expect(try early.json["code"] == "not_finished")
        #expect(try host.ask(["type": "open", "puzzle": .string(puzzle)]).type == "game")
        #expect(try server.ask("GET", path, fields: [host.cookie]).status == 403)
        let answer = try TestServer.answer(of: puzzle)
        let guess: JSONTree = ["type": "guess", "puzzle": .string(puzzle), "row": 0, "word": .string(answer)]
        #expect(try host.ask(guess)["state"] == "solved")
        let boards = try server.ask("GET", path, fields: [host.cookie])
        #expect(boards.status == 200 && boards["cache-control"] == "private, no-cache")
        #expect(try boards.json["boards"]?.elements.count == 1)
        let tag = try #require(boards["etag"])
        #expect(try server.ask("GET", path, fields: [host.cookie, "If-None-Match: \(tag)"]).status == 304)
        // The tag alone proves nothing.
        #expect(try server.ask("GET", path, fields: ["If-None-Match: \(tag)"]).status == 401)
        #expect(try server.ask("POST", path, fields: [host.cookie])["allow"] == "GET, HEAD, OPTIONS")
        for wrong in ["boards", "boards/sprint-1-1", "boards/guess-en-5", "boards/guess-en-5/2026-13-45"] {
            let answer = try server.ask("GET", "/api/v1/rooms/\(code)/\(wrong)", fields: [host.cookie])
            #expect(answer.status == 404, "\(wrong)")
        }
    }

    @Test(
        "A race or room that does not exist is answered with a problem document",
        arguments: [
            "KYTE7/races", "KYTE7/races/sprint-1-1", "11111/races", "%00/races", "KYTE7%2Fraces",
            "ROOM/races/sprint-1-2",
            "ROOM/races/sprint-0-1", "ROOM/races/sprint-1-01", "ROOM/races/sprint-1-+1", "ROOM/races/sprint-1--1",
            "ROOM/races/sprint-99999999999999999999-1", "ROOM/races/sprint-1-1/", "ROOM/races/sprint-1-1/x",
            "ROOM/races/",
            "ROOM/races/guess-en-5", "ROOM/races/guess-en-5/2026-11-21", "ROOM/races/guess-en-5/2026-13-45",
            "ROOM/races/guess-en-5/2026-11-21/x", "ROOM/races/Sprint-1-1", "ROOM/races/%73print-1-2",
            "ROOM/race/sprint-1-1",
            "ROOM/races/sprint-1-1%00", "ROOM/races/%E2%80%AEsprint-1-1", "ROOM/races/sprint-%D9%A1-1", "ROOM",
        ])
    func notFound(path: String) throws {
        let server = try TestServer()
        let (code, _) = try room(server)
        let answer = try server.ask("GET", "/api/v1/rooms/" + path.replacing("ROOM", with: code))
        #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
        #expect(answer["content-type"] == "application/problem+json")
    }

    @Test(
        "A query with a bad limit is refused with 400",
        arguments: [
            "limit=0", "limit=-1", "limit=x", "limit=99999999999999999999", "limit=%zz", "limit=",
        ])
    func badQuery(query: String) throws {
        let server = try TestServer()
        let (code, _) = try room(server)
        #expect(try server.ask("GET", "/api/v1/rooms/\(code)/races?\(query)").status == 400)
    }

    @Test("Races of a room with a password are shown to its members only")
    func password() throws {
        let server = try TestServer()
        let (code, host) = try room(server)
        #expect(try host.ask(["type": "password", "room": .string(code), "password": "sesame"]).type == "done")
        for path in ["races", "races/sprint-1-1"] {
            let path = "/api/v1/rooms/\(code)/\(path)"
            #expect(try server.ask("GET", path).status == 404)
            #expect(try server.ask("GET", path, fields: [server.guest()]).status == 404)
            #expect(try server.ask("GET", path, fields: [host.cookie]).status == 200)
        }
    }

    @Test("Room codes cannot be found by trying addresses of races", arguments: ["races", "races/sprint-1-1"])
    func searching(path: String) throws {
        let server = try TestServer()
        var statuses: [Int] = []
        // A token comes back every half second, so on a slow machine a few more are let through.
        while statuses.last != 429, statuses.count < 300 {
            statuses.append(try server.ask("GET", "/api/v1/rooms/KYTE7/\(path)").status)
        }
        #expect(statuses.count > 120 && statuses.dropLast().allSatisfy { $0 == 404 } && statuses.last == 429)
    }
}
