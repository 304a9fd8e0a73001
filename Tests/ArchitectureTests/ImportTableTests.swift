import Testing

@Suite struct ImportTableTests {
    private let table: ImportTable
    private let manifest: ImportTable

    init() throws {
        table = ImportTable(markdown: try SourceTree.file("docs/architecture.md").text)
        manifest = ImportTable(manifest: try SourceTree.file("Package.swift").text)
    }

    @Test("The document's table of targets is that of the package")
    func theDocumentSaysWhatThePackageDoes() {
        #expect(table.rows.count >= 20)
        #expect(Set(table.rows.map(\.target)) == Set(manifest.rows.map(\.target)))
        for row in table.rows {
            #expect(manifest.rows.first { $0.target == row.target }?.targets == row.targets, "\(row.target)")
        }
    }

    @Test("Every folder of Sources is in the table")
    func everyFolderOfSourcesIsInTheTable() {
        let folders = Set(SourceTree.all.compactMap(\.target))
        #expect(folders == Set(table.rows.map(\.target)))
    }

    @Test("A lower target never imports a higher one")
    func lowerNeverImportsHigher() {
        for (index, row) in table.rows.enumerated() {
            let below = Set(table.rows[..<index].map(\.target))
            #expect(Set(row.targets).subtracting(below).isEmpty, "\(row.target)")
        }
    }

    @Test("A source imports only what the table allows", arguments: SourceTree.sources)
    func sourcesImportWhatTheTableAllows(file: SourceTree.File) throws {
        #expect(table.violations(of: try #require(file.target), source: file.text) == [])
    }

    @Test("A planted import is found")
    func aPlantedImportIsFound() {
        #expect(
            table.violations(
                of: "Rooms",
                source:
                    "import GameRules\n@preconcurrency import Messages\nimport struct Foundation.Date\n// import A\n"
                    + "#if canImport(X)\n    import Glibc\n#endif") == ["Messages", "Foundation", "Glibc"])
        #expect(table.violations(of: "Nowhere", source: "") == ["Nowhere is not in the table"])
    }
}
