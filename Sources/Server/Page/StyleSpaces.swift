import Bytes

/// Removes the spaces from the page's styles that part no two tokens.
///
/// These are indents, spaces after `:` `;` `,` and `{`, and spaces before `{` and `}`. Lines stay as they are, so that
/// a line's number in a browser's report is that in the file.
struct StyleSpaces {
    private let text: [UInt8]
    private var kept: [UInt8] = []

    private init(of text: [UInt8]) {
        self.text = text
        kept.reserveCapacity(text.count)
    }

    /// The style without those spaces. Strings, comments and escapes stay (CSS Syntax Level 3, section 4).
    static func removed(from text: [UInt8]) -> [UInt8] {
        var style = StyleSpaces(of: text)
        style.read()
        return style.kept
    }

    private mutating func read() {
        var index = 0
        // Whether blanks that come now stand behind a sign that needs none.
        var isParted = true
        while index < text.count {
            let byte = text[index]
            if ASCII.isBlank(byte) {
                let end = text[index...].firstIndex { !ASCII.isBlank($0) } ?? text.count
                let closes = end < text.count && StyleSpaces.needNoneBefore.contains(text[end])
                if !isParted, !closes { keep(index..<end) }
                index = end
            } else {
                let end = endOfToken(from: index)
                keep(index..<end)
                isParted = end == index + 1 && StyleSpaces.needNoneBehind.contains(byte)
                index = end
            }
        }
    }

    private mutating func keep(_ range: Range<Int>) {
        kept += text[range]
    }

    // MARK: Tokens

    private static let needNoneBehind = Set(":;,{\n".utf8)
    private static let needNoneBefore = Set("{}".utf8)

    /// The index behind a string, a comment, an escape, or one byte of anything else.
    private func endOfToken(from start: Int) -> Int {
        switch text[start] {
        case UInt8(ascii: "\\"): return min(start + 2, text.count)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return endOfString(from: start)
        case UInt8(ascii: "/") where text[start...].starts(with: "/*".utf8): return endOfComment(from: start)
        default: return start + 1
        }
    }

    /// A string ends at its quote; at a line's end too, and is an error of the style then.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < text.count {
            switch text[index] {
            case text[start]: return index + 1
            case UInt8(ascii: "\n"): return index
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return text.count
    }

    private func endOfComment(from start: Int) -> Int {
        var index = start + 2
        while index < text.count, !text[index...].starts(with: "*/".utf8) { index += 1 }
        return min(index + 2, text.count)
    }
}
