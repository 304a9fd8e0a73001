import Bytes

/// The target of a request (RFC 9112 section 3.2), as sent: still percent-encoded.
package struct RequestTarget: Hashable, Sendable {
    /// The text from the slash up to the question mark; `*` for OPTIONS of the whole server; empty for CONNECT.
    package let path: String
    /// The text after the question mark; nil if there is none.
    package let query: String?
    /// The authority of an absolute-form target, which then replaces Host (RFC 9112 section 3.2.2), or that of CONNECT.
    package let authority: String?

    /// Reads a target. Nil if it is none of the allowed forms.
    package init?(_ text: String, method: HTTPMethod) {
        if method == .connect {
            // RFC 9112 section 3.2.3: host and port, and nothing else.
            let bytes = text.utf8Span.span.bytes
            guard Host.isValid(bytes, allowsEmpty: false), Host.hasPort(bytes) else { return nil }
            self.init(path: "", query: nil, authority: text)
        } else if text == "*" {
            guard method == .options else { return nil }
            self.init(path: text, query: nil, authority: nil)
        } else if text.utf8.first == UInt8(ascii: "/") {
            self.init(resource: text[...], authority: nil)
        } else {
            guard let rest = RequestTarget.afterScheme(text) else { return nil }
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            let authority = String(rest[..<end])
            guard Host.isValid(authority.utf8Span.span.bytes, allowsEmpty: false) else { return nil }
            if method == .options, end == rest.endIndex {
                // RFC 9112 section 3.2.4: how a proxy is asked for `OPTIONS *`.
                self.init(path: "*", query: nil, authority: authority)
            } else {
                self.init(resource: rest[end...], authority: authority)
            }
        }
    }

    /// About the bytes of memory that it takes.
    package var memory: Int { path.utf8.count + (query?.utf8.count ?? 0) + (authority?.utf8.count ?? 0) }

    /// The target with another path, which begins with a slash.
    package func with(path: String) -> RequestTarget {
        RequestTarget(path: path, query: query, authority: authority)
    }

    private init(path: String, query: String?, authority: String?) {
        self.path = path
        self.query = query
        self.authority = authority
    }

    private init(resource: Substring, authority: String?) {
        let mark = resource.firstIndex(of: "?")
        let path = resource[..<(mark ?? resource.endIndex)]
        self.init(
            path: path.isEmpty ? "/" : String(path),
            query: mark.map { String(resource[resource.index(after: $0)...]) },
            authority: authority)
    }

    private static func afterScheme(_ text: String) -> Substring? {
        for scheme in ["http://", "https://"] where ASCII.lowercased(text.prefix(scheme.count)) == scheme {
            return text.dropFirst(scheme.count)
        }
        return nil
    }

    /// The value of the first `name=value` pair of the query, decoded. Nil if there is none. Nil too if its coding is
    /// broken or there are too many pairs, which ``hasReadableQuery`` tells apart.
    package func queryValue(_ name: String) -> String? {
        guard hasFewPairs else { return nil }
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard RequestTarget.decode(parts[0], plusIsBlank: true) == name else { continue }
            return parts.count == 2 ? RequestTarget.decode(parts[1], plusIsBlank: true) : ""
        }
        return nil
    }

    /// Pairs of a query. Each is looked at once for every name that is asked for.
    package static let mostPairs = 64

    /// Whether the query, if there is one, is percent-encoded UTF-8 with ``mostPairs`` at most. It has no more
    /// combining marks in a row than ``CombiningMarks/mostInARow``.
    package var hasReadableQuery: Bool {
        guard let query else { return true }
        return hasFewPairs && RequestTarget.decode(query[...], plusIsBlank: true) != nil
    }

    private var hasFewPairs: Bool {
        (query ?? "").utf8.count { $0 == UInt8(ascii: "&") } < RequestTarget.mostPairs
    }

    /// The segments of the path, decoded: `/a/b%20c` gives `a` and `b c`. Nil if the coding is broken, or if a segment
    /// is `.` or `..`, or has a slash or a NUL in it. So no target can leave a folder. Nil too if a segment has more
    /// combining marks in a row than ``CombiningMarks/mostInARow``.
    package var segments: [String]? {
        var segments: [String] = []
        for raw in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = RequestTarget.decode(raw, plusIsBlank: false), segment != ".", segment != "..",
                !segment.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 || $0 == UInt8(ascii: "\\") })
            else { return nil }
            segments.append(segment)
        }
        return segments
    }

    private static func decode(_ text: Substring, plusIsBlank: Bool) -> String? {
        PercentCoding.decode(text, plusIsBlank: plusIsBlank).flatMap { CombiningMarks.areTooMany(in: $0) ? nil : $0 }
    }
}
