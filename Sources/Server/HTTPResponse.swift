import HTTP1
import Messages

/// An answer to a request, with its whole body.
struct HTTPResponse: Sendable {
    var head: ResponseHead
    var body: [UInt8]

    init(_ status: HTTPStatus, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
        head = ResponseHead(status, fields: fields)
        self.body = body
        for field in HTTPResponse.securityFields { head.add(field.name, field.value) }
    }

    /// JSON that may not be kept by caches: most of it changes by the second.
    static func json(_ body: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(
            status, fields: [("Content-Type", "application/json"), ("Cache-Control", "no-store")], body: body)
    }

    /// An error as a problem document (RFC 9457).
    static func problem(_ status: HTTPStatus, _ detail: String) -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            json.field("type", "about:blank")
            json.field("title", status.phrase)
            json.field("status", status.code)
            json.field("detail", detail)
        }
        return HTTPResponse(
            status, fields: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")],
            body: json.bytes)
    }

    /// 404.
    static var notFound: HTTPResponse { .problem(.notFound, "There is nothing here.") }

    /// 405, with the methods that are.
    static func notAllowed(_ allowed: String) -> HTTPResponse {
        var response = HTTPResponse.problem(.methodNotAllowed, "Allowed here: \(allowed).")
        response.head.add("Allow", allowed)
        return response
    }

    /// 429; `retry` in ms.
    static func tooMany(_ detail: String, _ retry: Int) -> HTTPResponse {
        var response = HTTPResponse.problem(.tooManyRequests, detail)
        response.head.add("Retry-After", String((retry + 999) / 1_000))
        return response
    }

    /// 503; `retryAfter` in seconds.
    static func overloaded(_ detail: String, retryAfter: Int) -> HTTPResponse {
        var response = HTTPResponse.problem(.serviceUnavailable, detail)
        response.head.add("Retry-After", String(retryAfter))
        return response
    }

    /// Prepares it for a connection with TLS: the browser is asked to come by nothing else for so many days (RFC 6797), and
    /// never to send a cookie without.
    mutating func secure(days: Int) {
        if days > 0 { head.add("Strict-Transport-Security", "max-age=\(days * 86_400)") }
        head.fields = head.fields.map {
            $0.name == "Set-Cookie" ? HeaderFields.Field(name: $0.name, value: $0.value + "; Secure") : $0
        }
    }

    /// On every answer: the page loads and talks to nothing but its own server, and nobody frames it.
    private static let securityFields = [
        (
            name: "Content-Security-Policy",
            value: "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; "
                + "form-action 'self'; frame-ancestors 'none'"
        ),
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Referrer-Policy", value: "same-origin"),
        (name: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()"),
        (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
    ]
}
