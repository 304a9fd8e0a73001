import Testing

@testable import FuzzTargets

/// An oracle is worth what it is held to: here the examples and the rules of the standards themselves.
@Suite struct StandardsTests {
    @Test("UTF-8 is what RFC 3629 section 4 says, for every sequence of two bytes and every scalar")
    func utf8() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let isTwoOfASCII = first < 0x80 && second < 0x80
                let isCharacter = (0xC2...0xDF).contains(first) && (0x80...0xBF).contains(second)
                #expect(Standards.isUTF8([first, second]) == (isTwoOfASCII || isCharacter))
            }
        }
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 251) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(Standards.isUTF8(Array(String(scalar).utf8)))
        }
        for bytes: [UInt8] in [
            [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFF],
        ] {
            #expect(!Standards.isUTF8(bytes))
        }
    }

    @Test("Escapes are read as RFC 3986 section 2.1 says, whatever the bytes mean")
    func percent() {
        #expect(Standards.percentDecoded(Array("%3C%a9+%41".utf8), plusIsBlank: false) == [0x3C, 0xA9, 0x2B, 0x41])
        #expect(Standards.percentDecoded(Array("+".utf8), plusIsBlank: true) == [0x20])
        for text in ["%", "%4", "a%4", "%4g", "%g4", "%%41", "%\u{10}1"] {
            #expect(Standards.percentDecoded(Array(text.utf8), plusIsBlank: false) == nil)
        }
    }

    @Test("Base64 is that of RFC 4648 section 10, and no text of it that an encoder would not write")
    func base64() {
        let vectors = ["": "", "Zg==": "f", "Zm8=": "fo", "Zm9v": "foo", "Zm9vYg==": "foob", "Zm9vYmE=": "fooba"]
        for (text, bytes) in vectors { #expect(Standards.base64Decoded(Array(text.utf8)) == Array(bytes.utf8)) }
        for text in ["Zg", "Zh==", "Zm9=", "Zg=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-_"] {
            #expect(Standards.base64Decoded(Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("A date is one that the calendar has")
    func dates() {
        for text in ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            #expect(Standards.isDate(Array(text.utf8)), "\(text)")
        }
        for text in [
            "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "2024-01-00", "0000-01-01",
            "24-01-01",
            "2024-1-01", "2024-01-01-", "-024-01-01", "2024-01-0a", "",
        ] {
            #expect(!Standards.isDate(Array(text.utf8)), "\(text)")
        }
    }

    @Test("JSON is the grammar of RFC 8259: numbers of any size, and nothing that parsers forgive")
    func json() {
        for text in [
            "{}", " {\t}\r\n", #"{"a":1e999,"b":-0,"c":[-1.5E+400,0.0,10e-2]}"#, #"{"":{"a":[[],[{}]]},"":null}"#,
            #"{"a":"\u0000\uD800\"\\\/\b\f\n\r\t","b":true , "c" : false}"#, "{\"ä\":\"\u{7F}\u{10FFFF}\"}",
        ] {
            #expect(JSONGrammar.isObject(Array(text.utf8)), "\(text)")
        }
        for text in [
            "", "[]", "1", "{", "}", "{}}", "{}{}", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{'a':1}"#,
            #"{"a":01}"#, #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":-}"#, #"{"a":NaN}"#,
            #"{"a":0x1}"#,
            #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":tru}"#, #"{"a":True}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
            #"{"a":"\u12g4"}"#,
            #"{"a":"b}"#, "{\"a\":\"\n\"}", "{\"a\":\"\0\"}", "\u{FEFF}{}", "{}\u{A0}", "{\u{B}}", "/**/{}",
        ] {
            #expect(!JSONGrammar.isObject(Array(text.utf8)), "\(text)")
        }
        #expect(!JSONGrammar.isObject(Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)))
    }

    @Test("A cookie and the members of a list are cut at bytes")
    func fields() {
        let cookies = ["a=b; tilerace=c=d", "tilerace=e"].map { Array($0.utf8) }
        #expect(Standards.cookie(Array("tilerace".utf8), cookies) == Array("c=d".utf8))
        #expect(Standards.cookie(Array("b".utf8), cookies) == nil)
        #expect(Standards.members(Array(" a ,,\tb c,\u{301}".utf8)) == ["a", "b c", "\u{301}"].map { Array($0.utf8) })
        #expect(Standards.lowercased(Array("aK\u{212A}".utf8)) == Array("ak\u{212A}".utf8))
    }
}
