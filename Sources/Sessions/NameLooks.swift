import CICU
import Foundation

/// What names look like, by the confusable skeletons of Unicode Technical Standard 39: letters of different scripts that look the
/// same have the same skeleton.
struct NameLooks {
    /// Some letters look like three others, and those may take more bytes.
    private static let growth = 16
    private static let namesKept = 4_096

    /// Of names seen of late: a skeleton takes some µs, and a room has 50 names.
    private var known: [String: Looks] = [:]

    /// Of the name as it is, which tells `I` from `i` and not from `l`, and of its small letters.
    private struct Looks {
        let asIs: String
        let small: String
    }

    /// Whether somebody might take one name for the other.
    mutating func areAlike(_ a: String, _ b: String) -> Bool {
        let (a, b) = (looks(of: a), looks(of: b))
        return a.asIs == b.asIs || a.small == b.small
    }

    private mutating func looks(of name: String) -> Looks {
        if let looks = known[name] { return looks }
        let looks = Looks(
            asIs: NameLooks.skeleton(of: name), small: NameLooks.skeleton(of: name.lowercased()))
        if known.count >= NameLooks.namesKept { known = [:] }
        known[name] = looks
        return looks
    }

    /// The skeleton of a text, letters of full width and the like taken as what they are; that text itself where ICU has none.
    static func skeleton(of text: String) -> String {
        let text = text.decomposedStringWithCompatibilityMapping
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        var skeleton = [CChar](repeating: 0, count: 16 + growth * bytes.count)
        let count = icu_skeleton(bytes, Int32(clamping: bytes.count), &skeleton, Int32(clamping: skeleton.count))
        guard count >= 0 else { return text }
        return String(decoding: skeleton.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
