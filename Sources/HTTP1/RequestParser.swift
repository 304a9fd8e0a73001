import Bytes

/// Reads the requests of one connection from its bytes (RFC 9112), however they are cut into reads.
///
/// Call ``next(_:)`` until it returns nil. After an error the connection has to be answered and closed.
package struct RequestParser: ~Copyable {
    /// A parsed part of a request.
    package enum Event: Hashable, Sendable {
        /// The client waits for `100 Continue` before it sends the body of the request with this head.
        case continueExpected(RequestHead)
        /// A whole request.
        case request(Request)
    }

    private enum Expecting {
        case firstLine(skippedEmptyLine: Bool)
        case fields
        case body
        // A body of chunks (RFC 9112 section 7.1).
        case chunkLine
        case chunkContent(left: Int)
        case chunkEnd
        case trailers
    }

    /// The result of parsing a line.
    private enum Progress {
        case needsBytes
        case goesOn
        case event(Event)
    }

    private let limits: RequestLimits
    private var expecting = Expecting.firstLine(skippedEmptyLine: false)
    /// The present request's first line. Nil before it has come.
    private var head: RequestHead?
    /// The present request's fields so far; apart from ``head`` so that they grow where they are.
    private var fields = HeaderFields()
    /// The part of a line, or of a body, that has come so far.
    private var pending = ByteBuffer()
    private var fieldBytes = 0
    private var separators = 0
    /// The data of the present request's chunks so far.
    private var content = ByteBuffer()
    private var chunkExtensionBytes = 0
    private var trailerCount = 0

    /// A parser before the first request.
    package init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
    }

    /// Whether a request has begun and not ended: silence now is a slow client, not an idle one.
    package var isInsideRequest: Bool {
        if case .firstLine = expecting { return !pending.isEmpty }
        return true
    }

    /// The method of the request that has begun, once its first line is read. An answer to HEAD has no body, even if
    /// the request is bad.
    package private(set) var methodUnderWay: HTTPMethod?

    /// About the bytes of memory that are held of a request that has begun and not ended.
    package var unfinishedMemory: Int {
        pending.capacity + content.capacity + fields.memory + (head.map { $0.target.memory + $0.fields.memory } ?? 0)
    }

    /// Consumes bytes up to the end of a request, or all of them if it has not come yet.
    package mutating func next(_ input: inout ReceivedBytes) throws(HTTPError) -> Event? {
        while true {
            let progress: Progress
            switch expecting {
            case .firstLine: progress = try nextLine(&input, limit: limits.requestLine, fault: .requestLineTooLong)
            case .fields: progress = try nextLine(&input, limit: limits.fieldBytes - fieldBytes, fault: .fieldsTooLarge)
            case .body: return takeBody(&input)
            case .chunkLine: progress = try nextLine(&input, limit: limits.chunkLine, fault: .chunkLinesTooLarge)
            case .chunkContent(let left): progress = takeContent(&input, left: left)
            case .chunkEnd: progress = try nextLine(&input, limit: 0, fault: .malformedChunk)
            case .trailers:
                progress = try nextLine(&input, limit: limits.fieldBytes - fieldBytes, fault: .fieldsTooLarge)
            }
            switch progress {
            case .needsBytes: return nil
            case .goesOn: continue
            case .event(let event): return event
            }
        }
    }

    /// Takes the next line up to its LF, where it lies if all of it does. `fault` is thrown once more than `limit`
    /// bytes have come, not counting the line's end, whether the LF is among them or not. So the division into reads
    /// makes no difference.
    private mutating func nextLine(
        _ input: inout ReceivedBytes, limit: Int, fault: HTTPError
    ) throws(HTTPError) -> Progress {
        let (length, isWhole) = input.withRemaining { span in
            let end = span.firstIndex(of: 0x0A)
            return (end ?? span.byteCount, end != nil)
        }
        guard pending.count + length <= limit + 1 else { throw fault }
        let bytesLeft = input.remaining
        let range = input.consume(length)
        if isWhole { input.consume(1) }
        if isWhole && pending.isEmpty {
            return try input.withBytes(in: range) { line throws(HTTPError) in try take(line, bytesLeft: bytesLeft) }
        }
        input.withBytes(in: range) { pending.append($0) }
        guard isWhole else { return .needsBytes }
        let line = pending.take()
        return try line.withBytes { line throws(HTTPError) in try take(line, bytesLeft: bytesLeft) }
    }

    /// Takes a line without its LF. `bytesLeft` tells how much memory the fields may need.
    private mutating func take(_ line: RawSpan, bytesLeft: Int) throws(HTTPError) -> Progress {
        switch expecting {
        case .firstLine(let skipped):
            try takeFirstLine(line, skippedEmptyLine: skipped, bytesLeft: bytesLeft)
            return .goesOn
        case .fields: return try takeField(line)
        case .chunkLine: try takeChunkLine(line)
        case .chunkEnd:
            guard try RequestParser.withoutEnd(line, fault: .malformedChunk).isEmpty else { throw .malformedChunk }
            expecting = .chunkLine
        case .trailers: return try takeTrailer(line)
        case .body, .chunkContent: preconditionFailure("content is not read by lines")
        }
        return .goesOn
    }

    private mutating func takeField(_ line: RawSpan) throws(HTTPError) -> Progress {
        let text = try RequestParser.withoutEnd(line, fault: .malformedField)
        guard text.isEmpty else {
            fieldBytes += line.byteCount + 1
            guard fields.count < limits.fieldCount else { throw .tooManyFields }
            separators += line.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
            guard separators <= limits.separators else { throw .tooManyMembers }
            try FieldLine.parse(line.extracting(text), into: &fields)
            return .goesOn
        }
        return try takeEndOfFields()
    }

    private mutating func takeFirstLine(
        _ line: RawSpan, skippedEmptyLine: Bool, bytesLeft: Int
    ) throws(HTTPError) {
        let text = try RequestParser.withoutEnd(line, fault: .malformedRequestLine)
        if text.isEmpty && !skippedEmptyLine {
            // RFC 9112 section 2.2: one empty line before a request is forgiven.
            expecting = .firstLine(skippedEmptyLine: true)
            return
        }
        let head: RequestHead
        do {
            head = try RequestLine.parse(line.extracting(text))
        } catch {
            // A refusal of the rest of the line has no body either, if it answers HEAD.
            methodUnderWay = RequestLine.method(of: line.extracting(text))
            throw error
        }
        methodUnderWay = head.method
        self.head = head
        fields.reserve(lines: min(limits.fieldCount, 16), bytes: min(limits.fieldBytes, bytesLeft))
        expecting = .fields
        fieldBytes = 0
        separators = 0
    }

    /// An event if nothing, or the client's wait, follows the head.
    private mutating func takeEndOfFields() throws(HTTPError) -> Progress {
        guard var head = head.take() else { preconditionFailure("fields without a first line") }
        head.fields = fields
        fields = HeaderFields()
        switch try BodyLength.of(head, limit: limits.body) {
        case .bytes(0): return .event(.request(finish(head, body: [])))
        case .bytes(let length):
            head.contentLength = length
            expecting = .body
        case .chunked:
            head.isChunked = true
            (chunkExtensionBytes, trailerCount) = (0, 0)
            expecting = .chunkLine
        }
        self.head = head
        return head.expectsContinue ? .event(.continueExpected(head)) : .goesOn
    }

    private mutating func takeBody(_ input: inout ReceivedBytes) -> Event? {
        guard let length = head?.contentLength else { preconditionFailure("a body without a head") }
        let range = input.consume(min(input.remaining, length - pending.count))
        input.withBytes(in: range) { pending.append($0) }
        guard pending.count == length, let head = head.take() else { return nil }
        let body = pending.array
        pending.release()
        return .request(finish(head, body: body))
    }

    private mutating func finish(_ head: RequestHead, body: [UInt8]) -> Request {
        expecting = .firstLine(skippedEmptyLine: false)
        methodUnderWay = nil
        return Request(head: head, body: body)
    }

    // MARK: Chunks

    private mutating func takeChunkLine(_ line: RawSpan) throws(HTTPError) {
        let text = try RequestParser.withoutEnd(line, fault: .malformedChunk)
        let chunk = try ChunkLine(line.extracting(text))
        chunkExtensionBytes += chunk.extensionBytes
        guard chunkExtensionBytes <= limits.chunkExtensions else { throw .chunkLinesTooLarge }
        guard chunk.size <= limits.body - content.count else { throw .bodyTooLarge }
        expecting = chunk.size == 0 ? .trailers : .chunkContent(left: chunk.size)
    }

    private mutating func takeContent(_ input: inout ReceivedBytes, left: Int) -> Progress {
        let range = input.consume(min(input.remaining, left))
        input.withBytes(in: range) { content.append($0) }
        expecting = range.count == left ? .chunkEnd : .chunkContent(left: left - range.count)
        return range.count == left ? .goesOn : .needsBytes
    }

    /// Trailers are checked, counted with the fields, and forgotten: what a request was judged by cannot be changed
    /// after the fact (RFC 9110 section 6.5.1).
    private mutating func takeTrailer(_ line: RawSpan) throws(HTTPError) -> Progress {
        fieldBytes += line.byteCount + 1
        let text = try RequestParser.withoutEnd(line, fault: .malformedField)
        guard let head else { preconditionFailure("trailers without a head") }
        guard !text.isEmpty else {
            self.head = nil
            let body = content.array
            content.release()
            return .event(.request(finish(head, body: body)))
        }
        trailerCount += 1
        guard head.fields.count + trailerCount <= limits.fieldCount else { throw .tooManyFields }
        var forgotten = HeaderFields()
        try FieldLine.parse(line.extracting(text), into: &forgotten)
        return .goesOn
    }

    /// The place of a line's text without its CR. Throws `fault` if the CR is missing or a CR stands elsewhere. RFC
    /// 9112 section 2.2 lets us take a bare LF; to refuse it is safer.
    private static func withoutEnd(_ line: RawSpan, fault: HTTPError) throws(HTTPError) -> Range<Int> {
        guard let end = line.firstIndex(of: 0x0D), end == line.byteCount - 1 else { throw fault }
        return 0..<end
    }
}
