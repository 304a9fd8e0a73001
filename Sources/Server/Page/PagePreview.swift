import GameRules

/// Words that a shared link says of a puzzle. No letter of any answer is in them, and nothing that the address lacks.
enum PagePreview {
    /// `five-letter words`, `seven-letter anagrams`; with the language where it is not that of the page.
    static func words(of line: PuzzleLine) -> String { sized(line, "\(noun(of: line.kind))s") }

    /// `five-letter word`, `seven-letter anagram`.
    static func word(of line: PuzzleLine) -> String { sized(line, noun(of: line.kind)) }

    /// `word`, `anagram`.
    static func noun(of kind: PuzzleLine.Kind) -> String {
        switch kind {
        case .guess: "word"
        case .anagram: "anagram"
        }
    }

    private static func sized(_ line: PuzzleLine, _ noun: String) -> String {
        let count = counts.indices.contains(line.length) ? counts[line.length] : "\(line.length)"
        let language = line.language == PagePreview.language ? "" : " (\(line.language))"
        return "\(count)-letter \(noun)\(language)"
    }

    /// `19 November 2026`.
    static func text(of day: Day) -> String {
        let civil = day.civil
        return "\(civil.day) \(months[civil.month - 1]) \(civil.year)"
    }

    /// The language of the page.
    private static let language = "en"
    private static let counts = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
