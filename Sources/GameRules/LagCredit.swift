/// What a slow line is worth: the time that a guess was under way, as the server has measured it, is not the player's.
/// It is bounded, so that little is gained by answering the server's pings late.
public struct LagCredit: Hashable, Sendable {
    /// The most ms for one guess.
    public static let mostForGuess = 500
    /// The most ms in a game.
    public static let mostForGame = 3_000

    private let lastTime: Int
    private let lastCredit: Int

    /// For the guess after this one; nil for the first.
    public init(last: GuessMove?) {
        lastTime = last?.elapsed ?? 0
        lastCredit = last?.credit ?? 0
    }

    /// The time of a guess that came `elapsed` ms after the opening, with a round trip of `lag` ms, and the credit of
    /// the game that is taken off it. Neither is ever less than with the guess before.
    public func time(elapsed: Int, lag: Int) -> (net: Int, credit: Int) {
        let granted = min(lastCredit + min(max(0, lag), LagCredit.mostForGuess), LagCredit.mostForGame)
        let net = max(lastTime, elapsed - granted)
        // What was left of it where a guess followed faster than any line: no more than there was time.
        let credit = min(granted, max(lastCredit, elapsed - net))
        return (net, credit)
    }
}
