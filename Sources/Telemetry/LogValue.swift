/// The value of one field of a log line. What it may not be (letters of a board, tokens, salts) is the caller's duty.
package enum LogValue: Hashable, Sendable {
    /// Text of any kind, also a peer's: it is escaped, and cut at `LogValue.maximumBytes`.
    case text(String)
    /// A number; the field's name says the unit.
    case number(Int)
    /// A yes or no.
    case flag(Bool)

    /// The longest text a field carries, in bytes of UTF-8; the rest is replaced by `…`. With it a peer cannot fill the
    /// disk with one line.
    package static let maximumBytes = 512

    /// The text as far as it may go into a line.
    static func bounded(_ text: String) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        var kept = ""
        var bytes = 0
        // By scalars, not characters: one character can be of any length.
        for scalar in text.unicodeScalars {
            bytes += scalar.utf8.count
            guard bytes <= maximumBytes else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept + "…"
    }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .flag(value) }
}
