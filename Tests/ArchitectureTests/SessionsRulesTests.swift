import Testing

/// Rules of `Sources/Sessions`, whose parts each have one of the five verbs (docs/decisions/007-five-verbs.md).
@Suite struct SessionsRulesTests {
    private static let files = SourceTree.sources.filter { $0.target == "Sessions" }

    private static func isOfHub(_ file: SourceTree.File) -> Bool {
        file.text.contains(#/\b(?:class|extension) SessionHub\b/#.wordBoundaryKind(.simple))
    }

    @Test("SessionHub has fewer than 300 lines in all its files")
    func theHubIsSmall() {
        let hub = Self.files.filter(Self.isOfHub)
        #expect(hub.map(\.path).contains("Sources/Sessions/Hub/SessionHub.swift"))
        let lines = hub.reduce(0) { $0 + $1.lines.count }
        #expect(lines < 300, "\(hub.map(\.path))")
    }
}
