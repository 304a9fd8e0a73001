import HTTP1

extension RequestCatalogue {
    /// A POST with these field lines, and what follows them.
    private static func post(_ fields: String..., body: String = "", version: String = "1.1") -> String {
        "POST / HTTP/\(version)\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    private static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body: body) }

    private static let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"

    static let lengths: [RequestCase] = [
        .takes("9112 6.3", "no length is no body", post() + next, "POST /", "GET /next"),
        .takes(
            "9112 6.3", "as many bytes as said", post("Content-Length: 3", body: "abc") + next, "POST / abc",
            "GET /next"),
        .takes(
            "9112 6.3", "a body may look like a request", post("Content-Length: 4", body: "GET ") + next, "POST / GET ",
            "GET /next"),
        .takes("9110 8.6", "zeros in front", post("Content-Length: 0003", body: "abc"), "POST / abc"),
        .takes("9110 8.6", "zero", post("Content-Length: 0") + next, "POST /", "GET /next"),
        .takes("9112 6.3", "less than said is not a request yet", post("Content-Length: 4", body: "abc"), "…"),
        .refuses(
            "9112 6.3", "more than said is the next request", post("Content-Length: 1", body: "abc\r\n"),
            .malformedRequestLine, after: ["POST / a"]),
        .refuses("9112 6.3", "two that differ", post("Content-Length: 3", "Content-Length: 4"), .badContentLength),
        .refuses("9112 6.3", "two that are equal", post("Content-Length: 3", "Content-Length: 3"), .badContentLength),
        .refuses("9110 8.6", "a list", post("Content-Length: 3, 3"), .badContentLength),
        .refuses("9110 8.6", "a list that differs", post("Content-Length: 3,4"), .badContentLength),
        .refuses("9110 8.6", "a plus", post("Content-Length: +3"), .badContentLength),
        .refuses("9110 8.6", "a minus", post("Content-Length: -3"), .badContentLength),
        .refuses("9110 8.6", "hexadecimal", post("Content-Length: 0x3"), .badContentLength),
        .refuses("9110 8.6", "a blank within", post("Content-Length: 1 2"), .badContentLength),
        .refuses("9110 8.6", "nothing", post("Content-Length:"), .badContentLength),
        .refuses("9110 8.6", "a fraction", post("Content-Length: 3.0"), .badContentLength),
        .refuses("9110 8.6", "an underscore", post("Content-Length: 1_0"), .badContentLength),
        .refuses("9110 8.6", "digits of another script", post("Content-Length: ٣"), .badContentLength),
        .refuses(
            "9110 8.6", "more than an integer holds", post("Content-Length: 99999999999999999999"), .bodyTooLarge, 413),
        .refuses("9110 8.6", "2^64 + 3", post("Content-Length: 18446744073709551619"), .bodyTooLarge, 413),
    ]

    static let codings: [RequestCase] = [
        .takes("9112 6.1", "chunked, in any case", post("Transfer-Encoding: CHUNKED", body: "0\r\n\r\n"), "POST /"),
        .takes("9110 5.6.1", "with empty members", post("Transfer-Encoding: , chunked,", body: "0\r\n\r\n"), "POST /"),
        .refuses(
            "9112 6.1", "beside Content-Length", post("Content-Length: 3", "Transfer-Encoding: chunked"),
            .smuggledLength),
        .refuses(
            "9112 6.1", "in the other order", post("Transfer-Encoding: chunked", "Content-Length: 3"), .smuggledLength),
        .refuses(
            "9112 6.1", "a coding nobody knows beside it", post("Content-Length: 3", "Transfer-Encoding: x"),
            .smuggledLength),
        .refuses(
            "9112 6.1", "an empty one beside it", post("Content-Length: 3", "Transfer-Encoding:"), .smuggledLength),
        .refuses("9112 6.1", "in HTTP/1.0", post("Transfer-Encoding: chunked", version: "1.0"), .smuggledLength),
        .refuses("9112 6.3", "chunked not last", post("Transfer-Encoding: chunked, gzip"), .unframedBody),
        .refuses("9112 6.3", "not chunked", post("Transfer-Encoding: gzip"), .unframedBody),
        .refuses("9112 6.3", "identity", post("Transfer-Encoding: identity"), .unframedBody),
        .refuses("9112 6.3", "empty", post("Transfer-Encoding:"), .unframedBody),
        .refuses("9112 6.1", "chunked twice", post("Transfer-Encoding: chunked, chunked"), .unframedBody),
        .refuses(
            "9112 6.1", "twice over two lines", post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
            .unframedBody),
        .refuses(
            "9112 6.1", "an unknown one over the other line",
            post("Transfer-Encoding: chunked", "Transfer-Encoding: x"), .unframedBody),
        .refuses("9112 6.1", "one with a vertical tab", post("Transfer-Encoding: \u{B}chunked"), .malformedField),
        .refuses("9112 6.1", "quoted", post("Transfer-Encoding: \"chunked\""), .unframedBody),
        .refuses("9112 7", "with a parameter", post("Transfer-Encoding: chunked;a=b"), .unframedBody),
        .refuses(
            "9112 6.1", "codings that we have not", post("Transfer-Encoding: gzip, chunked"), .unknownTransferCoding,
            501),
    ]

    static let chunks: [RequestCase] = [
        .takes(
            "9112 7.1", "chunks make a body", chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n") + next, "POST / abcde",
            "GET /next"),
        .takes("9112 7.1", "none make none", chunked("0\r\n\r\n") + next, "POST /", "GET /next"),
        .takes(
            "9112 7.1", "hexadecimal in both cases", chunked("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n"),
            "POST / 01234567890123456789"),
        .takes("9112 7.1", "zeros in front", chunked("0003\r\nabc\r\n000\r\n\r\n"), "POST / abc"),
        .takes("9112 7.1", "data may hold line ends", chunked("6\r\n\r\n0\r\n\r\r\n0\r\n\r\n"), "POST / \r\n0\r\n\r"),
        .takes("9112 7.1", "the last chunk needs its empty line", chunked("0\r\n"), "…"),
        .takes(
            "9112 7.1.1", "extensions are ignored", chunked("3;a;b=c;d=\"e;\\\"\"\r\nabc\r\n0;z\r\n\r\n"), "POST / abc"),
        .takes(
            "9112 7.1.1", "blanks where the grammar forgives them", chunked("3 ; a = b\t;c\r\nabc\r\n0\r\n\r\n"),
            "POST / abc"),
        .takes(
            "9112 7.1.2", "trailers are checked and forgotten", chunked("0\r\nHost: b\r\nX: y\r\n\r\n") + next,
            "POST /", "GET /next"),
        .refuses("9112 7.1", "no size", chunked("\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1", "no hexadecimal size", chunked("g\r\n"), .malformedChunk),
        .refuses("9112 7.1", "0x", chunked("0x3\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a sign", chunked("+3\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a minus", chunked("-3\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a blank in front", chunked(" 3\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a blank behind", chunked("3 \r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1", "an underscore", chunked("1_0\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a bare LF after the size", chunked("3\nabc\r\n0\r\n\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a bare CR after the size", chunked("3\rabc\r\n0\r\n\r\n"), .malformedChunk),
        .refuses("9112 7.1", "data longer than said", chunked("3\r\nabcd\r\n"), .malformedChunk),
        .refuses("9112 7.1", "data shorter than said", chunked("3\r\nab\r\n0\r\n\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a bare LF after the data", chunked("3\r\nabc\n0\r\n\r\n"), .malformedChunk),
        .refuses("9112 7.1", "two bytes that are no CRLF after it", chunked("3\r\nabcxx0\r\n\r\n"), .malformedChunk),
        .refuses("9112 7.1", "a size that overflows", chunked("FFFFFFFFFFFFFFFFF\r\n"), .bodyTooLarge, 413),
        .refuses("9112 7.1", "2^64 + 3", chunked("10000000000000003\r\nabc\r\n"), .bodyTooLarge, 413),
        .refuses("9112 7.1", "the largest integer", chunked("7FFFFFFFFFFFFFFF\r\n"), .bodyTooLarge, 413),
        .refuses("9112 7.1.1", "an extension without a name", chunked("3;\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1.1", "without a value", chunked("3;a=\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1.1", "with an open quote", chunked("3;a=\"b\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1.1", "ended by a bare LF", chunked("3;a\nabc\r\n0\r\n\r\n"), .malformedChunk),
        .refuses("9112 7.1.1", "with a bare CR", chunked("3;a\rb\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1.1", "with a NUL in quotes", chunked("3;a=\"\0\"\r\nabc\r\n"), .malformedChunk),
        .refuses("9112 7.1.2", "a trailer that is no field", chunked("0\r\nGET / HTTP/1.1\r\n\r\n"), .malformedField),
        .refuses("9112 7.1.2", "a folded trailer", chunked("0\r\n a: b\r\n\r\n"), .foldedField),
        .refuses("9112 7.1.2", "a trailer with a bare LF", chunked("0\r\na: b\n\r\n"), .malformedField),
        .refuses("9112 7.1.2", "a bare LF for the last line", chunked("0\r\n\n"), .malformedField),
    ]

    static let expectations: [RequestCase] = [
        .takes(
            "9110 10.1.1", "100-continue, in any case", post("Expect: 100-CONTINUE", "Content-Length: 1", body: "a"),
            "POST / a"),
        .takes("9110 10.1.1", "twice", post("Expect: 100-continue, 100-continue"), "POST /"),
        .takes("9110 10.1.1", "ignored in 1.0, whatever it is", post("Expect: tea", version: "1.0"), "POST /"),
        .refuses("9110 10.1.1", "another", post("Expect: tea"), .unknownExpectation, 417),
        .refuses(
            "9110 10.1.1", "another beside it", post("Expect: 100-continue", "Expect: tea"), .unknownExpectation, 417),
        .refuses("9110 10.1.1", "none", post("Expect:"), .unknownExpectation, 417),
        .refuses(
            "9110 10.1.1", "another before a chunked body", post("Expect: tea", "Transfer-Encoding: chunked"),
            .unknownExpectation, 417),
    ]
}
