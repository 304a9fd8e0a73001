import Bytes
import GameRules
import Messages
import TestKit
import Testing

@testable import LoadGenerator

@Suite("Scanned messages")
struct ScannedMessageTests {
    private static func scan(_ text: String) -> ScannedMessage { ScannedMessage(Array(text.utf8).span.bytes) }

    private static func fields(_ text: String) -> [(String, JSONFields.Value)] {
        let bytes = Array(text.utf8)
        var fields = JSONFields()
        var found: [(String, JSONFields.Value)] = []
        while let (name, value) = fields.next(in: bytes.span.bytes) {
            var letters: [UInt8] = []
            for shift in stride(from: UInt64(0), to: 64, by: 8) where name >> shift != 0 {
                letters.append(UInt8(truncatingIfNeeded: name >> shift))
            }
            found.append((String(decoding: letters, as: UTF8.self), value))
        }
        return found
    }

    @Test("Fields come flat and in order, with escapes, blanks and nesting")
    func fields() {
        let text = #" { "a" : -12 , "b\"c":"d\\","long name":{"e":[{"f":"g"},"h",3.5,null],"i":7.9e3},"j":"\u00e9" } "#
        let found = Self.fields(text)
        #expect(found.map(\.0) == ["a", #"b\"c"#, "long nam", "e", "f", "i", "j"])
        func place(_ part: String) -> Range<Int> {
            let start = text.utf8.count - text[(text.firstRange(of: part)?.lowerBound ?? text.startIndex)...].utf8.count
            return start..<start + part.utf8.count
        }
        #expect(found[0].1 == .number(-12) && found[1].1 == .text(place(#"d\\"#)) && found[2].1 == .other)
        #expect(
            found[4].1 == .text(place(#"g"},"h"#).lowerBound..<place(#""},"h"#).lowerBound) && found[5].1 == .number(7)
                && found[6].1 == .text(place(#"\u00e9"#)))
    }

    @Test("No text crashes the scanner")
    func hostile() {
        let whole = Array(#"{"a":"b\"c","d":{"e":-12}}"#.utf8)
        for end in 0...whole.count { _ = Self.fields(String(decoding: whole[..<end], as: UTF8.self)) }
        var random = SplitMix(seed: 3)
        let alphabet = Array(#"{}[]":,\-09ae "#.utf8)
        for _ in 0..<2_000 {
            let text = (0..<Int(random.next() % 30)).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
            _ = Self.fields(String(decoding: text, as: UTF8.self))
            _ = ScannedMessage(text.span.bytes)
        }
        #expect(Self.fields(#"{"a":99999999999999999999999,"b":1}"#).count == 2)
    }

    @Test("Numbers that JSON cannot hold exactly, and negative ones, are none")
    func numbers() {
        let cases: [(String, JSONFields.Value)] = [
            ("9007199254740991", .number(1 << 53 - 1)), ("-9007199254740991", .number(1 - 1 << 53)),
            ("9007199254740992", .other), ("9223372036854775807", .other), ("-9223372036854775808", .other),
            ("9223372036854775808", .other), ("18446744073709551617", .other),
            (String(repeating: "9", count: 400), .other),
        ]
        for (text, value) in cases {
            let found = Self.fields(#"{"a":\#(text),"b":2}"#)
            #expect(found.map(\.1) == [value, .number(2)], "\(text)")
        }
        for name in ["seq", "seat", "row"] {
            for number in ["-1", "-9223372036854775808", "1099511627776"] {
                let message = Self.scan(#"{"type":"event","\#(name)":\#(number)}"#)
                let taken = [message.sequence, message.seat, message.row]
                #expect(taken.allSatisfy { $0 == nil }, "\(name) \(number)")
            }
        }
        #expect(Self.scan(#"{"type":"event","row":1099511627775}"#).row == 1 << 40 - 1)
    }

    @Test("Messages are read as the server writes them")
    func messages() throws {
        let event = Self.scan(
            #"{"type":"event","room":"KYTE7","epoch":"9f3b21c07d5e4a18","seq":10,"time":1795237265000,"#
                + #""event":{"kind":"guessed","race":"guess-en-5/2026-11-21","seat":3,"row":1,"marks":"01200","ms":15210}}"#
        )
        #expect(event.kind == .event && event.sequence == 10 && event.isGuess && event.seat == 3 && event.row == 1)
        let finished = Self.scan(
            #"{"type":"event","room":"KYTE7","seq":11,"event":{"kind":"finished","seat":1,"solved":true,"turns":4}}"#)
        #expect(finished.kind == .event && finished.sequence == 11 && !finished.isGuess && !finished.isDeal)
        let dealt = Self.scan(
            #"{"type":"event","room":"KYTE7","seq":12,"event":{"kind":"dealt","race":"sprint-1-1","tiles":"argbine"}}"#)
        #expect(dealt.isDeal && dealt.sequence == 12 && !dealt.isGuess)
        let snapshot = Self.scan(#"{"type":"snapshot","room":"KYTE7","epoch":"9f","seq":42,"recovered":false}"#)
        #expect(snapshot.kind == .snapshot && snapshot.sequence == 42)
        #expect(Self.scan(#"{"re":104,"type":"judged","row":4,"state":"playing"}"#).kind == .other)
        #expect(Self.scan(#"{"type":"presence","room":"KYTE7","present":[1],"watchers":3}"#).kind == .presence)
        #expect(Self.scan(#"{"type":"resync","room":"KYTE7"}"#).kind == .other)
    }
}
