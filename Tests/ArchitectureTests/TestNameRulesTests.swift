import Testing

@Suite struct TestNameRulesTests {
    private static let tests = SourceTree.all.filter { $0.path.hasPrefix("Tests/") && $0.kind == "swift" }

    @Test("Every test has a display name: a sentence with a capital letter and without a full stop")
    func names() {
        #expect(Self.tests.flatMap(TestNameRules.faults) == [])
        #expect(Self.tests.count { $0.text.contains("@Test(") } > 100)
    }

    @Test(
        "A test without a display name, or with one that is no sentence, is found",
        arguments: [
            "@Test func aGuess() {}", "@Test(arguments: [\"A guess is judged\"]) func aGuess(text: String) {}",
            "@Test(\n    .disabled(), arguments: [1])\nfunc aGuess(number: Int) {}", "@Test\nfunc aGuess() {}",
            "@Test(\"a guess is judged\") func aGuess() {}", "@Test(\"A guess is judged.\") func aGuess() {}",
            "@Test(\"Guesses\") func aGuess() {}", "@Test(\"\") func aGuess() {}", "@Test() func aGuess() {}",
        ])
    func seesFaults(text: String) {
        #expect(TestNameRules.faults(planted("let a = 1\n\(text)")).count == 1)
        #expect(TestNameRules.faults(planted(text)).first?.hasPrefix("Tests/RoomsTests/Planted.swift:1: ") == true)
    }

    @Test(
        "Sentences, other attributes, comments and strings are no faults",
        arguments: [
            "@Test(\"A guess is judged\") func aGuess() {}",
            "@Test(\n    \"A guess of \\\"crane\\\" is judged\", arguments: [1])\nfunc aGuess(number: Int) {}",
            "@testable import Rooms", "@TestState var a = 1", "// @Test func aGuess() {}", "let a = \"@Test func f()\"",
        ])
    func spares(text: String) {
        #expect(TestNameRules.faults(planted(text)) == [])
    }

    private func planted(_ text: String) -> SourceTree.File {
        SourceTree.File(path: "Tests/RoomsTests/Planted.swift", text: text)
    }
}
