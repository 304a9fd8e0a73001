import Bytes

/// The first line of a request (RFC 9112 section 3).
enum RequestLine {
    /// Reads a line without its end.
    static func parse(_ line: RawSpan) throws(HTTPError) -> RequestHead {
        let blank: UInt8 = 0x20
        guard let first = line.firstIndex(of: blank), first > 0 else { throw .malformedRequestLine }
        let name = line.extracting(0..<first)
        let rest = line.extracting(first + 1..<line.byteCount)
        guard name.allSatisfy(FieldLine.isTokenByte), let second = rest.firstIndex(of: blank) else {
            throw .malformedRequestLine
        }
        let isVersion11 = try version(rest.extracting(second + 1..<rest.byteCount))
        guard let method = HTTPMethod(name) else { throw .unknownMethod }
        let resource = rest.extracting(0..<second)
        guard resource.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
            let target = RequestTarget(resource.string, method: method)
        else { throw .malformedTarget }
        return RequestHead(method: method, target: target, isVersion11: isVersion11, fields: HeaderFields())
    }

    /// The method of a line whose rest may be malformed; nil if it is unknown, too.
    static func method(of line: RawSpan) -> HTTPMethod? {
        line.firstIndex(of: 0x20).flatMap { HTTPMethod(line.extracting(0..<$0)) }
    }

    /// Whether it is 1.1 (true) or 1.0 (false). A later 1.x is treated as 1.1 (RFC 9110 section 2.5).
    private static func version(_ text: RawSpan) throws(HTTPError) -> Bool {
        guard text.byteCount == 8, text.extracting(0..<5).equals("HTTP/"), ASCII.isDigit(text.byte(at: 5)),
            text.byte(at: 6) == UInt8(ascii: "."), ASCII.isDigit(text.byte(at: 7))
        else { throw .malformedRequestLine }
        guard text.byte(at: 5) == UInt8(ascii: "1") else { throw .unsupportedVersion }
        return text.byte(at: 7) != UInt8(ascii: "0")
    }
}
