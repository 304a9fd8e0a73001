import Bytes
import Testing

@Suite("Combining marks in a row")
struct CombiningMarksTests {
    private static let most = CombiningMarks.mostInARow

    private func areTooMany(_ scalars: [Unicode.Scalar]) -> Bool {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return CombiningMarks.areTooMany(in: String(view))
    }

    @Test(
        "As many as the bound are taken, and one more is not, wherever they stand",
        arguments: ["\u{300}", "\u{323}", "\u{5B0}", "\u{94D}", "\u{302A}", "\u{1D165}"] as [Unicode.Scalar])
    func bound(mark: Unicode.Scalar) {
        let marks = Array(repeating: mark, count: Self.most)
        let others: [[Unicode.Scalar]] = [
            [], ["a"], Array(repeating: "é", count: 40), Array(repeating: "字", count: 40),
        ]
        for before in others {
            for after in others {
                #expect(!areTooMany(before + marks + after))
                #expect(areTooMany(before + marks + [mark] + after))
                #expect(!areTooMany(before + marks + ["a"] + marks + after), "a letter ends the row")
            }
        }
    }

    @Test("Marks of several kinds count as one row")
    func kinds() {
        let kinds: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{345}"]
        #expect(areTooMany((0...Self.most).map { kinds[$0 % 3] }))
        #expect(!areTooMany((0..<Self.most).map { kinds[$0 % 3] }))
    }

    /// U+0F73, U+0F75 and U+0F81 are no marks by their class, and are taken apart into two.
    @Test("Every mark of Unicode counts, and what is two of them, and nothing else does")
    func everyScalar() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isMark =
                scalar.properties.canonicalCombiningClass != .notReordered || [0xF73, 0xF75, 0xF81].contains(value)
            // Rows of all would take minutes: what is below the first mark is looked at one by one in any case.
            guard isMark || value < 0x400 || value % 97 == 0 else { continue }
            let isFound = areTooMany(Array(repeating: scalar, count: Self.most + 1))
            #expect(isFound == isMark, "\(String(value, radix: 16))")
        }
    }
}
