import Bytes

/// The addresses for which proxies passed a request on, as they say.
package enum ForwardedHops {
    /// Returns the hops of `X-Forwarded-For`, the client's own first.
    package static func listed(_ fields: HeaderFields) -> [String] {
        fields.list("x-forwarded-for").map(String.init)
    }

    /// The `for` and `proto` of each element of `Forwarded` (RFC 7239 section 4), the client's own first. An element
    /// without `for`, or one that cannot be read, has an empty address: nothing before it can be believed.
    package static func standard(_ fields: HeaderFields) -> [(address: String, scheme: String?)] {
        fields.list("forwarded").map { element in
            var address = ""
            var scheme: String?
            for pair in element.parts(between: ";") where !pair.isEmpty {
                let parts = pair.parts(between: "=", most: 2)
                guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return ("", nil) }
                let value = unquoted(parts[1].trimmingBlanks)
                switch ASCII.lowercased(parts[0].trimmingBlanks) {
                case "for": address = value
                case "proto": scheme = ASCII.lowercased(value)
                default: continue
                }
            }
            return (address, scheme)
        }
    }

    /// Addresses with colons are quoted; nothing in them is escaped.
    private static func unquoted(_ text: Substring) -> String {
        let (bytes, quote) = (text.utf8, UInt8(ascii: "\""))
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return String(text) }
        return String(Substring(bytes.dropFirst().dropLast()))
    }
}
