import Foundation
import TestKit
import Testing

@testable import Server

@Suite struct ScriptSpacesTests {
    /// Returns the rest of a line.
    private func sent(_ line: String) -> String {
        String(decoding: ScriptSpaces.removed(fromLine: Array(line.utf8)[...]), as: UTF8.self)
    }

    @Test(
        "Spaces beside a bracket go, and those between an operator and a word",
        arguments: [
            ("import { a, b } from \"./c.js\";", "import{a,b}from \"./c.js\";"),
            ("const a = (b, ...c) => ({ d: b ?? 1, ...c });", "const a=(b,...c)=>({d:b??1,...c});"),
            ("if (a === \"b c\" && !d) return e ? 'f : g' : [h];", "if(a===\"b c\"&& !d)return e?'f : g':[h];"),
            ("for (const a of [ b ]) { yield * c; throw ( - d ); }", "for(const a of[b]){yield*c;throw(-d);}"),
            ("#a in b; get [ c ] ( ) { return #d; }", "#a in b;get[c](){return #d;}"),
            ("a = [ ...b ] in { }, typeof - c, b?. [ d ] ?? - - e", "a=[...b]in{},typeof-c,b?.[d]?? - -e"),
            ("a = b - -c + d++ + e;", "a=b- -c+d++ +e;"), ("a < !--b", "a< !--b"), ("a ? .5 : 1", "a? .5:1"),
            ("f(\"\\\" = \\\\\" + é);", "f(\"\\\" = \\\\\"+é);"), ("a\t= \t b", "a=b"), ("", ""),
            ("a(b = `c = ${d + e}`, { f });", "a(b= `c = ${d + e}`,{f});"), ("\"`\" + a + \"`\"", "\"`\"+a+\"`\""),
        ])
    func removed(line: String, left: String) {
        #expect(sent(line) == left)
    }

    @Test(
        "Spaces that part tokens stay, and so does all behind what may begin a template, an expression or a comment",
        arguments: [
            "return a in b of c", "\"a = b\"", "'never closed = (", "\"a\\\" = b", "a- -b", "a+ +b",
            "`${a} = ( b )` = `c`;", "`a ${b ? `c = d` : e}` = f", "`\\` = ( a )` = b",
            "/[ = ]/ = a", "a(); // b = c", "a; /* b = c */", "a, `b`", "( /a = b/",
        ])
    func stays(line: String) {
        #expect(sent(line) == line)
    }

    @Test("Of any line nothing goes but spaces and tabs, and what is left is left again")
    func anything() {
        var random = SplitMix(seed: 9)
        let signs = Array(" \t(){},;=+-<!?.:\"'`/\\ab1".utf8)
        for _ in 0..<5_000 {
            let line = (0..<Int.random(in: 0..<40, using: &random)).map { _ in signs.randomElement(using: &random)! }
            let left = ScriptSpaces.removed(fromLine: line[...])
            let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            #expect(left.filter { !isSpace($0) } == line.filter { !isSpace($0) })
            #expect(ScriptSpaces.removed(fromLine: left[...]) == left)
        }
    }
}
