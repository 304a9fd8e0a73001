import Bytes

/// The members of a field by which a client says what it likes how much: Accept, Accept-Encoding (RFC 9110 section
/// 12.4.2).
struct QualityList {
    /// Names in lower case with their weights in thousandths; 0 is "not acceptable". Malformed members are left out.
    private let members: [(name: String, weight: Int)]

    /// Reads all field lines of this name (in lower case).
    init(_ name: StaticString, in fields: HeaderFields) {
        members = fields.list(name).compactMap { member in
            let parts = member.parts(between: ";").map(\.trimmingBlanks)
            var weight = 1_000
            for parameter in parts.dropFirst()
            where parameter.utf8.starts(with: "q=".utf8) || parameter.utf8.starts(with: "Q=".utf8) {
                guard let value = QualityList.weight(Substring(parameter.utf8.dropFirst(2))) else { return nil }
                weight = value
            }
            return parts[0].isEmpty ? nil : (ASCII.lowercased(parts[0]), weight)
        }
    }

    /// The weight of the first member with one of these names. Nil if there is none.
    func weight(of names: String...) -> Int? {
        members.first { names.contains($0.name) }?.weight
    }

    /// `qvalue`: 0 to 1 with at most three decimals.
    private static func weight(_ text: Substring) -> Int? {
        let parts = text.parts(between: ".", most: 2)
        guard parts[0] == "0" || parts[0] == "1" else { return nil }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.utf8.count <= 3, decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count)) ?? 0
        guard parts[0] == "0" || thousandths == 0 else { return nil }
        return parts[0] == "1" ? 1_000 : thousandths
    }
}

/// A client's preference among representations.
package enum Preference {
    /// Whether a human at a browser asked: HTML is named, and liked no less than JSON. (Programs and `fetch` say
    /// `*/*`.)
    package static func isHTML(_ fields: HeaderFields) -> Bool {
        let list = QualityList("accept", in: fields)
        guard let html = list.weight(of: "text/html", "application/xhtml+xml"), html > 0 else { return false }
        return html >= list.weight(of: "application/problem+json", "application/json") ?? 0
    }
}
