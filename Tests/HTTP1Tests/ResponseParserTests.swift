import Bytes
import HTTP1
import TestKit
import Testing

@Suite("HTTP/1.1 answers, as a client reads them")
struct ResponseParserTests {
    struct Outcome: Equatable {
        var responses: [Response] = []
        var fault: ResponseError?
        /// Bytes left when a 101 had come.
        var rest: [UInt8] = []
    }

    /// The outcome for a stream in these pieces, with or without the server's end behind it.
    static func outcome(
        _ pieces: [[UInt8]], limits: ResponseLimits = ResponseLimits(), answersHead: Bool = false, ends: Bool = true
    ) -> Outcome {
        var parser = ResponseParser(limits: limits, answersHead: answersHead)
        var outcome = Outcome()
        for piece in pieces where outcome.fault == nil {
            if outcome.responses.last?.status == 101 {
                outcome.rest += piece
                continue
            }
            ReceivedBytes.over(piece) { input in
                do throws(ResponseError) {
                    while let response = try parser.next(&input) {
                        outcome.responses.append(response)
                        if response.status == 101 {
                            outcome.rest += input.withRemaining { $0.array }
                            break
                        }
                    }
                } catch { outcome.fault = error }
            }
        }
        guard ends, outcome.fault == nil, outcome.responses.last?.status != 101 else { return outcome }
        do throws(ResponseError) {
            if let last = try parser.finish() { outcome.responses.append(last) }
        } catch { outcome.fault = error }
        return outcome
    }

    private static func outcome(
        _ text: String, limits: ResponseLimits = ResponseLimits(), answersHead: Bool = false, ends: Bool = true
    ) -> Outcome {
        outcome([Array(text.utf8)], limits: limits, answersHead: answersHead, ends: ends)
    }

    @Test("Answers with every kind of body are the same for every cut")
    func chunkInvariance() {
        let stream = Array(
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 5\r\nA: \t b \r\n\r\nhello"
                + "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;a=b\r\nfoo\r\n0A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"
                + "HTTP/1.0 429\r\nRetry-After: 9\r\n\r\nuntil the end").utf8)
        let expected = Self.outcome([stream])
        #expect(expected.fault == nil)
        #expect(expected.responses.map(\.status) == [201, 204, 200, 429])
        #expect(
            expected.responses.map { String(decoding: $0.body, as: UTF8.self) } == [
                "hello", "", "foo0123456789", "until the end",
            ])
        #expect(expected.responses[0].fields["a"] == "b" && expected.responses[0].keepsAlive)
        #expect(!expected.responses[3].keepsAlive && expected.responses[2].fields["trailer"] == nil)
        for pieces in Chunker.cuts(of: stream) { #expect(Self.outcome(pieces) == expected) }
    }

    @Test("After 101, no byte is parsed as HTTP")
    func switching() {
        let stream = Array(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nContent-Length: 9\r\n\r\nHTTP/1.1 frames".utf8)
        let expected = Self.outcome([stream])
        #expect(expected.responses.map(\.status) == [101] && expected.fault == nil)
        #expect(String(decoding: expected.rest, as: UTF8.self) == "HTTP/1.1 frames")
        for pieces in Chunker.cuts(of: stream) { #expect(Self.outcome(pieces) == expected) }
    }

    @Test("Answers to HEAD have no body")
    func head() {
        let outcome = Self.outcome(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            answersHead: true)
        #expect(outcome.responses.map(\.status) == [200, 200] && outcome.fault == nil)
    }

    @Test(
        "Each fault has its error, for every cut",
        arguments: [
            ("HTP/1.1 200 OK\r\n\r\n", ResponseError.malformedStatusLine),
            ("HTTP/1.1 200 OK\n\r\n", .malformedStatusLine), ("HTTP/1.1 20 OK\r\n", .malformedStatusLine),
            ("HTTP/1.1 2000 OK\r\n", .malformedStatusLine), ("HTTP/1.1  200 OK\r\n", .malformedStatusLine),
            ("HTTP/1.1 099 OK\r\n", .malformedStatusLine), ("HTTP/1.1 600 OK\r\n", .malformedStatusLine),
            ("\r\nHTTP/1.1 200 OK\r\n\r\n", .malformedStatusLine), ("HTTP/1.1 200 \u{1}\r\n", .malformedStatusLine),
            ("HTTP/2.0 200 OK\r\n\r\n", .unsupportedVersion), ("HTTP/1.1 200 OK\r\nA : b\r\n\r\n", .malformedField),
            ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", .malformedField),
            ("HTTP/1.1 200 OK\r\nA: b\n\r\n", .malformedField),
            ("HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", .malformedField),
            ("HTTP/1.1 200 OK\r\n: b\r\n\r\n", .malformedField),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .badContentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n", .badContentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .badContentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .badContentLength),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .unknownTransferCoding),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", .unknownTransferCoding),
            ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .unknownTransferCoding),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-0\r\n\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1 0\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .malformedChunk),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLarge),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n", .bodyTooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", .truncated), ("HTTP/1.1 200 OK\r\nA", .truncated),
            ("HTT", .truncated), ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n", .truncated),
        ])
    func faults(stream: String, fault: ResponseError) {
        let bytes = Array(stream.utf8)
        for pieces in Chunker.cuts(of: bytes, random: 10) { #expect(Self.outcome(pieces).fault == fault) }
    }

    @Test("Each limit of a response holds at the byte, for every cut")
    func limits() {
        var limits = ResponseLimits()
        limits.statusLine = 20
        limits.fieldCount = 2
        limits.fieldBytes = 24
        limits.body = 4
        limits.interimAnswers = 2
        func fault(_ text: String) -> ResponseError? {
            let faults = Set(
                Chunker.cuts(of: Array(text.utf8), random: 10).map { Self.outcome($0, limits: limits).fault })
            #expect(faults.count == 1, "\(text)")
            return faults.first ?? nil
        }
        let length = "Content-Length: "
        #expect(fault("HTTP/1.1 200 phrase7\r\nA: b\r\n\(length)0\r\n\r\n") == .fieldsTooLarge)
        #expect(fault("HTTP/1.1 200 phrase7\r\n\(length)4\r\n\r\nbody") == nil)
        #expect(fault("HTTP/1.1 200 phrase78\r\n\(length)0\r\n\r\n") == .statusLineTooLong)
        #expect(fault("HTTP/1.1 200 OK\r\na: b\r\nc: d\r\n\r\n") == nil)
        #expect(fault("HTTP/1.1 200 OK\r\na: b\r\nc: d\r\ne: f\r\n\r\n") == .tooManyFields)
        #expect(fault("HTTP/1.1 200 OK\r\n\(length)5\r\n\r\n") == .bodyTooLarge)
        #expect(fault("HTTP/1.1 200 OK\r\n\r\n1234") == nil)
        #expect(fault("HTTP/1.1 200 OK\r\n\r\n12345") == .bodyTooLarge)
        let interim = "HTTP/1.1 102 A\r\n\r\n"
        #expect(fault(interim + interim + "HTTP/1.1 204 A\r\n\r\n") == nil)
        #expect(fault(interim + interim + interim + "HTTP/1.1 204 A\r\n\r\n") == .tooManyInterimAnswers)
    }
}
