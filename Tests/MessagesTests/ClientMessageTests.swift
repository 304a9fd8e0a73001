import GameRules
import Testing

@testable import Messages

@Suite struct ClientMessageTests {
    private static let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))

    private func decode(_ text: String) throws(ClientMessageFault) -> ClientRequest {
        try ClientRequest(decoding: Array(text.utf8))
    }

    @Test(
        "A client message survives encoding and decoding, whatever its id",
        arguments: [
            ClientMessage.hello(protocol: 1, token: nil), .hello(protocol: 1, token: "v1.a.b"),
            .rename(name: "Mika \"é\""),
            .open(puzzle: puzzle, hard: .off), .open(puzzle: puzzle, hard: .ultra, follow: true),
            .guess(puzzle: puzzle, row: 5, word: "crane"), .hardMode(puzzle: puzzle, hard: .hard),
            .createRoom(name: nil),
            .createRoom(name: "Kites"), .join(room: "KYTE7", resume: nil),
            .join(room: "KYTE7", resume: ResumePoint(epoch: 0x9f, sequence: 12)),
            .join(room: "KYTE7", resume: nil, password: "x", manner: JoiningManner(pseudonym: false, follow: true)),
            .inRoom(room: "KYTE7", .pseudonym(true)), .inRoom(room: "KYTE7", .ready(false)),
            .inRoom(room: "KYTE7", .sitOut(true)), .inRoom(room: "KYTE7", .endRound),
            .watch(room: "KYTE7", resume: ResumePoint(epoch: .max, sequence: 0)), .leave(room: "KYTE7"), .ping,
        ])
    func survivesTheWire(_ message: ClientMessage) throws {
        for id in [0, 7, ClientRequest.largestID] {
            let request = ClientRequest(id: id, message: message)
            #expect(try ClientRequest(decoding: request.encoded()) == request)
        }
    }

    @Test("Unknown fields and the order of fields do not matter")
    func ignoresUnknownFieldsAndOrder() throws {
        let request = try decode(
            #"{"later":{"x":[1]},"word":"crane","row":1,"puzzle":"guess-en-5/2026-11-21","type":"guess","id":3}"#)
        #expect(request.message == .guess(puzzle: Self.puzzle, row: 1, word: "crane"))
    }

    @Test(
        "A malformed message is refused with its id, an error code and a reason",
        arguments: [
            (#"{"type":"ping"}"#, nil, ErrorCode.badMessage),
            (#"{"id":-1,"type":"ping"}"#, nil, .badMessage),
            (#"{"id":1.5,"type":"ping"}"#, nil, .badMessage),
            (#"{"id":9007199254740992,"type":"ping"}"#, nil, .badMessage),
            (#"{"id":"1","type":"ping"}"#, nil, .badMessage),
            (#"{"id":1}"#, 1, .badMessage),
            (#"{"id":1,"type":7}"#, 1, .badMessage),
            (#"{"id":1,"type":"cheat"}"#, 1, .unknownType),
            (#"{"id":1,"type":"Ping"}"#, 1, .unknownType),
            (#"{"id":1,"type":"guess","row":0,"word":"crane"}"#, 1, .badMessage),
            (#"{"id":1,"type":"guess","puzzle":"guess-en-5/2026-02-30","row":0,"word":"crane"}"#, 1, .badPuzzle),
            (#"{"id":1,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":-1,"word":"crane"}"#, 1, .badMessage),
            (#"{"id":1,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":0}"#, 1, .badMessage),
            (#"{"id":1,"type":"open","puzzle":"guess-en-5/2026-11-21","hard":"very"}"#, 1, .badMessage),
            (#"{"id":1,"type":"join","room":"KYTE7","pseudonym":"yes"}"#, 1, .badMessage),
            (#"{"id":1,"type":"join","room":"KYTE7","epoch":"12"}"#, 1, .badMessage),
            (#"{"id":1,"type":"join","room":"KYTE7","epoch":"00000000000000zz","seq":1}"#, 1, .badMessage),
            (#"{"id":1,"type":"join","room":"KYTE7","epoch":"0000000000000001"}"#, 1, .badMessage),
            ("[]", nil, .badMessage), ("", nil, .badMessage),
        ])
    func typedFaults(_ text: String, _ id: Int?, _ code: ErrorCode) {
        let fault = #expect(throws: ClientMessageFault.self) { try decode(text) }
        #expect(fault?.id == id)
        #expect(fault?.code == code)
        #expect(fault?.reason.isEmpty == false)
    }
}
