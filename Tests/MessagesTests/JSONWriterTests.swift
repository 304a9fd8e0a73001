import Foundation
import Testing

@testable import Messages

@Suite struct JSONWriterTests {
    @Test("Nested objects and arrays are written as compact JSON")
    func writesNestedValues() {
        var json = JSONWriter()
        json.object { json in
            json.field("a", "x")
            json.field("b", -3)
            json.array("c") { json in
                json.integer(1)
                json.string("y")
                json.element { $0.field("d", true) }
                json.element { _ in }
            }
            json.object("e") { $0.null("f") }
            json.array("g") { _ in }
            json.field(named: "ß", 12)
        }
        let expected = #"{"a":"x","b":-3,"c":[1,"y",{"d":true},{}],"e":{"f":null},"g":[],"ß":12}"#
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test("Integers are written as Swift writes them")
    func writesEveryInteger() {
        var values = [0, 9, 10, 99, 100, .max, .max - 1, .min, .min + 1]
        for power in 0..<63 { values += [1 << power, (1 << power) - 1, -(1 << power)] }
        var json = JSONWriter()
        for value in values { json.integer(value) }
        #expect(String(decoding: json.bytes, as: UTF8.self) == values.map(String.init).joined(separator: ","))
    }

    @Test("A hexadecimal field has the 16 digits of its number")
    func writesHexadecimalDigits() {
        let values = [0, 1, 9, 10, 15, 16, .max] + (0..<64).flatMap { [1 << $0, (1 << $0) - 1] as [UInt64] }
        for value in values {
            let digits = String(value, radix: 16)
            var json = JSONWriter()
            json.object { json in
                json.field("a", hexadecimal: value)
                json.field("b", 1)
            }
            let padded = String(repeating: "0", count: 16 - digits.count) + digits
            #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":"\#(padded)","b":1}"#)
        }
    }

    @Test("Foundation reads back every scalar up to U+02FF as it was written")
    func foundationReadsEveryString() throws {
        for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) {
            let text = "a\(Character(scalar))b"
            var json = JSONWriter()
            json.object { $0.field("t", text) }
            let back = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: String]
            #expect(back?["t"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        }
    }
}
