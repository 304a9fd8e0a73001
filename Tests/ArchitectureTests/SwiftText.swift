/// Swift source with its comments and the contents of its literals blanked out, line for line. The rest can be
/// searched, and its braces counted.
struct SwiftText {
    /// The code, as long as the source.
    private(set) var code: [UInt8]
    /// Whether every bracket, string and comment was closed: if not, nothing found in the code can be trusted.
    private(set) var isBalanced = true

    private let source: [UInt8]
    private var at = 0

    init(_ text: String) {
        source = Array(text.utf8)
        code = source
        readCode(untilParenthesis: false)
        if at < source.count { isBalanced = false }
    }

    /// The code by lines.
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The code as text.
    var text: String { String(decoding: code, as: UTF8.self) }

    private func starts(_ token: StaticString) -> Bool {
        source[at...].starts(with: token.description.utf8)
    }

    private mutating func blank(_ count: Int) {
        for _ in 0..<count where at < source.count {
            if source[at] != UInt8(ascii: "\n") { code[at] = UInt8(ascii: " ") }
            at += 1
        }
    }

    /// Reads code to the end, or to the parenthesis that closes an interpolation.
    private mutating func readCode(untilParenthesis: Bool) {
        var open: [UInt8] = []
        while at < source.count {
            switch source[at] {
            case UInt8(ascii: "/") where starts("//"):
                while at < source.count, source[at] != UInt8(ascii: "\n") { blank(1) }
            case UInt8(ascii: "/") where starts("/*"): readBlockComment()
            case UInt8(ascii: "\""): readString(hashes: 0)
            case UInt8(ascii: "#"): readHashes()
            case let byte where "([{".utf8.contains(byte):
                open.append(byte)
                at += 1
            case let byte where ")]}".utf8.contains(byte):
                if untilParenthesis, open.isEmpty { return }
                let partner: UInt8 = byte == UInt8(ascii: ")") ? 0x28 : byte - 2
                if open.popLast() != partner { isBalanced = false }
                at += 1
            default: at += 1
            }
        }
        if !open.isEmpty || untilParenthesis { isBalanced = false }
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && at < source.count
        if depth > 0 { isBalanced = false }
    }

    /// `#"…"#`, `#/…/#`, or just `#if`.
    private mutating func readHashes() {
        let hashes = source[at...].prefix { $0 == UInt8(ascii: "#") }.count
        let next = at + hashes < source.count ? source[at + hashes] : 0
        if next == UInt8(ascii: "\"") {
            at += hashes
            readString(hashes: hashes)
        } else if next == UInt8(ascii: "/") {
            let end = [UInt8(ascii: "/")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
            blank(hashes + 1)
            while at < source.count, !source[at...].starts(with: end) { blank(1) }
            blank(hashes + 1)
        } else {
            at += hashes
        }
    }

    /// Reads a string from its quote; `hashes` of them stood before it.
    private mutating func readString(hashes: Int) {
        let marks = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: starts("\"\"\"") ? 3 : 1)
        blank(quotes.count)
        while at < source.count {
            if source[at...].starts(with: quotes + marks) {
                blank(quotes.count + hashes)
                return
            }
            if source[at...].starts(with: [UInt8(ascii: "\\")] + marks) {
                blank(1 + hashes)
                if at < source.count, source[at] == UInt8(ascii: "(") {
                    blank(1)
                    readCode(untilParenthesis: true)
                }
                blank(1)
            } else {
                if quotes.count == 1, source[at] == UInt8(ascii: "\n") { break }
                blank(1)
            }
        }
        isBalanced = false
    }
}
