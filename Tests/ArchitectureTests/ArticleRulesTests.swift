import Testing

/// The code that the pages of the libraries show is compiled and run.
@Suite struct ArticleRulesTests {
    /// Sources/GameRules/GameRules.docc/GameRules.md and Sources/Messages/Messages.docc/PlayingAGame.md.
    @Test(
        "Every line of Swift in an article stands in the code that proves it",
        arguments: [
            ("Sources/GameRules/GameRules.docc/GameRules.md", "Tests/GameRulesTests/ArticleTests.swift", 3),
            (
                "Sources/Messages/Messages.docc/PlayingAGame.md", "Tests/ClientPackage/Sources/race-client/main.swift",
                15
            ),
        ])
    func linesAreCompiled(article: String, code: String, least: Int) throws {
        let compiled = Set(try lines(of: code))
        var (shown, isSwift) = (0, false)
        for line in try lines(of: article) {
            guard !line.hasPrefix("```") else {
                isSwift = line == "```swift"
                continue
            }
            guard isSwift, !line.isEmpty else { continue }
            shown += 1
            #expect(compiled.contains(line), "\(article): \(line)")
        }
        #expect(shown >= least)
    }

    private func lines(of path: String) throws -> [String] {
        try SourceTree.file(path).text.split(separator: "\n").map { line in
            String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}
