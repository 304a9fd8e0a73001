/// Compares names by their looks: letters of different scripts that look the same, and digits that look like letters, make no
/// difference.
struct NameLooks {
    private static let namesKept = 4_096

    /// The looks of names seen of late: to work one out takes some µs, and a room has 50 names.
    private var known: [String: Looks] = [:]

    /// Two looks of a name: as it is, where `I` looks like `l`, and in small letters, where it is an `i`.
    private struct Looks {
        let asIs: String
        let small: String

        init(_ name: String) {
            asIs = Looks.reading(NameFolding.accentedLook(of: name))
            // Capitals of other scripts look like other letters than their small ones; letters in squares have none.
            small = Looks.reading(NameFolding.accentedLook(of: name.lowercased()).lowercased())
        }

        private static func reading(_ text: String) -> String {
            var look = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                switch scalar {
                case "I", "1", "|": look.append("l")
                case "0": look.append("o")
                case "m", "M": look.append(contentsOf: "rn".unicodeScalars)
                default: look.append(scalar)
                }
            }
            return String(look).lowercased()
        }
    }

    /// Whether somebody might take one name for the other.
    mutating func areAlike(_ a: String, _ b: String) -> Bool {
        let (a, b) = (looks(of: a), looks(of: b))
        return a.asIs == b.asIs || a.small == b.small
    }

    private mutating func looks(of name: String) -> Looks {
        if let looks = known[name] { return looks }
        let looks = Looks(name)
        if known.count >= NameLooks.namesKept { known = [:] }
        known[name] = looks
        return looks
    }
}
