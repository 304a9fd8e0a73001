/// A status code with its phrase (RFC 9110 section 15).
package struct HTTPStatus: Hashable, Sendable {
    /// The number, 100 to 599.
    package let code: Int
    /// The words after it.
    package let phrase: String

    /// A status of the list below, or one of the caller's own.
    package init(code: Int, phrase: String) {
        precondition((100...599).contains(code))
        self.code = code
        self.phrase = phrase
    }

    /// Whether an answer of this status never has a body (RFC 9112 section 6.3).
    package var hasNoBody: Bool { code < 200 || code == 204 || code == 304 }

    package static let `continue` = HTTPStatus(code: 100, phrase: "Continue")
    package static let ok = HTTPStatus(code: 200, phrase: "OK")
    package static let created = HTTPStatus(code: 201, phrase: "Created")
    package static let noContent = HTTPStatus(code: 204, phrase: "No Content")
    package static let partialContent = HTTPStatus(code: 206, phrase: "Partial Content")
    package static let notModified = HTTPStatus(code: 304, phrase: "Not Modified")
    package static let permanentRedirect = HTTPStatus(code: 308, phrase: "Permanent Redirect")
    package static let badRequest = HTTPStatus(code: 400, phrase: "Bad Request")
    package static let unauthorized = HTTPStatus(code: 401, phrase: "Unauthorized")
    package static let forbidden = HTTPStatus(code: 403, phrase: "Forbidden")
    package static let notFound = HTTPStatus(code: 404, phrase: "Not Found")
    package static let methodNotAllowed = HTTPStatus(code: 405, phrase: "Method Not Allowed")
    package static let notAcceptable = HTTPStatus(code: 406, phrase: "Not Acceptable")
    package static let requestTimeout = HTTPStatus(code: 408, phrase: "Request Timeout")
    package static let conflict = HTTPStatus(code: 409, phrase: "Conflict")
    package static let preconditionFailed = HTTPStatus(code: 412, phrase: "Precondition Failed")
    package static let contentTooLarge = HTTPStatus(code: 413, phrase: "Content Too Large")
    package static let uriTooLong = HTTPStatus(code: 414, phrase: "URI Too Long")
    package static let unsupportedMediaType = HTTPStatus(code: 415, phrase: "Unsupported Media Type")
    package static let rangeNotSatisfiable = HTTPStatus(code: 416, phrase: "Range Not Satisfiable")
    package static let expectationFailed = HTTPStatus(code: 417, phrase: "Expectation Failed")
    package static let misdirectedRequest = HTTPStatus(code: 421, phrase: "Misdirected Request")
    package static let upgradeRequired = HTTPStatus(code: 426, phrase: "Upgrade Required")
    package static let tooManyRequests = HTTPStatus(code: 429, phrase: "Too Many Requests")
    package static let fieldsTooLarge = HTTPStatus(code: 431, phrase: "Request Header Fields Too Large")
    package static let notImplemented = HTTPStatus(code: 501, phrase: "Not Implemented")
    package static let serviceUnavailable = HTTPStatus(code: 503, phrase: "Service Unavailable")
    package static let versionNotSupported = HTTPStatus(code: 505, phrase: "HTTP Version Not Supported")
    package static let insufficientStorage = HTTPStatus(code: 507, phrase: "Insufficient Storage")
}
