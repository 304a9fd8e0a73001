/// The settings of one anagram game.
public struct AnagramRules: Hashable, Sendable {
    /// The valid time limits, in seconds.
    public static let limits = 30...300
    /// The number of letters in the shortest word that counts.
    public static let shortest = 3
    /// More words than any puzzle has.
    public static let mostWords = 1_023
    /// The factor for a word that uses every tile.
    public static let fullFactor = 3
    /// The maximum round trip that is added to a player's time, in ms.
    public static let mostLag = 500
    /// ms from the end of the limit to the instant at which the server ends a game (`Kind.slack`).
    static let slack = mostLag + 500

    /// The time limit in ms, from the player's sight of the tiles; nil in a game for practice without one.
    public let limit: Int?

    /// Creates rules. Precondition: `seconds` is in `limits`, or nil for no limit.
    public init(seconds: Int? = 90) {
        precondition(seconds.map(AnagramRules.limits.contains) ?? true, "an anagram game takes 30 to 300 s")
        limit = seconds.map { $0 * 1_000 }
    }

    /// Returns the points for a word of `length` letters laid from `tiles` tiles. They are the square of its length,
    /// and three times that if it uses every tile.
    public static func points(length: Int, tiles: Int) -> Int {
        length * length * (length == tiles ? fullFactor : 1)
    }

    /// Returns the ms from the opening of the board to the end of the game; nil without a limit. `lag`: the round trip
    /// of the connection, in ms. The tiles reach the player half a round trip late, and the last word comes half a
    /// round trip late.
    public func end(lag: Int) -> Int? { limit.map { $0 + AnagramRules.credit(for: lag) } }

    /// The part of a measured round trip that is credited, in ms.
    static func credit(for lag: Int) -> Int { min(max(0, lag), mostLag) }
}

extension AnagramRules {
    /// The facts of the kind.
    static let facts = KindFacts(
        lengths: Tiles.counts, usualLength: 7, usualLimit: 90, limits: limits, slack: slack, pointsBand: 100,
        rowCounts: nil, hasFixedLength: false, material: .tiles,
        // Tiles that nobody has looked through may have too few words, or hundreds.
        hasListedAnswers: true, hasSolutions: true, turns: 0...mostWords, creditAddsUp: false)
}
