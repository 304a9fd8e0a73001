import Bytes

/// Takes spaces out of a line of the page's scripts that part no two tokens: `a = b` is sent as `a=b`.
///
/// Lines are not parsed. A space goes where a bracket, a comma or a semicolon stands beside it, or an operator on one
/// side and a name, a number or a string on the other: none of these can become another token together. Strings stay
/// as they are, and so does a template that is the only one of its line. So does all of a line from the first sign on
/// that may begin a regular expression, a comment, or a template of several.
enum ScriptSpaces {
    /// The line without those spaces.
    /// - Parameter line: a line that begins in no string, template or comment, without its indent.
    static func removed(fromLine line: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(line.count)
        // Templates may stand in templates; with two of their signs there is one.
        let hasOneTemplate = line.count { $0 == backtick } == 2 && !line.contains(UInt8(ascii: "\\"))
        var rest = line
        while let byte = rest.first, byte == backtick ? hasOneTemplate : !opens.contains(byte) {
            let token: ArraySlice<UInt8>
            if ends.contains(byte) {
                guard let end = endOfQuoted(by: ends, at: rest) else { break }
                token = rest[..<end]
            } else if ASCII.isBlank(byte) {
                token = rest.prefix { ASCII.isBlank($0) }
                if areParted(kept.last, rest[token.endIndex...].first) {
                    rest = rest[token.endIndex...]
                    continue
                }
            } else {
                token = rest.prefix(1)
            }
            kept += token
            rest = rest[token.endIndex...]
        }
        return kept + rest
    }

    private static let brackets = Set("{}()[],;".utf8)
    private static let operators = Set("=:?&|<>+-*%!^~".utf8)
    private static let quotes = Set("\"'".utf8)
    /// The signs at both ends of strings and templates.
    private static let ends = Set("\"'`".utf8)
    private static let backtick = UInt8(ascii: "`")
    /// The signs that may begin a template, a regular expression or a comment.
    private static let opens = Set("/`".utf8)

    /// Whether two bytes are of two tokens without a space between them too.
    private static func areParted(_ before: UInt8?, _ behind: UInt8?) -> Bool {
        guard let before, let behind, !opens.contains(behind) else { return false }
        return brackets.contains(before) || brackets.contains(behind)
            || operators.contains(before) && isOfWord(behind)
            || isOfWord(before) && operators.contains(behind)
    }

    /// Whether a byte is of a name, a number or a string.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: quotes.contains(byte)
        }
    }

    /// The index behind the next sign that is the first one again, if that is one of `signs`; nil if there is none. A
    /// backslash takes the sign behind it for itself.
    static func endOfQuoted(by signs: Set<UInt8>, at text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, signs.contains(first) else { return nil }
        var index = text.startIndex + 1
        while index < text.endIndex {
            if text[index] == first { return index + 1 }
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}
