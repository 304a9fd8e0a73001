import Testing

/// The scanner that the other tests trust.
@Suite struct SwiftTextTests {
    @Test(
        "Comments and literals are blanked",
        arguments: [
            ("a // b { \"", "a"), ("a /* { /* } */ ( */ b", "a b"), (#""{" + x"#, "+ x"),
            (##"#"{"\#(y)"# z"##, "# y z"),
            (#""a\"{\(f(")"))b""#, "f("), ("\"\"\"\n{ \" \n\"\"\" k", "k"), (#"let r = #/"{/#"#, "let r ="),
        ])
    func blanksCommentsAndLiterals(source: String, code: String) {
        let text = SwiftText(source)
        let words = text.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.hasPrefix(code), "\(words)")
        #expect(!words.contains("{") && !words.contains("}"))
        #expect(text.isBalanced)
        #expect(text.code.count == source.utf8.count)
    }

    @Test(
        "An unclosed bracket, comment or literal is noticed",
        arguments: ["{", "}", "f(", "\"a", "\"\"\"", "/* /* */", "([)]", #""\("#, "\"a\nb\""])
    func noticesWhatIsNotClosed(source: String) {
        #expect(!SwiftText(source).isBalanced)
    }

    @Test("Functions are found with their lengths")
    func findsFunctionsAndTheirLengths() {
        let source = """
            protocol P {
                func none(_ a: Int)
                var held: Int { get }
                init()
            }
            struct S: P {
                var stored = [1].map { $0 }
                var held: Int {
                    1
                }
                init() { self.init(x: { 1 }()) }
                func long(
                    a: () -> Void = { }
                ) throws(E) -> some Collection<Int> where A: B {
                    func inner() {
                    }
                    // }
                    print("}")
                }
                static func < (a: Int, b: Int) -> Bool { true }
            }
            """
        #expect(
            SwiftText(source).functions == [
                .init(name: "held", line: 3, length: 1), .init(name: "held", line: 8, length: 3),
                .init(name: "init", line: 11, length: 1), .init(name: "long", line: 12, length: 8),
                .init(name: "inner", line: 15, length: 2), .init(name: "<", line: 20, length: 1),
            ])
    }
}
