import Bytes

/// The part of a representation that a Range field asks for (RFC 9110 section 14).
package enum ByteRange: Hashable, Sendable {
    /// All of it, as without the field: it is malformed, of another unit, or asks for several ranges. A server may
    /// always ignore a Range (section 14.2), and several ranges of one file are what range attacks are made of.
    case ignored
    /// The bytes to send, at least one.
    case part(Range<Int>)
    /// Bytes that are not there: 416.
    case unsatisfiable

    /// Reads the value of a Range field for a representation of `length` bytes.
    package init(_ field: String, length: Int) {
        self = .ignored
        let pieces = field.parts(between: "=", most: 2)
        guard pieces.count == 2, ASCII.lowercased(pieces[0]) == "bytes" else { return }
        let spec = pieces[1].trimmingBlanks
        let ends = spec.parts(between: "-", most: 2)
        guard ends.count == 2 else { return }
        let (first, last) = (ends[0], ends[1])
        if first.isEmpty {
            guard let suffix = ByteRange.number(last), length > 0 else { return }
            self = suffix == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
            return
        }
        guard let start = ByteRange.number(first), let end = last.isEmpty ? Int.max : ByteRange.number(last),
            start <= end
        else { return }
        self = start < length ? .part(start..<min(end, length - 1) + 1) : .unsatisfiable
    }

    /// Digits as a number; more than an integer holds as the largest. Nil for anything else, such as a list.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? Int.max
    }
}
