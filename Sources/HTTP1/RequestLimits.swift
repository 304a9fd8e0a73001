/// The limits on a request.
package struct RequestLimits: Hashable, Sendable {
    /// Bytes of the first line, without its end.
    package var requestLine = 8_192
    /// Number of field lines.
    package var fieldCount = 100
    /// Bytes of all field lines, with the LF but without the last empty line.
    package var fieldBytes = 32_768
    /// Commas and semicolons of all field lines of the head: members of lists and their parameters cost more than their
    /// bytes.
    package var separators = 512
    /// Bytes of a body, without what frames its chunks.
    package var body = 65_536
    /// Bytes of the line before a chunk, without its end.
    package var chunkLine = 1_024
    /// Bytes of the extensions of all chunks of a body.
    package var chunkExtensions = 4_096

    /// The defaults, or other numbers. The field lines after a chunked body count with those before it.
    package init(
        requestLine: Int = 8_192, fieldCount: Int = 100, fieldBytes: Int = 32_768, separators: Int = 512,
        body: Int = 65_536,
        chunkLine: Int = 1_024, chunkExtensions: Int = 4_096
    ) {
        self.requestLine = requestLine
        self.fieldCount = fieldCount
        self.fieldBytes = fieldBytes
        self.separators = separators
        self.body = body
        self.chunkLine = chunkLine
        self.chunkExtensions = chunkExtensions
    }
}
