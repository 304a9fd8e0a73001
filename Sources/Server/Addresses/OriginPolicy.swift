import Bytes
import HTTP1

/// Which web pages may talk to the server in their visitor's name (RFC 6454). A foreign page could else use the cookie
/// of whoever looks at it: cross-site WebSocket hijacking.
struct OriginPolicy: Sendable {
    /// Origins that the host allows besides the server's own.
    let allowed: Set<String>

    init(allowed: [String]) { self.allowed = Set(allowed.map(ASCII.lowercased)) }

    /// Whether a request comes from the server's own page, from an allowed one, or from no page at all. Programs send
    /// no Origin, and have no visitor whose cookie they could abuse. Over an encrypted connection the page must have
    /// come over one: `isSecure` as in ``RequestContext``. Without, there may be a proxy that says nothing of its
    /// encryption.
    func allows(_ head: RequestHead, isSecure: Bool) -> Bool {
        let origins = head.fields.values(of: "origin")
        guard let origin = origins.first.map(ASCII.lowercased) else { return comesFromNoOtherSite(head) }
        guard origins.count == 1, let host = head.target.authority ?? head.fields["host"] else { return false }
        if allowed.contains(origin) { return true }
        let schemes = isSecure ? ["https://"] : ["http://", "https://"]
        return schemes.contains { $0 + ASCII.lowercased(host) == origin } && comesFromNoOtherSite(head)
    }

    /// Whether the browser's Fetch Metadata, if any, names our own page or the user as the source of the request.
    private func comesFromNoOtherSite(_ head: RequestHead) -> Bool {
        head.fields.values(of: "sec-fetch-site").allSatisfy { ["same-origin", "none"].contains(ASCII.lowercased($0)) }
    }
}
