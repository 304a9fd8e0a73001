import HTTP1
import TestKit
import Testing

/// The rules of RFC 9110 and 9112 for requests to a server like this one, a line a rule. Where the RFCs leave a choice
/// between leniency and refusal, we refuse: two peers that read a request differently are how requests are smuggled.
enum RequestCatalogue {
    static let all = requestLines + targets + versions + hosts + fields + lengths + codings + chunks + expectations
}

@Suite struct RequestCatalogueTests {
    @Test("Every rule for requests holds however the bytes are cut", arguments: RequestCatalogue.all)
    func holdsHoweverTheBytesAreCut(rule: RequestCase) {
        for pieces in Chunker.cuts(of: rule.bytes, random: 10) {
            #expect(RequestCase.outcome(of: pieces) == rule.outcome)
        }
    }

    @Test("Every rule for requests holds after another request", arguments: RequestCatalogue.all)
    func holdsAfterAnotherRequest(rule: RequestCase) {
        // A pipelined request before it changes nothing. (An empty line before the first one is forgiven between two as
        // well.)
        let before = Array("GET /before HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let expected: RequestCase.Outcome =
            switch rule.outcome {
            case .requests(let requests): .requests(["GET /before"] + requests)
            case .fault(let fault, let status, let requests): .fault(fault, status, after: ["GET /before"] + requests)
            }
        #expect(RequestCase.outcome(of: [before + rule.bytes]) == expected)
    }

    @Test("The method of a bad request is known, so that a bad HEAD gets no body")
    func knowsWhatAnAnswerToABadRequestMayHold() {
        // A bad HEAD is answered without a body, so the parser has to know that it is one.
        for (text, method) in [
            ("HEAD / HTTP/1.1\r\nA : b\r\n", HTTPMethod.head), ("HEAD / HTTP/1.1\r\nContent-Length: x\r\n\r\n", .head),
            ("HEAD  / HTTP/1.1\r\n", .head), ("HEAD /# HTTP/1.1\r\n", .head), ("HEAD / HTTP/2.0\r\n", .head),
            ("HEAD\r\n", nil), ("BREW / HTTP/1.1\r\n", nil), ("GET / HTTP/1.1\r\nA : b\r\n", .get),
        ] {
            #expect(RequestParserTests.methodAtFault(text) == method, "\(text)")
        }
    }
}
