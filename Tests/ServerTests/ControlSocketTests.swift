import Foundation
import GameRules
import Glibc
import Messages
import TestKit
import Testing

@testable import EventLoops
@testable import Server

/// The socket by which the operator's programs reach a server: what they may say, how much, and for how long.
@Suite(.blocking) struct ControlSocketTests {
    /// A program of the operator's, blocking, in which every wait has an end.
    private final class Program {
        private let socket: Int32
        private var received: [UInt8] = []

        init(_ server: TestServer) throws {
            socket = try LocalSocket.connect(folder: server.folder, name: "control", patience: 10_000)
        }

        deinit { close(socket) }

        func send(_ text: String) { send(Array(text.utf8)) }

        @discardableResult func send(_ bytes: [UInt8]) -> Int {
            Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        func sayEnd() { shutdown(socket, Int32(SHUT_WR)) }

        /// The next line; nil at the end.
        func line() throws -> JSONTree? {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(received[..<end])
                    received.removeFirst(end + 1)
                    return try JSONTree(parsing: line)
                }
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count != 0 || received.isEmpty else { throw SocketClientError.badAnswer("half a line") }
                if count == 0 { return nil }
                guard count > 0 else { throw SocketClientError.system(call: "recv", errno: errno) }
                received += buffer[..<count]
            }
        }

