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

    /// Whether code writes a property through an object that is not its own, or in an extension of the property's type.
    /// `Session.index` is written by `last.index = 1`. It is also written by `index = 1` in an extension of `Session`
    /// in another file.
    private static func writes(_ property: String, in lines: [Substring]) throws -> Bool {
        let parts = property.split(separator: ".")
        let (type, name) = (parts[0], Array(parts[1].utf8))
        let named = lines.filter { $0.utf8.contains(name) }
        guard !named.isEmpty else { return false }
        let change =
            #"(?:\[[^\]]*\])?[?!]?(?:\s*=(?!=)|\s*[-+]=|"#
            + #"\.(?:append|charge|form\w+|giveBack|insert|merge|pop\w+|remove\w*|subtract|take|toggle)\()"#
        let outside = try Regex(#"(\w+)[?!]?\.\#(parts[1])\b\#(change)"#).wordBoundaryKind(.simple)
        let isOutside = named.contains { line in
            line.matches(of: outside).contains { $0.output[1].substring != "self" }
        }
        guard !isOutside else { return true }
        let isExtension = lines.contains { $0.hasPrefix("extension \(type) ") }
        guard isExtension, !lines.contains(where: { $0.contains("class \(type) ") }) else { return false }
        let within = try Regex(#"[^.\w]\#(parts[1])\b\#(change)"#).wordBoundaryKind(.simple)
        return named.contains { $0.contains(within) }
    }

    /// `LiveRoom` of `Sources/Sessions/Library/LiveRoom.swift`.
    private static func type(of file: SourceTree.File) -> String {
        String(file.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    }

    @Test("Each property that other types can write stands in the table with its one writer")
    func openOnes() throws {
        let rows = try rows(below: "Written from outside")
        let open = Self.all.filter(\.isOpen).map(\.name)
        #expect(open.sorted() == rows.flatMap(\.left).sorted())
        var told: [Substring: Set<String>] = [:]
        for (names, writers) in rows {
            #expect(writers.count == 1, "\(names)")
            // A scan cannot tell the properties of two types apart that have one name.
            for name in names { told[name.split(separator: ".")[1], default: []].formUnion(writers) }
        }
        let listed = Set(rows.flatMap(\.right))
        let files = SourceTree.all.filter {
            $0.kind == "swift" && ($0.target == "Sessions" || listed.contains(Self.type(of: $0)))
        }.map { (type: Self.type(of: $0), lines: SwiftText($0.text).lines) }
        for name in rows.flatMap(\.left) {
            let found = try files.filter { try Self.writes(name, in: $0.lines) }.map(\.type)
            let expected = told[name.split(separator: ".")[1]] ?? []
            #expect(Set(found).isSubset(of: expected) && !found.isEmpty, "\(name) is written by \(found)")
        }
    }

    @Test("Open and closed properties are told apart")
    func seesProperties() {
        let text =
            "final class A {\n    var a = 1\n    private(set) var b = 2\n    var c: Int { 3 }\n    var d: () -> Void\n}"
        let found = Self.properties(of: SourceTree.File(path: "Sources/Sessions/A.swift", text: text))
        #expect(found.map(\.name) == ["A.a", "A.b"] && found.map(\.isOpen) == [true, false])
    }

    @Test("A writer is seen, and whoever reads or only compares is none")
    func seesWriters() throws {
        func writes(_ text: String) throws -> Bool { try Self.writes("Session.index", in: SwiftText(text).lines) }
        for text in ["last.index = 1", "owed.receiver?.index -= 1", "room.index[seat] = nil", "a.index.take(of: b)"] {
            #expect(try writes(text), "\(text)")
        }
        for text in ["a.index == 1", "b = a.index", "index = 1", "self.index = 1", "// a.index = 1", "a.indexes = 1"] {
            #expect(try !writes(text), "\(text)")
        }
        #expect(try writes("extension Session {\n    func place() { index = 1 }\n}"))
        #expect(try !writes("final class Session {\n    func place() { index = 1 }\n}"))
    }
}
