import Bytes

/// Takes spaces out of a line of the page's scripts that part no two tokens: `a = b` is sent as `a=b`.
///
/// Lines are not parsed. A space is removed beside a bracket, a comma or a semicolon. It is also removed between an
/// operator and a name, a number or a string. No two of these can become another token together. Strings stay as they
/// are, and so does a template that is the only one of its line. So does all of a line from the first sign on that may
/// begin a regular expression, a comment, or a template of several.
enum ScriptSpaces {
    /// The line without those spaces.
    /// - Parameter line: a line that begins in no string, template or comment, without its indent.
    static func removed(fromLine line: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(line.count)
        // Templates may stand in templates; with two of their signs there is one.
        let hasOneTemplate = line.count { $0 == backtick } == 2 && !line.contains(UInt8(ascii: "\\"))
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            if byte == backtick ? !hasOneTemplate : opens.contains(byte) { break }
            if ends.contains(byte) {
                guard let end = endOfQuoted(by: ends, at: index, in: line) else { break }
                kept += line[index..<end]
                index = end
            } else if ASCII.isBlank(byte) {
                let end = line[index...].firstIndex { !ASCII.isBlank($0) } ?? line.endIndex
                if !areParted(kept.last, end < line.endIndex ? line[end] : nil) { kept += line[index..<end] }
                index = end
            } else {
                kept.append(byte)
                index += 1
            }
        }
        return kept + line[index...]
    }

    private static let brackets = ByteSet("{}()[],;")
    private static let operators = ByteSet("=:?&|<>+-*%!^~")
    private static let quotes = ByteSet("\"'")
    /// The signs at both ends of strings and templates.
    private static let ends = ByteSet("\"'`")
    private static let backtick = UInt8(ascii: "`")
    /// The signs that may begin a template, a regular expression or a comment.
    private static let opens = ByteSet("/`")

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

    /// The index behind the next sign that is the one at `start` again, if that is one of `signs`; nil if there is
    /// none. A backslash takes the sign behind it for itself.
    static func endOfQuoted(by signs: ByteSet, at start: Int, in text: ArraySlice<UInt8>) -> Int? {
        let first = text[start]
        guard signs.contains(first) else { return nil }
        var index = start + 1
        while index < text.endIndex {
            if text[index] == first { return index + 1 }
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}
