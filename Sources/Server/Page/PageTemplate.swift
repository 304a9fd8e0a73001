import HTTP1

/// The page with gaps in the words that a shared link says of itself: `{race}`, `{url}`.
struct PageTemplate: Sendable {
    /// The page between its gaps: every other piece is the name of one.
    private let pieces: [String]
    private let publicAddress: String?
    private let contentType: String
    private let modified: HTTPDate

    /// Parses a page. The line that would name a public address is left out where there is none. A client may write
    /// anything into a Host field, and previews are kept for others.
    init(_ page: String, publicAddress: String?, contentType: String, modified: HTTPDate) {
        var pieces = [""]
        for (index, line) in PageTemplate.lines(of: page, publicAddress: publicAddress).enumerated() {
            if index > 0 { pieces[pieces.count - 1] += "\n" }
            guard let gap = PageTemplate.gap(in: line) else {
                pieces[pieces.count - 1] += line
                continue
            }
            pieces[pieces.count - 1] += line[..<gap.lowerBound]
            pieces += [String(line[gap].dropFirst().dropLast()), String(line[gap.upperBound...])]
        }
        self.pieces = pieces
        self.publicAddress = publicAddress
        self.contentType = contentType
        self.modified = modified
    }

    private static let url = "url"

    private static func lines(of page: String, publicAddress: String?) -> [Substring] {
        page.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            publicAddress != nil || gap(in: line).map { line[$0] } != "{\(url)}"
        }
    }

    /// The place of the one gap in a line for shared links, with its brackets; nil for other lines.
    private static func gap(in line: Substring) -> Range<Substring.Index>? {
        guard line.hasPrefix("<meta property="), let open = line.firstIndex(of: "{"),
            let close = line[open...].firstIndex(of: "}")
        else { return nil }
        return open..<line.index(after: close)
    }

    /// The page with these values in its gaps, for what is at `path`; made for one answer unless `isPermanent`.
    func file(_ values: [String: String], path: String, isPermanent: Bool = false) -> StaticFile {
        let texts = pieces.enumerated().map { index, piece in
            if index.isMultiple(of: 2) { return piece }
            let value = piece == PageTemplate.url ? (publicAddress ?? "") + path : values[piece] ?? "{\(piece)}"
            return ErrorPage.escaped(value)
        }
        return StaticFile(
            body: Array(texts.joined().utf8), contentType: contentType, modified: modified, packs: false,
            isPermanent: isPermanent)
    }
}
