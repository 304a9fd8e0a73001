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

    @Test("pipelined requests with bodies are the same for every cut")
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

    @Test(
        "each fault has its error and status, for every cut",
        arguments: [
            ("GET / HTTP/1.1\nHost: a\r\n\r\n", HTTPError.malformedRequestLine, 400),
            ("GET  / HTTP/1.1\r\n", .malformedRequestLine, 400),
            ("GET /\r\n", .malformedRequestLine, 400), ("GET / HTTP/11\r\n", .malformedRequestLine, 400),
            ("\r\n\r\n", .malformedRequestLine, 400),
            ("GET / HTTP/2.0\r\n", .unsupportedVersion, 505), ("BREW / HTTP/1.1\r\n", .unknownMethod, 501),
            ("GET a HTTP/1.1\r\n", .malformedTarget, 400), ("GET * HTTP/1.1\r\n", .malformedTarget, 400),
            ("GET /#a HTTP/1.1\r\n", .malformedTarget, 400),
            ("GET http://u@h/ HTTP/1.1\r\n", .malformedTarget, 400), ("GET / HTTP/1.1\r\n\r\n", .badHost, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .badHost, 400),
            ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .badHost, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .foldedField, 400),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .malformedField, 400),
            ("GET / HTTP/1.1\r\nHost\r\n\r\n", .malformedField, 400),
            ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", .malformedField, 400),
            ("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", .malformedField, 400),
            ("GET / HTTP/1.1\r\nA: b\n\r\n", .malformedField, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .badContentLength, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", .badContentLength, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", .badContentLength, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLarge, 413),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthRequired, 411),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .unknownTransferCoding, 501),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", .smuggledLength,
                400
            ),
            ("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .smuggledLength, 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", .unknownExpectation, 417),
        ] as [(String, HTTPError, Int)])
    func faults(text: String, fault: HTTPError, status: Int) {
        let expected = Outcome(fault: fault)
        #expect(fault.status.code == status)
        for pieces in Chunker.cuts(of: Array(text.utf8), random: 5) { #expect(Self.outcome(pieces) == expected) }
    }

    @Test("each limit holds at the bound and one beyond it, with or without the end of the line")
    func limits() {
        let limits = RequestLimits(requestLine: 20, fieldCount: 3, fieldBytes: 40, body: 4)
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
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd") == nil)
        #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n") == .bodyTooLarge)
    }

    @Test("entity tags are compared weakly for If-None-Match and strongly for If-Match")
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
