import Foundation
import TestKit
import Testing

@testable import Server

/// Proofs of identity, forged or guessed over real sockets.
@Suite(.blocking) struct GuessingTests {
    private static let json = "Content-Type: application/json"

    @Test("A forged, cut or foreign token is nobody's, over HTTP and over a socket", arguments: TestServer.shardCounts)
    func tokens(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let made = try server.ask("POST", "/api/v1/session?token=1")
        let token = try #require(made.json["token"]?.text)
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 4)
        let (key, player, sessions, signature) = (parts[0], parts[1], parts[2], parts[3])
        let foreign = try #require(try TestServer().ask("POST", "/api/v1/session?token=1").json["token"]?.text)
        let zeros = String(repeating: "0", count: 64)
        let forged = [
            ".", "...", "\(key).\(player).\(sessions)", "\(key).\(player).\(sessions).", String(token.dropLast()),
            String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0"), token + "0", token + ".",
            "\(key).\(player).\(sessions)1.\(signature)", "9.\(player).\(sessions).\(signature)",
            "v1.\(player).\(signature)", "\(key).\(player).\(sessions).\(zeros)",
            "\(key).\(String(player.reversed())).\(sessions).\(signature)", foreign,
            token + String(repeating: "0", count: 4_000),
        ]
        let socket = PlayerClient(try WebSocketClient(server.connect()), cookie: "")
        for text in forged {
            for proof in ["Authorization: Bearer \(text)", "Cookie: tilerace_session=\(text)"] {
                #expect(try server.ask("GET", "/api/v1/me", fields: [proof]).status == 401, "\(proof)")
                let session = try server.ask("POST", "/api/v1/session", fields: [proof])
                #expect(try session.status == 201 && session.json["player"] != made.json["player"], "\(proof)")
            }
            let hello = try socket.ask(["type": "hello", "protocol": 1, "token": .string(text)])
            #expect(hello.type == "error" && hello.code != "hello_first", "\(text)")
        }
        #expect(try socket.ask(["type": "hello", "protocol": 1, "token": .string(token)]).type == "welcome")
    }

    @Test("After 120 tries of invitations a network waits, and is not told whether one is good")
    func invitations() throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try TestServer(folder: folder) { $0.access = .invitation }
        let invitations = Invitations(in: try DataFolder(path: folder))
        let (_, token) = try invitations.add(name: "", uses: 100, days: 1, now: TestServer.morning)
        func enter(_ token: String) throws -> HTTPAnswer {
            try server.ask("POST", "/api/v1/session", fields: [Self.json], body: #"{"invitation":"\#(token)"}"#)
        }
        var tries = 0
        while tries < 2_000, try enter("nothing").status == 403 { tries += 1 }
        #expect((120..<2_000).contains(tries))
        // A try is given back every half second, which may be between two requests.
        var late = try enter(token)
        for _ in 0..<20 where late.status != 429 {
            while try enter("nothing").status == 403 {}
            late = try enter(token)
        }
        #expect(late.status == 429 && late["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        #expect(try server.ask("GET", "/api/v1/today").status == 403)
        server.stop()
    }
}
