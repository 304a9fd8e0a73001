/// An answer as a client received it.
package struct Response: Hashable, Sendable {
    /// The status code, 100 to 599.
    package let status: Int
    /// Whether it is HTTP/1.1 (or a later 1.x), not 1.0.
    package let isVersion11: Bool
    /// The field lines.
    package internal(set) var fields = HeaderFields()
    /// The body, without its transfer coding.
    package internal(set) var body: [UInt8] = []

    init(status: Int, isVersion11: Bool) {
        self.status = status
        self.isVersion11 = isVersion11
    }

    /// Whether the connection takes another request after it (RFC 9112 section 9.3).
    package var keepsAlive: Bool {
        if fields.list("connection", contains: "close") { return false }
        return isVersion11 || fields.list("connection", contains: "keep-alive")
    }
}

/// A client's limits on a response.
package struct ResponseLimits: Hashable, Sendable {
    /// Bytes of the first line.
    package var statusLine = 1_024
    /// Number of field lines.
    package var fieldCount = 100
    /// Bytes of all field lines.
    package var fieldBytes = 32_768
    /// Bytes of a body.
    package var body = 1 << 20
    /// Interim answers (1xx) before the real one.
    package var interimAnswers = 8

    /// The defaults.
    package init() {}
}

/// A server's fault in a response. The connection cannot be used after it.
package enum ResponseError: Error, Hashable, Sendable {
    /// The first line is not `HTTP/x.y SP code SP phrase` (RFC 9112 section 4).
    case malformedStatusLine
    /// The first line is longer than the limit.
    case statusLineTooLong
    /// HTTP, but not 1.0 or 1.1.
    case unsupportedVersion
    /// A field line that is not `name: value`, or folded (RFC 9112 section 5).
    case malformedField
    /// More field lines than the limit.
    case tooManyFields
    /// More bytes of field lines than the limit.
    case fieldsTooLarge
    /// A Content-Length that is no number, stands twice, or stands beside a Transfer-Encoding (RFC 9112 section 6.3).
    case badContentLength
    /// A Transfer-Encoding other than `chunked`.
    case unknownTransferCoding
    /// A chunk without its size or its end (RFC 9112 section 7.1).
    case malformedChunk
    /// A body longer than the limit.
    case bodyTooLarge
    /// More interim answers than the limit.
    case tooManyInterimAnswers
    /// The server ended in the middle of the answer.
    case truncated
}
