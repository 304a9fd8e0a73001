import Bytes

/// The first line and the field lines of an answer.
package struct ResponseHead: Hashable, Sendable {
    /// How it went.
    package var status: HTTPStatus
    /// The field lines, without those that ``write(bodyLength:keepsAlive:to:)`` adds. Names in the case they are sent in.
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

    /// Writes the head; `Content-Length` and `Connection` are added. `bodyLength` is that of the body that follows, or for HEAD
    /// would follow; it is left out where no body may be. Names and values must not hold line ends: that would be our own fault.
    package func write(bodyLength: Int, keepsAlive: Bool, to sink: some ByteSink) {
        var text = ByteBuffer()
        text.reserve(256)
        text.append("HTTP/1.1 \(status.code) \(status.phrase)\r\n")
        for field in fields {
            precondition(FieldLine.isToken(field.name), "a field name that is no token")
            precondition(field.value.utf8.allSatisfy(FieldLine.isValueByte), "a field value with control characters")
            text.append(field.name)
            text.append(": ")
            text.append(field.value)
            text.append("\r\n")
        }
        if !status.hasNoBody { text.append("Content-Length: \(bodyLength)\r\n") }
        if status.code >= 200 && !keepsAlive { text.append("Connection: close\r\n") }
        text.append("\r\n")
        sink.write(text)
    }

    /// Writes the interim answer for which a client with `Expect: 100-continue` waits.
    package static func writeContinue(to sink: some ByteSink) {
        ResponseHead(.continue).write(bodyLength: 0, keepsAlive: true, to: sink)
    }
}
