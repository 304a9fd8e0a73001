import Foundation
import TestKit
import Testing

@testable import Server

@Suite struct StaticFilesTests {
    /// Reads a folder with these files.
    private func files(_ contents: [String: String]) throws -> StaticFiles {
        let root = URL(fileURLWithPath: NSTemporaryDirectory() + "tilerace-web-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in contents {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try StaticFiles(folder: root.path)
    }

    @Test func whatThePageHasIsServedByItsType() throws {
        let files = try files([
            "index.html": "<p>", "a/b.css": "b", "main.js": "m", "x.svg": "s", "f.woff2": "f", "m.webmanifest": "{}",
        ])
        let types = ["/index.html", "/a/b.css", "/main.js", "/x.svg", "/f.woff2", "/m.webmanifest"].map {
            files.file(for: $0)?.contentType
        }
        #expect(
            types == [
                "text/html; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8",
                "image/svg+xml", "font/woff2", "application/manifest+json",
            ])
        #expect(files.file(for: "/a/b.css")?.body == Array("b".utf8))
        for path in ["/", "/today", "/room/KYTE7", "/room/"] {
            #expect(files.file(for: path)?.body == Array("<p>".utf8), "\(path)")
        }
    }

    @Test func whatIsNotForVisitorsIsNotServed() throws {
        let files = try files([
            "index.html": "", "tests/a.js": "", "node_modules/a.js": "", "jsconfig.json": "", "README.md": "",
            "key.pem": "", "noending": "", "big.js": String(repeating: "x", count: 4 << 20 + 1),
            "fits.js": String(repeating: "x", count: 4 << 20),
        ])
        for path in [
            "/tests/a.js", "/node_modules/a.js", "/jsconfig.json", "/README.md", "/key.pem", "/noending", "/big.js", "",
            "index.html", "//index.html", "/../index.html", "/a",
        ] {
            #expect(files.file(for: path) == nil, "\(path)")
        }
        #expect(files.file(for: "/fits.js") != nil)
    }

    @Test func tagsAreOfTheBytes() throws {
        let files = try files(["index.html": "one", "a.js": "one", "b.js": "two"])
        let again = try self.files(["index.html": "one"])
        let tag = try #require(files.file(for: "/"))
        #expect(tag.entityTag == files.file(for: "/a.js")?.entityTag)
        #expect(tag.entityTag != files.file(for: "/b.js")?.entityTag)
        #expect(tag.entityTag == again.file(for: "/")?.entityTag)
        #expect(!tag.entityTag.isWeak)
    }

    @Test func aFolderWithoutAPageStopsTheStart() {
        #expect(throws: ConfigurationFault.self) { try files(["main.js": ""]) }
        #expect(throws: ConfigurationFault.self) { try StaticFiles(folder: "/nowhere/at/all") }
    }

    @Test func thePageOfThisRepositoryIsWhole() throws {
        let files = try StaticFiles(folder: TestServer.root + "/web")
        for path in ["/", "/style.css", "/main.js"] { #expect(files.file(for: path)?.body.isEmpty == false) }
    }
}
