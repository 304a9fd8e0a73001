import Bytes

/// A request method (RFC 9110 section 9). Names are case-sensitive.
package enum HTTPMethod: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case connect = "CONNECT"

    /// Reads a method's name. Nil for one that is none of ours.
    init?(_ token: RawSpan) {
        if token.equals("GET") {
            self = .get
        } else if token.equals("HEAD") {
            self = .head
        } else if let method = HTTPMethod(rawValue: token.string) {
            self = method
        } else {
            return nil
        }
    }
}
