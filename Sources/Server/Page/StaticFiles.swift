import Bytes
import Foundation
import GameRules
import HTTP1
import WordLists

/// The page's files, read into memory when the server starts. They are small, and a path that is not in the table
/// cannot be asked for, however it is spelled.
///
/// Each file is at its own path, where browsers ask whether it has changed. It is also below ``prefix``, where they
/// need not ask. That path has the digest of the whole folder, and the page refers to its parts by that path.
package struct StaticFiles: Sendable {
    /// Names the state of the folder: other files, other version.
    package let version: String
    private let files: [String: StaticFile]
    /// The page by the route, or the beginning of routes, on which it names its parts.
    private let pages: [String: StaticFile]
    /// The page of one past day, and of practice with the words that its address names.
    private let dayPage: PageTemplate
    private let wordsPage: PageTemplate
    /// The page of today's race, by its kind of game.
    private let todayPages: [PuzzleLine.Kind: PageTemplate]
    /// The line of today's race where an address names none.
    private let firstLine: PuzzleLine

    /// Folders of `web/` that are for developers.
    private static let unserved = ["tests/", "node_modules/"]
    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "woff2": "font/woff2", "txt": "text/plain; charset=utf-8",
    ]
    /// A page has no such large files; a wrong folder might.
    private static let maximumBytes = 4 << 20
    private static let index = "index.html"
    /// The page for those who run the server, at `/admin`.
    private static let admin = "admin/index.html"
    /// Paths that the page routes on its own, and beginnings of such.
    private static let routes: Set = ["/today", "/practice", "/archive", "/verify", "/privacy", "/link"]
    private static let routePrefixes = ["/room/", "/stage/", "/replay/", "/archive/"]
    /// Bytes of the digest in a version.
    private static let versionBytes = 12

    /// Reads a folder. Files of other kinds than a page has are left out; of scripts and styles, their comments. Styles
    /// are joined with what they import. `a.css.br` is what `a.css` becomes for browsers that take brotli. With a
    /// public address (`https://play.example.org`) the page names its picture for shared links by it: not everybody who
    /// draws a preview takes a path. `firstLine`: the server's, which is raced at `/today`.
    package init(
        folder: String, publicAddress: String? = nil, firstLine: PuzzleLine = .standard
    ) throws(ConfigurationFault) {
        let root = PathWalk(folder).path
        let sources = try StaticFiles.read(root)
        version = StaticFiles.version(of: sources)
        var files: [String: StaticFile] = [:]
        for (name, source) in sources where name != StaticFiles.index {
            guard let contentType = StaticFiles.contentType(of: name) else { continue }
            files["/" + name] = StaticFile(
                body: source.body, contentType: contentType, modified: source.modified,
                brotli: try StaticFiles.brotli(of: name, source, among: sources, root))
        }
        guard let index = sources[StaticFiles.index], let last = sources.values.map(\.modified).max() else {
            throw ConfigurationFault("folder of the page \(root): there is no index.html")
        }
        // The page names the version, so it changes whenever any file does, and a packed sibling of it would be of
        // another one. It fits in two packets as it is. A page that is never packed is also out of reach of BREACH,
        // which reads secrets from the lengths of packed pages. This page has no secrets.
        let text = StaticFiles.referring(
            index.body, to: Set(files.keys), version: version, publicAddress: publicAddress ?? "")
        func template(on route: String, preview: String) -> PageTemplate {
            PageTemplate(
                StaticFiles.naming(text, partsOn: route, preview: preview), publicAddress: publicAddress,
                contentType: StaticFiles.contentTypes["html"] ?? "", modified: last)
        }
        // A beginning is no address to send readers to: what follows it is not said.
        func page(on route: String) -> StaticFile {
            template(on: route, preview: route).file([:], path: route, isPermanent: true)
        }
        pages = Dictionary(
            uniqueKeysWithValues: StaticFiles.routes.union(StaticFiles.routePrefixes).map { ($0, page(on: $0)) })
        dayPage = template(on: "/archive/", preview: "/archive/day")
        wordsPage = template(on: "/practice", preview: "/practice?words")
        // A kind without words of its own for shared links has those of any race.
        todayPages = Dictionary(
            uniqueKeysWithValues: PuzzleLine.Kind.allCases.map { kind in
                let own = "/today?\(kind.rawValue)"
                return (kind, template(on: "/today", preview: text.contains(own) ? own : "/today"))
            })
        self.firstLine = firstLine
        // A page of its own, which names its parts like the other.
        if let source = sources[StaticFiles.admin] {
            let text = StaticFiles.referring(
                source.body, to: Set(files.keys), version: version, publicAddress: publicAddress ?? "")
            files["/" + StaticFiles.admin] = StaticFile(
                body: Array(text.utf8), contentType: StaticFiles.contentTypes["html"] ?? "", modified: last)
        }
        files["/"] = page(on: "/")
        files["/" + StaticFiles.index] = files["/"]
        self.files = files
    }

    /// The file for a path, and how long a browser may keep it; the page itself for paths that it routes on its own.
    /// `words` is what the address names with `?words=`, `line` with `?line=`.
    func file(
        for path: String, words: String? = nil, line: String? = nil
    ) -> (file: StaticFile, freshness: StaticFile.Freshness)? {
        let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
        if bare == "/admin", let page = files["/" + StaticFiles.admin] { return (page, .asksAgain) }
        if let page = preview(of: bare, words: words, line: line) { return (page, .asksAgain) }
        let route = StaticFiles.routes.contains(bare) ? bare : StaticFiles.routePrefixes.first(where: path.hasPrefix)
        if let route, let page = pages[route] { return (page, .asksAgain) }
        if let file = files[path] { return (file, .asksAgain) }
        guard let (version, name) = StaticFiles.versioned(path), name != "/", !name.hasSuffix("/" + StaticFiles.index),
            let file = files[name]
        else { return nil }
        // Another version: a tab that was opened before the last restart wants one more part of its page. It gets the
        // present part, which nearly always fits, but nobody may cache that under the old name.
        return (file, version == self.version ? .immutable : .asksAgain)
    }

    /// The page for an address that names words, a line or a day, which a shared link says. Only what can be read as
    /// such is repeated, and in our own words; whether there is such a puzzle is not asked.
    private func preview(of path: String, words: String?, line: String?) -> StaticFile? {
        if path == "/today" {
            let named = line.flatMap { PuzzleLine($0) }.flatMap { $0.isPractice ? nil : $0 }
            return todayPages[(named ?? firstLine).kind]?.file(
                [:], path: path + (named.map { "?line=\($0.text)" } ?? ""))
        }
        let practice = "practice-"
        if path == "/practice", let words, let line = PuzzleLine(practice + words) {
            return wordsPage.file(
                ["words": PagePreview.words(of: line)], path: "\(path)?words=\(line.text.dropFirst(practice.count))")
        }
        let archive = "/archive/"
        guard path.hasPrefix(archive), let puzzle = PuzzleID(path.dropFirst(archive.count)),
            !puzzle.isPractice
        else { return nil }
        let values = [
            "race": "\(PagePreview.noun(of: puzzle.line.kind)) of \(PagePreview.text(of: puzzle.day))",
            "sized": PagePreview.word(of: puzzle.line),
        ]
        return dayPage.file(values, path: archive + puzzle.text)
    }

    /// The path below which all files of this version are.
    package var prefix: String { "/v/\(version)/" }

    /// Takes `/v/VERSION/name` apart.
    private static func versioned(_ path: String) -> (version: Substring, name: String)? {
        guard path.hasPrefix("/v/") else { return nil }
        let rest = path.dropFirst("/v/".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let version = rest[..<slash]
        guard version.utf8.count == versionBytes / 3 * 4, Base64.url.decode(String(version)) != nil else { return nil }
        return (version, String(rest[slash...]))
    }

    // MARK: Reading

    private struct Source {
        let body: [UInt8]
        let modified: HTTPDate
    }

    /// Everything that is served, and the packed siblings, by name below the folder.
    private static func read(_ root: String) throws(ConfigurationFault) -> [String: Source] {
        guard let names = FileManager.default.enumerator(atPath: root) else {
            throw ConfigurationFault("folder of the page \(root): cannot be read")
        }
        var sources: [String: Source] = [:]
        for case let name as String in names where !unserved.contains(where: name.hasPrefix) {
            let isPacked = name.hasSuffix(".br")
            guard contentType(of: isPacked ? String(name.dropLast(3)) : name) != nil else { continue }
            var body: [UInt8]
            do throws(ConfigurationFault) {
                body = try RegularFile.read(root + "/" + name, most: maximumBytes + 1)
            } catch {
                // A folder may be named like a file of the page; what cannot be read cannot be served.
                continue
            }
            guard body.count <= maximumBytes else { continue }
            if let language = PageComments.Language(fileNamed: name) {
                body = PageComments.removed(from: body, language)
                if language == .css { body = StyleSpaces.removed(from: body) }
            }
            sources[name] = Source(body: body, modified: modified(root + "/" + name))
        }
        return joiningStyles(sources)
    }

    /// The sources with each style joined with those that it imports. A joined style is as new as the newest style of
    /// the page: any of them may have changed in it.
    private static func joiningStyles(_ sources: [String: Source]) -> [String: Source] {
        let styles = sources.filter { $0.key.hasSuffix(".css") }
        let imports = StyleImports(of: styles.mapValues(\.body))
        let newest = styles.values.map(\.modified).max()
        return sources.merging(
            styles.map { name, style in
                let body = imports.joined(name)
                let isAlone = body == style.body
                return (name, Source(body: body, modified: isAlone ? style.modified : newest ?? style.modified))
            },
            uniquingKeysWith: { _, joined in joined })
    }

    private static func contentType(of name: String) -> String? {
        guard name != "jsconfig.json", name != "package.json", name.contains(".") else { return nil }
        return name.split(separator: ".").last.flatMap { contentTypes[String($0)] }
    }

    private static func modified(_ path: String) -> HTTPDate {
        var status = stat()
        guard stat(path, &status) == 0 else { return HTTPDate(seconds: 0) }
        return HTTPDate(seconds: min(max(0, status.st_mtim.tv_sec), 253_402_300_799))
    }

    /// The packed sibling of a file. One that was made from an older state of the file stops the start: browsers with
    /// brotli would get another page than all others.
    private static func brotli(
        of name: String, _ source: Source, among sources: [String: Source], _ root: String
    ) throws(ConfigurationFault) -> [UInt8]? {
        guard let packed = sources[name + ".br"] else { return nil }
        // A copied folder has the times of the copying, in any order.
        let slack = 60
        guard packed.modified.seconds + slack >= source.modified.seconds else {
            throw ConfigurationFault(
                "\(root)/\(name).br is older than \(name): pack it again (brotli -fk \(name)), or remove it")
        }
        return packed.body
    }

    /// A digest of all names and bytes, in an order that does not depend on the disk.
    private static func version(of sources: [String: Source]) -> String {
        var digests: [UInt8] = []
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            digests += Digest(of: Array(name.utf8)).bytes + Digest(of: source.body).bytes
        }
        return Base64.url.encode(Digest(of: digests).bytes.prefix(versionBytes))
    }

    /// The page with the addresses of its parts replaced by those of the version, and with whole addresses for other
    /// programs.
    private static func referring(
        _ page: [UInt8], to names: Set<String>, version: String, publicAddress: String
    ) -> String {
        let site = SitePath(of: publicAddress).text
        // Scripts learn there what stands before every path.
        let root = site.isEmpty ? "" : " data-site=\"\(site)\""
        // A value stands between two quotation marks, after the name of its attribute.
        var parts = page.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        for place in parts.indices.dropFirst() {
            let (before, value) = (parts[place - 1], parts[place])
            if before.hasSuffix("href=") || before.hasSuffix("src=") {
                if names.contains(value) { parts[place] = "\(site)/v/\(version)\(value)" }
            } else if before.hasSuffix("content=") {
                if value.hasPrefix("/") { parts[place] = publicAddress + value }
            } else if before.hasSuffix("<html lang="), place + 1 < parts.count {
                parts[place + 1] = root + parts[place + 1]
            }
        }
        return parts.joined(separator: "\"")
    }

    /// The page of one route and preview. It has the links for every route and for this one, and the words for shared
    /// links of this preview. `data-on` of a link names its routes: what a view needs is asked for with the page,
    /// before a script can say so. Comments that fill a line are left out.
    private static func naming(_ page: String, partsOn route: String, preview: String) -> String {
        page.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            if line.hasPrefix("<!-- "), line.hasSuffix(" -->") { return nil }
            let isMeta = line.hasPrefix("<meta ")
            guard isMeta || line.hasPrefix("<link "), let mark = line.range(of: " data-on=\""),
                let end = line[mark.upperBound...].firstIndex(of: "\"")
            else { return String(line) }
            let routes = line[mark.upperBound..<end].split(separator: " ")
            guard routes.contains(where: { $0 == (isMeta ? preview : route) }) else { return nil }
            return String(line[..<mark.lowerBound] + line[line.index(after: end)...])
        }.joined(separator: "\n")
    }
}