        func error() throws -> String? { try line()?["error"]?.text }
    }

    private static let search = #"{"do":"rooms","text":"x"}"#

    @Test("Requests are answered in order, however their bytes arrive", arguments: TestServer.shardCounts)
    func inOrder(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let program = try Program(server)
        program.send("\(Self.search)\nno json\n\(#"{"do":"fly"}"#)\n\(#"{"do":"players","te"#)")
        #expect(try program.line()?["rooms"] == .array([]))
        #expect(try program.error() == "bad_request")
        #expect(try program.error() == "unknown_verb")
        program.send(#"xt":"x"}"# + "\n")
        #expect(try program.line()?["players"] == .array([]))
        for byte in Self.search.utf8 + [UInt8(ascii: "\n")] { program.send([byte]) }
        #expect(try program.line()?["rooms"] == .array([]))
        program.send("\(Self.search)\n\(Self.search)\n")
        program.sayEnd()
        #expect(try program.line()?["rooms"] == .array([]))
        #expect(try program.line()?["rooms"] == .array([]))
        #expect(try program.line() == nil)
    }

    @Test("A line without its end is refused")
    func unfinished() throws {
        let server = try TestServer()
        let program = try Program(server)
        program.send("\(Self.search)\n\(Self.search)")
        program.sayEnd()
        #expect(try program.line()?["rooms"] == .array([]))
        #expect(try program.error() == "bad_request")
        #expect(try program.line() == nil)
    }

    @Test("A line of 4,096 bytes is read; a longer one is refused, and ends the connection")
    func longLines() throws {
        let server = try TestServer()
        let program = try Program(server)
        let line = Self.search.utf8 + [UInt8](repeating: UInt8(ascii: " "), count: 4_096 - Self.search.utf8.count)
        program.send(line + [UInt8(ascii: "\n")])
        #expect(try program.line()?["rooms"] == .array([]))
        program.send(line + [UInt8(ascii: " ")])
        #expect(try program.error() == "too_long")
        #expect(try program.line() == nil)
        #expect(try Program(server).send(Array("\(Self.search)\n".utf8)) > 0)
    }

    @Test("A client that sends nothing, or half a line, is refused and closed in time", arguments: ["", "{\"do\""])
    func slowPrograms(text: String) throws {
        var bounds = ServerBounds()
        bounds.control.patience = 100
        let server = try TestServer(bounds: bounds)
        let program = try Program(server)
        program.send(text)
        #expect(try program.error() == "time_out")
        #expect(try program.line() == nil)
    }

    @Test("A connection above the limit is refused until another one closes")
    func tooMany() throws {
        let server = try TestServer()
        var programs = try (0..<4).map { _ in try Program(server) }
        for program in programs {
            program.send("\(Self.search)\n")
            #expect(try program.line()?["rooms"] == .array([]))
        }
        let late = try Program(server)
        #expect(try late.error() == "too_many_connections")
        #expect(try late.line() == nil)
        programs[0].sayEnd()
        #expect(try programs[0].line() == nil)
        // The server takes it off its books when it hears of the end: the next may come a little before.
        programs.removeFirst()
        var welcome: JSONTree?
        for _ in 0..<1_000 where welcome?["rooms"] == nil {
            let next = try Program(server)
            next.send("\(Self.search)\n")
            welcome = try next.line()
        }
        #expect(welcome?["rooms"] == .array([]))
    }

    @Test("Sixteen connections above the limit receive a refusal, the others none")
    func refusalsAreBounded() throws {
        let server = try TestServer()
        let programs = try (0..<4).map { _ in try Program(server) }
        for program in programs {
            program.send("\(Self.search)\n")
            #expect(try program.line()?["rooms"] == .array([]))
        }
        // They stay until they say their end.
        let late = try (0..<17).map { _ in try Program(server) }
        for program in late.prefix(16) { #expect(try program.error() == "too_many_connections") }
        #expect(try late[16].line() == nil)
        programs[0].send("\(Self.search)\n")
        #expect(try programs[0].line()?["rooms"] == .array([]), "the others are served as before")
    }

    @Test("A client that does not read is cut at the bound, without delaying others")
    func unreadAnswers() throws {
        var bounds = ServerBounds()
        bounds.control.output = 4_096
        let server = try TestServer(bounds: bounds)
        _ = try player("Crane", server)
        let deaf = try Program(server)
        // What a socket of the system takes besides is some hundred KiB.
        let request = Array("{\"do\":\"players\",\"text\":\"Crane\"}\n".utf8)
        var isCut = false
        for _ in 0..<20_000 where !isCut { isCut = deaf.send(request) < 0 }
        #expect(isCut)
        let other = try Program(server)
        other.send("\(Self.search)\n")
        #expect(try other.line()?["rooms"] == .array([]))
    }

    @Test("A stopping server answers requests under way and removes its socket")
    func goingDown() throws {
        let server = try TestServer()
        let program = try Program(server)
        let isDone = server.beginStop()
        #expect(try program.line() == nil)
        #expect(isDone())
        #expect(!FileManager.default.fileExists(atPath: server.folder + "/control"))
        #expect { try ControlClient(folder: server.folder).ask(.rooms(named: "x")) } throws: { error in
            "\(error)" == "no server is running on the data folder \(server.folder)"
        }
    }

    @Test("Only root and the server's own user are trusted")
    func trust() {
        #expect(ControlConnection.trusts(0, own: 7) && ControlConnection.trusts(7, own: 7))
        #expect(!ControlConnection.trusts(8, own: 7) && !ControlConnection.trusts(nil, own: 7))
    }

    @Test("Players see the effects of the operator's requests", arguments: TestServer.shardCounts)
    func endToEnd(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let player = try player("Crane", server)
        let code = try player.ask(["type": "create_room"])["room"] ?? .null
        let id = try found("Crane", server)
        let answer = try JSONTree(
            parsing: ControlClient(folder: server.folder).ask(.resetName(try #require(PlayerID(id)))))
        #expect(answer["reset"]?["rooms"] == .array([code]))
        #expect(try player.push("renamed")["name"] == answer["reset"]?["name"])
        #expect(try found(answer["reset"]?["name"]?.text ?? "", server) == id)
        let page = try ProtocolPage()
        let refused = try player.ask(["type": "rename", "name": "Crane"])
        #expect(refused.code == "name_reset" && page.errorFault(refused) == nil)
        _ = try ControlClient(folder: server.folder).ask(.unlistRoom(code: code.text ?? ""))
        let event = try player.event("barred")
        #expect(event["event"]?["barred"] == true && page.fault(of: event) == nil)
        let barred = try player.ask(["type": "list", "room": code, "listed": true])
        #expect(barred.code == "room_barred" && page.errorFault(barred) == nil)
    }

    private func player(_ name: String, _ server: TestServer) throws -> PlayerClient {
        let player = try server.player()
        #expect(try player.ask(["type": "rename", "name": .string(name)]).type == "renamed")
        return player
    }

    private func found(_ name: String, _ server: TestServer) throws -> String {
        let answer = try JSONTree(parsing: ControlClient(folder: server.folder).ask(.players(named: name)))
        return answer["players"]?.elements.first?["id"]?.text ?? ""
    }
}
