import Bytes

/// Requests as a client writes them.
package enum RequestText {
    /// Writes a request (RFC 9112 section 3). `target` is in origin-form. Content-Length is added where there is a
    /// body, and for POST. Names and values must not hold line ends: that would be our own fault.
    package static func write(
        _ method: HTTPMethod, _ target: String, fields: [(name: String, value: String)], body: [UInt8] = [],
        to sink: some ByteSink
    ) {
        precondition(
            target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a target with blanks or control characters")
        var text = ByteBuffer()
        text.reserve(256 + body.count)
        text.append("\(method.rawValue) \(target) HTTP/1.1\r\n")
        for field in fields {
            precondition(FieldLine.isToken(field.name), "a field name that is no token")
            precondition(field.value.utf8.allSatisfy(FieldLine.isValueByte), "a field value with control characters")
            text.append("\(field.name): \(field.value)\r\n")
        }
        if !body.isEmpty || method == .post { text.append("Content-Length: \(body.count)\r\n") }
        text.append("\r\n")
        text.append(body)
        sink.write(text)
    }
}
