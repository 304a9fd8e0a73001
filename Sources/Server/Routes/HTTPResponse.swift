import Bytes
import HTTP1
import Messages

/// An answer to a request, with its whole body.
struct HTTPResponse: Sendable {
    var head: ResponseHead
    /// Shared: one copy of the bytes serves thousands of slow readers.
    var body: SharedBytes
    /// The content policy for the body.
    private(set) var policy = ContentPolicy.nothing
    /// The description of the problem, if the response is an error.
    private(set) var problem: String?
    /// The word that programs go by, where the status alone does not tell.
    private(set) var problemCode: String?
    /// Whether it is a state that may come again, in which a client that has it need not be told.
    private(set) var isState = false
    /// Whether its connection ends with it.
    private(set) var isLast = false

    init(
        _ status: HTTPStatus, fields: [(name: String, value: String)] = [], body: SharedBytes = HTTPResponse.nothing,
        policy: ContentPolicy = .nothing
    ) {
        head = ResponseHead(status, fields: fields)
        self.body = body
        self.policy = policy
    }

    /// An answer with all its parts, as it came from another node.
    init(
        head: ResponseHead, body: SharedBytes, policy: ContentPolicy, problem: String?, problemCode: String?,
        isState: Bool
    ) {
        self.head = head
        self.body = body
        self.policy = policy
        self.problem = problem
        self.problemCode = problemCode
        self.isState = isState
    }

    /// JSON that is for who asked, and for now.
    static func json(_ body: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(
            status, fields: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: SharedBytes(copying: body.span.bytes))
    }

    /// JSON that a browser may keep, and asks for again each time; see ``tagged(for:now:)``.
    static func state(_ body: [UInt8]) -> HTTPResponse {
        var response = HTTPResponse(
            .ok, fields: [("Content-Type", "application/json"), ("Cache-Control", "private, no-cache")],
            body: SharedBytes(copying: body.span.bytes))
        response.isState = true
        return response
    }

    /// The answer to a GET or HEAD. Its strong entity tag is made of its bytes, and a client that has these bytes is
    /// told so (RFC 9110 section 13).
    func tagged(for head: RequestHead, now: HTTPDate) -> HTTPResponse {
        guard isState else { return self }
        let tag = EntityTag(of: body.array)
        switch Preconditions(of: head, tag: tag, modified: nil, now: now) {
        case .failed: return .problem(.preconditionFailed, "It has another entity tag.")
        case .notModified:
            return HTTPResponse(.notModified, fields: [("Cache-Control", "private, no-cache"), ("ETag", tag.text)])
        case .hold:
            var response = self
            response.head.add("ETag", tag.text)
            return response
        }
    }

    /// An error as a problem document (RFC 9457); a browser's human gets a page instead, see
    /// ``finished(for:tlsDays:at:)``.
    static func problem(_ status: HTTPStatus, _ detail: String, code: String? = nil) -> HTTPResponse {
        var response = HTTPResponse(status, fields: [("Cache-Control", "no-store")])
        response.problem = detail
        response.problemCode = code
        return response
    }

    /// 404.
    static var notFound: HTTPResponse { .problem(.notFound, "There is nothing at this address.") }

    /// 405, with the methods that are.
    static func notAllowed(_ allowed: String) -> HTTPResponse {
        var response = HTTPResponse.problem(.methodNotAllowed, "Allowed here: \(allowed).")
        response.head.add("Allow", allowed)
        return response
    }

    /// The answer to OPTIONS (RFC 9110 section 9.3.7).
    static func options(_ allowed: String) -> HTTPResponse {
        HTTPResponse(.noContent, fields: [("Allow", allowed), ("Cache-Control", "no-store")])
    }

    /// 429; `retry` in ms.
    static func tooMany(_ detail: String, _ retry: Int) -> HTTPResponse {
        var response = HTTPResponse.problem(.tooManyRequests, detail, code: ErrorCode.rateLimited.rawValue)
        response.head.add("Retry-After", String(max(1, (retry + 999) / 1_000)))
        return response
    }

    /// 503; `retryAfter` in seconds.
    static func overloaded(_ detail: String, code: String = "busy", retryAfter: Int) -> HTTPResponse {
        var response = HTTPResponse.problem(.serviceUnavailable, detail, code: code)
        response.head.add("Retry-After", String(retryAfter))
        return response
    }

