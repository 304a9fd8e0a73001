import Foundation
import Testing

/// Rules about single pages of the documentation.
@Suite struct DocumentRulesTests {
    @Test("The map of the code has at most 2,000 words")
    func theMapIsShort() throws {
        let words = try SourceTree.file("docs/architecture.md").text.split { $0 == " " || $0 == "\n" }
        #expect(words.count <= 2_000)
    }

    @Test("No page has a place for a figure that was never filled in")
    func figuresAreThere() {
        for page in pages(in: "docs/") { #expect(!page.text.contains(#/@@[A-Z]/#), "\(page.path)") }
    }

    @Test("The drawn path of a guess names targets and types that exist there")
    func thePathOfAGuess() throws {
        let page = try SourceTree.file("docs/architecture.md").text
        let targets = Set(ImportTable(markdown: page).rows.map(\.target))
        let drawing = try #require(page.firstMatch(of: #/```text\n((?s).*?)```/#)).output.1
        var seen: Set<String> = []
        for line in drawing.split(separator: "\n") {
            let names = line.matches(of: #/\b[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*/#).map { String($0.output) }
            guard let target = names.first else { continue }
            #expect(targets.contains(target), "\(line)")
            seen.insert(target)
            for type in names.dropFirst() where !targets.contains(type) {
                let isThere = SourceTree.all.contains { file in
                    file.path.hasPrefix("Sources/\(target)/") && file.path.hasSuffix("/\(type).swift")
                }
                #expect(isThere, "\(type) in \(target): \(line)")
            }
        }
        #expect(seen.isSuperset(of: ["EventLoops", "WebSockets", "Server", "Messages", "Sessions", "SQLiteStorage"]))
    }

    @Test("Every page of the documentation is one click from the README, from the map, or from the topics of hosting")
    func pagesAreLinked() throws {
        let readme = try SourceTree.file("README.md").text
        #expect(readme.contains("](docs/hosting.md#topics)"))
        let hosting = try SourceTree.file("docs/hosting.md").text
        let topics = hosting[try #require(hosting.range(of: "\n## Topics\n")).upperBound...]
        let map = try SourceTree.file("docs/architecture.md").text + topics
        for page in pages(in: "docs/") where !page.path.hasPrefix("docs/decisions/") {
            let name = String(page.path.dropFirst("docs/".count))
            let isLinked = readme.contains("](\(page.path)") || map.contains("](\(name)") || name == "architecture.md"
            #expect(isLinked, "\(page.path)")
        }
    }

    @Test("A decision has its four parts on one page, its own number, and a line in the list")
    func decisions() throws {
        let list = try SourceTree.file("docs/decisions/README.md").text
        let decisions = pages(in: "docs/decisions/").filter { !$0.path.hasSuffix("README.md") }
        #expect(decisions.count >= 6)
        for (index, page) in decisions.sorted(by: { $0.path < $1.path }).enumerated() {
            let name = String(page.path.dropFirst("docs/decisions/".count))
            let digits = String(index + 1)
            let number = String(repeating: "0", count: 3 - digits.count) + digits
            #expect(name.hasPrefix(number + "-") && page.text.hasPrefix("# \(number): "), "\(name)")
            #expect(list.contains("[\(number)](\(name))"), "\(name)")
            let headings = page.text.split(separator: "\n").filter { $0.hasPrefix("## ") }
            #expect(
                headings == ["## Context", "## Decision", "## Alternatives and measurements", "## Consequences"],
                "\(name)")
            #expect(page.text.split { $0 == " " || $0 == "\n" }.count <= 450, "\(name)")
        }
    }

    private func pages(in folder: String) -> [SourceTree.File] {
        SourceTree.all.filter { $0.path.hasPrefix(folder) && $0.kind == "md" }
    }
}
