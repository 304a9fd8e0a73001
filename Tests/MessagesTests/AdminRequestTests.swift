import GameRules
import Testing

@testable import Messages

@Suite struct AdminRequestTests {
    private static let requests: [AdminRequest] = [
        .players(named: "Ä \"x\""), .resetName(PlayerID(high: 1, low: .max)), .rooms(named: "KYTE7"),
        .resetRoomName(code: "KYTE7"), .unlistRoom(code: "KYTE7"), .listRoom(code: "kyt-e7"),
        .closeRoom(code: "KYTE7"), .ban(PlayerID(high: 1, low: 2)), .unban(PlayerID(high: 1, low: 2)), .bans,
        .rename(PlayerID(high: 1, low: 2), name: "Ä \"x\""), .hostWords,
        .renameRoom(code: "KYTE7", name: "Ä \"x\""), .leftOut, .leaveOut(word: "Äpfel"), .bringBack(word: "maple"),
        .refusedWords, .announcement, .announce("Cups at “six”"), .withdraw, .acts(before: nil), .acts(before: 7),
        .link(.owner), .link(.moderator), .sessions, .endSessions(nil), .endSessions(3),
    ]

    @Test("Every request survives encoding and decoding", arguments: requests)
    func roundTrip(_ request: AdminRequest) throws {
        #expect(try AdminRequest(decoding: request.encoded) == request)
        #expect(!request.encoded.contains(UInt8(ascii: "\n")), "a line")
    }

    @Test(
        "An invalid request is refused with a code and a sentence",
        arguments: [
            ("", "bad_request"), ("{", "bad_request"), ("[]", "bad_request"), ("{}", "bad_request"),
            (#"{"do":1}"#, "bad_request"), (#"{"do":"fly"}"#, "unknown_verb"), (#"{"do":"players"}"#, "bad_request"),
            (#"{"do":"players","text":""}"#, "bad_request"), (#"{"do":"players","text":null}"#, "bad_request"),
            (#"{"do":"players","text":"x","text":"x"}"#, "bad_request"),
            (#"{"do":"reset-name","player":"1"}"#, "bad_request"), (#"{"do":"unlist-room"}"#, "bad_request"),
            (#"{"do":"rename","player":"1","name":"Mika"}"#, "bad_request"),
            (#"{"do":"rename","player":"00000000000000000000000000000001"}"#, "bad_request"),
            (#"{"do":"rename-room","room":"KYTE7"}"#, "bad_request"), (#"{"do":"leave-out"}"#, "bad_request"),
            (#"{"do":"bring-back","text":""}"#, "bad_request"),
            (#"{"do":"acts","before":"0"}"#, "bad_request"), (#"{"do":"acts","before":"07"}"#, "bad_request"),
            (#"{"do":"link"}"#, "bad_request"), (#"{"do":"link","role":"king"}"#, "bad_request"),
            ("{\"do\":\"players\",\"text\":\"\u{0}\"}", "bad_request"),
        ])
    func refused(_ text: String, _ code: String) {
        #expect { try AdminRequest(decoding: Array(text.utf8)) } throws: { error in
            (error as? AdminRefusal)?.code.rawValue == code && (error as? AdminRefusal)?.text.isEmpty == false
        }
    }

    @Test("A moderator may look after players and rooms, and knows no word that is to come")
    func rights() {
        let puzzle = PuzzleID(line: .standard, day: Day(number: 20_000))
        let owners: [AdminRequest] = [
            .hostWords, .setWord(AdminRequest.HostWord(puzzle: puzzle, text: "banjo")), .clearWord(puzzle),
            .acts(before: nil), .sessions, .endSessions(nil), .leftOut, .leaveOut(word: "x"), .bringBack(word: "x"),
        ]
        for request in AdminRequestTests.requests + owners {
            let right: AdminRequest.Right =
                owners.contains { $0.verb == request.verb } ? .owner : request.verb == "link" ? .machine : .moderator
            #expect(request.right == right, "\(request.verb)")
        }
    }

    @Test("A search text has at most 60 characters and 240 bytes")
    func textBounds() throws {
        func isRead(_ text: String) -> Bool {
            (try? AdminRequest(decoding: AdminRequest.players(named: text).encoded)) == .players(named: text)
        }
        #expect(isRead(String(repeating: "é", count: 60)) && !isRead(String(repeating: "e", count: 61)))
        let long = String(repeating: "e\u{301}\u{301}", count: 48)
        #expect(isRead(long) && !isRead(long + "e"))
    }
}
