import Bytes

/// The delimitation of a request's body (RFC 9112 section 6), with the checks that need all fields.
enum BodyLength: Hashable {
    /// A body of so many bytes; 0 if there is none.
    case bytes(Int)
    /// Chunks up to an empty one.
    case chunked

    /// Reads the length from a head whose field lines are all there.
    static func of(_ head: RequestHead, limit: Int) throws(HTTPError) -> BodyLength {
        try checkHost(head)
        let lengths = head.fields.count(of: "content-length")
        if head.fields.count(of: "transfer-encoding") > 0 {
            guard lengths == 0, head.isVersion11 else { throw .smuggledLength }
            try checkCodings(head.fields.list("transfer-encoding").map(ASCII.lowercased))
            try checkExpectations(head)
            return .chunked
        }
        try checkExpectations(head)
        guard lengths > 0 else { return .bytes(0) }
        // RFC 9112 section 6.3 lets us take a list of equal numbers as one; a client that sends such a list has an odd
        // proxy.
        guard lengths == 1, let digits = head.fields["content-length"], !digits.isEmpty,
            digits.utf8.allSatisfy(ASCII.isDigit)
        else { throw .badContentLength }
        // Digits that do not fit an Int are a length above any limit.
        guard let length = Int(digits), length <= limit else { throw .bodyTooLarge }
        return .bytes(length)
    }

    /// RFC 9112 sections 6.1 and 6.3: `chunked` once and last. Other codings before it are not implemented.
    private static func checkCodings(_ codings: [String]) throws(HTTPError) {
        guard codings.last == "chunked", !codings.dropLast().contains("chunked") else { throw .unframedBody }
        guard codings.count == 1 else { throw .unknownTransferCoding }
    }

    /// RFC 9110 section 10.1.1: the one expectation there is. That of an HTTP/1.0 client is ignored.
    private static func checkExpectations(_ head: RequestHead) throws(HTTPError) {
        guard head.isVersion11, head.fields.count(of: "expect") > 0 else { return }
        let expectations = head.fields.list("expect")
        guard !expectations.isEmpty, expectations.allSatisfy({ ASCII.lowercased($0) == "100-continue" }) else {
            throw .unknownExpectation
        }
    }

    /// RFC 9112 section 3.2: exactly one Host in 1.1, at most one in 1.0.
    private static func checkHost(_ head: RequestHead) throws(HTTPError) {
        let hosts = head.fields.count(of: "host")
        guard hosts > 0 || head.isVersion11 else { return }
        let isValid = head.fields.withOnlyValue(of: "host") { Host.isValid($0, allowsEmpty: true) }
        guard isValid == true else { throw .badHost }
    }
}
