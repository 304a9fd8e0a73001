/// Combining marks in a row, in texts of strangers.
///
/// Swift compares and hashes a `String` by canonical equivalence (UAX #15). It puts the marks behind a letter in order
/// by an insertion sort. So a comparison of n marks takes some n²/4 steps: 30 ms for a text of 16 KB, and anybody can
/// send one. Whatever makes a `String` of a stranger's UTF-8 has to refuse it if it has too many.
package enum CombiningMarks {
    /// The maximum number in a row. Stream-safe text (UAX #15 section 13) has as many when it is decomposed. No
    /// language needs them.
    package static let mostInARow = 30

    /// Whether a text has more of them in a row than ``mostInARow``. Takes time in proportion to its length.
    package static func areTooMany(in text: String) -> Bool {
        // A mark has two bytes at least, and the first of them, U+0300, is CC 80.
        guard text.utf8.count > 2 * mostInARow, text.utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var count = 0
        for scalar in text.unicodeScalars {
            count = isMark(scalar) ? count + 1 : 0
            if count > mostInARow { return true }
        }
        return false
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: false
        // TIBETAN VOWEL SIGN II, UU and REVERSED II: no marks by their class, and each stands for two.
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
