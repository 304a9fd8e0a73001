/// The part of the rules for comments that a scan can hold: how a `///` summary begins, and how a `// MARK:` heading.
enum SummaryRules {
    /// Words that begin no summary. A summary starts with a noun phrase or with a verb in the third person.
    static let forbidden: Set<Substring> = [
        "What", "Who", "Whose", "Of", "Those", "There", "That", "How", "Some of", "Where", "As", "It", "They",
        "Without", "Since", "By", "From", "Before", "With", "Behind", "The same", "So many", "Goes on", "Does it",
        "Reads it", "Reads them", "Reads that", "Writes it", "Answers whether", "Answers true", "Answers false",
    ]

    /// Words that begin no heading: with them it has no subject.
    static let forbiddenInHeadings: Set<Substring> = [
        "What", "Who", "Whose", "Where", "Whether", "That", "Those", "It", "They", "Of", "There", "How",
    ]

    /// The lines of a file at which a `///` comment begins with a forbidden word, `path:line: word`.
    static func faults(_ file: SourceTree.File) -> [String] {
        var isInComment = false
        return file.lines.enumerated().compactMap { index, line in
            let text = line.trimmed
            defer { isInComment = text.hasPrefix("///") }
            guard text.hasPrefix("///"), !isInComment else { return nil }
            let words = text.dropFirst(3).split(separator: " ", maxSplits: 2)
            let pair = words.prefix(2).joined(separator: " ")
            guard let first = words.first else { return nil }
            guard forbidden.contains(first) || forbidden.contains(pair[...]) else { return nil }
            return "\(file.path):\(index + 1): \(first)"
        }
    }

    /// The lines of a file at which a `// MARK:` heading begins with a forbidden word, `path:line: word`.
    static func headingFaults(_ file: SourceTree.File) -> [String] {
        let mark = "// MARK: "
        return file.lines.enumerated().compactMap { index, line in
            let text = line.trimmed
            guard text.hasPrefix(mark) else { return nil }
            let words = text.dropFirst(mark.count).split(separator: " ")
            guard let first = words.first, forbiddenInHeadings.contains(first) else { return nil }
            return "\(file.path):\(index + 1): \(first)"
        }
    }
}
