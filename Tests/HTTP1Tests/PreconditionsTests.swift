import Bytes
import HTTP1
import Testing

/// RFC 9110 section 13.2.2: which condition counts, and what comes of it.
@Suite struct PreconditionsTests {
    private static let now = HTTPDate(seconds: 1_795_255_200)
    private static let written = HTTPDate(seconds: 1_795_000_000)
    private static let before = "If-Modified-Since: \(HTTPDate(seconds: 1_794_999_999).text)"
    private static let at = "If-Modified-Since: \(written.text)"
    private static let unmodifiedBefore = "If-Unmodified-Since: \(HTTPDate(seconds: 1_794_999_999).text)"
    private static let unmodifiedAt = "If-Unmodified-Since: \(written.text)"

    private func head(_ method: String, _ fields: [String]) throws -> RequestHead {
        var parser = RequestParser()
        let target = method == "OPTIONS" ? "*" : "/"
        let lines = ["\(method) \(target) HTTP/1.1", "Host: a"] + fields
        let text = lines.map { $0 + "\r\n" }.joined() + "\r\n"
        let event = try ReceivedBytes.over(Array(text.utf8)) { (input: inout ReceivedBytes) throws(HTTPError) in
            try parser.next(&input)
        }
        guard case .request(let request) = event else { throw HTTPError.malformedRequestLine }
        return request.head
    }

    private static let cases: [(String, [String], Preconditions)] = [
        ("GET", [], .hold),
        // If-None-Match: weak comparison, 304 for reading and 412 for everything else.
        ("GET", ["If-None-Match: \"a\""], .notModified), ("HEAD", ["If-None-Match: W/\"a\""], .notModified),
        ("GET", ["If-None-Match: *"], .notModified), ("GET", ["If-None-Match: \"b\", \"a\""], .notModified),
        ("GET", ["If-None-Match: \"b\"", "If-None-Match: \"a\""], .notModified),
        ("GET", ["If-None-Match: \"b\""], .hold),
        ("GET", ["If-None-Match: a"], .hold), ("POST", ["If-None-Match: \"a\""], .failed),
        ("PUT", ["If-None-Match: *"], .failed),
        ("POST", ["If-None-Match: \"b\""], .hold),
        // If-Match: strong comparison.
        ("GET", ["If-Match: \"a\""], .hold), ("GET", ["If-Match: *"], .hold), ("GET", ["If-Match: W/\"a\""], .failed),
        ("GET", ["If-Match: \"b\""], .failed), ("POST", ["If-Match: \"b\""], .failed),
        ("GET", ["If-Match: \"b\", \"a\""], .hold),
        // If-Modified-Since: of reading only, and only without If-None-Match.
        ("GET", [at], .notModified), ("HEAD", [at], .notModified), ("GET", [before], .hold), ("POST", [at], .hold),
        ("GET", [at, "If-None-Match: \"b\""], .hold), ("GET", [before, "If-None-Match: \"a\""], .notModified),
        ("GET", ["If-Modified-Since: yesterday"], .hold), ("GET", [at, at], .hold),
        // If-Unmodified-Since: only without If-Match.
        ("GET", [unmodifiedBefore], .failed), ("GET", [unmodifiedAt], .hold), ("POST", [unmodifiedBefore], .failed),
        ("GET", [unmodifiedBefore, "If-Match: \"a\""], .hold), ("GET", [unmodifiedAt, "If-Match: \"b\""], .failed),
        ("GET", ["If-Unmodified-Since: never"], .hold),
        // The ones that fail go before those that save.
        ("GET", ["If-Match: \"b\"", "If-None-Match: \"a\""], .failed),
        ("GET", ["If-Match: \"a\"", "If-None-Match: \"a\""], .notModified),
        ("GET", [unmodifiedBefore, at], .failed), ("GET", [unmodifiedAt, at], .notModified),
        // Methods that select no representation.
        ("OPTIONS", ["If-Match: \"b\""], .hold), ("TRACE", ["If-None-Match: *"], .hold),
    ]

    @Test("Preconditions are evaluated against a tag and a date", arguments: cases)
    func ofAFileWithTagAndDate(method: String, fields: [String], outcome: Preconditions) throws {
        let tag = EntityTag("a")
        #expect(
            Preconditions(of: try head(method, fields), tag: tag, modified: Self.written, now: Self.now) == outcome)
    }

    @Test(
        "Preconditions are evaluated without tag and date",
        arguments: [
            ("GET", ["If-None-Match: \"a\""], .hold), ("GET", ["If-None-Match: *"], .notModified),
            ("GET", ["If-Match: \"a\""], .failed), ("GET", ["If-Match: *"], .hold), ("GET", [at], .hold),
            ("GET", [unmodifiedBefore], .hold), ("POST", ["If-Match: \"a\""], .failed),
        ] as [(String, [String], Preconditions)])
    func ofWhatHasNeither(method: String, fields: [String], outcome: Preconditions) throws {
        #expect(Preconditions(of: try head(method, fields), tag: nil, modified: nil, now: Self.now) == outcome)
    }

    /// Section 13.1.5: If-Range compares strongly, and with one tag.
    @Test(
        "If-Range compares strongly, and with one tag",
        arguments: [
            ([], true), (["If-Range: \"a\""], true), (["If-Range: W/\"a\""], false), (["If-Range: \"b\""], false),
            (["If-Range: \"a\", \"b\""], false), (["If-Range: *"], false), (["If-Range: \(written.text)"], false),
            (["If-Range: \"a\"", "If-Range: \"a\""], false), (["If-Range: "], false),
        ])
    func rangesOfTheStateThatIsMeant(fields: [String], isAllowed: Bool) throws {
        #expect(Preconditions.allowsRange(try head("GET", fields), tag: EntityTag("a")) == isAllowed)
        #expect(Preconditions.allowsRange(try head("GET", fields), tag: nil) == fields.isEmpty)
        #expect(Preconditions.allowsRange(try head("GET", fields), tag: EntityTag("a", isWeak: true)) == fields.isEmpty)
    }
}
