import Foundation
import Testing

@testable import Messages

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> [JSONField] {
        var reader = JSONReader(Array(text.utf8))
        return try reader.readObject()
    }

    @Test("Every kind of JSON value is read, in the order of the text")
    func readsEveryKindOfField() throws {
        let fields = try read(
            #" { "a" : "x" , "b":-12,"c":true,"d":false,"e":null,"f":1.5,"g":[1,{"h":[]}],"i":{} , "j":9007199254740991} "#
        )
        let expected: [(String, JSONValue)] = [
            ("a", .string("x")), ("b", .integer(-12)), ("c", .boolean(true)), ("d", .boolean(false)), ("e", .null),
            ("f", .other), ("g", .other), ("i", .other), ("j", .integer(9_007_199_254_740_991)),
        ]
        #expect(fields.map(\.name) == expected.map(\.0))
        #expect(fields.map(\.value) == expected.map(\.1))
        #expect(try read("{}").isEmpty)
    }

    @Test("Every escape in a string is read, surrogate pairs included")
    func readsEscapes() throws {
        let fields = try read(#"{"a":"q\"\\\/\b\f\n\r\tä\u00e4\ud83d\ude00\u0000"}"#)
        #expect(fields.first?.value == .string("q\"\\/\u{8}\u{c}\n\r\tää😀\0"))
    }

    @Test(
        "Text that is not one well-formed JSON object is refused",
        arguments: [
            "", " ", "{", "}", "[]", "1", "null", "{}x", "{} {}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#,
            #"{a:1}"#, #"{'a':1}"#, #"{"a":01}"#, #"{"a":-}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":1e}"#, #"{"a":+1}"#,
            #"{"a":tru}"#, #"{"a":truex}"#, #"{"a":NaN}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\ud800"}"#,
            #"{"a":"\ud800x"}"#, #"{"a":"\udc00"}"#, #"{"a":"\ud800\u0041"}"#, "{\"a\":\"\u{1}\"}", "{\"a\":\"\n\"}",
            #"{"a":"#, #"{"a":"b"#, #"{"a":"b\"#, #"{"a":1 "b":2}"#, #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":{"b"}}"#,
            #"{"a":[}"#, #"{"a":1,"a":2}"#, #"{"a":[{]}"#,
        ])
    func refusesMalformedText(_ text: String) {
        #expect(throws: JSONFault.self) { try read(text) }
    }

    @Test(
        "A request has 30 combining marks in a row at most, also in a name or in what is skipped",
        arguments: [
            #"{"id":5,"a":"MARKS"}"#, #"{"MARKS":1,"id":5}"#, #"{"id":5,"a":["MARKS"]}"#, #"{"id":5,"a":{"MARKS":1}}"#,
        ])
    func boundsMarks(_ form: String) throws {
        func request(_ marks: String) -> [UInt8] {
            let json = form.replacingOccurrences(of: "MARKS", with: marks)
            return Array((json.dropLast() + #","type":"ping"}"#).utf8)
        }
        for mark in ["\u{301}", #"\u0301"#] {
            let most = request("e" + String(repeating: mark, count: 30))
            #expect(try ClientRequest(decoding: most).id == 5)
            #expect(throws: Never.self) { try JSONObject(decoding: most) }
            let tooMany = request(String(repeating: mark, count: 31))
            let fault = #expect(throws: ClientMessageFault.self) { try ClientRequest(decoding: tooMany) }
            #expect(fault?.id == 5 && fault?.code == .badMessage)
            #expect(throws: JSONObject.Fault.self) { try JSONObject(decoding: tooMany) }
            var server = JSONReader(tooMany, nesting: .kept)
            #expect(try server.readObject().count == 3, "a server's names are as they are")
        }
    }

    @Test("Names are the same only byte by byte")
    func names() throws {
        let fields = try read("{\"\u{e9}\":1,\"e\u{301}\":2,\"\u{212a}\":3,\"K\":4}")
        #expect(fields.count == 4)
        #expect(fields.first { $0.isNamed("K") }?.value == .integer(4))
    }

    @Test("A word of the protocol that is too long is as unknown as any")
    func longKeywords() {
        let long = "guess" + String(repeating: "x", count: 16_000)
        func code(_ json: String) -> ErrorCode? {
            do throws(ClientMessageFault) {
                _ = try ClientRequest(decoding: Array(json.utf8))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(#"{"id":1,"type":"\#(long)"}"#) == .unknownType)
        #expect(code(#"{"id":1,"type":"react","room":"KYTE7","reaction":"\#(long)"}"#) == .badMessage)
        #expect(code(#"{"id":1,"type":"practice","kind":"\#(long)","language":"en","length":5}"#) == .badPuzzle)
        #expect(code(#"{"id":1,"type":"practice","language":"\#(long)","length":5}"#) == .badPuzzle)
        #expect(code(#"{"id":1,"type":"practice","language":"en","length":5,"hard":"\#(long)"}"#) == .badMessage)
    }

    @Test("An object deeper or with more fields than the bound is refused")
    func boundsDepthAndFields() throws {
        func nested(_ depth: Int) -> String {
            #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(try read(nested(JSONReader.maximumDepth)).count == 1)
        #expect(throws: JSONFault.self) { try read(nested(JSONReader.maximumDepth + 1)) }
        #expect(throws: JSONFault.self) { try read(nested(100_000)) }
        func wide(_ count: Int) -> String {
            "{" + (0..<count).map { "\"f\($0)\":1" }.joined(separator: ",") + "}"
        }
        #expect(try read(wide(JSONReader.maximumFields)).count == JSONReader.maximumFields)
        #expect(throws: JSONFault.self) { try read(wide(JSONReader.maximumFields + 1)) }
    }

    @Test(
        "A string with invalid UTF-8 is refused",
        arguments: [
            [0xFF], [0xC3], [0xE2, 0x82], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func refusesInvalidUTF8(text: [UInt8]) {
        var reader = JSONReader(Array(#"{"a":""#.utf8) + text + Array(#""}"#.utf8))
        #expect(throws: JSONFault.self) { try reader.readObject() }
    }

    @Test("A mutated object never traps the reader, which accepts none that Foundation refuses")
    func agreesWithFoundation() {
        var random = SystemRandomNumberGenerator()
        let seeds = [
            #"{"id":7,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":0,"word":"crane"}"#,
            #"{"id":1,"a":[1,2,{"b":"\u00e4\n"}],"c":-1.5e+3,"d":null}"#,
        ].map { Array($0.utf8) }
        for _ in 0..<20_000 {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(Array(#"{}[]",:\0e.-"#.utf8).randomElement(using: &random) ?? 0, at: index)
                }
            }
            var reader = JSONReader(bytes)
            guard let fields = try? reader.readObject() else { continue }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            #expect(theirs?.count == fields.count, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
