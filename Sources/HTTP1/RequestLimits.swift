/// How much of a request we take.
package struct RequestLimits: Hashable, Sendable {
    /// Bytes of the first line, without its end.
    package var requestLine = 8_192
    /// Number of field lines.
    package var fieldCount = 100
    /// Bytes of all field lines, with the LF but without the last empty line.
    package var fieldBytes = 32_768
    /// Bytes of a body.
    package var body = 65_536

    /// The defaults, or other numbers.
    package init(requestLine: Int = 8_192, fieldCount: Int = 100, fieldBytes: Int = 32_768, body: Int = 65_536) {
        self.requestLine = requestLine
        self.fieldCount = fieldCount
        self.fieldBytes = fieldBytes
        self.body = body
    }
}
