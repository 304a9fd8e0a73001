import Bytes
import HTTP1

/// The path below which visitors find the server, where it does not have its host for itself: `/games/tilerace`.
///
/// Inside, every path is as if there were none: requests lose it before anything else is asked, and what is sent out
/// gets it. A proxy may pass it on or take it off.
struct SitePath: Hashable, Sendable {
    /// Begins with a slash and ends with none; empty for a server that has its host for itself.
    let text: String

    static let root = SitePath(text: "")

    private init(text: String) { self.text = text }

    /// The path of a public address such as `https://example.org/games/tilerace`, which the settings have checked.
    init(of publicAddress: String?) {
        self.init(text: publicAddress.map { String($0[SitePath.end(ofOriginOf: $0)...]) } ?? "")
    }

    /// The origin of a public address: scheme, host and port.
    static func origin(of address: String) -> String { String(address[..<end(ofOriginOf: address)]) }

    /// Whether a path may lie before the server's own. It has up to four segments, none of which needs coding. The
    /// first is no name of the server's own, or the server could not tell whether a proxy has taken the path off.
    static func isValid(_ path: Substring) -> Bool {
        path.utf8.count <= 100 && path.wholeMatch(of: /(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*){1,4}/) != nil
            && !own.contains(String(path.dropFirst().prefix { $0 != "/" }))
    }

    /// The first segments of our own paths.
    static let own: Set = [
        "admin", "api", "archive", "components", "fonts", "healthz", "link", "metrics", "practice", "privacy", "readyz",
        "replay",
        "room", "stage", "today", "v", "verify", "wording",
    ]

    /// The target as if the server had the host for itself.
    func inside(_ target: RequestTarget) -> RequestTarget {
        guard !text.isEmpty, target.path.hasPrefix(text) else { return target }
        let rest = target.path.dropFirst(text.count)
        return rest.isEmpty || rest.first == "/" ? target.with(path: rest.isEmpty ? "/" : String(rest)) : target
    }

    private static func end(ofOriginOf address: String) -> String.Index {
        guard let scheme = address.range(of: "://") else { return address.endIndex }
        return address[scheme.upperBound...].firstIndex(of: "/") ?? address.endIndex
    }
}
