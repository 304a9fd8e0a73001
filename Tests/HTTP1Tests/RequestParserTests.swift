import Bytes
import HTTP1
import TestKit
import Testing

@Suite("HTTP/1.1 requests")
struct RequestParserTests {
    struct Outcome: Equatable {
        var events: [RequestParser.Event] = []
        var fault: HTTPError?
    }

    static func outcome(_ pieces: [[UInt8]], limits: RequestLimits = RequestLimits()) -> Outcome {
        var parser = RequestParser(limits: limits)
        var outcome = Outcome()
        for piece in pieces where outcome.fault == nil {
            ReceivedBytes.over(piece) { input in
                do throws(HTTPError) {
                    while let event = try parser.next(&input) { outcome.events.append(event) }
                } catch { outcome.fault = error }
            }
        }
        return outcome
    }

    private static func outcome(_ text: String, limits: RequestLimits = RequestLimits()) -> Outcome {
        outcome([Array(text.utf8)], limits: limits)
    }

    @Test("Pipelined requests with bodies are the same for every cut")
    func chunkInvariance() {
        let stream = Array(
            ("\r\nGET /a?x=1 HTTP/1.1\r\nHost: h:80\r\nA: \t b c \r\n\r\nPOST /p HTTP/1.1\r\nhost: h\r\nContent-Length: 5\r\n"
                + "Expect: 100-continue\r\n\r\nhelloHEAD http://x.y/z HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").utf8)
        let expected = Self.outcome([stream])
        #expect(expected.events.count == 4 && expected.fault == nil)
        for pieces in Chunker.cuts(of: stream) { #expect(Self.outcome(pieces) == expected) }
        guard case .request(let first) = expected.events[0], case .request(let second) = expected.events[2],
            case .request(let third) = expected.events[3]
        else {
            Issue.record("not the requests sent")
            return
        }
        #expect(first.head.target.path == "/a" && first.head.target.query == "x=1" && first.head.fields["a"] == "b c")
        #expect(second.body == Array("hello".utf8) && second.head.keepsAlive)
        #expect(third.head.target.authority == "x.y" && third.head.target.path == "/z" && third.head.keepsAlive)
    }

    /// The method that the parser knows when a request turns out to be bad.
    static func methodAtFault(_ text: String) -> HTTPMethod? {
        var parser = RequestParser()
        var method: HTTPMethod?
        ReceivedBytes.over(Array(text.utf8)) { input in
            do throws(HTTPError) {
                while try parser.next(&input) != nil {}
                Issue.record("nothing wrong with \(text)")
            } catch { method = parser.methodUnderWay }
        }
        return method
    }

    @Test("Each limit holds at the bound and refuses one more byte")
    func limits() {
        let limits = RequestLimits(requestLine: 20, fieldCount: 3, fieldBytes: 40, separators: 5, body: 4)
        func fault(_ text: String) -> HTTPError? { Self.outcome(text, limits: limits).fault }
        let path = String(repeating: "a", count: 6)
        #expect(fault("GET /\(path) HTTP/1.1\r\n") == nil)
        #expect(fault("GET /\(path)a HTTP/1.1\r\n") == .requestLineTooLong)
        #expect(
            fault(String(repeating: "x", count: 21)) == nil
                && fault(String(repeating: "x", count: 22)) == .requestLineTooLong)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nB:\r\nC:\r\n\r\n") == nil)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nB:\r\nC:\r\nD:\r\n") == .tooManyFields)
        #expect(fault("GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 60)) == .fieldsTooLarge)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nB: 1,2;3,\r\nC: ;,\r\n\r\n") == nil)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nB: 1,2;3,\r\nC: ;,;\r\n") == .tooManyMembers)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd") == nil)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n") == .bodyTooLarge)
    }

    @Test("Each limit of a chunked body holds at the bound and refuses one more byte")
    func chunkLimits() {
        let limits = RequestLimits(fieldCount: 4, fieldBytes: 60, body: 4, chunkLine: 9, chunkExtensions: 6)
        func fault(_ body: String) -> HTTPError? {
            Self.outcome("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body, limits: limits)
                .fault
        }
        #expect(fault("4\r\nabcd\r\n0\r\n\r\n") == nil && fault("2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n") == nil)
        #expect(fault("5\r\n") == .bodyTooLarge && fault("2\r\nab\r\n3\r\n") == .bodyTooLarge)
        #expect(fault("000000001\r\na\r\n") == nil && fault("0000000001\r\na\r\n") == .chunkLinesTooLarge)
        #expect(fault("0000000001") == nil && fault("00000000011") == .chunkLinesTooLarge)
        #expect(fault("1;a=bc\r\nx\r\n1;\r\n") == .malformedChunk)
        #expect(fault("1;a\r\nx\r\n1;abc\r\ny\r\n0\r\n\r\n") == nil)
        #expect(fault("1;a\r\nx\r\n1;abcd\r\n") == .chunkLinesTooLarge)
        // Host and Transfer-Encoding are two of the fields, and 37 of their bytes.
        #expect(fault("0\r\nA:\r\nB:\r\n\r\n") == nil && fault("0\r\nA:\r\nB:\r\nC:\r\n") == .tooManyFields)
        #expect(fault("0\r\nA: 678901234567890\r\n\r\n") == nil)
        #expect(fault("0\r\nA: 6789012345678901234\r\n\r\n") == .fieldsTooLarge)
        let whole = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        #expect(Self.outcome(whole, limits: RequestLimits(fieldBytes: 37)).fault == nil, "an empty line is no field")
        #expect(Self.outcome(whole, limits: RequestLimits(fieldBytes: 36)).fault == .fieldsTooLarge)
    }

    @Test("A trailer changes no field")
    func trailersAreForgotten() {
        let outcome = Self.outcome(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nCookie: tilerace_session=x\r\nHost: b\r\n\r\n"
        )
        guard case .request(let request) = outcome.events.first else {
            Issue.record("no request")
            return
        }
        #expect(request.head.fields["cookie"] == nil && request.head.fields.values(of: "host") == ["a"])
    }

    @Test("A client that waits before its chunks gets 100 Continue")
    func continueBeforeChunks() {
        let outcome = Self.outcome(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n0\r\n\r\n")
        guard outcome.events.count == 2, case .continueExpected = outcome.events[0] else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("Entity tags are compared weakly for If-None-Match and strongly for If-Match")
    func entityTags() {
        let tag = EntityTag("a"), weak = EntityTag("a", isWeak: true)
        #expect(
            tag.isNamed(byIfNoneMatch: "\"b\", W/\"a\"") && weak.isNamed(byIfNoneMatch: "\"a\"")
                && tag.isNamed(byIfNoneMatch: "*"))
        #expect(
            !tag.isNamed(byIfNoneMatch: "\"b\"") && !tag.isNamed(byIfNoneMatch: "a") && !tag.isNamed(byIfNoneMatch: ""))
        #expect(
            tag.isNamed(byIfMatch: "\"a\"") && !weak.isNamed(byIfMatch: "\"a\"") && !tag.isNamed(byIfMatch: "W/\"a\""))
    }
}
