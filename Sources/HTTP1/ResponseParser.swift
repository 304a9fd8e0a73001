import Bytes

/// Reads the answers on one connection of a client from its bytes (RFC 9112), however they are cut into reads.
///
/// Call ``next(_:)`` until it returns nil, and ``finish()`` when the server ended. Interim answers (1xx) are skipped,
/// but for 101: that one is the last, and the bytes behind it are not HTTP any more. After an error the connection is
/// of no use.
package struct ResponseParser: ~Copyable {
    private enum Expecting {
        case statusLine
        case fields(Response)
        case body(Response, length: Int)
        case bodyToEnd(Response)
        case chunked(Response, Chunk)
    }

    /// The next part of a chunked body (RFC 9112 section 7.1).
    private enum Chunk {
        case size
        case data(length: Int)
        case end
        case trailer
    }

    private let limits: ResponseLimits
    /// Whether the answers are to HEAD: none has a body, whatever its fields say.
    private let answersHead: Bool
    private var expecting = Expecting.statusLine
    private var lines = LineReader()
    private var body = ByteBuffer()
    /// Bytes and number of the field lines of the present answer, trailers included.
    private var fieldBytes = 0
    private var fieldCount = 0
    private var interimAnswers = 0

    /// A parser before the first answer.
    package init(limits: ResponseLimits = ResponseLimits(), answersHead: Bool = false) {
        self.limits = limits
        self.answersHead = answersHead
    }

    /// Consumes bytes up to the end of an answer, or all of them if it has not come yet.
    package mutating func next(_ input: inout ReceivedBytes) throws(ResponseError) -> Response? {
        while true {
            switch expecting {
            case .statusLine:
                guard let line = try line(&input, limit: limits.statusLine, .statusLineTooLong, .malformedStatusLine)
                else { return nil }
                expecting = .fields(try StatusLine.parse(line))
                (fieldBytes, fieldCount) = (0, 0)
            case .fields(var response):
                guard let line = try fieldLine(&input) else { return nil }
                if line.isEmpty {
                    if let whole = try endOfHead(response) { return whole }
                } else {
                    try parse(line, into: &response.fields)
                    expecting = .fields(response)
                }
            case .body(let response, let length):
                guard take(length, &input) else { return nil }
                return ended(response)
            case .bodyToEnd:
                guard body.count + input.remaining <= limits.body else { throw .bodyTooLarge }
                _ = take(Int.max, &input)
                return nil
            case .chunked(let response, let chunk):
                switch try next(chunk, of: response, &input) {
                case .needsMore: return nil
                case .goesOn: continue
                case .ended(let response): return response
                }
            }
        }
    }

    /// The server ended its side. The answer whose body lasts until then; nil if none had begun.
    package mutating func finish() throws(ResponseError) -> Response? {
        switch expecting {
        case .bodyToEnd(let response): return ended(response)
        case .statusLine where lines.isEmpty: return nil
        case .statusLine, .fields, .body, .chunked: throw .truncated
        }
    }

    // MARK: The head

    private mutating func line(
        _ input: inout ReceivedBytes, limit: Int, _ tooLong: ResponseError, _ badEnd: ResponseError
    ) throws(ResponseError) -> ArraySlice<UInt8>? {
        do throws(LineReader.Fault) {
            return try lines.next(&input, limit: limit + 1)
        } catch {
            throw error == .tooLong ? tooLong : badEnd
        }
    }

    private mutating func fieldLine(_ input: inout ReceivedBytes) throws(ResponseError) -> ArraySlice<UInt8>? {
        let limit = limits.fieldBytes - fieldBytes
        guard let line = try line(&input, limit: limit, .fieldsTooLarge, .malformedField) else { return nil }
        fieldBytes += line.count + 2
        return line
    }

    private mutating func parse(_ line: ArraySlice<UInt8>, into fields: inout HeaderFields) throws(ResponseError) {
        fieldCount += 1
        guard fieldCount <= limits.fieldCount else { throw .tooManyFields }
        do throws(HTTPError) {
            try FieldLine.parse(line.span.bytes, into: &fields)
        } catch {
            throw .malformedField
        }
    }

    /// All fields are there. The answer, if it has no body; else nil, and ``expecting`` says what comes
    /// (RFC 9112 section 6.3).
    private mutating func endOfHead(_ response: Response) throws(ResponseError) -> Response? {
        expecting = .statusLine
        if response.status == 101 { return response }
        if response.status < 200 {
            interimAnswers += 1
            guard interimAnswers <= limits.interimAnswers else { throw .tooManyInterimAnswers }
            return nil
        }
        interimAnswers = 0
        if answersHead || response.status == 204 || response.status == 304 { return response }
        let lengths = response.fields.values(of: "content-length")
        if response.fields["transfer-encoding"] != nil {
            guard lengths.isEmpty else { throw .badContentLength }
            let codings = response.fields.list("transfer-encoding").map(ASCII.lowercased)
            guard codings == ["chunked"], response.isVersion11 else { throw .unknownTransferCoding }
            expecting = .chunked(response, .size)
            return nil
        }
        guard let first = lengths.first else {
            expecting = .bodyToEnd(response)
            return nil
        }
        guard lengths.count == 1, !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badContentLength
        }
        // Digits that do not fit an Int are a length above any limit.
        guard let length = Int(first), length <= limits.body else { throw .bodyTooLarge }
        guard length > 0 else { return response }
        expecting = .body(response, length: length)
        return nil
    }

    // MARK: The body

    private enum Step {
        case needsMore
        case goesOn
        case ended(Response)
    }

    /// Takes bytes into the body until it has `length` of them; whether it has.
    private mutating func take(_ length: Int, _ input: inout ReceivedBytes) -> Bool {
        let range = input.consume(min(input.remaining, length - body.count))
        input.withBytes(in: range) { body.append($0) }
        return body.count == length
    }

    private mutating func ended(_ response: Response) -> Response {
        var response = response
        response.body = body.array
        body.release()
        expecting = .statusLine
        return response
    }

    /// One step through a chunked body.
    private mutating func next(
        _ chunk: Chunk, of response: Response, _ input: inout ReceivedBytes
    ) throws(ResponseError) -> Step {
        switch chunk {
        case .size:
            guard let line = try line(&input, limit: limits.statusLine, .malformedChunk, .malformedChunk) else {
                return .needsMore
            }
            let size = try ResponseParser.chunkSize(line)
            guard size <= limits.body - body.count else { throw .bodyTooLarge }
            expecting = .chunked(response, size == 0 ? .trailer : .data(length: body.count + size))
        case .data(let length):
            guard take(length, &input) else { return .needsMore }
            expecting = .chunked(response, .end)
        case .end:
            guard let line = try line(&input, limit: 1, .malformedChunk, .malformedChunk) else { return .needsMore }
            guard line.isEmpty else { throw .malformedChunk }
            expecting = .chunked(response, .size)
        case .trailer:
            guard let line = try fieldLine(&input) else { return .needsMore }
            if line.isEmpty { return .ended(ended(response)) }
            // Checked and dropped (RFC 9110 section 6.5.1): nothing we ask for comes as a trailer.
            var dropped = HeaderFields()
            try parse(line, into: &dropped)
        }
        return .goesOn
    }
}

