import Foundation

/// Rules about every text of the repository.
enum TextRules {
    /// Texts that no file may hold. They are put together from parts, so that this file does not hold it either.
    static let forbidden: [String] = [
        "word" + "le",  // another's name
        "/wor" + "k/", "/tm" + "p/tr", "/roo" + "t/", "/opt/" + "swift",  // paths of somebody's machine
        "../" + "shared",
        "pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "deb.debian" + ".org",
        "crates" + ".io",
        "TO" + "DO", "FIX" + "ME", "XX" + "X:",
    ]

    /// Forbidden texts in a file, whatever their case (work left to do: upper case).
    static func violations(_ file: SourceTree.File) -> [String] {
        let lower = file.text.lowercased()
        return forbidden.filter { text in
            text == text.uppercased() && text.contains(where: \.isLetter)
                ? file.text.contains(text) : lower.contains(text.lowercased())
        }.map { "\(file.path): \($0)" }
    }

    /// Relative links of a Markdown file that lead nowhere. `exists` is asked for paths relative to the root;
    /// `headings` gives the anchors of another Markdown file.
    static func deadLinks(
        _ file: SourceTree.File, exists: (String) -> Bool, headings: (String) -> Set<String>
    ) -> [String] {
        let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
        return prose(file.text).matches(of: #/\]\((?<target>[^)\s]+)[^)]*\)/#).map { String($0.target) }.filter {
            target in
            if target.contains("://") || target.hasPrefix("mailto:") { return false }
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let path = parts[0].isEmpty ? file.path : joined(folder, String(parts[0]))
            guard exists(path) else { return true }
            return parts.count == 2 && path.hasSuffix(".md") && !headings(path).contains(String(parts[1]))
        }.map { "\(file.path): \($0)" }
    }

    /// The anchors of the headings of a Markdown text.
    static func anchors(_ text: String) -> Set<String> {
        Set(
            prose(text).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                let title = line.drop { $0 == "#" || $0 == " " }.lowercased()
                return String(
                    title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 })
            })
    }

    /// A Markdown text without its code blocks and code spans.
    private static func prose(_ text: String) -> String {
        var isCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            guard line.trimmed.hasPrefix("```") else { return !isCode }
            isCode.toggle()
            return false
        }.joined(separator: "\n").replacing(#/`[^`\n]*`/#, with: "code")
    }

    private static func joined(_ folder: String, _ path: String) -> String {
        var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}
