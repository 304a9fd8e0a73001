import Bytes

/// The first line and the field lines of an answer.
package struct ResponseHead: Hashable, Sendable {
    /// The status of the response.
    package var status: HTTPStatus
    /// The field lines, without those that ``write(bodyLength:keepsAlive:to:)`` adds. Names in the case they are sent
    /// in.
    package var fields: [HeaderFields.Field]

    /// An answer with these field lines.
    package init(_ status: HTTPStatus, fields: [(name: String, value: String)] = []) {
        self.status = status
        self.fields = fields.map { HeaderFields.Field(name: $0.name, value: $0.value) }
    }

    /// Adds a field line.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(HeaderFields.Field(name: name, value: value))
    }

    /// Writes the head; `Content-Length` and `Connection` are added. `bodyLength` is that of the body that follows, or
    /// for HEAD would follow; it is left out where no body may be. Names and values must not hold line ends: that would
    /// be our own fault.
    package func write(bodyLength: Int, keepsAlive: Bool, to sink: some ByteSink) {
        var text = ByteBuffer()
        text.reserve(256)
        text.append(literal: "HTTP/1.1 ")
        text.append(decimal: status.code)
        text.append(literal: " ")
        text.append(status.phrase)
        text.append(literal: "\r\n")
        for field in fields { ResponseHead.write(field, to: &text) }
        if !status.hasNoBody {
            text.append(literal: "Content-Length: ")
            text.append(decimal: bodyLength)
            text.append(literal: "\r\n")
        }
        if status.code >= 200 && !keepsAlive { text.append(literal: "Connection: close\r\n") }
        text.append(literal: "\r\n")
        sink.write(text)
    }

    private static func write(_ field: HeaderFields.Field, to text: inout ByteBuffer) {
        let (name, value) = (field.name.utf8Span.span.bytes, field.value.utf8Span.span.bytes)
        precondition(!name.isEmpty && name.allSatisfy(FieldLine.isTokenByte), "a field name that is no token")
        precondition(value.allSatisfy(FieldLine.isValueByte), "a field value with control characters")
        text.append(name)
        text.append(literal: ": ")
        text.append(value)
        text.append(literal: "\r\n")
    }

    /// Writes the interim answer for which a client with `Expect: 100-continue` waits.
    package static func writeContinue(to sink: some ByteSink) {
        ResponseHead(.continue).write(bodyLength: 0, keepsAlive: true, to: sink)
    }
}
