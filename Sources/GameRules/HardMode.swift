/// How strictly earlier clues bind later guesses. Chosen before the first guess; it may be lowered in mid-game, never
/// raised.
public enum HardMode: UInt8, Sendable, CaseIterable, Comparable {
    /// Any word of the list.
    case off = 0
    /// Correct letters stay at their places, present letters are used, copies counted.
    case hard = 1
    /// Besides: no letter known absent, no letter again where it was marked present.
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

    /// Strictness.
    public static func < (a: HardMode, b: HardMode) -> Bool { a.rawValue < b.rawValue }
}
