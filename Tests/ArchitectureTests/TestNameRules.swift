/// The part of the rule for test names that a scan can hold: every `@Test` has a display name that is a sentence.
enum TestNameRules {
    /// The fewest words of a sentence.
    static let words = 3

    /// The tests of a file whose display name is missing or no sentence, `path:line: name`.
    static func faults(_ file: SourceTree.File) -> [String] {
        let source = Array(file.text.utf8)
        // Comments and the contents of strings are blank here, and every position is that of the source.
        let code = SwiftText(file.text).code
        return starts(of: Array("@Test".utf8), in: code).compactMap { start in
            let name = displayName(at: start + "@Test".utf8.count, of: source)
            if let name, isSentence(name) { return nil }
            let line = source[..<start].count { $0 == UInt8(ascii: "\n") } + 1
            return "\(file.path):\(line): \(name ?? "no name")"
        }
    }

    /// Whether a name begins with a capital letter, has a few words and ends without a full stop.
    static func isSentence(_ name: String) -> Bool {
        name.first?.isUppercase == true && name.split(separator: " ").count >= words && !name.hasSuffix(".")
    }

    /// The places of a token that is not the beginning of a longer name.
    private static func starts(of token: [UInt8], in code: [UInt8]) -> [Int] {
        code.indices.filter { start in
            guard code[start] == token[0], code[start...].starts(with: token) else { return false }
            let end = start + token.count
            return end == code.count || !Character(UnicodeScalar(code[end])).isLetter
        }
    }

    /// The string literal that is the first argument of the attribute whose name ends at `end`; nil if there is none.
    private static func displayName(at end: Int, of source: [UInt8]) -> String? {
        guard end < source.count, source[end] == UInt8(ascii: "(") else { return nil }
        let argument = source[(end + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        guard argument.first == UInt8(ascii: "\"") else { return nil }
        var literal: [UInt8] = []
        for byte in argument.dropFirst() {
            if byte == UInt8(ascii: "\""), literal.last != UInt8(ascii: "\\") { break }
            literal.append(byte)
        }
        return String(decoding: literal, as: UTF8.self)
    }
}
