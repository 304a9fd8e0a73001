import Foundation
import TestKit
import Testing

@testable import HTTP1
@testable import Server

@Suite("A server below a path") struct SitePathTests {
    @Test("A public address is its origin and the path of the site")
    func parts() {
        #expect(SitePath(of: nil) == .root && SitePath(of: "https://play.example:8443") == .root)
        #expect(SitePath(of: "https://play.example:8443/games/tilerace").text == "/games/tilerace")
        #expect(SitePath.origin(of: "https://play.example:8443/games/tilerace") == "https://play.example:8443")
        #expect(SitePath.origin(of: "http://[::1]:80") == "http://[::1]:80")
    }

    @Test(
        "A setting's path has one to four plain segments, and keeps its capitals",
        arguments: [
            ("/games", true), ("/games/tile-race_2.0/~club", true), ("/a/b/c/d", true), ("/Games", true), ("", false),
            ("/", false), ("/games/", false), ("//games", false), ("/a/b/c/d/e", false), ("/.", false), ("/..", false),
            ("/a/../b", false), ("/.well-known", false), ("/a b", false), ("/%67ames", false), ("/a;b", false),
            ("/a?b", false), ("/a#b", false), ("/a\"b", false), ("/ä", false), ("/api", false), ("/room/x", false),
            ("/apis", true), ("/" + String(repeating: "a", count: 99), true),
            ("/" + String(repeating: "a", count: 100), false),
        ])
    func validity(path: String, isValid: Bool) {
        #expect(SitePath.isValid(path[...]) == isValid)
        let address = "HTTPS://Play.example" + path
        let isGood = isValid || path.isEmpty
        #expect(
            SettingValue<String?>.webAddress.read(address) == (isGood ? .some("https://play.example" + path) : .none))
    }

    @Test("No path of the server's own can be taken for that of a site")
    func ownPaths() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: TestServer.root + "/web")
        let folders = files.filter { !$0.contains(".") && !["tests", "node_modules"].contains($0) }
        #expect(SitePath.own.isSuperset(of: folders + ["v", "api", "metrics"]) && folders.count >= 3)
        let resources = Resources(files: try StaticFiles(folder: TestServer.root + "/web"), hasMetrics: true)
        let pages = ["today", "practice", "archive", "verify", "privacy", "link", "room", "stage", "replay"]
        for page in pages { #expect(resources.find([page, ""]) != nil && SitePath.own.contains(page)) }
    }

    @Test(
        "A request is the same with the path of the site and without, and no other path is cut",
        arguments: [
            ("/games/tilerace/room/KYTE7?a=b", "/room/KYTE7"), ("/games/tilerace/", "/"), ("/games/tilerace", "/"),
            ("/games/tilerace?x", "/"), ("/room/KYTE7", "/room/KYTE7"), ("/games/tileraces/a", "/games/tileraces/a"),
            ("/Games/tilerace/a", "/Games/tilerace/a"), ("/games/tilerace/games/tilerace/a", "/games/tilerace/a"),
            ("/x/games/tilerace/a", "/x/games/tilerace/a"),
        ])
    func inside(path: String, expected: String) throws {
        let target = try #require(RequestTarget(path, method: .get))
        let inside = SitePath(of: "https://play.example/games/tilerace").inside(target)
        #expect(inside.path == expected && inside.query == target.query)
        #expect(SitePath.root.inside(target) == target)
    }

    @Test("All that a page is told to ask for next lies below the path")
    func page() throws {
        let files = try StaticFiles(
            folder: TestServer.root + "/web", publicAddress: "https://play.example/games/tilerace")
        for path in ["/", "/today", "/room/KYTE7", "/archive/guess-en-5/2026-11-20"] {
            let page = String(
                decoding: try #require(files.file(for: path)).file.representations[0].body.array, as: UTF8.self)
            #expect(page.contains("<html lang=\"en\" data-site=\"/games/tilerace\">"))
            #expect(page.contains("content=\"https://play.example/games/tilerace/card.png\""))
            for address in page.components(separatedBy: "=\"/").dropFirst() {
                if address.hasPrefix("games/tilerace\">") { continue }
                #expect(address.hasPrefix("games/tilerace/v/"), "\(address.prefix(40))")
            }
        }
        let plain = try StaticFiles(folder: TestServer.root + "/web", publicAddress: "https://play.example")
        #expect(
            !String(decoding: try #require(plain.file(for: "/")).file.representations[0].body.array, as: UTF8.self)
                .contains("data-site"))
    }
}

/// Over a socket.
@Suite(.blocking) struct SitePathServerTests {
    @Test(
        "A server below a path answers behind proxies that pass it on and that take it off; its cookie stays below it")
    func served() throws {
        let server = try TestServer { $0.publicAddress = "https://play.example/games/tilerace" }
        for prefix in ["/games/tilerace", ""] {
            #expect(try server.ask("GET", prefix + "/api/v1/health").status == 200)
            #expect(try server.ask("GET", prefix + "/room/KYTE7").status == 200)
            let session = try server.ask(
                "POST", prefix + "/api/v1/session",
                fields: ["Origin: https://play.example", "Content-Type: application/json"])
            #expect(session.status == 201)
            #expect(session["set-cookie"]?.contains("; Path=/games/tilerace; ") == true)
            let missing = try server.ask("GET", prefix + "/nothing", fields: ["Accept: text/html"])
            #expect(missing.status == 404)
            #expect(String(decoding: missing.body, as: UTF8.self).contains("<a href=\"/games/tilerace/\">"))
            let refused = try server.ask("GET", prefix + "/api/v1/nothing", fields: ["Accept: text/html"])
            #expect(refused["content-type"] == "application/problem+json")
        }
        #expect(try server.ask("GET", "/games/other/api/v1/health").status == 404)
        #expect(try server.ask("GET", "/api/v1/address").json["url"]?.text == "https://play.example/games/tilerace")
    }
}
