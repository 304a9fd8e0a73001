import Foundation
import TestKit
import Testing

@testable import Server

@Suite struct StyleSpacesTests {
    /// Returns the rest of a style.
    private func sent(_ text: String) -> String {
        String(decoding: StyleSpaces.removed(from: Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "Spaces that separate no tokens are removed, and lines stay",
        arguments: [
            ("a {\n  b: c;\n\td: e, f; }\n", "a{\nb:c;\nd:e,f;}\n"),
            (
                "  @media (min-width: 1em) and (x) {\n  a b, c { --d: ; }\n\n}",
                "@media (min-width:1em) and (x){\na b,c{--d:;}\n\n}"
            ),
            ("a {}  ", "a{}  "), ("", ""), ("  ", ""),
        ])
    func removed(text: String, left: String) {
        #expect(sent(text) == left)
    }

    @Test(
        "Spaces that separate tokens stay, and so do strings, comments and escapes",
        arguments: [
            "a :is(b) > c:not(d) e{f:calc(1px + 2px) g}", "a{b:\"c: d, { e }\" 'f: g'}", "a{b:\"\\\"  { \"}",
            "/*! a: b,  { */a{b:c}", ".a\\: b{}", ".a\\{ b{}", "a{b:\"never closed\nc d", "/* never closed: a", "a\\",
            "\"",
            "\"\\",
        ])
    func stays(text: String) {
        #expect(sent(text) == text)
    }

    @Test("Minifying any style removes only spaces and tabs, and is idempotent")
    func anything() {
        var random = SplitMix(seed: 7)
        let signs = Array(" \t\n:;,{}\"'\\/*ab".utf8)
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in signs.randomElement(using: &random)! }
            let left = StyleSpaces.removed(from: text)
            let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            #expect(left.filter { !isSpace($0) } == text.filter { !isSpace($0) })
            #expect(StyleSpaces.removed(from: left) == left)
        }
    }
}
