/// The strictness with which earlier clues bind later guesses. It is chosen before the first guess. During the game it
/// may be lowered, never raised.
public enum HardMode: UInt8, Sendable, CaseIterable, Comparable {
    /// Any word of the list is allowed.
    case off = 0
    /// Correct letters stay in place, and present letters are used again in as many copies.
    case hard = 1
    /// The rules of `hard`; besides, absent letters are not used again, and a present letter does not return to its
    /// place.
    case ultra = 2

    /// The wire form.
    public var text: String {
        switch self {
        case .off: "off"
        case .hard: "hard"
        case .ultra: "ultra"
        }
    }

    /// Reads the wire form; nil for anything else.
    public init?(text: some StringProtocol) {
        guard let level = HardMode.allCases.first(where: { $0.text == text }) else { return nil }
        self = level
    }

    /// Orders levels by strictness.
    public static func < (a: HardMode, b: HardMode) -> Bool { a.rawValue < b.rawValue }
}
