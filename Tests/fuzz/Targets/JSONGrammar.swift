/// The grammar of RFC 8259, and nothing but: it has no largest number, which Foundation has (`1e999`).
struct JSONGrammar {
    private var rest: ArraySlice<UInt8>

    private init(_ text: [UInt8]) { rest = text[...] }

    /// Whether `text` is an object, with nothing but white space around it, in UTF-8 (section 8.1).
    static func isObject(_ text: [UInt8]) -> Bool {
        var grammar = JSONGrammar(text)
        grammar.skipSpace()
        guard grammar.rest.first == UInt8(ascii: "{"), grammar.takeValue() else { return false }
        return grammar.rest.isEmpty && Standards.isUTF8(text)
    }

    /// `ws value ws` (section 3).
    private mutating func takeValue() -> Bool {
        skipSpace()
        defer { skipSpace() }
        switch rest.first {
        case UInt8(ascii: "{"):
            return takeMembers(to: "}") { grammar in
                grammar.skipSpace()
                guard grammar.takeString() else { return false }
                grammar.skipSpace()
                return grammar.take(":") && grammar.takeValue()
            }
        case UInt8(ascii: "["): return takeMembers(to: "]") { $0.takeValue() }
        case UInt8(ascii: "\""): return takeString()
        case UInt8(ascii: "t"): return take("true")
        case UInt8(ascii: "f"): return take("false")
        case UInt8(ascii: "n"): return take("null")
        default: return takeNumber()
        }
    }

    /// Takes the members between brackets, separated by commas (sections 4 and 5).
    private mutating func takeMembers(to end: String, _ member: (inout JSONGrammar) -> Bool) -> Bool {
        rest = rest.dropFirst()
        skipSpace()
        if take(end) { return true }
        repeat {
            guard member(&self) else { return false }
        } while take(",")
        return take(end)
    }

    /// `[ minus ] int [ frac ] [ exp ]` (section 6).
    private mutating func takeNumber() -> Bool {
        _ = take("-")
        if !take("0") {
            guard rest.first != UInt8(ascii: "0"), takeDigits() else { return false }
        }
        if take("."), !takeDigits() { return false }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            return takeDigits()
        }
        return true
    }

    private mutating func takeDigits() -> Bool {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[digits.endIndex...]
        return !digits.isEmpty
    }

    /// `quotation-mark *char quotation-mark` (section 7).
    private mutating func takeString() -> Bool {
        guard take("\"") else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return false }
                if escaped == UInt8(ascii: "u") {
                    let digits = rest.prefix(4)
                    guard digits.count == 4, digits.allSatisfy(Array("0123456789abcdefABCDEF".utf8).contains) else {
                        return false
                    }
                    rest = rest.dropFirst(4)
                } else if !Array("\"\\/bfnrt".utf8).contains(escaped) {
                    return false
                }
            case 0..<0x20: return false
            default: continue
            }
        }
        return false
    }

    private mutating func take(_ literal: String) -> Bool {
        guard rest.starts(with: literal.utf8) else { return false }
        rest = rest.dropFirst(literal.utf8.count)
        return true
    }

    private mutating func skipSpace() { rest = rest.drop(while: Array(" \t\r\n".utf8).contains) }
}
