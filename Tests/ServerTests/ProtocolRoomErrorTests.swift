import Messages
import TestKit
import Testing

/// Every error of doors, powers and sprints from a real server, with the fields that the table in `docs/protocol.md`
/// names.
@Suite(.blocking) struct ProtocolRoomErrorTests {
    /// A room with a host, a member, and somebody outside.
    private struct Scene {
        let page: ProtocolPage
        let server: TestServer
        let host: PlayerClient
        let member: PlayerClient
        let stranger: PlayerClient
        let code: JSONTree

        init(shards: Int) throws {
            page = try ProtocolPage()
            server = try TestServer(shards: shards)
            host = try server.player()
            member = try server.player()
            stranger = try server.player()
            code = try #require(try host.ask(["type": "create_room", "name": "Kites"])["room"])
            #expect(try member.ask(["type": "join", "room": code])["seat"] == 2)
        }

        func ask(_ type: String, _ client: PlayerClient, _ more: [String: JSONTree] = [:]) throws -> JSONTree {
            try client.ask(JSONTree.object(more.merging(["type": .string(type), "room": code]) { $1 }))
        }

        func does(_ type: String, _ more: [String: JSONTree] = [:]) throws {
            #expect(try ask(type, host, more).type == "done", "\(type)")
        }

        /// Expects this error, as the table describes it.
        func expect(
            _ error: ErrorCode, _ type: String, by client: PlayerClient, _ more: [String: JSONTree] = [:]
        ) throws {
            let reply = try ask(type, client, more)
            #expect(reply.code == error.rawValue, "\(type): \(reply.json)")
            #expect(page.errorFault(reply) == nil)
        }
    }

    @Test("Errors of entering a room have the fields that the table names", arguments: TestServer.shardCounts)
    func doors(shards: Int) throws {
        let scene = try Scene(shards: shards)
        try scene.does("password", ["password": "sesame"])
        for type in ["join", "watch"] {
            try scene.expect(.passwordNeeded, type, by: scene.stranger)
            try scene.expect(.wrongPassword, type, by: scene.stranger, ["password": "mustard"])
        }
        #expect(try scene.ask("watch", scene.stranger, ["password": "sesame"]).type == "watching")
        try scene.does("lock", ["locked": true])
        try scene.expect(.roomLocked, "join", by: scene.stranger, ["password": "sesame"])
        try scene.does("kick", ["seat": 2])
        for type in ["join", "watch"] { try scene.expect(.kicked, type, by: scene.member) }
        try scene.does("close_room")
        for client in [scene.host, scene.member, scene.stranger] {
            for type in ["join", "watch"] { try scene.expect(.noSuchRoom, type, by: client) }
        }
    }

    @Test("Errors of the host's powers have the fields that the table names", arguments: TestServer.shardCounts)
    func powers(shards: Int) throws {
        let scene = try Scene(shards: shards)
        for (type, more) in [
            ("start", [:]), ("lock", ["locked": true]), ("kick", ["seat": 1]), ("settings", ["rounds": 99]),
        ] as [(String, [String: JSONTree])] {
            try scene.expect(.notHost, type, by: scene.member, more)
            try scene.expect(.notInRoom, type, by: scene.stranger, more)
        }
        try scene.does("hold_name", ["seat": 2, "held": true])
        try scene.expect(.nameHeld, "pseudonym", by: scene.member, ["on": false])
        try scene.expect(.badSeat, "hold_name", by: scene.host, ["seat": 9, "held": true])
        for type in ["kick", "unkick", "hand_over"] { try scene.expect(.badSeat, type, by: scene.host, ["seat": 9]) }
        let bad: [(String, [String: JSONTree])] = [
            ("language", ["language": "xx"]), ("length", ["length": 99]), ("rows", ["rows": 3]),
            ("limit", ["limit": 29]),
            ("rounds", ["rounds": 21]), ("late", ["late": "x"]), ("next", ["next": "x"]),
        ]
        for (field, settings) in bad {
            #expect(try scene.ask("settings", scene.host, settings)["field"]?.text == field)
            try scene.expect(.badSettings, "settings", by: scene.host, settings)
        }
        try scene.expect(.badSettings, "password", by: scene.host, ["password": ""])
        try scene.expect(.badName, "name_room", by: scene.host, ["name": ""])
        try scene.expect(.badMessage, "react", by: scene.member, ["reaction": "boo"])
        for _ in 0..<3 { #expect(try scene.ask("react", scene.member, ["reaction": "gg"]).type == "done") }
        try scene.expect(.rateLimited, "react", by: scene.member, ["reaction": "gg"])
    }

    /// All of it happens within the countdown.
    @Test("Errors of sprints have the fields that the table names", arguments: TestServer.shardCounts)
    func sprints(shards: Int) throws {
        let scene = try Scene(shards: shards)
        let first: [String: JSONTree] = ["race": "sprint-1-1", "row": 0, "word": "crane"]
        for type in ["next_round", "end_round", "end_series"] { try scene.expect(.noSeries, type, by: scene.host) }
        try scene.expect(.noSuchRace, "play", by: scene.member, first)
        try scene.does("settings", ["late": "wait"])
        try scene.does("start")
        for type in ["start", "settings"] { try scene.expect(.seriesRunning, type, by: scene.host, ["limit": 60]) }
        try scene.expect(.roundRunning, "next_round", by: scene.host)
        try scene.expect(.notStarted, "play", by: scene.member, first)
        try scene.expect(.badLetters, "play", by: scene.member, first.merging(["word": "cr4ne"]) { $1 })
        #expect(try scene.ask("join", scene.stranger)["board"] != nil, "nobody is late before the boards open")
        _ = try scene.ask("leave", scene.stranger)
        #expect(try scene.ask("join", scene.stranger)["board"] == nil, "there is no second game")
        try scene.expect(.notInRound, "play", by: scene.stranger, first)
        try scene.does("end_round")
        try scene.expect(.roundOver, "end_round", by: scene.host)
        try scene.does("end_series")
        for client in [scene.host, scene.member, scene.stranger] { _ = try scene.ask("sit_out", client, ["out": true]) }
        try scene.expect(.noRacers, "start", by: scene.host)
        try scene.expect(.roundOver, "play", by: scene.member, first)
        try scene.expect(.noSuchRace, "play", by: scene.member, first.merging(["race": "sprint-1-2"]) { $1 })
    }
}
