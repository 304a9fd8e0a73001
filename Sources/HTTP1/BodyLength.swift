import Bytes

/// How a request's body is delimited (RFC 9112 section 6), with the checks that need all fields.
enum BodyLength {
    /// The bytes of body that follow a head.
    static func of(_ head: RequestHead, limit: Int) throws(HTTPError) -> Int {
        try checkHost(head)
        let lengths = head.fields.count(of: "content-length")
        if head.fields.count(of: "transfer-encoding") > 0 {
            guard lengths == 0, head.isVersion11 else { throw .smuggledLength }
            throw head.fields.list("transfer-encoding").map { $0.lowercased() } == ["chunked"]
                ? .lengthRequired : .unknownTransferCoding
        }
        if let expectation = head.fields["expect"], expectation.lowercased() != "100-continue" {
            throw .unknownExpectation
        }
        guard lengths > 0 else { return 0 }
        guard lengths == 1, let digits = head.fields["content-length"], !digits.isEmpty,
            digits.utf8.allSatisfy(ASCII.isDigit)
        else { throw .badContentLength }
        // Digits that do not fit an Int are a length above any limit.
        guard let length = Int(digits), length <= limit else { throw .bodyTooLarge }
        return length
    }

    /// RFC 9112 section 3.2: exactly one Host in 1.1, at most one in 1.0.
    private static func checkHost(_ head: RequestHead) throws(HTTPError) {
        let hosts = head.fields.count(of: "host")
        guard hosts > 0 || head.isVersion11 else { return }
        let isValid = head.fields.withOnlyValue(of: "host") { Host.isValid($0, allowsEmpty: true) }
        guard isValid == true else { throw .badHost }
    }
}
