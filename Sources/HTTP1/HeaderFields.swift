/// The field lines of a message, in the order in which they came.
package struct HeaderFields: Hashable, Sendable {
    /// One field line.
    package struct Field: Hashable, Sendable {
        /// In lower case.
        package let name: String
        /// Without the blanks around it.
        package let value: String

        /// A field line. `name` must be in lower case.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All field lines.
    package private(set) var all: [Field] = []

    /// None.
    package init() {}

    /// Adds a field line. `name` must be in lower case.
    package mutating func append(name: String, value: String) {
        all.append(Field(name: name, value: value))
    }

    /// The value of the first field line of this name (in lower case).
    package subscript(name: String) -> String? {
        all.first { $0.name == name }?.value
    }

    /// The values of all field lines of this name (in lower case).
    package func values(of name: String) -> [String] {
        all.filter { $0.name == name }.map(\.value)
    }

    /// The members of a comma-separated list, over all field lines of this name; empty ones are left out
    /// (RFC 9110 section 5.6.1).
    package func list(_ name: String) -> [Substring] {
        var members: [Substring] = []
        for field in all where field.name == name {
            for member in field.value.split(separator: ",") {
                let trimmed = member.trimmingBlanks
                if !trimmed.isEmpty { members.append(trimmed) }
            }
        }
        return members
    }

    /// Whether a comma-separated list has this member, in any case (`Connection: keep-alive, Upgrade`).
    package func list(_ name: String, contains token: String) -> Bool {
        list(name).contains { $0.lowercased() == token }
    }

    /// The value of a cookie of this name (RFC 6265 section 4.2); of several the first.
    package func cookie(_ name: String) -> String? {
        for field in all where field.name == "cookie" {
            for pair in field.value.split(separator: ";") {
                let parts = pair.trimmingBlanks.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0] == name { return String(parts[1]) }
            }
        }
        return nil
    }
}

extension Substring {
    /// Without spaces and tabs at both ends.
    var trimmingBlanks: Substring {
        var rest = self
        while let first = rest.utf8.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.utf8.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        return rest
    }
}
