/// How a request's body is delimited (RFC 9112 section 6), with the checks that need all fields.
enum BodyLength {
    /// The bytes of body that follow a head.
    static func of(_ head: RequestHead, limit: Int) throws(HTTPError) -> Int {
        try checkHost(head)
        let lengths = head.fields.values(of: "content-length")
        let codings = head.fields.values(of: "transfer-encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty, head.isVersion11 else { throw .smuggledLength }
            throw head.fields.list("transfer-encoding").map { $0.lowercased() } == ["chunked"]
                ? .lengthRequired : .unknownTransferCoding
        }
        if let expectation = head.fields["expect"], expectation.lowercased() != "100-continue" {
            throw .unknownExpectation
        }
        guard let first = lengths.first else { return 0 }
        guard lengths.count == 1, !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badContentLength
        }
        // Digits that do not fit an Int are a length above any limit.
        guard let length = Int(first), length <= limit else { throw .bodyTooLarge }
        return length
    }

    /// RFC 9112 section 3.2: exactly one Host in 1.1, at most one in 1.0.
    private static func checkHost(_ head: RequestHead) throws(HTTPError) {
        let hosts = head.fields.values(of: "host")
        guard hosts.count == 1 || hosts.isEmpty && !head.isVersion11 else { throw .badHost }
        guard hosts.allSatisfy({ Host.isValid($0[...], allowsEmpty: true) }) else { throw .badHost }
    }
}
