import Testing

@Suite struct SentenceRulesTests {
    /// The most words of a sentence.
    private static let most = 25

    @Test("No comment sentence of the sources has more than 25 words")
    func lengths() {
        #expect(SourceTree.sources.flatMap { SentenceRules.faults($0, above: Self.most) } == [])
    }

    @Test("A long sentence is found at its first line, and ends at a full stop, an empty line, an item and code")
    func seesLongSentences() {
        let (a, b) = (Array(repeating: "a", count: 20).joined(separator: " "), "b b b b b b b b b b b")
        func faults(_ text: String) -> [String] {
            SentenceRules.faults(SourceTree.File(path: "Sources/Rooms/Planted.swift", text: text), above: Self.most)
        }
        #expect(faults("/// Short.\n/// \(a)\n/// \(b).\nlet c = 1") == ["Sources/Rooms/Planted.swift:2: 31 words"])
        for gap in [".\n/// ", "? ", "\n///\n/// ", "\n/// - ", "\nlet c = 1\n/// "] {
            #expect(faults("    // \(a)\(gap)\(b).") == [], "\(gap)")
        }
        #expect(faults("let c = 1  // \(a) \(b)") == [])
    }
}
