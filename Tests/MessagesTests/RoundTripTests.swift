import GameRules
import TestKit
import Testing

@testable import Messages

/// Messages that one side encodes are read by the other, for any values.
@Suite struct RoundTripTests {
    @Test("A request of every kind is read as what was encoded", arguments: 1...40)
    func requests(seed: Int) throws {
        var values = GeneratedValues(seed: seed)
        for message in values.clientMessages() {
            let request = ClientRequest(id: values.count(), message: message)
            let bytes = request.encoded()
            let read = try ClientRequest(decoding: bytes)
            #expect(read == request)
            #expect(read.encoded() == bytes, "also where texts are equal that are not the same")
        }
    }

    @Test("A message of every kind is read as what was encoded", arguments: 1...40)
    func messages(seed: Int) throws {
        var values = GeneratedValues(seed: seed)
        let messages = values.serverMessages()
        #expect(Set(messages.map(\.name)) == Set(ServerMessage.Name.allCases))
        for message in messages {
            let reply = values.maybe { $0.count() }
            let bytes = message.encoded(re: reply)
            let read = try ReceivedMessage(decoding: bytes)
            #expect(read == ReceivedMessage(reply: reply, message: message))
            #expect(read.message.encoded(re: reply) == bytes, "also where texts are equal that are not the same")
        }
    }

    @Test("An event of every kind is among the generated ones")
    func everyEvent() {
        var values = GeneratedValues(seed: 1)
        let names = values.walk { $0.eventKind(after: $1) }.map(\.name)
        #expect(names.count == Set(names).count && Set(names) == Set(RoomEventView.Kind.Name.allCases))
    }

    @Test("A shared encoding can be decoded again", arguments: 1...40)
    func picturesAndGaps(seed: Int) {
        var values = GeneratedValues(seed: seed)
        let room = values.room()
        #expect(EncodedRoom(room).view == room)
        let events = values.walk { $0.eventKind(after: $1) }.map { RoomEventView(sequence: 1, time: 2, kind: $0) }
        #expect(EncodedEvents(events).events == events)
    }

    @Test("A keyboard is read without the blanks that pad it")
    func blanks() throws {
        let keyboard = KeyboardView(keys: [("a", .absent), ("e", .correct)], most: 10)
        let message = ServerMessage.game(
            GameView(
                puzzle: PuzzleID(line: .standard, day: Day(number: 20_778)), rows: 6, hard: .off, elapsed: 1, moves: [],
                keyboard: keyboard, progress: .playing))
        let bytes = message.encoded()
        #expect(bytes.filter { $0 == UInt8(ascii: " ") }.count > 50)
        #expect(try ReceivedMessage(decoding: bytes) == ReceivedMessage(reply: nil, message: message))
    }

    @Test("Pushes encoded for all subscribers decode as messages", arguments: 1...10)
    func pushes(seed: Int) throws {
        var values = GeneratedValues(seed: seed)
        var ranking = values.ranking()
        let you = values.maybe { $0.you() }
        let standing = try ReceivedMessage(decoding: StandingPush(you, in: ranking).encoded)
        #expect(standing == ReceivedMessage(reply: nil, message: .standing(RankingStanding(you, in: ranking.name))))
        let push = try ReceivedMessage(decoding: RankingPush(ranking).encoded)
        ranking.you = nil
        #expect(push == ReceivedMessage(reply: nil, message: .ranking(ranking)))
    }

    /// Never a trap; and what is taken is a message like others.
    @Test("A damaged message is refused or decodes to another message", arguments: 1...10)
    func damaged(seed: Int) {
        var values = GeneratedValues(seed: seed)
        for message in values.serverMessages() {
            let whole = message.encoded(re: 7)
            for _ in 0..<20 {
                var bytes = whole
                let index = values.any(Array(bytes.indices))
                switch values.any([0, 1, 2]) {
                case 0: bytes[index] = values.any(Array(#"{}[]",:\09e.-tfn"#.utf8))
                case 1: bytes.remove(at: index)
                default: bytes.removeSubrange(index...)
                }
                guard let read = try? ReceivedMessage(decoding: bytes) else { continue }
                #expect((try? ReceivedMessage(decoding: read.message.encoded(re: read.reply))) == read)
            }
        }
    }
}

/// Bytes that are no message are refused with a reason.
@Suite struct ServerMessageFaultTests {
    private func fault(_ text: String) -> ServerMessageFault? {
        do {
            _ = try ReceivedMessage(decoding: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A fault names the field, and the request if its number can be read",
        arguments: [
            ("", nil, "no JSON object"), ("[]", nil, "no JSON object"), ("{}", nil, "The field type must be a string."),
            (#"{"re":"1","type":"pong","time":1}"#, nil, "The field re must be an integer."),
            (#"{"re":7,"type":"pong"}"#, 7, "The field time must be an integer."),
            (#"{"re":7,"type":"pong","time":1.5}"#, 7, "The field time must be an integer."),
            (#"{"type":"moved"}"#, nil, "The field puzzle must be a string."),
            (#"{"type":"moved","puzzle":"guess"}"#, nil, "The field puzzle must be a puzzle."),
            (#"{"type":"lobby","rooms":[1]}"#, nil, "The field rooms must be an array of objects."),
            (#"{"type":"done","room":{}}"#, nil, "The field room must be a string."),
        ] as [(String, Int?, String)])
    func malformed(_ text: String, _ reply: Int?, _ reason: String) {
        let fault = fault(text)
        #expect(
            fault?.kind == .malformed && fault?.reply == reply && fault?.reason == reason,
            "\(text): \(fault?.reason ?? "")")
    }

    @Test(
        "Messages of a newer server are told apart from malformed ones",
        arguments: [
            #"{"re":7,"type":"weather"}"#, #"{"re":7,"type":"error","code":"too_warm","message":"x"}"#,
            #"{"re":7,"type":"left","room":"KYTE7","reason":"asleep"}"#,
            #"{"re":7,"type":"event","room":"KYTE7","epoch":"0000000000000001","seq":1,"time":1,"event":{"kind":"rained"}}"#,
        ])
    func unknown(_ text: String) {
        #expect(fault(text)?.kind == .unknown && fault(text)?.reply == 7)
    }

    @Test("Unknown fields are ignored, in any order")
    func furtherFields() throws {
        let text = #"{"later":[{"x":{}}],"time":5,"type":"pong","re":7}"#
        #expect(try ReceivedMessage(decoding: Array(text.utf8)) == ReceivedMessage(reply: 7, message: .pong(time: 5)))
    }

    @Test("Too deep nesting is refused")
    func depth() {
        func nested(_ depth: Int) -> String {
            #"{"type":"ranking_ended","x":"# + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth) + "}"
        }
        #expect(fault(nested(JSONReader.maximumDepth)) == nil)
        #expect(fault(nested(JSONReader.maximumDepth + 1)) != nil && fault(nested(100_000)) != nil)
    }
}
