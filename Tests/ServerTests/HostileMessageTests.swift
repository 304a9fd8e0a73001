import Server
import TestKit
import Testing
import WebSockets

/// Bad messages and frames over real sockets: each gets the error or the close that `docs/protocol.md` promises, and
/// the server goes on.
@Suite(.blocking) struct HostileMessageTests {
    private static let puzzle: JSONTree = "guess-en-5/2026-11-21"

    /// The reply to a text, on a connection that has said hello.
    private func reply(to text: String) throws -> JSONTree {
        let server = try TestServer()
        let player = try server.player()
        try player.webSocket.send(text)
        let reply = try player.wait { $0.type == "error" }
        #expect(try player.ask(["type": "ping"]).type == "pong", "an error costs nothing")
        #expect(try server.isHealthy)
        return reply
    }

    private static let badMessages: [(String, Int?)] = [
        ("{", nil), ("[]", nil), ("", nil), ("7", nil), ("{}", nil), (#"{"id":-1,"type":"ping"}"#, nil),
        (#"{"id":9007199254740992,"type":"ping"}"#, nil), (#"{"id":1.5,"type":"ping"}"#, nil),
        (#"{"id":5,"id":6,"type":"ping"}"#, nil), (#"{"id":5,"type":7}"#, 5), (#"{"id":5}"#, 5),
        (#"{"id":5,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":-1,"word":"crane"}"#, 5),
        (#"{"id":5,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":"0","word":"crane"}"#, 5),
        (#"{"id":5,"type":"join","room":"KYTE7","epoch":"x","seq":1}"#, 5),
    ]

    @Test("A malformed message is refused with bad_message and its id", arguments: badMessages)
    func badMessage(text: String, id: Int?) throws {
        let reply = try reply(to: text)
        #expect(reply.code == "bad_message")
        #expect(reply["re"]?.integer == id)
    }

    @Test("A message nested without end is refused with bad_message")
    func endlessNesting() throws {
        let reply = try reply(to: #"{"id":5,"x":"# + String(repeating: "[", count: 16_000))
        #expect(reply.code == "bad_message")
    }

    /// Comparing such texts takes time by the square of their marks: 31 fields kept the hub for a second.
    @Test("Combining marks without end are refused with bad_message, whatever they stand for")
    func endlessMarks() throws {
        let marks = String(repeating: "\u{301}", count: 3_900) + String(repeating: "\u{323}", count: 3_900)
        let others = (0..<29).map { ",\"\($0)\":0" }.joined()
        for text in [#"{"id":5,"type":"ping","\#(marks)":0\#(others)}"#, #"{"id":5,"type":"\#(marks)"}"#] {
            #expect(try reply(to: text).code == "bad_message")
        }
    }

    @Test("A message of an unknown type is refused with unknown_type")
    func unknownType() throws {
        let reply = try reply(to: #"{"id":5,"type":"cheat"}"#)
        #expect(reply.code == "unknown_type")
        #expect(reply["re"]?.integer == 5)
    }

    @Test("Anything before the hello and a second hello are refused")
    func helloComesFirstAndOnce() throws {
        let server = try TestServer()
        let early = PlayerClient(try WebSocketClient(server.connect()), cookie: "")
        for message: JSONTree in [["type": "ping"], ["type": "create_room"], ["type": "open", "puzzle": Self.puzzle]] {
            #expect(try early.ask(message).code == "hello_first")
        }
        #expect(try early.ask(["type": "hello", "protocol": 1]).code == "unauthorized")
        #expect(try early.ask(["type": "hello", "protocol": 2]).code == "unsupported_protocol")
        let player = try server.player()
        #expect(try player.ask(["type": "hello", "protocol": 1]).code == "hello_first")
        #expect(try server.isHealthy)
    }

    @Test("A guess for any row but the next one, and one after the end, is refused")
    func rows() throws {
        let server = try TestServer()
        let player = try server.player()
        let answer = try TestServer.answer(of: "guess-en-5/2026-11-21")
        func guess(_ word: String, _ row: Int) throws -> JSONTree {
            try player.ask([
                "type": "guess", "puzzle": Self.puzzle, "row": .number(Double(row)), "word": .string(word),
            ])
        }
        #expect(try guess("crane", 0).code == "not_open")
        #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        #expect(try guess("crane", 1).code == "row_ahead")
        #expect(try guess("crane", 9_007_199_254_740_991).code == "row_ahead")
        #expect(try guess("crane", 0).type == "judged")
        #expect(try guess("slate", 0).code == "stale_row")
        #expect(try guess("crane", 0).type == "judged")
        #expect(try guess(answer, 1)["state"] == "solved")
        #expect(try guess("slate", 2).code == "game_over")
        #expect(try guess("slate", 1).code == "game_over")
        #expect(try server.isHealthy)
    }

    private static let badNames: [(String, String)] = [
        ("a\u{0}b", "bad_characters"), ("a\nb", "bad_characters"), ("a\u{202E}b", "bad_characters"),
        ("a\u{200B}b", "bad_characters"), ("a\u{FEFF}b", "bad_characters"), ("\u{2800}\u{2800}", "bad_characters"),
        ("x", "too_short"), ("twenty-one characters", "too_long"), (" a", "bad_characters"),
    ]

    @Test("A name that cannot be shown is refused with the reason", arguments: badNames)
    func unshowableNames(name: String, reason: String) throws {
        let reply = try reply(to: JSONTree.object(["id": 5, "type": "rename", "name": .string(name)]).json)
        #expect(reply.code == "bad_name")
        #expect(reply["reason"]?.text == reason)
    }

    // MARK: Frames

    @Test("A message of 16 KiB is read, and one byte more closes the socket")
    func sizeLimit() throws {
        let server = try TestServer()
        let player = try server.player()
        func ping(bytes: Int) -> [UInt8] {
            let frame = (start: #"{"id":99,"type":"ping","x":""#, end: #""}"#)
            let filler = String(repeating: "x", count: bytes - frame.start.utf8.count - frame.end.utf8.count)
            return Array((frame.start + filler + frame.end).utf8)
        }
        try player.webSocket.send(frame: .text, ping(bytes: 16_384))
        #expect(try player.wait { $0["re"] == 99 }.type == "pong")
        // The same in two fragments: the bound is the message's, not the frame's.
        try player.webSocket.send(frame: .text, Array(ping(bytes: 16_385)[..<10_000]), isFinal: false)
        try player.webSocket.send(frame: .continuation, Array(ping(bytes: 16_385)[10_000...]))
        #expect(try player.webSocket.end() == .closed(1009, reason: ""))
        let other = try server.player()
        try other.webSocket.send(frame: .text, ping(bytes: 16_385))
        #expect(try other.webSocket.end() == .closed(1009, reason: ""))
        #expect(try server.isHealthy)
    }

    private static let badFrames: [([UInt8], UInt16)] = [
        (WebSocketClient.frame(.binary, [1, 2, 3]), 1003), (WebSocketClient.frame(.text, [0xC3, 0x28]), 1007),
        (WebSocketClient.frame(.text, [0xED, 0xA0, 0x80]), 1007),
        (WebSocketClient.frame(.text, [0x7B], isMasked: false), 1002),
        (WebSocketClient.frame(.continuation, [0x7B]), 1002), (WebSocketClient.frame(.ping, [1], isFinal: false), 1002),
        ([0xF1, 0x80], 1002), ([0x83, 0x80], 1002), (WebSocketClient.frame(.close, [1]), 1002),
        // A length that says 2^62 bytes: refused at the header, nothing is set aside for it.
        ([0x81, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], 1009),
    ]

    @Test("A frame against the protocol closes the socket with its code", arguments: badFrames)
    func framesAgainstTheRules(frame: [UInt8], code: UInt16) throws {
        let server = try TestServer()
        let player = try server.player()
        try player.webSocket.socket.send(frame)
        guard case .closed(let closed, _) = try player.webSocket.end() else {
            Issue.record("no Close")
            return
        }
        #expect(closed == code)
        #expect(try player.webSocket.socket.readToEnd() == [], "the server ends the connection")
        #expect(try server.isHealthy)
    }

    @Test("A flood of messages is refused and then closed, and others are served")
    func flood() throws {
        let server = try TestServer()
        let player = try server.player()
        // Slowly enough that the bucket gives a token now and then: that must not make the server forget the flood.
        for number in 0..<400 { try player.webSocket.send(#"{"id":\#(1_000 + number),"type":"ping"}"#) }
        let refused = try player.wait { $0.code == "rate_limited" }
        #expect((refused["retry"]?.integer ?? 0) > 0)
        #expect(try player.webSocket.end() == .closed(4500, reason: "too many messages"))
        #expect(try server.player().ask(["type": "ping"]).type == "pong", "others are served")
    }
}
