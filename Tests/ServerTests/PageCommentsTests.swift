import Foundation
import TestKit
import Testing

@testable import Server

@Suite struct PageCommentsTests {
    /// Returns the rest of a script or a style.
    private func sent(_ text: String, _ language: PageComments.Language = .javaScript) -> String {
        String(decoding: PageComments.removed(from: Array(text.utf8), language), as: UTF8.self)
    }

    @Test("Whole lines of comments go, and empty lines")
    func wholeLines() {
        #expect(sent("// a\nb();\n  // c\n\td();") == "b();\nd();")
        #expect(sent("/** a\n * b\n */\nc();\n  /* d */  \r\ne();\n") == "c();\ne();\n")
        #expect(sent("/* a */\n.b {}\n// no comment here\n", .css) == ".b {}\n// no comment here\n")
        #expect(sent("") == "" && sent("\n \n") == "" && sent("//") == "" && sent("a();\n//") == "a();\n")
    }

    @Test("A script has no indents, and no comments that only say a type")
    func types() {
        #expect(sent("f(() => {\n  a();\n\n\tb();\n});\n") == "f(()=>{\na();\nb();\n});\n")
        #expect(sent("a = /** @type {B | null} */ (null);") == "a=(null);")
        #expect(sent("f((/** @type {B} */ b, /** C */ c) => b);") == "f((b,c)=>b);")
        #expect(sent("return/** a */b;/***/c;/**/") == "return b;c; ")
        #expect(sent("f(.../** @type {B[]} */ (b));") == "f(...(b));")
        #expect(sent("  .b {}\n", .css) == "  .b {}\n")
    }

    @Test(
        "A comment beside code stays where it may be none",
        arguments: [
            "a=\"/** b */\";", "a=`/** b */`;", "a='/** b */';", "a=/x/ /** b */;", "a(); /* b */ /** c */",
            "a=\"b\"+/** c */ (d);", "a(/** b", "a(/** b\n * c */ d);", "a(); /* b's\n */ c(\"d' = e\");",
        ])
    func nearTypes(text: String) {
        #expect(sent(text) == text)
    }

    @Test(
        "A comment that is no whole line stays",
        arguments: [
            "a(); // b\n", "/* a */ b();\n", "/*! licence\n * of somebody */\na();", "/* never closed\n// a", "/*", "/",
            "a(\"\\\n// b\");", "/* a\n */ `b\n// c`",
        ])
    func stays(text: String) {
        #expect(sent(text) == text)
    }

    @Test(
        "After a line that may leave a template open, everything stays",
        arguments: [
            "`a\n// b\n`;\n// c", "a = `${b ? `\n// c` : 1}`;", "a = `${{}.b ? `\n// c` : 1}`;", "/[`]/;\n// a",
            "\"`\" + `a = (\n// b\n`;", "'`' + `a = (\n// b\n`;", "/\\/[`]/ + `a = (\n// b\n`;",
            "a(\"/`\" + `b\n// c\n`);",
        ])
    func templates(text: String) {
        #expect(sent(text) == text)
    }

    @Test("A template that ends in its line leaves comments to be removed")
    func closedTemplates() {
        #expect(sent("a = `${b}{`; f(() => {\n// c\n});") == "a= `${b}{`;f(()=>{\n});")
        #expect(sent("a(\"${\");\n// b") == "a(\"${\");\n")
        #expect(sent("a = /b/ + `/` + c / d;\n// e") == "a= /b/ + `/` + c / d;\n")
    }

    /// A line of the page without comments that say a type, and without spaces: none of its strings looks like such a
    /// comment.
    private func code(of line: Substring) -> Substring {
        line.replacing(#/\/\*\*.*?\*\//#, with: "").filter { $0 != " " }[...]
    }

    @Test("No line of the page's own comments is sent, and no line of its code is missing")
    func ownPage() throws {
        let root = URL(filePath: TestServer.root + "/web")
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        for name in names where !name.hasPrefix("tests/") {
            guard let language = PageComments.Language(fileNamed: name) else { continue }
            let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            let left = sent(source, language).split(separator: "\n", omittingEmptySubsequences: false)
            var rest = left[...]
            for line in lines {
                let text = line.drop { $0 == " " }
                if let kept = rest.first, kept == line || code(of: kept) == code(of: text) {
                    rest.removeFirst()
                } else {
                    #expect(text.isEmpty || text.hasPrefix("/") || text.hasPrefix("*"), "\(name): \(line)")
                }
            }
            #expect(!rest.contains { !$0.isEmpty }, "\(name): \(rest.first ?? "")")
            #expect(!left.contains { $0.drop { $0 == " " }.hasPrefix("// ") }, "\(name)")
        }
    }
}
