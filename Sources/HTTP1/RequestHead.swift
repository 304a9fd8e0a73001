/// A request's first line and field lines, checked.
package struct RequestHead: Hashable, Sendable {
    /// The request method.
    package var method: HTTPMethod
    /// The request target.
    package var target: RequestTarget
    /// Whether the client speaks 1.1; else it speaks 1.0.
    package var isVersion11: Bool
    /// The field lines.
    package var fields: HeaderFields
    /// Bytes of body that follow. Of a chunked body the length is not known before its end: 0.
    package var contentLength = 0
    /// Whether a body of chunks follows.
    package var isChunked = false

    /// The head of a request that has come another way than by a ``RequestParser``. `fields` must be checked.
    package init(method: HTTPMethod, target: RequestTarget, isVersion11: Bool, fields: HeaderFields) {
        self.method = method
        self.target = target
        self.isVersion11 = isVersion11
        self.fields = fields
    }

    /// Whether the connection serves more requests after this one (RFC 9112 section 9.3).
    package var keepsAlive: Bool {
        if fields.list("connection", contains: "close") { return false }
        return isVersion11 || fields.list("connection", contains: "keep-alive")
    }

    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
    package var expectsContinue: Bool {
        isVersion11 && (contentLength > 0 || isChunked) && fields["expect"] != nil
    }
}

/// A request with its body.
package struct Request: Hashable, Sendable {
    /// Line and fields.
    package var head: RequestHead
    /// The body: as many bytes as Content-Length said, or the data of all chunks.
    package var body: [UInt8]

    package init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
