import Testing

@Suite struct SentenceRulesTests {
    /// The number of comment sentences of 26 to 30 words in `Sources/`. It only falls: lower it with what you split.
    private static let long = 113

    @Test("No comment sentence of the sources has more than 30 words, and no more than before have over 25")
    func lengths() {
        #expect(SourceTree.sources.flatMap { SentenceRules.faults($0, above: 30) } == [])
        #expect(SourceTree.sources.flatMap { SentenceRules.faults($0, above: 25) }.count <= Self.long)
    }

    @Test("A long sentence is found at its first line, and ends at a full stop, an empty line, an item and code")
    func seesLongSentences() {
        let (a, b) = (Array(repeating: "a", count: 20).joined(separator: " "), "b b b b b b b b b b b")
        func faults(_ text: String) -> [String] {
            SentenceRules.faults(SourceTree.File(path: "Sources/Rooms/Planted.swift", text: text), above: 30)
        }
        #expect(faults("/// Short.\n/// \(a)\n/// \(b).\nlet c = 1") == ["Sources/Rooms/Planted.swift:2: 31 words"])
        for gap in [".\n/// ", "? ", "\n///\n/// ", "\n/// - ", "\nlet c = 1\n/// "] {
            #expect(faults("    // \(a)\(gap)\(b).") == [], "\(gap)")
        }
        #expect(faults("let c = 1  // \(a) \(b)") == [])
    }
}
