import Bytes
import Foundation
import GameRules
import HTTP1
import TestKit
import Testing

@testable import Server

@Suite struct StaticFilesTests {
    /// Reads a folder with these files. `ages` are seconds since some of them were written.
    private func files(_ contents: [String: String], ages: [String: Int] = [:]) throws -> StaticFiles {
        let root = URL(fileURLWithPath: NSTemporaryDirectory() + "tilerace-web-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in contents {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            let written = Date(timeIntervalSince1970: TimeInterval(1_795_000_000 - ages[name, default: 0]))
            try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: file.path)
        }
        return try StaticFiles(folder: root.path)
    }

    private func plain(_ file: StaticFile?) -> String? {
        file.map { String(decoding: $0.representations[0].body.array, as: UTF8.self) }
    }

    @Test("A file of the page is served with the type of its ending")
    func types() throws {
        let files = try files([
            "index.html": "<p>", "a/b.css": "b", "main.js": "m", "x.svg": "s", "f.woff2": "f", "m.webmanifest": "{}",
        ])
        let types = ["/index.html", "/a/b.css", "/main.js", "/x.svg", "/f.woff2", "/m.webmanifest"].map {
            files.file(for: $0)?.file.contentType
        }
        #expect(
            types == [
                "text/html; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8",
                "image/svg+xml", "font/woff2", "application/manifest+json",
            ])
        #expect(plain(files.file(for: "/a/b.css")?.file) == "b")
        for path in [
            "/", "/today", "/room/KYTE7", "/room/", "/stage/KYTE7", "/replay/KYTE7/sprint-1-1", "/practice", "/archive",
            "/archive/guess-en-5/2026-11-03", "/verify", "/privacy", "/link",
        ] {
            #expect(plain(files.file(for: path)?.file) == "<p>", "\(path)")
            #expect(files.file(for: path)?.freshness == .asksAgain)
        }
    }

    @Test("Tests, hidden formats, oversized files and paths outside the folder are not served")
    func notServed() throws {
        let files = try files([
            "index.html": "", "tests/a.js": "", "node_modules/a.js": "", "jsconfig.json": "", "package.json": "",
            "README.md": "", "key.pem": "", "noending": "", "a.css.br": "", "a.css": "aa",
            "big.js": String(repeating: "x", count: 4 << 20 + 1), "fits.js": String(repeating: "x", count: 4 << 20),
        ])
        for path in [
            "/tests/a.js", "/node_modules/a.js", "/jsconfig.json", "/package.json", "/README.md", "/key.pem",
            "/noending",
            "/big.js", "/a.css.br", "", "index.html", "//index.html", "/../index.html", "/a", "/v/",
        ] {
            #expect(files.file(for: path) == nil, "\(path)")
        }
        #expect(files.file(for: "/fits.js") != nil)
    }

    @Test("A style is sent with the styles that it imports, and is as new as the newest")
    func joinedStyles() throws {
        let files = try files(
            ["index.html": "", "a.css": "@import \"b/c.css\"; /* c */\na {}", "b/c.css": "c {}\n"],
            ages: ["a.css": 500, "b/c.css": 20])
        let style = try #require(files.file(for: "/a.css")?.file)
        #expect(plain(style)?.contains("import") == false)
        #expect(plain(style)?.contains("c{}") == true)
        #expect(style.modified.seconds == files.file(for: "/b/c.css")?.file.modified.seconds)
        #expect(plain(files.file(for: "/b/c.css")?.file) == "c{}\n")
    }

    @Test("Equal bytes have equal entity tags")
    func tags() throws {
        let files = try files(["index.html": "one", "a.js": "one", "b.js": "two"])
        let again = try self.files(["index.html": "one"])
        let tag = try #require(files.file(for: "/")?.file.representations[0].tag)
        #expect(tag == files.file(for: "/a.js")?.file.representations[0].tag)
        #expect(tag != files.file(for: "/b.js")?.file.representations[0].tag)
        #expect(tag == again.file(for: "/")?.file.representations[0].tag)
        #expect(!tag.isWeak)
    }

    @Test("A folder without index.html stops the start")
    func noPage() {
        #expect(throws: ConfigurationFault.self) { try files(["main.js": ""]) }
        #expect(throws: ConfigurationFault.self) { try StaticFiles(folder: "/nowhere/at/all") }
    }

    @Test("All readers of a file share one copy of its bytes")
    func sharedCopy() throws {
        let text = String(repeating: "tiles", count: 10_000)
        let file = try #require(try files(["index.html": "<p>", "a.css": text]).file(for: "/a.css")?.file)
        func body(_ field: String) throws -> SharedBytes {
            file.response(to: try head(field), .asksAgain, now: HTTPDate(seconds: 0)).body
        }
        let whole = try body("")
        #expect(try body("") === whole && whole.isPermanent && whole.array == Array(text.utf8))
        let part = try body("Range: bytes=10-19\r\n")
        #expect(part.isPermanent && part.array == Array("tilestiles".utf8))
    }

    private func head(_ fields: String) throws -> RequestHead {
        var parser = RequestParser()
        let text = Array("GET /a.css HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8)
        let event = try ReceivedBytes.over(text) { try parser.next(&$0) }
        guard case .request(let request) = event else { throw Unasked() }
        return request.head
    }

    private struct Unasked: Error {}

    // MARK: Codings

    @Test("A file that compression shrinks has a coding with a tag of its own")
    func packed() throws {
        let text = String(repeating: ".tiles and-race ", count: 100)
        let files = try files([
            "index.html": "<p>", "a.css": text, "a.css.br": "packed", "b.css": "b", "b.css.br": "longer",
        ])
        let file = try #require(files.file(for: "/a.css")?.file)
        #expect(file.representations.map(\.coding) == [.identity, .gzip, .brotli])
        #expect(Set(file.representations.map(\.tag)).count == 3)
        #expect(file.representations[2].body.array == Array("packed".utf8))
        #expect(file.representations[1].body.count < text.utf8.count / 2)
        #expect(file.representations[1].body.array == Gzip.compress(Array(text.utf8)), "the same bytes each time")
        #expect(files.file(for: "/b.css")?.file.representations.map(\.coding) == [.identity])
    }

    @Test("A packed file older than its original stops the start")
    func outdatedPack() throws {
        let contents = ["index.html": "<p>", "a.css": String(repeating: "a", count: 100), "a.css.br": "p"]
        #expect(try files(contents, ages: ["a.css.br": 60]).file(for: "/a.css")?.file.representations.count == 3)
        #expect(throws: ConfigurationFault.self) { try files(contents, ages: ["a.css.br": 61]) }
    }

    // MARK: Versions

    private let page = """
        <link href="/style.css"><script src="/main.js"></script><a href="/">home</a><img src="/no.png"><a href="/main.js?x">
        """

    @Test("The page names its parts under a version, where they never change")
    func versionedParts() throws {
        let files = try files(["index.html": page, "style.css": "s", "main.js": "m", "index.html.br": "old"])
        let index = try #require(files.file(for: "/")?.file)
        #expect(
            plain(index)
                == page.replacingOccurrences(of: "href=\"/style.css\"", with: "href=\"\(files.prefix)style.css\"")
                .replacingOccurrences(of: "src=\"/main.js\"", with: "src=\"\(files.prefix)main.js\""))
        #expect(!index.representations.contains { $0.coding == .brotli }, "it was packed before it named a version")
        #expect(index.modified == HTTPDate(seconds: 1_795_000_000))
        let part = try #require(files.file(for: files.prefix + "style.css"))
        #expect(plain(part.file) == "s" && part.freshness == .immutable)
        #expect(files.file(for: "/style.css")?.freshness == .asksAgain)
        #expect(files.file(for: files.prefix) == nil && files.file(for: files.prefix + "index.html") == nil)
    }

    @Test("A link for certain routes stands only on their pages")
    func routes() throws {
        let links = """
            <!-- In the order of need. -->
            <link rel="stylesheet" href="/style.css">
            <link rel="modulepreload" href="/home.js" data-on="/">
            <link rel="modulepreload" href="/race.js" fetchpriority="low" data-on="/today /room/">
            <p data-on="/today">is no link</p>
            """
        let files = try files(["index.html": links, "style.css": "s", "home.js": "h", "race.js": "r"])
        func parts(_ path: String) throws -> [String] {
            let text = try #require(plain(files.file(for: path)?.file))
            #expect(text.contains("<p data-on=\"/today\">is no link</p>"))
            #expect(text.components(separatedBy: "data-on").count == 2, "\(path)")
            #expect(!text.contains("<!--"))
            return text.split(separator: "\n").filter { $0.contains(files.prefix) }.map { line in
                line.split(separator: "\"").first { $0.hasPrefix(files.prefix) }.map {
                    String($0.dropFirst(files.prefix.count))
                } ?? ""
            }
        }
        for path in ["/", "/index.html"] { #expect(try parts(path) == ["style.css", "home.js"]) }
        for path in ["/today", "/today/", "/room/KYTE7", "/room/"] {
            #expect(try parts(path) == ["style.css", "race.js"], "\(path)")
        }
        for path in ["/practice", "/archive", "/archive/", "/archive/2026-11-21", "/stage/KYTE7", "/verify"] {
            #expect(try parts(path) == ["style.css"], "\(path)")
        }
        // Each page has a tag of its own.
        let tags = ["/", "/today", "/verify"].compactMap { files.file(for: $0)?.file.representations[0].tag }
        #expect(tags.count == 3 && Set(tags.map { "\($0)" }).count == 3)
        #expect(files.file(for: "/today/KYTE7") == nil && files.file(for: "/rooms/KYTE7") == nil)
    }

    @Test("A change of any file makes another version")
    func otherVersion() throws {
        let versions = [
            try files(["index.html": "1", "a.css": "a"]), try files(["index.html": "2", "a.css": "a"]),
            try files(["index.html": "1", "a.css": "b"]), try files(["index.html": "1", "b.css": "a"]),
            try files(["index.html": "1", "a.css": "a", "a.css.br": "x"]),
        ].map(\.version)
        #expect(Set(versions).count == versions.count)
        #expect(
            try files(["index.html": "1", "a.css": "a"], ages: ["a.css": 999]).version == versions[0],
            "time is no change")
    }

    @Test("A tab of another version gets the present files and may not keep them")
    func oldTab() throws {
        let files = try files(["index.html": page, "style.css": "s"])
        let part = files.file(for: "/v/AAAAAAAAAAAAAAAA/style.css")
        #expect(plain(part?.file) == "s" && part?.freshness == .asksAgain)
        for path in [
            "/v/AAAAAAAAAAAAAAAA/gone.css", "/v/AAAA/style.css", "/v//style.css", "/v/style.css",
            "/v/AAAAAAAAAAAAAAA*/style.css",
            "/v/AAAAAAAAAAAAAAAA/", "/v/AAAAAAAAAAAAAAAA", "/v/AAAAAAAAAAAAAAAA/index.html",
            "/V/\(files.version)/style.css",
        ] {
            #expect(files.file(for: path) == nil, "\(path)")
        }
    }

    @Test("Every part that the page of this repository names is served")
    func wholePage() throws {
        let files = try StaticFiles(folder: TestServer.root + "/web")
        for path in ["/", "/style.css", "/main.js"] { #expect(plain(files.file(for: path)?.file)?.isEmpty == false) }
        let page = try #require(plain(files.file(for: "/")?.file))
        let reference = try Regex(#"(?:href|src)="(/[^"]*)""#, as: (Substring, Substring).self)
        let parts = page.matches(of: reference).map { String($0.output.1) }
        #expect(parts.count > 5)
        for part in parts { #expect(files.file(for: part)?.freshness == .immutable, "\(part)") }
        for path in ["/today", "/practice", "/room/KYTE7", "/archive/2026-11-21"] {
            #expect(plain(files.file(for: path)?.file)?.contains("/components/race/race.js") == true, "\(path)")
        }
        // Every text of it is packed; the font is packed already.
        #expect(files.file(for: "/style.css")?.file.representations.count == 2)
        #expect(files.file(for: "/fonts/sora.woff2")?.file.representations.count == 1)
    }

    // MARK: Shared links

    @Test("A shared link has a title, words and an existing picture, under the public address if there is one")
    func previews() throws {
        for (address, prefix) in [(nil, ""), ("https://play.example.org", "https://play.example.org")] {
            let files = try StaticFiles(folder: TestServer.root + "/web", publicAddress: address)
            for path in ["/", "/room/KYTE7", "/archive/guess-en-5/2026-11-20", "/practice"] {
                let page = try #require(plain(files.file(for: path)?.file))
                #expect(page.contains("<meta property=\"og:image\" content=\"\(prefix)/card.png\">"))
                #expect(page.contains("<meta property=\"og:title\" content=\"Tilerace: "))
                #expect(page.contains("<meta property=\"og:description\""))
                #expect(page.contains(" name=\"description\" content=\""))
                #expect(page.contains("<link rel=\"icon\" href=\"\(ErrorPage.icon)\">"), "the sign of error pages, too")
            }
            for picture in ["/card.png", "/icon.png"] {
                #expect(files.file(for: picture)?.file.contentType == "image/png")
            }
            #expect(plain(files.file(for: "/")?.file)?.utf8.count ?? .max < 2 * 1_400)
        }
    }

    private let published = "https://play.example.org"

    /// The preview of the page at an address: `og:title`, `og:description`, `og:url`.
    private func preview(
        _ path: String, words: String? = nil, line: String? = nil, in files: StaticFiles
    ) throws -> [String: String] {
        let page = try #require(plain(files.file(for: path, words: words, line: line)?.file))
        var found: [String: String] = [:]
        for match in page.matches(of: #/<meta property="og:([a-z_]+)"(?: name="description")? content="([^"]*)">/#) {
            #expect(found.updateValue(String(match.2), forKey: String(match.1)) == nil, "\(path): \(match.1) once")
        }
        #expect(!page.contains("data-on") && !page.contains("{"), "\(path)")
        return found
    }

    @Test("Each kind of address has a title and words of its own, and names itself by the public address")
    func ownPreviews() throws {
        let files = try StaticFiles(folder: TestServer.root + "/web", publicAddress: published)
        let paths = ["/", "/today", "/practice", "/archive", "/room/KYTE7", "/stage/KYTE7", "/replay/KYTE7/sprint-1-1"]
        let previews = try paths.map { try preview($0, in: files) }
        #expect(Set(previews.map { $0["title"] ?? "" }).count == paths.count)
        #expect(Set(previews.map { $0["description"] ?? "" }).count == paths.count)
        for (path, preview) in zip(paths, previews) {
            #expect(preview["image"] == published + "/card.png")
            #expect(preview["title"]?.hasPrefix("Tilerace: ") == true && preview["description"]?.isEmpty == false)
            let isRoom = path.contains("KYTE7")
            #expect(preview["url"] == (isRoom ? nil : published + path), "\(path)")
        }
        // Without a public address no whole one is known; a path alone says nothing to who reads a preview elsewhere.
        let unpublished = try StaticFiles(folder: TestServer.root + "/web")
        #expect(try preview("/today", in: unpublished)["url"] == nil)
        #expect(try preview("/today", in: unpublished)["title"] == preview("/today", in: files)["title"])
    }

    @Test("A past day and the words to practise with are told, as far as an address names some")
    func puzzlePreviews() throws {
        let files = try StaticFiles(folder: TestServer.root + "/web", publicAddress: published)
        let day = try preview("/archive/guess-en-5/2026-11-19", in: files)
        #expect(day["title"] == "Tilerace: the word of 19 November 2026")
        #expect(day["description"]?.contains("five-letter word, ") == true)
        #expect(day["url"] == published + "/archive/guess-en-5/2026-11-19")
        #expect(try preview("/archive/guess-en-5/2026-11-19/", in: files) == day)
        #expect(
            try preview("/archive/guess-de-11/2026-11-19", in: files)["description"]?.contains(
                "eleven-letter word (de), ") == true)
        let words = try preview("/practice", words: "en-6", in: files)
        #expect(words["title"] == "Tilerace: practise six-letter words")
        #expect(words["url"] == published + "/practice?words=en-6")
        let anagrams = try preview("/practice", words: "anagram-en-7", in: files)
        #expect(anagrams["title"] == "Tilerace: practise seven-letter anagrams")
        #expect(anagrams["url"] == published + "/practice?words=anagram-en-7")
        let anagram = try preview("/archive/anagram-en-7/2026-11-19", in: files)
        #expect(anagram["title"] == "Tilerace: the anagram of 19 November 2026")
        #expect(anagram["description"]?.contains("seven-letter anagram, ") == true)
        #expect(anagram["url"] == published + "/archive/anagram-en-7/2026-11-19")
        // Each has a tag of its own; the same one has the same.
        let tags = ["guess-en-5/2026-11-19", "guess-en-5/2026-11-20", "guess-en-6/2026-11-19", "guess-en-5/2026-11-19"]
            .compactMap { files.file(for: "/archive/\($0)")?.file.representations[0].tag.text }
        #expect(Set(tags).count == 3 && tags[0] == tags[3])
        // What is no day, and no words, is not repeated.
        for path in [
            "2026-11-19", "guess-en-5", "guess-en-5/2026-13-19", "guess-en-5/<script>", "guess-en-99/2026-11-19",
            "practice-en-5/17", "anagram-en-99/2026-11-19", "guess-en-5/2026-11-19/x", "guess-\"\"-5/2026-11-19",
        ] {
            #expect(try preview("/archive/" + path, in: files) == preview("/archive/nothing", in: files), "\(path)")
        }
        for words in ["", "en", "en-3", "en-12", "en-5/1", "\"><script>", "EN-5", "crane"] {
            #expect(try preview("/practice", words: words, in: files) == preview("/practice", in: files), "\(words)")
        }
    }

    @Test("A link to today's race is called by its kind of game, and without a line by that of the first line")
    func todayPreviews() throws {
        let anagrams = try #require(PuzzleLine(kind: .anagram, language: "en", length: 7))
        let usual = try StaticFiles(folder: TestServer.root + "/web", publicAddress: published)
        let other = try StaticFiles(
            folder: TestServer.root + "/web", publicAddress: published, firstLine: anagrams)
        let (word, anagram) = ("Tilerace: today’s word", "Tilerace: today’s anagram")
        for (files, first) in [(usual, word), (other, anagram)] {
            let named = try preview("/today", line: "anagram-en-7", in: files)
            #expect(named["title"] == anagram && named["url"] == published + "/today?line=anagram-en-7")
            #expect(named["description"]?.contains("letters and the same time") == true)
            #expect(try preview("/today", line: "guess-en-6", in: files)["title"] == word)
            for line in [nil, "", "chess-en-5", "practice-anagram-en-7", "anagram-en-7\"><script>"] {
                let bare = try preview("/today", line: line, in: files)
                #expect(bare["title"] == first && bare["url"] == published + "/today", "\(line ?? "none")")
            }
        }
    }

    @Test("The page of a room has the same bytes for any code")
    func roomPreviews() throws {
        let files = try StaticFiles(folder: TestServer.root + "/web", publicAddress: published)
        for route in ["/room/", "/stage/", "/replay/"] {
            let pages = ["KYTE7", "ABCDE", "nothing", "KYTE7/x", ""].map { plain(files.file(for: route + $0)?.file) }
            #expect(Set(pages).count == 1 && pages[0] != nil)
        }
    }

    @Test("Text in a link preview is escaped")
    func escapedPreviews() throws {
        let line = "<meta property=\"og:url\" content=\"{url}\">\n<meta property=\"x\" content=\"{other}\">"
        func page(_ publicAddress: String?) -> String? {
            let template = PageTemplate(
                line + "\n{url}", publicAddress: publicAddress, contentType: "text/html", modified: HTTPDate(seconds: 0)
            )
            return plain(template.file(["other": "<\"&'>"], path: "/a?b=\"><i>&c"))
        }
        let other = "<meta property=\"x\" content=\"&lt;&quot;&amp;&#39;&gt;\">\n{url}"
        let url = "https://a.example/a?b=&quot;&gt;&lt;i&gt;&amp;c"
        #expect(page("https://a.example") == "<meta property=\"og:url\" content=\"\(url)\">\n" + other)
        #expect(page(nil) == other)
    }

    @Test("A trailing slash leads to the same page", arguments: ["/today/", "/practice/", "/privacy/", "/archive/"])
    func slashes(path: String) throws {
        let files = try StaticFiles(folder: TestServer.root + "/web")
        let page = try #require(plain(files.file(for: path)?.file))
        #expect(page == plain(files.file(for: String(path.dropLast()))?.file))
    }
}
