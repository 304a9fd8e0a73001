import Foundation
import Testing

@Suite struct TextRulesTests {
    /// Lists of words hold words.
    @Test(
        "No file contains forbidden words",
        arguments: SourceTree.all.filter { !($0.path.hasPrefix("config/words/") && $0.kind == "txt") })
    func nothingForbiddenIsSaid(file: SourceTree.File) {
        #expect(TextRules.violations(file) == [])
    }

    @Test("Every link in the documentation leads somewhere", arguments: SourceTree.all.filter { $0.kind == "md" })
    func linksLeadSomewhere(file: SourceTree.File) {
        let dead = TextRules.deadLinks(
            file,
            exists: { FileManager.default.fileExists(atPath: SourceTree.root.appendingPathComponent($0).path) },
            headings: { path in
                SourceTree.all.first { $0.path == path }.map { TextRules.anchors($0.text) } ?? []
            })
        #expect(dead == [])
    }

    @Test("Forbidden words are found", arguments: TextRules.forbidden)
    func seesWhatIsForbidden(text: String) {
        #expect(TextRules.violations(.init(path: "a.md", text: "b \(text) c")).count >= 1)
    }

    @Test("Dead links are found")
    func seesDeadLinks() {
        let text = """
            # The Page, here
            [a](b.md) [c](../d.md#the-page-here) [e](#the-page-here) [f](https://example.org/x) `[g](h)`
            ```
            [i](j)
            ```
            [dead](k.md) [dead](#nowhere) ![dead](images/l.png)
            """
        let file = SourceTree.File(path: "docs/m.md", text: text)
        #expect(
            TextRules.deadLinks(
                file, exists: { ["docs/m.md", "docs/b.md", "d.md"].contains($0) },
                headings: { _ in TextRules.anchors(text) })
                == ["docs/m.md: k.md", "docs/m.md: #nowhere", "docs/m.md: images/l.png"])
    }

    @Test("The scan sees the repository")
    func theScanSeesTheRepository() {
        #expect(SourceTree.all.count > 50)
        #expect(SourceTree.all.contains { $0.path == "Package.swift" })
        #expect(SourceTree.all.contains { $0.path == ".ci/run" })
        #expect(!SourceTree.all.contains { $0.path.hasPrefix(".build") })
    }
}
