import GameRules
import Testing

@testable import Messages

@Suite struct AdminRequestTests {
    private static let requests: [AdminRequest] = [
        .players(named: "Ä \"x\""), .resetName(PlayerID(high: 1, low: .max)), .rooms(named: "KYTE7"),
        .resetRoomName(code: "KYTE7"), .unlistRoom(code: "KYTE7"), .listRoom(code: "kyt-e7"),
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
            ("{\"do\":\"players\",\"text\":\"\u{0}\"}", "bad_request"),
        ])
    func refused(_ text: String, _ code: String) {
        #expect { try AdminRequest(decoding: Array(text.utf8)) } throws: { error in
            (error as? AdminRefusal)?.code.rawValue == code && (error as? AdminRefusal)?.text.isEmpty == false
        }
    }

    @Test("A search text has at most 60 characters and 240 bytes")
    func textBounds() throws {
        func isRead(_ text: String) -> Bool {
            (try? AdminRequest(decoding: AdminRequest.players(named: text).encoded)) == .players(named: text)
        }
        #expect(isRead(String(repeating: "é", count: 60)) && !isRead(String(repeating: "e", count: 61)))
        let long = "e" + String(repeating: "\u{301}", count: 119)
        #expect(isRead(long) && !isRead(long + "\u{301}"))
    }
}
