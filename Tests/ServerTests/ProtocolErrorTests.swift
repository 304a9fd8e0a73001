import GameRules
import Messages
import Server
import TestKit
import Testing

/// Compares the tables of errors and close codes in `docs/protocol.md` with the code, both ways. Every error also comes
/// from a real server, with the fields that the table names.
@Suite(.blocking) struct ProtocolErrorTests {
    private static let puzzle: JSONTree = "guess-en-5/2026-11-21"

    @Test("The table of errors in docs/protocol.md has every error code and no other")
    func errorTable() throws {
        #expect(try Set(ProtocolPage().errors.keys) == Set(ErrorCode.allCases.map(\.rawValue)))
    }

    @Test("The table of close codes in docs/protocol.md has every close code and no other")
    func closeTable() throws {
        let page = try ProtocolPage()
        // 1000 is the client's own.
        #expect(Set(page.closes.keys) == Set(TileraceServer.closeCodes.map(Int.init) + [1000]))
        for (code, comeBack) in page.closes {
            let isFinal = comeBack.hasPrefix("no")
            if code >= 4_000 { #expect(isFinal == (code >= 4_500), "\(code)") }
        }
    }

    private func guess(_ word: String, _ row: Int) -> JSONTree {
        ["type": "guess", "puzzle": Self.puzzle, "row": .number(Double(row)), "word": .string(word)]
    }

    private func open(_ puzzle: JSONTree, hard: JSONTree = "off") -> JSONTree {
        ["type": "open", "puzzle": puzzle, "hard": hard]
    }

    /// Expects this error, as the table describes it.
    private func expect(_ code: ErrorCode, _ client: PlayerClient, _ message: JSONTree) throws {
        let reply = try client.ask(message)
        #expect(reply.code == code.rawValue, "\(message.json) \(reply.json)")
        #expect(try ProtocolPage().errorFault(reply) == nil)
    }

    @Test("Errors of hello and names have the fields that the table names", arguments: TestServer.shardCounts)
    func identityErrors(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let stranger = PlayerClient(try WebSocketClient(server.connect()), cookie: "")
        try expect(.helloFirst, stranger, ["type": "ping"])
        try expect(.unsupportedProtocol, stranger, ["type": "hello", "protocol": 0])
        try expect(.unauthorized, stranger, ["type": "hello", "protocol": 1])
        try expect(.unauthorized, stranger, ["type": "hello", "protocol": 1, "token": "v1.a.b"])
        let player = try server.player()
        try expect(.badMessage, player, ["type": "rename"])
        try expect(.unknownType, player, ["type": "chat"])
        for name in ["x", "a\u{202E}b", "far too long a name for this"] {
            try expect(.badName, player, ["type": "rename", "name": .string(name)])
        }
        for _ in 0..<100 { _ = try player.post(["type": "ping"]) }
        let refused = try player.wait { $0.code == "rate_limited" }
        #expect(try ProtocolPage().errorFault(refused) == nil)
    }

    @Test("Errors of a game have the fields that the table names", arguments: TestServer.shardCounts)
    func gameErrors(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let player = try server.player()
        let answer = try TestServer.answer(of: "guess-en-5/2026-11-21")
        try expect(.badPuzzle, player, open("guess-xx-5/2026-11-21"))
        try expect(.badPuzzle, player, open("no puzzle"))
        try expect(.futurePuzzle, player, open("guess-en-5/2026-11-22"))
        try expect(.puzzleClosed, player, open("guess-en-5/2026-11-20"))
        try expect(.notOpen, player, guess("crane", 0))
        #expect(try player.ask(open(Self.puzzle)).type == "game")
        try expect(.wrongLength, player, guess("cranes", 0))
        try expect(.badLetters, player, guess("cr4ne", 0))
        try expect(.notInWordList, player, guess("zzzzz", 0))
        try expect(.rowAhead, player, guess("crane", 3))
        #expect(try player.ask(guess("crane", 0)).type == "judged")
        try expect(.staleRow, player, guess("slate", 0))
        try expect(.hardModeLocked, player, ["type": "hard_mode", "puzzle": Self.puzzle, "hard": "hard"])
        let tab = try server.player(cookie: player.cookie)
        #expect(try tab.ask(open(Self.puzzle)).type == "game")
        try expect(.moved, player, guess("slate", 1))
        #expect(try tab.ask(guess(answer, 1))["state"] == "solved")
        try expect(.gameOver, tab, guess("slate", 2))
        try expect(.badName, tab, ["type": "rename", "name": .string("the \(answer)")])
    }

    @Test(
        "A guess against hard mode is refused with the clue that it misses, of every kind",
        arguments: TestServer.shardCounts)
    func hardModeClues(shards: Int) throws {
        let server = try TestServer(shards: shards)
        var kinds: Set<String> = []
        for (kind, words) in try HardModePairs(answer: TestServer.answer(of: "guess-en-5/2026-11-21")).byKind {
            let player = try server.player()
            #expect(try player.ask(open(Self.puzzle, hard: "ultra"))["hard"] == "ultra")
            #expect(try player.ask(guess(words.first, 0)).type == "judged")
            let reply = try player.ask(guess(words.second, 1))
            #expect(reply.code == "hard_mode")
            #expect(reply["clue"]?["kind"]?.text == kind)
            #expect(try ProtocolPage().errorFault(reply) == nil)
            kinds.insert(kind)
        }
        #expect(try kinds == Set(ProtocolPage().clues.keys))
    }

    @Test("Errors of rooms have the fields that the table names", arguments: TestServer.shardCounts)
    func roomErrors(shards: Int) throws {
        var bounds = ServerBounds()
        bounds.hub.seatsPerPlayer = 2
        bounds.hub.roomsWatched = 1
        let server = try TestServer(bounds: bounds, shards: shards)
        let host = try server.player()
        #expect(try host.ask(["type": "rename", "name": "Mika"]).type == "renamed")
        let code = try #require(try host.ask(["type": "create_room"])["room"])
        let other = try #require(try host.ask(["type": "create_room"])["room"])
        try expect(.tooManyRooms, host, ["type": "create_room"])
        let player = try server.player()
        try expect(.noSuchRoom, player, ["type": "join", "room": "22222"])
        try expect(.notInRoom, player, ["type": "leave", "room": code])
        #expect(try player.ask(["type": "watch", "room": other]).type == "watching")
        try expect(.tooManyRooms, player, ["type": "watch", "room": code])
        #expect(try player.ask(["type": "join", "room": code])["seat"] == 2)
        try expect(.nameTaken, player, ["type": "rename", "name": "mika"])
        let crowd = try (3...50).map { seat in
            let member = try server.player()
            #expect(try member.ask(["type": "rename", "name": .string("Member \(seat)")]).type == "renamed")
            #expect(try member.ask(["type": "join", "room": code]).type == "joined")
            return member
        }
        #expect(crowd.count == 48)
        try expect(.roomFull, try server.player(), ["type": "join", "room": code])
    }

    @Test("A failed write is refused with storage_unavailable and resyncs the room", arguments: TestServer.shardCounts)
    func serverErrors(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let player = try server.player()
        let code = try #require(try player.ask(["type": "create_room"])["room"])
        let lock = try DatabaseLock(server)
        // Longer than storage waits: the write fails, and the room's memory with it.
        try expect(.storageUnavailable, player, open(Self.puzzle))
        let resync = try player.push("resync")
        #expect(resync["room"] == code)
        #expect(try ProtocolPage().fault(of: resync) == nil)
        lock.release()
        #expect(try player.ask(open(Self.puzzle))["state"] == "playing")
        #expect(try player.ask(["type": "join", "room": code])["seat"] == 1)
    }
}
