extension SwiftText {
    /// A function, initialiser, subscript or computed property with a body.
    struct Function: Equatable {
        let name: String
        /// The number of its first line, from 1.
        let line: Int
        /// Lines from its keyword to its closing brace.
        let length: Int
        /// The lines that are an exhaustive switch: one thing, however long.
        var exhaustive = 0
    }

    private struct Token {
        let text: String
        let line: Int
    }

    /// Every function, in order of appearance; functions in functions count for both.
    var functions: [Function] {
        let tokens = self.tokens
        return tokens.indices.compactMap { index in
            let keyword = tokens[index].text
            guard Self.opening.contains(keyword), index == 0 || tokens[index - 1].text != ".",
                let body = bodyStart(of: index, in: tokens), let end = closing(body, in: tokens)
            else { return nil }
            let isNamed = keyword == "func" || keyword == "var"
            return Function(
                name: isNamed ? tokens[index + 1].text : keyword, line: tokens[index].line,
                length: tokens[end].line - tokens[index].line + 1,
                exhaustive: exhaustiveLines(of: tokens, in: body...end))
        }
    }

    /// The lines of the outermost switches that have no `default`.
    private func exhaustiveLines(of tokens: [Token], in body: ClosedRange<Int>) -> Int {
        var (lines, next) = (0, body.lowerBound)
        while let start = tokens[next...body.upperBound].firstIndex(where: { $0.text == "switch" }) {
            next = start + 1
            guard let brace = tokens[next...].firstIndex(where: { $0.text == "{" }),
                let end = closing(brace, in: tokens)
            else { continue }
            var depth = 0
            let hasDefault = (brace...end).contains { index in
                // A `default` in brackets is the argument of a subscript.
                if ["{", "(", "["].contains(tokens[index].text) { depth += 1 }
                if ["}", ")", "]"].contains(tokens[index].text) { depth -= 1 }
                return depth == 1 && tokens[index].text == "default"
            }
            // What is within it may be exhaustive.
            if hasDefault { continue }
            lines += tokens[end].line - tokens[start].line + 1
            next = end
        }
        return lines
    }

    private static let opening: Set = ["func", "init", "deinit", "subscript", "var"]

    /// A declaration that begins with one of these before any brace shows that the one before it has no body.
    private static let beginnings: Set = [
        "func", "init", "deinit", "subscript", "var", "let", "case", "static", "package", "public", "private",
        "fileprivate",
        "internal", "mutating", "nonmutating", "struct", "enum", "class", "actor", "extension", "protocol",
        "associatedtype", "typealias", "import", "}", "return", "guard", "if", "for", "while", "switch",
    ]

    /// Identifiers and single symbols.
    private var tokens: [Token] {
        var tokens: [Token] = []
        var line = 1
        var word: [UInt8] = []
        func isPartOfWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == 0x5F || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
        }
        for byte in code + [UInt8(ascii: "\n")] {
            if isPartOfWord(byte) {
                word.append(byte)
                continue
            }
            if !word.isEmpty {
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), line: line))
                word = []
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte > 0x20 { tokens.append(Token(text: String(UnicodeScalar(byte)), line: line)) }
        }
        return tokens
    }

    /// The brace that opens the body of the declaration at `start`, or nil if it has none.
    private func bodyStart(of start: Int, in tokens: [Token]) -> Int? {
        let isVariable = tokens[start].text == "var"
        var depth = 0
        // The name comes first and may be a keyword in backticks.
        var index = start + (isVariable || tokens[start].text == "func" ? 2 : 1)
        while index < tokens.count {
            let text = tokens[index].text
            switch text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return index
            case "=" where depth == 0 && isVariable: return nil
            case _ where depth < 0 || depth == 0 && Self.beginnings.contains(text): return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    private func closing(_ brace: Int, in tokens: [Token]) -> Int? {
        var depth = 0
        for index in brace..<tokens.count {
            if tokens[index].text == "{" { depth += 1 }
            if tokens[index].text == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
