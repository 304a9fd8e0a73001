import Testing

@Suite struct SummaryRulesTests {
    @Test("A summary begins with a noun phrase or a verb, never with What, Where, It, The same and their like")
    func beginnings() {
        #expect(SourceTree.all.filter { $0.kind == "swift" }.flatMap(SummaryRules.faults) == [])
    }

    @Test(
        "A forbidden first word of a summary is found",
        arguments: [
            "/// What it is.", "    /// Who plays.", "///Of a room.", "/// Some of them.", "/// How often.",
            "/// The same in words.",
        ])
    func seesFaults(line: String) {
        #expect(SummaryRules.faults(planted("let a = 1\n\(line)\nlet b = 2")).count == 1)
    }

    @Test(
        "Words inside a comment, longer words and plain comments are no faults",
        arguments: ["/// A seat.\n/// What else.", "/// Offers a seat.", "// What it is.", "/// Some seats.", "///"])
    func spares(text: String) {
        #expect(SummaryRules.faults(planted(text)) == [])
    }

    @Test("A MARK heading names its subject: it does not begin with What, Who, Where, It and their like")
    func headings() {
        #expect(SourceTree.all.filter { $0.kind == "swift" }.flatMap(SummaryRules.headingFaults) == [])
    }

    @Test(
        "A forbidden first word of a MARK heading is found",
        arguments: ["// MARK: What is sent", "    // MARK: Who plays", "// MARK: Where things are"])
    func seesHeadings(line: String) {
        #expect(SummaryRules.headingFaults(planted("let a = 1\n\(line)\nlet b = 2")).count == 1)
    }

    @Test(
        "Longer words, later words and other comments are no faults of a heading",
        arguments: ["// MARK: Italics", "// MARK: Rooms of those who left", "// What it is.", "/// MARK: What it is"])
    func sparesHeadings(line: String) {
        #expect(SummaryRules.headingFaults(planted(line)) == [])
    }

    private func planted(_ text: String) -> SourceTree.File {
        SourceTree.File(path: "Sources/Rooms/Planted.swift", text: text)
    }
}
