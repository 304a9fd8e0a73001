/// The addresses for which proxies passed a request on, as they say.
package enum ForwardedHops {
    /// Those of `X-Forwarded-For`, the client's own first.
    package static func listed(_ fields: HeaderFields) -> [String] {
        fields.list("x-forwarded-for").map(String.init)
    }

    /// The `for` and `proto` of each element of `Forwarded` (RFC 7239 section 4), the client's own first. An element without
    /// `for`, or one that cannot be read, has an empty address: nothing before it can be believed.
    package static func standard(_ fields: HeaderFields) -> [(address: String, scheme: String?)] {
        fields.list("forwarded").map { element in
            var address = ""
            var scheme: String?
            for pair in element.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(\.trimmingBlanks)
                guard parts.count == 2 else { return ("", nil) }
                let value = unquoted(parts[1])
                switch parts[0].lowercased() {
                case "for": address = value
                case "proto": scheme = value.lowercased()
                default: continue
                }
            }
            return (address, scheme)
        }
    }

    /// Addresses with colons are quoted; nothing in them is escaped.
    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        return String(text.dropFirst().dropLast())
    }
}
