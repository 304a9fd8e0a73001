import Foundation
import HTTP1
import Server
import TestKit
import Testing

/// Files over real sockets: codings, conditions, ranges (RFC 9110 sections 12 to 15).
@Suite(.blocking) struct FileAnswerTests {
    /// 2100-01-01 UTC. The server says of a file that is younger than its clock that it was changed right now. A second
    /// later that is another time, and the checkout may be of today.
    private static let laterThanEveryFile = 4_102_444_800_000

    @Test(
        "A file is sent in the coding that the client prefers",
        arguments: [
            ("", nil), ("gzip", "gzip"), ("gzip;q=0", nil), ("br, gzip;q=0.1", "gzip"), ("*", "gzip"),
            ("identity, gzip", "gzip"), ("identity, gzip;q=0.9", nil),
        ])
    func coding(accepted: String, coding: String?) throws {
        let socket = try TestServer().connect()
        let plain = try socket.ask("GET", "/style.css")
        let fields = accepted.isEmpty ? [] : ["Accept-Encoding: \(accepted)"]
        let answer = try socket.ask("GET", "/style.css", fields: fields)
        #expect(answer.status == 200 && answer["content-encoding"] == coding)
        #expect(answer["vary"] == "Accept-Encoding")
        #expect(answer["content-length"] == String(answer.body.count))
        #expect((answer["etag"] == plain["etag"]) == (coding == nil))
        #expect((answer.body.count < plain.body.count) == (coding != nil))
    }

    @Test("A file sent as gzip unpacks to the same bytes")
    func gzipUnpacks() throws {
        let socket = try TestServer().connect()
        let plain = try socket.ask("GET", "/main.js")
        let packed = try socket.ask("GET", "/main.js", fields: ["Accept-Encoding: gzip"])
        let (unpacked, status) = try Process.output(of: ["gzip", "-dc"], input: Data(packed.body))
        #expect([UInt8](unpacked) == plain.body && status == 0)
    }

