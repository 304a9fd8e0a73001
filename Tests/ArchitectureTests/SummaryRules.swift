/// The part of the rules for `///` comments that a scan can hold: how a summary begins.
enum SummaryRules {
    /// Words that begin no summary. A summary starts with a noun phrase or with a verb in the third person.
    static let forbidden: Set<Substring> = [
        "What", "Who", "Whose", "Of", "Those", "There", "That", "How", "Some of", "Where", "As", "It", "They",
        "Without", "Since", "By", "From", "Before", "With", "Behind", "The same", "So many", "Goes on", "Does it",
        "Reads it", "Reads them", "Reads that", "Writes it", "Answers whether", "Answers true", "Answers false",
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
}