    /// Whether the server serves.
    static var healthy: HTTPResponse { .state(Array(#"{"status":"ok"}"#.utf8)) }

    /// The response to what a hub was asked that is gone. An answer of that hub, or of the next one, may still be on
    /// its way. So the connection takes no further request, for which such an answer could be taken.
    static var hubLost: HTTPResponse {
        var response = HTTPResponse.storageUnavailable
        response.isLast = true
        return response
    }

    /// The response when storage failed to read or write.
    static var storageUnavailable: HTTPResponse {
        .overloaded(
            "The server cannot reach its storage. Try again.", code: ErrorCode.storageUnavailable.rawValue,
            retryAfter: 1)
    }

    /// 401: who asks has to prove to be somebody (RFC 6750 section 3).
    static var unauthorized: HTTPResponse {
        var response = HTTPResponse.problem(
            .unauthorized, "There is no session: POST /api/v1/session first.", code: ErrorCode.unauthorized.rawValue)
        response.head.add("WWW-Authenticate", "Bearer")
        return response
    }

    /// Returns the response with a cookie for a browser to keep (RFC 6265). Scripts do not see the cookie, and other
    /// sites do not send it along. For 0 days the browser drops it.
    func settingCookie(
        _ name: String, to value: String, days: Int, below site: SitePath, _ context: RequestContext
    ) -> HTTPResponse {
        var response = self
        response.head.add(
            "Set-Cookie",
            "\(name)=\(value); Path=\(site.text.isEmpty ? "/" : site.text); Max-Age=\(days * 86_400); HttpOnly; SameSite=Lax"
                + (context.isSecure ? "; Secure" : ""))
        return response
    }

    /// The response to a client with one connection too many.
    static var full: HTTPResponse {
        .overloaded("The server has as many connections as it takes.", retryAfter: 5)
    }

    /// The answer as it is sent. An error takes the form that suits the client, and every answer says what a browser
    /// may do with it. `request` is nil for an answer to no request in particular, or to one that could not be read.
    /// `tlsDays`: the days for which a browser is to come by TLS only (RFC 6797); 0 does not say.
    func finished(
        for request: RequestHead?, below site: SitePath, tlsDays: Int, at now: HTTPDate
    ) -> HTTPResponse {
        var response = self
        if let detail = problem { response.write(problem: detail, for: request, below: site) }
        response.head.add("Date", now.text)
        response.head.add("Content-Security-Policy", response.policy.text)
        for field in HTTPResponse.securityFields { response.head.add(field.name, field.value) }
        if tlsDays > 0 { response.head.add("Strict-Transport-Security", "max-age=\(tlsDays * 86_400)") }
        return response
    }

    private mutating func write(problem detail: String, for request: RequestHead?, below site: SitePath) {
        let path = request?.target.path ?? ""
        let isForPrograms = path.hasPrefix("/api/") || ["/healthz", "/readyz"].contains(path)
        if !isForPrograms { head.add("Vary", "Accept") }
        if let request, !isForPrograms, Preference.isHTML(request.fields) {
            head.add("Content-Type", "text/html; charset=utf-8")
            body = SharedBytes(copying: ErrorPage.html(head.status, detail, below: site).utf8Span.span.bytes)
            policy = .errorPage
        } else {
            var json = JSONWriter()
            json.object { json in
                json.field("type", "about:blank")
                json.field("title", head.status.phrase)
                json.field("status", head.status.code)
                json.field("detail", detail)
                if let problemCode { json.field("code", problemCode) }
            }
            head.add("Content-Type", "application/problem+json")
            body = SharedBytes(copying: json.bytes.span.bytes)
        }
    }

    static let nothing = SharedBytes(copying: RawSpan(), isPermanent: true)

    private static let securityFields = [
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Referrer-Policy", value: "same-origin"),
        (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
        (
            name: "Permissions-Policy",
            value: "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
                + "microphone=(), midi=(), payment=(), usb=()"
        ),
    ]
}

/// The restrictions on a response in a browser (Content Security Policy 3). No response is ever framed, and scripts and
/// styles are never inline.
enum ContentPolicy: Sendable {
    /// The page: its own scripts, styles, fonts and pictures, and talk to its own server. (`'self'` covers the
    /// WebSocket: it stands for `ws` and `wss` of the same host and port as well.)
    case page
    /// ``ErrorPage``: the one style that it brings along, known by its digest.
    case errorPage
    /// Any response that is not the page.
    case nothing

    var text: String {
        switch self {
        case .page:
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        case .errorPage:
            "default-src 'none'; style-src '\(ErrorPage.styleDigest)'; img-src data:; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'"
        case .nothing: "default-src 'none'; frame-ancestors 'none'"
        }
    }
}
