/// The part of the rules for comments that a scan can hold: the length of sentences.
enum SentenceRules {
    /// The sentences of a file's comments with more than `most` words, `path:line: count words`.
    ///
    /// Blanks separate words. A sentence ends with a word that ends in a full stop, `!` or `?`, and before an empty
    /// line, a list item and code. Comments behind code do not count.
    static func faults(_ file: SourceTree.File, above most: Int) -> [String] {
        var found: [String] = []
        var start = 0
        var count = 0
        func end() {
            if count > most { found.append("\(file.path):\(start): \(count) words") }
            count = 0
        }
        for (index, line) in file.lines.enumerated() {
            let text = line.trimmed
            let words = text.hasPrefix("//") ? text.drop { $0 == "/" }.split(separator: " ") : []
            if words.isEmpty || words[0] == "-" { end() }
            for word in words {
                if count == 0 { start = index + 1 }
                count += 1
                if [".", "!", "?", ".)", ".”"].contains(where: { word.hasSuffix($0) }) { end() }
            }
        }
        end()
        return found
    }
}
