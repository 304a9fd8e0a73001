import Testing

/// Holds docs/state.md, which says who may write what in `Sources/Sessions`, to the code.
@Suite struct StateTableTests {
    /// A stored property of a class, `Session.waiting`, and whether other types can write it.
    private struct Property {
        let name: String
        let isOpen: Bool
    }

    /// The stored properties that a class of a file declares with `var`. Functions that are called when something has
    /// happened are left out, and so are types within types.
    private static func properties(of file: SourceTree.File) -> [Property] {
        var type: String?
        return SwiftText(file.text).lines.compactMap { line in
            if let found = line.firstMatch(
                of: #/^(?:package |private )*(?:final )?(class|struct|enum|extension|protocol) (\w+)/#)
            {
                type = found.output.1 == "class" ? String(found.output.2) : nil
            }
            let pattern =
                #/^    (package |private |private\(set\) |fileprivate\(set\) )*(?:lazy |weak )*var (\w+)[^{]*$/#
            guard let type, let found = line.firstMatch(of: pattern), !line.contains("->") else { return nil }
            return Property(
                name: "\(type).\(found.output.2)", isOpen: !line.contains("private"))
        }
    }

    private static let all = SourceTree.sources.filter { $0.target == "Sessions" }.flatMap { properties(of: $0) }

    /// The names in backticks of each row below a heading: those of its left column, and those of its right one.
    private func rows(below heading: String) throws -> [(left: [String], right: [String])] {
        let page = try SourceTree.file("docs/state.md").text
        let part = try #require(page.split(separator: "\n## ").first { $0.hasPrefix(heading) })
        return part.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.split(separator: "|").map { cell in
                cell.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
            }
            return (cells[0], cells[1])
        }
    }

    @Test("Each owner of the table declares its property so that it alone can write it")
    func ownersAlone() throws {
        let owned = try rows(below: "Owners").flatMap(\.right)
        #expect(owned.count > 20 && owned.contains("LobbyDesk.lobbyShown"))
        for name in owned {
            let found = Self.all.filter { $0.name == name }
            #expect(found.count == 1 && found.allSatisfy { !$0.isOpen }, "\(name)")
        }
    }

    @Test("Each property that other types can write stands in the table, with types that name it")
    func openOnes() throws {
        let rows = try rows(below: "Written from outside")
        let open = Self.all.filter(\.isOpen).map(\.name)
        #expect(open.sorted() == rows.flatMap(\.left).sorted())
        for (names, writers) in rows {
            #expect(!writers.isEmpty, "\(names)")
            for (name, writer) in names.flatMap({ name in writers.map { (name, $0) } }) {
                let property = name.split(separator: ".").last ?? ""
                let isThere = SourceTree.all.contains {
                    $0.path.hasSuffix("/\(writer).swift") && SwiftText($0.text).text.contains(property)
                }
                #expect(isThere, "\(writer) writes \(name)")
            }
        }
    }

    @Test("Open and closed properties are told apart")
    func seesProperties() {
        let text =
            "final class A {\n    var a = 1\n    private(set) var b = 2\n    var c: Int { 3 }\n    var d: () -> Void\n}"
        let found = Self.properties(of: SourceTree.File(path: "Sources/Sessions/A.swift", text: text))
        #expect(found.map(\.name) == ["A.a", "A.b"] && found.map(\.isOpen) == [true, false])
    }
}
