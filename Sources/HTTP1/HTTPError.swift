/// A client's fault in a request, with the status of its answer. The connection is closed after it, since the start of
/// the next request is unknown.
package enum HTTPError: Error, Hashable, Sendable {
    /// The first line is not `method SP target SP HTTP/x.y` (RFC 9112 section 3), or ends in a bare LF.
    case malformedRequestLine
    /// The target is none of origin-form, absolute-form or `*` with OPTIONS (RFC 9112 section 3.2).
    case malformedTarget
    /// The first line is longer than the limit.
    case requestLineTooLong
    /// HTTP, but not 1.0 or 1.1.
    case unsupportedVersion
    /// A method that no server of ours knows.
    case unknownMethod
    /// A field line that is not `name: value`: a blank before the colon, a control character, a bare CR or LF
    /// (RFC 9112 section 5).
    case malformedField
    /// A field line that begins with a blank (RFC 9112 section 5.2).
    case foldedField
    /// More field lines than the limit.
    case tooManyFields
    /// More bytes of field lines than the limit.
    case fieldsTooLarge
    /// More commas and semicolons in field lines than the limit: lists of more members than anybody needs.
    case tooManyMembers
    /// HTTP/1.1 without exactly one valid Host (RFC 9112 section 3.2), whose name has 253 bytes at most.
    case badHost
    /// A Content-Length that is no number, or more than one of them (RFC 9112 section 6.3).
    case badContentLength
    /// Transfer-Encoding beside Content-Length, or in HTTP/1.0: the marks of request smuggling (RFC 9112 section 6.1).
    case smuggledLength
    /// A Transfer-Encoding whose last coding is not `chunked`, or that names it twice: nobody can tell where the body
    /// ends (RFC 9112 section 6.3).
    case unframedBody
    /// A Transfer-Encoding that ends in `chunked` but has codings before it.
    case unknownTransferCoding
    /// A chunk whose line is not its size and extensions, or whose data does not end where it said (RFC 9112 section
    /// 7.1).
    case malformedChunk
    /// Chunk lines or their extensions are longer than the limits.
    case chunkLinesTooLarge
    /// A body longer than the limit.
    case bodyTooLarge
    /// An Expect other than `100-continue` (RFC 9110 section 10.1.1).
    case unknownExpectation

    /// The status of the answer.
    package var status: HTTPStatus {
        switch self {
        case .malformedRequestLine, .malformedTarget, .malformedField, .foldedField, .badHost, .badContentLength,
            .smuggledLength, .unframedBody, .malformedChunk:
            .badRequest
        case .requestLineTooLong: .uriTooLong
        case .unsupportedVersion: .versionNotSupported
        case .unknownMethod, .unknownTransferCoding: .notImplemented
        case .tooManyFields, .fieldsTooLarge, .tooManyMembers: .fieldsTooLarge
        case .bodyTooLarge, .chunkLinesTooLarge: .contentTooLarge
        case .unknownExpectation: .expectationFailed
        }
    }

    /// A sentence for whoever wrote the client.
    package var detail: String {
        switch self {
        case .malformedRequestLine: "The first line of the request cannot be read."
        case .malformedTarget: "The target of the request cannot be read."
        case .requestLineTooLong: "The first line of the request is too long."
        case .unsupportedVersion: "This server speaks HTTP/1.1 and HTTP/1.0."
        case .unknownMethod: "This server does not know the method."
        case .malformedField: "A field line cannot be read."
        case .foldedField: "A field line begins with a blank."
        case .tooManyFields: "There are too many field lines."
        case .fieldsTooLarge: "The field lines are too long."
        case .tooManyMembers: "A field's list is too long."
        case .badHost: "There must be one valid Host."
        case .badContentLength: "There must be one Content-Length at most, and it must be a number."
        case .smuggledLength: "Transfer-Encoding must not stand beside Content-Length, or in HTTP/1.0."
        case .unframedBody: "Nobody can tell where the body ends."
        case .unknownTransferCoding: "This server takes no transfer coding but chunked."
        case .malformedChunk: "A chunk of the body cannot be read."
        case .chunkLinesTooLarge: "The lines of the chunks are too long."
        case .bodyTooLarge: "The body is too long."
        case .unknownExpectation: "This server meets no expectation but 100-continue."
        }
    }
}
