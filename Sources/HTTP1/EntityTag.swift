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

    /// The tag as it stands in an ETag field.
    package var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether `If-None-Match` with this value names the tag, so that 304 (for GET and HEAD) is the answer: weak
    /// comparison.
    package func isNamed(byIfNoneMatch field: String) -> Bool {
        EntityTag.list(field) { $0.opaque == opaque }
    }

    /// Whether `If-Match` with this value names the tag, so that the request may go on: strong comparison.
    package func isNamed(byIfMatch field: String) -> Bool {
        EntityTag.list(field) { !$0.isWeak && !isWeak && $0.opaque == opaque }
    }

    /// Whether the list is `*`, or one of its tags (before the first that is malformed) satisfies `matches`.
    private static func list(_ field: String, matches: (EntityTag) -> Bool) -> Bool {
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        var rest = field[...].trimmingBlanks.utf8
        if rest.elementsEqual("*".utf8) { return true }
        while !rest.isEmpty {
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.popFirst() == quote, let end = rest.firstIndex(of: quote) else { return false }
            let opaque = rest[..<end]
            guard opaque.allSatisfy(isTagByte) else { return false }
            if matches(EntityTag(String(Substring(opaque)), isWeak: isWeak)) { return true }
            rest = Substring(rest[rest.index(after: end)...]).trimmingBlanks.utf8
            guard rest.isEmpty || rest.first == comma else { return false }
            while rest.first == comma { rest = Substring(rest.dropFirst()).trimmingBlanks.utf8 }
        }
        return false
    }

    /// `etagc` of RFC 9110 section 8.8.3.
    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || byte >= 0x23 && byte != 0x7F
    }
}
