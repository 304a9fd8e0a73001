import Bytes

/// Takes comments out of the page's scripts and styles, so that what explains them to developers costs no visitor time.
///
/// Whole lines of comments go, and so do empty ones. In a script's lines of code it removes indents, spaces that
/// separate no tokens (``ScriptSpaces``), and comments with types (`/** … */`). Such a comment goes only where no
/// string, template or regular expression can stand before it. Other comments beside code stay, and so does `/*!`, as
/// comments about licences begin by convention.
struct PageComments {
    /// The kinds of files that have such comments.
    enum Language {
        /// `//` and `/* */`.
        case javaScript
        /// `/* */` alone.
        case css

        /// The language of a file; nil if it is neither.
        init?(fileNamed name: String) {
            if name.hasSuffix(".js") {
                self = .javaScript
            } else if name.hasSuffix(".css") {
                self = .css
            } else {
                return nil
            }
        }
    }

    private let language: Language
    private let text: [UInt8]
    private var kept: [UInt8] = []

    private init(of text: [UInt8], _ language: Language) {
        self.language = language
        self.text = text
        kept.reserveCapacity(text.count)
    }

    /// The text without its comments, and a script without its indents and the spaces that part no tokens.
    ///
    /// A line inside a template may look like a comment and be none. Templates are not parsed: from the first line on
    /// that may leave one open, everything stays.
    static func removed(from text: [UInt8], _ language: Language) -> [UInt8] {
        var page = PageComments(of: text, language)
        page.readLines()
        return page.kept
    }

    private mutating func readLines() {
        var start = 0
        while start < text.count {
            let code = text[start...].firstIndex { !ASCII.isBlank($0) } ?? text.count
            let before = kept.count
            var end = endOfLine(from: code)
            if code >= end || language == .javaScript && begins(slash, slash, at: code) {
                // Nothing of it stays.
            } else if begins(slash, star, at: code) {
                guard let close = endOfComment(from: code + 2) else { return keep(start..<text.count) }
                end = endOfLine(from: close)
                let isWhole =
                    !beginsComment(UInt8(ascii: "!"), at: code)
                    && text[close..<end].allSatisfy { ASCII.isBlank($0) || $0 == carriageReturn }
                guard isWhole || !mayGoOn(close..<end) else { return keep(start..<text.count) }
                if !isWhole { keep(start..<end) }
            } else if mayGoOn(code..<end) {
                return keep(start..<text.count)
            } else if language == .javaScript {
                keepScript(min(code, end)..<end)
            } else {
                keep(start..<end)
            }
            if end < text.count, kept.count > before { kept.append(newline) }
            start = end + 1
        }
    }

    private mutating func keep(_ range: Range<Int>) {
        kept += text[range]
    }

    /// Keeps a line of code, without comments that only say a type and without spaces that part no tokens.
    private mutating func keepScript(_ line: Range<Int>) {
        let before = kept.count
        keepUntyped(line)
        let parted = ScriptSpaces.removed(fromLine: kept[before...])
        kept.replaceSubrange(before..., with: parted)
    }

    /// Keeps a line of code without comments that only say a type. The code before such a comment is kept as it is. It
    /// must not have a sign that may begin a string, template or regular expression, in which a comment is none.
    private mutating func keepUntyped(_ line: Range<Int>) {
        var start = line.lowerBound
        var index = start
        while index < line.upperBound, !PageComments.opens.contains(text[index]) || beginsComment(star, at: index) {
            guard beginsComment(star, at: index) else {
                index += 1
                continue
            }
            guard let close = endOfComment(from: index + 2), close <= line.upperBound else { break }
            keep(start..<index)
            // A comment parts tokens as a blank does.
            let isSpread = kept.suffix(3).elementsEqual("...".utf8)
            let isParted = isSpread || kept.last.map { PageComments.parts.contains($0) } ?? true
            if !isParted { kept.append(UInt8(ascii: " ")) }
            start = text[close..<line.upperBound].firstIndex { !ASCII.isBlank($0) } ?? line.upperBound
            index = start
        }
        keep(start..<line.upperBound)
    }

    /// Bytes behind which no blank is wanted.
    private static let parts = ByteSet(" \t\n([,")
    /// The signs that may begin a string, a template, a regular expression, or a comment of another kind.
    private static let opens = ByteSet("\"'`/")
    /// The signs at both ends of strings and regular expressions.
    private static let unparsed = ByteSet("\"'/")

    /// Whether a string, a template or a comment that begins in this piece of a line may reach into the next.
    private func mayGoOn(_ range: Range<Int>) -> Bool {
        guard let last = text[range].last(where: { $0 != carriageReturn }) else { return false }
        guard last != UInt8(ascii: "\\") else { return true }
        guard language == .javaScript else { return false }
        if let open = range.last(where: { begins(slash, star, at: $0) }), endOfComment(from: open + 2, in: range) == nil
        {
            return true
        }
        guard text[range].contains(backtick) else { return false }
        var isInTemplate = false
        // Open braces, counted from the first one of a substitution on.
        var braces = 0
        var index = range.lowerBound
        while index < range.upperBound {
            if !isInTemplate, braces == 0, let end = endOfUnparsed(at: index, in: range) {
                // Whether this opens a template depends on what begins here: a string or a quote in an expression, an
                // expression or a division.
                if text[index..<end].contains(backtick) { return true }
                index = end
                continue
            }
            switch text[index] {
            case backtick: isInTemplate.toggle()
            case UInt8(ascii: "{") where braces > 0 || index > range.lowerBound && text[index - 1] == UInt8(ascii: "$"):
                braces += 1
            case UInt8(ascii: "}") where braces > 0: braces -= 1
            default: break
            }
            index += 1
        }
        return isInTemplate || braces > 0
    }

    /// The index behind a string, a comment, or what may be a regular expression; nil if none begins at `index`.
    private func endOfUnparsed(at index: Int, in range: Range<Int>) -> Int? {
        if begins(slash, star, at: index) { return endOfComment(from: index + 2, in: range) }
        return ScriptSpaces.endOfQuoted(by: PageComments.unparsed, at: index, in: text[..<range.upperBound])
    }

    // MARK: Reading

    private let slash = UInt8(ascii: "/")
    private let star = UInt8(ascii: "*")
    private let backtick = UInt8(ascii: "`")
    private let newline = UInt8(ascii: "\n")
    private let carriageReturn = UInt8(ascii: "\r")

    private func begins(_ first: UInt8, _ second: UInt8, at index: Int) -> Bool {
        index + 1 < text.count && text[index] == first && text[index + 1] == second
    }

    /// Whether a comment begins here whose third sign is this one.
    private func beginsComment(_ third: UInt8, at index: Int) -> Bool {
        index + 2 < text.count && text[index + 2] == third && begins(slash, star, at: index)
    }

    private func endOfLine(from index: Int) -> Int { text[index...].firstIndex(of: newline) ?? text.count }

    /// The index behind the next `*/`.
    private func endOfComment(from index: Int) -> Int? { endOfComment(from: index, in: text.indices) }

    private func endOfComment(from index: Int, in range: Range<Int>) -> Int? {
        guard index < range.upperBound else { return nil }
        return (index..<range.upperBound).first { begins(star, slash, at: $0) }.map { $0 + 2 }
    }
}
