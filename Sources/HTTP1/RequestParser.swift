import Bytes

/// Reads the requests of one connection from its bytes (RFC 9112), however they are cut into reads.
///
/// Call ``next(_:)`` until it returns nil. After an error the connection has to be answered and closed.
package struct RequestParser: ~Copyable {
    /// What came.
    package enum Event: Hashable, Sendable {
        /// The client waits for `100 Continue` before it sends the body of the request with this head.
        case continueExpected(RequestHead)
        /// A whole request.
        case request(Request)
    }

    private enum Expecting {
        case firstLine(skippedEmptyLine: Bool)
        case fields(RequestHead)
        case body(RequestHead)
    }

    private let limits: RequestLimits
    private var expecting = Expecting.firstLine(skippedEmptyLine: false)
    /// The part of a line, or of a body, that has come so far.
    private var pending = ByteBuffer()
    private var fieldBytes = 0

    /// Before the first request.
    package init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
    }

    /// Whether a request has begun and not ended: silence now is a slow client, not an idle one.
    package var isInsideRequest: Bool {
        if case .firstLine = expecting { return !pending.isEmpty }
        return true
    }

    /// Consumes bytes up to the end of a request, or all of them if it has not come yet.
    package mutating func next(_ input: inout ReceivedBytes) throws(HTTPError) -> Event? {
        while true {
            switch expecting {
            case .firstLine(let skipped):
                guard let line = try nextLine(&input, limit: limits.requestLine, fault: .requestLineTooLong) else {
                    return nil
                }
                guard let text = line.withoutEnd else { throw .malformedRequestLine }
                if text.isEmpty && !skipped {
                    // RFC 9112 section 2.2: one empty line before a request is forgiven.
                    expecting = .firstLine(skippedEmptyLine: true)
                } else {
                    expecting = .fields(try RequestLine.parse(text))
                    fieldBytes = 0
                }
            case .fields(let head):
                if let event = try nextField(head, &input) { return event }
                guard case .fields = expecting else { continue }
                if input.remaining == 0 { return nil }
            case .body(let head):
                return takeBody(head, &input)
            }
        }
    }

    /// Reads one field line. An event when it was the empty one after which nothing, or the client's wait, follows.
    private mutating func nextField(
        _ head: RequestHead, _ input: inout ReceivedBytes
    ) throws(HTTPError) -> Event? {
        guard let line = try nextLine(&input, limit: limits.fieldBytes - fieldBytes, fault: .fieldsTooLarge) else {
            return nil
        }
        fieldBytes += line.count
        guard let text = line.withoutEnd else { throw .malformedField }
        var head = head
        guard text.isEmpty else {
            guard head.fields.all.count < limits.fieldCount else { throw .tooManyFields }
            try FieldLine.parse(text, into: &head.fields)
            expecting = .fields(head)
            return nil
        }
        head.contentLength = try BodyLength.of(head, limit: limits.body)
        guard head.contentLength > 0 else {
            expecting = .firstLine(skippedEmptyLine: false)
            return .request(Request(head: head, body: []))
        }
        expecting = .body(head)
        return head.expectsContinue ? .continueExpected(head) : nil
    }

    private mutating func takeBody(_ head: RequestHead, _ input: inout ReceivedBytes) -> Event? {
        let range = input.consume(min(input.remaining, head.contentLength - pending.count))
        input.withBytes(in: range) { pending.append($0) }
        guard pending.count == head.contentLength else { return nil }
        let body = pending.array
        pending.release()
        expecting = .firstLine(skippedEmptyLine: false)
        return .request(Request(head: head, body: body))
    }

    /// The next line up to its LF, or nil if it is not all there. `fault` is thrown once more than `limit` bytes (not counting
    /// the line's end) have come: whether the LF is among them or not, so that the cut into reads makes no difference.
    private mutating func nextLine(
        _ input: inout ReceivedBytes, limit: Int, fault: HTTPError
    ) throws(HTTPError) -> Line? {
        let (length, found) = input.withRemaining { span in
            let end = span.firstIndex(of: 0x0A)
            return (end ?? span.byteCount, end != nil)
        }
        guard pending.count + length <= limit + 1 else { throw fault }
        let range = input.consume(length)
        input.withBytes(in: range) { pending.append($0) }
        guard found else { return nil }
        input.consume(1)
        let line = Line(bytes: pending.array)
        pending.removeAll()
        return line
    }
}

/// The bytes of a line before its LF.
private struct Line {
    let bytes: [UInt8]

    /// Bytes with the LF.
    var count: Int { bytes.count + 1 }

    /// The line without its CR. Nil if the CR is missing (RFC 9112 section 2.2 lets us take a bare LF; to refuse it is safer)
    /// or one stands elsewhere.
    var withoutEnd: ArraySlice<UInt8>? {
        guard bytes.last == 0x0D else { return nil }
        let text = bytes.dropLast()
        return text.contains(0x0D) ? nil : text
    }
}