extension ResponseParser {
    /// Reads the size of a chunk by the rules of requests: digits alone, and extensions that are checked and ignored.
    private static func chunkSize(_ line: ArraySlice<UInt8>) throws(ResponseError) -> Int {
        do throws(HTTPError) {
            return try ChunkLine(line.span.bytes).size
        } catch {
            throw .malformedChunk
        }
    }
}

/// The first line of an answer (RFC 9112 section 4).
private enum StatusLine {
    /// Reads a line without its end. The phrase is dropped, and may be missing with the blank before it.
    static func parse(_ line: ArraySlice<UInt8>) throws(ResponseError) -> Response {
        let bytes = Array(line)
        let digits: ClosedRange<UInt8> = 0x30...0x39
        guard bytes.count >= 12, bytes.starts(with: "HTTP/".utf8), digits.contains(bytes[5]),
            bytes[6] == UInt8(ascii: "."), digits.contains(bytes[7]), bytes[8] == 0x20,
            bytes[9...11].allSatisfy(digits.contains), bytes.count == 12 || bytes[12] == 0x20,
            bytes.dropFirst(13).allSatisfy(FieldLine.isValueByte)
        else { throw .malformedStatusLine }
        guard bytes[5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
        let status = bytes[9...11].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard (100...599).contains(status) else { throw .malformedStatusLine }
        return Response(status: status, isVersion11: bytes[7] != UInt8(ascii: "0"))
    }
}
