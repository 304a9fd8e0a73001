import HTTP1

extension RequestCatalogue {
    private static let host = "Host: a\r\n"
    private static func get(_ target: String, _ method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    static let requestLines: [RequestCase] = [
        .takes("9112 2.2", "an empty line before a request is ignored", "\r\n" + get("/"), "GET /"),
        .refuses("9112 2.2", "two are not", "\r\n\r\n" + get("/"), .malformedRequestLine),
        .refuses("9112 2.2", "a bare LF ends no line", "GET / HTTP/1.1\nHost: a\n\n", .malformedRequestLine),
        .refuses("9112 2.2", "a bare LF is no empty line", "\n" + get("/"), .malformedRequestLine),
        .refuses("9112 2.2", "a bare CR in the line", "GET /\r HTTP/1.1\r\n", .malformedRequestLine),
        .refuses("9112 2.2", "two CR before the LF", "GET / HTTP/1.1\r\r\n", .malformedRequestLine),
        .refuses("9112 2.2", "blanks before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedField),
        .refuses("9112 3", "two spaces", "GET  / HTTP/1.1\r\n", .malformedRequestLine),
        .refuses("9112 3", "a tab for a space", "GET\t/ HTTP/1.1\r\n", .malformedRequestLine),
        .refuses("9112 3", "a space at the end", "GET / HTTP/1.1 \r\n", .malformedRequestLine),
        .refuses("9112 3", "a space at the beginning", " GET / HTTP/1.1\r\n", .malformedRequestLine),
        .refuses("9112 3", "a space in the target", "GET /a b HTTP/1.1\r\n", .malformedRequestLine),
        .refuses("9112 3", "no version, as in HTTP/0.9", "GET /\r\n", .malformedRequestLine),
        .refuses("9112 3", "no target", "GET HTTP/1.1\r\n", .malformedRequestLine),
        .refuses("9112 3", "a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\r\n", .malformedRequestLine),
        .refuses("9110 9.1", "methods are case-sensitive", get("/", "get"), .unknownMethod, 501),
        .refuses("9110 9.1", "an unknown method", get("/", "BREW"), .unknownMethod, 501),
        .refuses("9110 9.1", "a method that is no token", get("/", "GE[T"), .malformedRequestLine),
        .takes(
            "9110 9.1", "the known ones",
            ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"].map { get("/", $0) }.joined(),
            "GET /", "HEAD /", "POST /", "PUT /", "PATCH /", "DELETE /", "TRACE /"),
    ]

    static let targets: [RequestCase] = [
        .takes("9112 3.2.1", "origin-form", get("/a/b?c=d&e"), "GET /a/b?c=d&e"),
        .takes("9112 3.2.1", "an empty query is one", get("/a?"), "GET /a?"),
        .takes("9112 3.2.2", "absolute-form", get("http://x.example/a?b"), "GET /a?b"),
        .takes("9112 3.2.2", "in any case, with a port, without a path", get("HTTPS://X.example:80"), "GET /"),
        .takes("9112 3.2.2", "with a query and no path", get("http://x?a"), "GET /?a"),
        .refuses("9112 3.2.2", "another scheme", get("ftp://x/"), .malformedTarget),
        .refuses("9110 4.2.1", "no host", get("http:///a"), .malformedTarget),
        .refuses("9110 4.2.4", "user information", get("http://u:p@x/"), .malformedTarget),
        .refuses("9112 3.2.2", "a port that is none", get("http://x:8a/"), .malformedTarget),
        .takes("9112 3.2.3", "CONNECT names host and port", get("x.example:443", "CONNECT"), "CONNECT "),
        .refuses("9110 9.3.6", "CONNECT without a port", get("x.example", "CONNECT"), .malformedTarget),
        .refuses("9110 9.3.6", "CONNECT with an empty port", get("x.example:", "CONNECT"), .malformedTarget),
        .refuses("9110 9.3.6", "CONNECT without a host", get(":443", "CONNECT"), .malformedTarget),
        .refuses("9112 3.2.3", "CONNECT with a path", get("/", "CONNECT"), .malformedTarget),
        .refuses("9112 3.2.3", "authority-form for others", get("x.example:443"), .malformedTarget),
        .takes("9112 3.2.4", "OPTIONS *", get("*", "OPTIONS"), "OPTIONS *"),
        .takes("9112 3.2.4", "OPTIONS * as a proxy is asked for it", get("http://x:1", "OPTIONS"), "OPTIONS *"),
        .takes("9112 3.2.4", "but not with a path", get("http://x:1/", "OPTIONS"), "OPTIONS /"),
        .refuses("9112 3.2.4", "* for others", get("*"), .malformedTarget),
        .refuses("9112 3.2", "a fragment", get("/a#b"), .malformedTarget),
        .refuses("9112 3.2", "no slash", get("a"), .malformedTarget),
        .refuses("9112 3.2", "a control character", get("/\u{1}"), .malformedTarget),
        .refuses("9112 3.2", "a NUL", get("/\0"), .malformedTarget),
        .refuses("9112 3.2", "what is not ASCII", get("/ä"), .malformedTarget),
    ]

    static let versions: [RequestCase] = [
        .takes("9110 2.5", "HTTP/1.0 needs no Host", "GET / HTTP/1.0\r\n\r\n", "GET /"),
        .takes("9110 2.5", "a later 1.x is read as 1.1", "GET / HTTP/1.9\r\n\(host)\r\n", "GET /"),
        .refuses("9110 2.5", "a later 1.x wants a Host", "GET / HTTP/1.9\r\n\r\n", .badHost),
        .refuses("9110 15.6.6", "HTTP/2", "GET / HTTP/2.0\r\n\(host)\r\n", .unsupportedVersion, 505),
        .refuses("9113 3.4", "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion, 505),
        .refuses("9110 15.6.6", "HTTP/0.9 said aloud", "GET / HTTP/0.9\r\n\r\n", .unsupportedVersion, 505),
        .refuses("9112 2.3", "two digits", "GET / HTTP/1.10\r\n", .malformedRequestLine),
        .refuses("9112 2.3", "one number", "GET / HTTP/1\r\n", .malformedRequestLine),
        .refuses("9112 2.3", "lower case", "GET / http/1.1\r\n", .malformedRequestLine),
        .refuses("9112 2.3", "another protocol", "GET / RTSP/1.1\r\n", .malformedRequestLine),
    ]

    /// The longest there can be.
    private static let longName = String(repeating: "abcdefg.", count: 31) + "abcde"
    private static let longAddress = "fe80::1%25" + String(repeating: "e", count: 243)

    static let hosts: [RequestCase] =
        [
            "a", "a:80", "a:", "A-1.example", "127.0.0.1:8080", "[::1]", "[::1]:8080", "", "a_b", "%41", "a:0",
            "a:65535",
            "[::]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[1:2::8]",
            "[fe80::1%25eth0]",
            "[::ffff:127.0.0.1]", "[1:2:3:4:5:6:1.2.3.4]", "[v1.a:b]", "[2001:DB8::a]",
            longName, "\(longName):65535", "[\(longAddress)]", "[\(longAddress)]:65535",
        ].map {
            .takes("9110 7.2", "Host \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", "GET /")
        }
        + [
            "a b", "a,b", "a/b", "u@a", "a:b", "a:123456", "[::1", "[]", "[::1]a", ":80", "ä", "a:65536", "a:99999",
            "[:::::1]", "[:::]", "[:]", "[:1]", "[1:]", "[1::2::3]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]",
            "[1:2:3:4:5:6:7:8::]", "[12345::]", "[g::]", "[::1.2.3]", "[::1.2.3.256]", "[::1.2.3.04]", "[::1.2.3.4.5]",
            "[::1.2.3.4:5]", "[1:2:3:4:5:6:7:1.2.3.4]", "[::1%eth0]", "[::1%25]", "[v.a]", "[v1.]", "[1.2.3.4]", "[a]",
            "a\"b", "a\\b", "a<b",
            longName + "a", "\(longName)a:80", "[\(longAddress)0]", "[\(longAddress)0]:80",
        ].map {
            // A comma is allowed in a name (RFC 3986 `sub-delims`); two Hosts joined by a proxy are told by the blank.
            $0 == "a,b"
                ? .takes("9110 7.2", "Host \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", "GET /")
                : .refuses("9110 7.2", "Host \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", .badHost)
        }
        + [
            .refuses("9112 3.2", "no Host in 1.1", "GET / HTTP/1.1\r\n\r\n", .badHost),
            .refuses("9112 3.2", "no Host with absolute-form", "GET http://a/ HTTP/1.1\r\n\r\n", .badHost),
            .refuses(
                "9110 4.2", "a longer name in absolute-form", get("http://\(longName)a/"), .malformedTarget),
            .refuses("9112 3.2", "two", "GET / HTTP/1.1\r\n\(host)\(host)\r\n", .badHost),
            .refuses("9112 3.2", "two that differ in case", "GET / HTTP/1.1\r\n\(host)HOST: b\r\n\r\n", .badHost),
            .refuses("9112 3.2", "two in 1.0", "GET / HTTP/1.0\r\n\(host)\(host)\r\n", .badHost),
            .refuses("9112 3.2", "a bad one in 1.0", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n", .badHost),
            .takes(
                "9112 3.2.2", "absolute-form goes before a Host that differs",
                "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n", "GET /"),
        ]

    static let fields: [RequestCase] = [
        .takes(
            "9112 5", "blanks around a value, and none", "GET / HTTP/1.1\r\nHost:a\r\nB: \t b\t \r\nC:\r\n\r\n", "GET /"
        ),
        .takes("9110 5.5", "a tab within a value", "GET / HTTP/1.1\r\n\(host)B: b\tc\r\n\r\n", "GET /"),
        .takes("9110 5.5", "what is not ASCII", "GET / HTTP/1.1\r\n\(host)B: ä\r\n\r\n", "GET /"),
        .refuses("9112 5.1", "a blank before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", .malformedField),
        .refuses("9112 5.1", "a tab before the colon", "GET / HTTP/1.1\r\nHost\t: a\r\n\r\n", .malformedField),
        .refuses("9112 5.1", "no colon", "GET / HTTP/1.1\r\nHost\r\n\r\n", .malformedField),
        .refuses("9112 5.1", "no name", "GET / HTTP/1.1\r\n: a\r\n\r\n", .malformedField),
        .refuses("9110 5.1", "a name that is no token", "GET / HTTP/1.1\r\nA(: a\r\n\r\n", .malformedField),
        .refuses("9110 5.1", "a name that is not ASCII", "GET / HTTP/1.1\r\nÄ: a\r\n\r\n", .malformedField),
        .refuses("9110 5.1", "a NUL in a name", "GET / HTTP/1.1\r\nA\0: a\r\n\r\n", .malformedField),
        .refuses("9112 5.2", "obs-fold with a space", "GET / HTTP/1.1\r\n\(host) b\r\n\r\n", .foldedField),
        .refuses("9112 5.2", "obs-fold with a tab", "GET / HTTP/1.1\r\n\(host)\tb: c\r\n\r\n", .foldedField),
        .refuses("9110 5.5", "a NUL in a value", "GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", .malformedField),
        .refuses("9110 5.5", "another control character", "GET / HTTP/1.1\r\nA: b\u{8}c\r\n\r\n", .malformedField),
        .refuses("9110 5.5", "DEL", "GET / HTTP/1.1\r\nA: b\u{7F}c\r\n\r\n", .malformedField),
        .refuses("9112 2.2", "a bare CR in a value", "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", .malformedField),
        .refuses("9112 2.2", "a bare CR before the CRLF", "GET / HTTP/1.1\r\nA: b\r\r\n\r\n", .malformedField),
        .refuses("9112 2.2", "a bare LF after a field", "GET / HTTP/1.1\r\nA: b\n\r\n", .malformedField),
        .refuses("9112 2.2", "a bare LF as the empty line", "GET / HTTP/1.1\r\n\(host)\n", .malformedField),
    ]
}
