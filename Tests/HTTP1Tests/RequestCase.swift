import Bytes
import HTTP1

/// One rule of RFC 9110 or 9112 for requests, as bytes and what has to come of them.
struct RequestCase: Sendable, CustomStringConvertible {
    enum Outcome: Hashable, Sendable {
        /// Requests in this order, each as `METHOD target-path[?query] [body]`, and nothing wrong after them.
        case requests([String])
        /// The requests before the fault, and the fault with its status.
        case fault(HTTPError, Int, after: [String])
    }

    let section: String
    let rule: String
    let bytes: [UInt8]
    let outcome: Outcome

    var description: String { "RFC \(section): \(rule)" }

    /// Bytes that are requests.
    static func takes(_ section: String, _ rule: String, _ text: String, _ requests: String...) -> RequestCase {
        RequestCase(section: section, rule: rule, bytes: Array(text.utf8), outcome: .requests(requests))
    }

    /// Bytes that are none, or not to their end.
    static func refuses(
        _ section: String, _ rule: String, _ text: String, _ fault: HTTPError, _ status: Int = 400,
        after requests: [String] = []
    ) -> RequestCase {
        RequestCase(
            section: section, rule: rule, bytes: Array(text.utf8), outcome: .fault(fault, status, after: requests))
    }

    /// The outcome of a parser for the bytes, given in these pieces.
    static func outcome(of pieces: [[UInt8]], limits: RequestLimits = RequestLimits()) -> Outcome {
        var parser = RequestParser(limits: limits)
        var requests: [String] = []
        var fault: HTTPError?
        // As a connection does: what is not consumed comes again before what follows.
        var left: [UInt8] = []
        for piece in pieces where fault == nil {
            let bytes = left + piece
            ReceivedBytes.over(bytes) { input in
                do throws(HTTPError) {
                    while let event = try parser.next(&input) {
                        if case .request(let request) = event { requests.append(summary(of: request)) }
                    }
                } catch { fault = error }
                left = Array(bytes[input.position...])
            }
        }
        if let fault { return .fault(fault, fault.status.code, after: requests) }
        if parser.isInsideRequest { requests.append("…") }
        return .requests(requests)
    }

    private static func summary(of request: Request) -> String {
        let target = request.head.target
        let query = target.query.map { "?\($0)" } ?? ""
        let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
        return "\(request.head.method.rawValue) \(target.path)\(query)\(body)"
    }
}