    /// A preview is kept and shown to others: a `Host` that is no name of ours must not become a link in it.
    @Test("A shared link says what its address names, in the page as sent, and repeats no Host")
    func previewsAsSent() throws {
        let server = try TestServer()
        func page(_ target: String) throws -> String {
            // The authority of such a target stands in for the Host field (RFC 9112 section 3.2.2).
            let fields = ["X-Forwarded-Host: evil.example"]
            let answer = try server.ask("GET", "http://evil.example" + target, fields: fields)
            #expect(answer.status == 200 && answer["cache-control"] == "no-cache" && answer["etag"] != nil)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(!text.contains("evil") && !text.contains("og:url"))
            return text
        }
        #expect(try page("/practice?words=en-6").contains("content=\"Tilerace: practise six-letter words\""))
        #expect(try page("/practice?new=1&words=en-%37").contains("content=\"Tilerace: practise seven-letter words\""))
        #expect(try page("/practice?words=%3Ci%3E") == page("/practice"))
        #expect(
            try page("/archive/guess-en-5/2026-11-19").contains(
                "content=\"Tilerace: the word of 19 November 2026\""))
        let tag = try #require(try server.ask("GET", "/archive/guess-en-5/2026-11-19")["etag"])
        let again = try server.ask("GET", "/archive/guess-en-5/2026-11-19", fields: ["If-None-Match: \(tag)"])
        #expect(again.status == 304)
    }

    @Test("A client that accepts no coding of a file gets 406")
    func notAcceptable() throws {
        let server = try TestServer()
        #expect(try server.ask("GET", "/fonts/sora.woff2", fields: ["Accept-Encoding: gzip, *;q=0"]).status == 406)
        #expect(try server.ask("GET", "/style.css", fields: ["Accept-Encoding: gzip, *;q=0"]).status == 200)
    }

    /// RFC 9110 section 9.3.2.
    @Test(
        "HEAD is answered like GET without the body",
        arguments: ["/", "/style.css", "/nothing", "/api/v1/health", "/api/v1/nothing", "/api/v1/session", "/%zz"])
    func headIsGetWithoutABody(path: String) throws {
        for fields in [[], ["Accept-Encoding: gzip"], ["Accept: text/html"], ["If-None-Match: *"], ["If-Match: \"x\""]]
        {
            let socket = try TestServer(instant: Self.laterThanEveryFile).connect()
            let get = try socket.ask("GET", path, fields: fields)
            let head = try socket.ask("HEAD", path, fields: fields)
            #expect(head.status == get.status)
            let lines = { (answer: HTTPAnswer) in answer.fields.filter { $0.name != "date" }.map { "\($0)" } }
            #expect(lines(head) == lines(get))
            #expect(try socket.ask("GET", "/api/v1/health").status == 200, "no body came in between")
        }
    }

    @Test("A range of a file is sent with 206, and one outside it is refused")
    func rangesOfAFile() throws {
        let socket = try TestServer().connect()
        let whole = try socket.ask("GET", "/style.css")
        let size = whole.body.count
        #expect(whole["accept-ranges"] == "bytes")
        for (range, expected) in [("0-9", 0..<10), ("-10", size - 10..<size), ("\(size - 1)-", size - 1..<size)] {
            let part = try socket.ask("GET", "/style.css", fields: ["Range: bytes=\(range)"])
            #expect(part.status == 206 && part.body == Array(whole.body[expected]))
            #expect(part["content-range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(size)")
            #expect(part["etag"] == whole["etag"] && part["content-type"] == whole["content-type"])
        }
        for range in ["bytes=\(size)-", "bytes=-0"] {
            let refused = try socket.ask("GET", "/style.css", fields: ["Range: \(range)"])
            #expect(refused.status == 416 && refused["content-range"] == "bytes */\(size)")
        }
        // Malformed, several, of another unit, twice, for another method: as without.
        for fields in [
            ["Range: bytes=9-0"], ["Range: bytes=0-1,5-6"], ["Range: lines=0-1"],
            ["Range: bytes=0-1", "Range: bytes=0-1"],
        ] {
            let answer = try socket.ask("GET", "/style.css", fields: fields)
            #expect(answer.status == 200 && answer.body == whole.body)
        }
        #expect(try socket.ask("HEAD", "/style.css", fields: ["Range: bytes=0-9"]).status == 200)
        #expect(try socket.ask("GET", "/api/v1/health", fields: ["Range: bytes=0-1"]).status == 200)
    }

    @Test("A range is cut from the coding that is sent")
    func rangeOfACoding() throws {
        let socket = try TestServer().connect()
        let packed = try socket.ask("GET", "/style.css", fields: ["Accept-Encoding: gzip"])
        let part = try socket.ask("GET", "/style.css", fields: ["Accept-Encoding: gzip", "Range: bytes=2-9"])
        #expect(part.status == 206 && part.body == Array(packed.body[2..<10]) && part["content-encoding"] == "gzip")
        let tag = try #require(packed["etag"])
        #expect(try socket.ask("GET", "/style.css", fields: ["Range: bytes=2-9", "If-Range: \(tag)"]).status == 200)
    }

    @Test("If-Range and the conditions are checked before a range")
    func conditionsFirst() throws {
        let socket = try TestServer(instant: Self.laterThanEveryFile).connect()
        let range = "Range: bytes=0-9"
        let whole = try socket.ask("GET", "/style.css")
        let (tag, date) = (try #require(whole["etag"]), try #require(whole["last-modified"]))
        for (fields, status) in [
            (["If-Range: \(tag)"], 206), (["If-Range: W/\(tag)"], 200), (["If-Range: \"x\""], 200),
            (["If-Range: \(date)"], 200),
            (["If-None-Match: \(tag)"], 304), (["If-None-Match: \"x\""], 206), (["If-Modified-Since: \(date)"], 304),
            (["If-Match: \(tag)"], 206), (["If-Match: \"x\""], 412),
            (["If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"], 412),
        ] {
            #expect(try socket.ask("GET", "/style.css", fields: fields + [range]).status == status, "\(fields)")
        }
    }

    /// A compressed page would give BREACH something to ask about.
    @Test("The page itself is never compressed")
    func pageIsPlain() throws {
        let socket = try TestServer().connect()
        for path in ["/", "/index.html", "/room/ABCDE"] {
            let page = try socket.ask("GET", path, fields: ["Accept-Encoding: gzip, br"])
            #expect(page.status == 200 && page["content-encoding"] == nil, "\(path)")
        }
    }

    @Test("A 304 repeats the fields that caches keep")
    func notModified() throws {
        let socket = try TestServer(instant: Self.laterThanEveryFile).connect()
        let page = try socket.ask("GET", "/", fields: ["Accept-Encoding: gzip"])
        let tag = try #require(page["etag"])
        let same = try socket.ask("GET", "/", fields: ["Accept-Encoding: gzip", "If-None-Match: \(tag)"])
        #expect(same.status == 304 && same.body.isEmpty && same["content-length"] == nil && same["content-type"] == nil)
        // Browsers put these in place of those that they have: a weaker policy would stay.
        for name in ["etag", "cache-control", "vary", "last-modified", "content-security-policy", "referrer-policy"] {
            #expect(same[name] == page[name] && same[name] != nil, "\(name)")
        }
        #expect(same["date"] != nil)
        // The tag of one coding says nothing of another.
        let packed = try socket.ask("GET", "/style.css", fields: ["Accept-Encoding: gzip"])
        let packedTag = try #require(packed["etag"])
        #expect(try socket.ask("GET", "/style.css", fields: ["If-None-Match: \(packedTag)"]).status == 200)
    }

    @Test("If-Match is refused with 412 where there is no matching entity tag")
    func conditionsWithoutTag() throws {
        let socket = try TestServer().connect()
        #expect(try socket.ask("GET", "/api/v1/today", fields: ["If-Match: \"x\""]).status == 412)
        #expect(try socket.ask("GET", "/api/v1/today", fields: ["If-None-Match: \"x\""]).status == 200)
        #expect(try socket.ask("POST", "/api/v1/session", fields: ["If-Match: \"x\""])["set-cookie"] == nil)
    }

    @Test("A file under the page's version may be cached for ever")
    func versionedParts() throws {
        let server = try TestServer()
        let page = String(decoding: try server.ask("GET", "/room/KYTE7").body, as: UTF8.self)
        let path = try #require(
            page.firstMatch(of: try Regex(#"href="(/v/[^"]*/style\.css)""#, as: (Substring, Substring).self))
        ).1
        let part = try server.ask("GET", String(path))
        #expect(part.status == 200 && part["cache-control"] == "public, max-age=31536000, immutable")
        let unversioned = try server.ask("GET", "/style.css")
        #expect(unversioned.body == part.body && unversioned["cache-control"] == "no-cache")
        #expect(try server.ask("GET", "/")["cache-control"] == "no-cache")
        // A tab that is older than the server.
        let old = try server.ask("GET", "/v/AAAAAAAAAAAAAAAA/style.css")
        #expect(old.status == 200 && old.body == part.body && old["cache-control"] == "no-cache")
        #expect(try server.ask("GET", "/v/AAAAAAAAAAAAAAAA/gone.js").status == 404)
    }
}
