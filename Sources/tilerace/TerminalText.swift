/// Text as it may be put on a terminal, whatever wrote it: names, rows of a damaged database, bytes of a file.
enum TerminalText {
    /// The text with `?` in place of characters that a terminal would obey, or that mislead a reader. These are control
    /// characters other than ends of lines, and characters that turn the direction of writing.
    static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control: scalar == "\n" ? scalar : "?"
                    case .lineSeparator, .paragraphSeparator: "?"
                    case .format: isTurning(scalar) ? "?" : scalar
                    default: scalar
                    }
                }))
    }

    /// Embeddings, overrides and isolates (Unicode Standard Annex 9).
    private static func isTurning(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
