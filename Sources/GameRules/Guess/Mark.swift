/// The judgement of one tile.
///
/// The raw values stand on the wire, in storage and in `Pattern`; they never change.
public enum Mark: UInt8, Sendable, CaseIterable, Comparable {
    /// The letter is not in the word, or other tiles claim all of its copies.
    case absent = 0
    /// The letter is in the word, at another place.
    case present = 1
    /// The right letter at the right place.
    case correct = 2

    /// `absent < present < correct`: the order in which a key of the keyboard may rise, and never falls.
    public static func < (a: Mark, b: Mark) -> Bool { a.rawValue < b.rawValue }
}
