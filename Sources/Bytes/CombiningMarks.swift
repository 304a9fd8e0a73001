/// Combining marks in a row, in texts of strangers.
///
/// Swift compares and hashes a `String` by canonical equivalence (UAX #15). It puts the marks behind a letter in order
/// by an insertion sort. So a comparison of n marks takes some n²/4 steps: 30 ms for a text of 16 KB, and anybody can
/// send one. Whatever makes a `String` of a stranger's bytes has to refuse it if it has too many.
package enum CombiningMarks {
    /// The maximum number in a row: that of Unicode's stream-safe text (UAX #15 section 13). No language has as many.
    package static let mostInARow = 30

    /// Whether a text has more of them in a row than ``mostInARow``. Takes time in proportion to its length.
    package static func areTooMany(in text: String) -> Bool {
        // A mark has two bytes at least.
        guard text.utf8.count > 2 * mostInARow, text.utf8.contains(where: mayBegin) else { return false }
        var count = 0
        for scalar in text.unicodeScalars {
            count = isMark(scalar) ? count + 1 : 0
            if count > mostInARow { return true }
        }
        return false
    }

    /// Whether the text of these bytes has more of them in a row. A byte that is no UTF-8 is no mark.
    package static func areTooMany(in bytes: RawSpan) -> Bool {
        guard bytes.byteCount > 2 * mostInARow, !bytes.allSatisfy({ !mayBegin($0) }) else { return false }
        return areTooMany(in: bytes.string)
    }

    /// Whether a mark can begin with this byte: the first of them, U+0300, is CC 80.
    private static func mayBegin(_ byte: UInt8) -> Bool { byte >= 0xCC }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }
}
