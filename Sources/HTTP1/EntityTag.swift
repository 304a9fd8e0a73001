/// The tag of one state of a resource, for conditional requests (RFC 9110 sections 8.8.3 and 13.1).
package struct EntityTag: Hashable, Sendable {
    /// Between the quotes.
    package let opaque: String
    /// Whether it only says "as good as", not "byte for byte".
    package let isWeak: Bool

    /// A tag. `opaque` must be of visible ASCII without quotes.
    package init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(EntityTag.isTagByte), "no entity tag: \(opaque)")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// As it stands in an ETag field.
    package var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether `If-None-Match` with this value names the tag, so that 304 (for GET and HEAD) is the answer: weak comparison.
    package func isNamed(byIfNoneMatch field: String) -> Bool {
        EntityTag.list(field) { $0.opaque == opaque }
    }

    /// Whether `If-Match` with this value names the tag, so that the request may go on: strong comparison.
    package func isNamed(byIfMatch field: String) -> Bool {
        EntityTag.list(field) { !$0.isWeak && !isWeak && $0.opaque == opaque }
    }

    /// Whether the list is `*`, or one of its tags (before the first that is malformed) satisfies `matches`.
    private static func list(_ field: String, matches: (EntityTag) -> Bool) -> Bool {
        var rest = field[...].trimmingBlanks
        if rest == "*" { return true }
        while !rest.isEmpty {
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return false }
            let opaque = rest[rest.index(after: rest.startIndex)..<end]
            guard opaque.utf8.allSatisfy(isTagByte) else { return false }
            if matches(EntityTag(String(opaque), isWeak: isWeak)) { return true }
            rest = rest[rest.index(after: end)...].trimmingBlanks
            guard rest.isEmpty || rest.first == "," else { return false }
            while rest.first == "," { rest = rest.dropFirst().trimmingBlanks }
        }
        return false
    }

    /// `etagc` of RFC 9110 section 8.8.3.
    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || byte >= 0x23 && byte != 0x7F
    }
}
