import GameRules
import TestKit
import Testing

@testable import Server

/// The settings of a host for new rooms.
@Suite(.blocking) struct RoomDefaultsTests {
    @Test("A new room has the sprint that the host of the server chose, also after a restart, and its own host another")
    func defaults() throws {
        let folder = try TestServer.makeFolder()
        func start() throws -> TestServer {
            try TestServer(folder: folder) {
                $0.roomRounds = 7
                $0.roomSeconds = 45
                $0.roomRows = 8
                $0.roomHard = .hard
            }
        }
        let server = try start()
        let player = try server.player()
        let room = try player.ask(["type": "create_room", "name": "Kites"])
        let code = try #require(room["room"])
        let chosen: JSONTree = [
            "kind": "guess", "language": "en", "length": 5, "rows": 8, "hard": "hard", "limit": 45, "rounds": 7,
            "late": "start", "next": "auto",
        ]
        #expect(room["snapshot"]?["sprint"] == chosen)
        server.stop()
        let again = try start()
        let back = try again.player(cookie: player.cookie)
        #expect(try back.ask(["type": "join", "room": code])["snapshot"]?["sprint"] == chosen)
        #expect(try back.ask(["type": "settings", "room": code, "rounds": 2]).type == "done")
        let other = try again.player()
        #expect(try other.ask(["type": "join", "room": code])["snapshot"]?["sprint"]?["rounds"] == 2)
    }

    @Test("A new room of a server without such settings has three words of three minutes")
    func standard() throws {
        let server = try TestServer(shards: 1)
        let sprint = try #require(try server.player().ask(["type": "create_room"])["snapshot"]?["sprint"])
        #expect(sprint["rounds"] == 3 && sprint["limit"] == 180 && sprint["rows"] == 6 && sprint["hard"] == "off")
    }
}
