/// The first line of a request (RFC 9112 section 3).
enum RequestLine {
    /// Reads a line without its end.
    static func parse(_ line: ArraySlice<UInt8>) throws(HTTPError) -> RequestHead {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(FieldLine.isTokenByte) else {
            throw .malformedRequestLine
        }
        let isVersion11 = try version(parts[2])
        guard let method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            throw .unknownMethod
        }
        guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
            let target = RequestTarget(String(decoding: parts[1], as: UTF8.self), method: method)
        else { throw .malformedTarget }
        return RequestHead(method: method, target: target, isVersion11: isVersion11, fields: HeaderFields())
    }

    /// Whether it is 1.1 (true) or 1.0 (false). A later 1.x is treated as 1.1 (RFC 9110 section 2.5).
    private static func version(_ text: ArraySlice<UInt8>) throws(HTTPError) -> Bool {
        let digits: ClosedRange<UInt8> = 0x30...0x39
        let bytes = Array(text)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), digits.contains(bytes[5]),
            bytes[6] == UInt8(ascii: "."),
            digits.contains(bytes[7])
        else { throw .malformedRequestLine }
        guard bytes[5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
        return bytes[7] != UInt8(ascii: "0")
    }
}
