import Testing

/// `docs/security.md` names for each hostile act the tests that show what happens: they must be there under that name.
@Suite struct SecurityPageTests {
    /// A test that the page names: `EntranceTests` “A newcomer with the password …”, or a file of Python and its test.
    private struct Named: Hashable {
        let file: String
        let name: String
    }

    private func named(_ text: String) -> [Named] {
        text.matches(of: #/`(?<file>[A-Z]\w+Tests|\w+_test\.py)` “(?<name>[^”]+)”/#).map {
            Named(file: String($0.file), name: String($0.name))
        }
    }

    /// Whether a file of tests has that test. What stands behind an ellipsis is left out on the page.
    private func isThere(_ test: Named) -> Bool {
        let ending = test.file.hasSuffix(".py") ? "/\(test.file)" : "/\(test.file).swift"
        let beginning = test.file.hasSuffix(".py") ? "    def \(test.name)" : "\"\(test.name)"
        return SourceTree.all.contains { file in
            file.path.hasPrefix("Tests/") && file.path.hasSuffix(ending) && file.text.contains(beginning)
        }
    }

    @Test("Every test that the page of security names is there under that name")
    func testsAreThere() throws {
        let tests = named(try SourceTree.file("docs/security.md").text)
        #expect(tests.filter { !isThere($0) } == [])
        #expect(tests.count > 60)
    }

    @Test("Every row of hostile acts names a test")
    func rowsNameTests() throws {
        let page = try SourceTree.file("docs/security.md").text
        let section = try #require(page.firstMatch(of: #/## Hostile visitors\n((?s).*?)\n## /#)).output.1
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| act ") }
        #expect(rows.count > 30)
        for row in rows { #expect(!named(String(row)).isEmpty, "\(row)") }
    }

    @Test("A test that is missing, or has another name, is found")
    func seesFaults() {
        let there = "`SecurityPageTests` “A test that is missing, or has another name, is found”"
        #expect(named(there).map(isThere) == [true])
        for text in ["`SecurityPageTests` “A test that nobody wrote”", "`NoSuchTests` “A test that is missing”"] {
            #expect(named(text).map(isThere) == [false], "\(text)")
        }
    }
}
