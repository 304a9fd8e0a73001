/// The time taken off a guess for its network delay, as the server measured it. Bounded, so that a client gains little
/// by answering pings late.
public struct LagCredit: Hashable, Sendable {
    /// The maximum credit for one guess, in ms.
    public static let mostForGuess = 500
    /// The maximum credit in a game, in ms.
    public static let mostForGame = 3_000

    private let lastTime: Int
    private let lastCredit: Int

    /// Creates the credit for the guess after `last`; nil for the first guess.
    public init(last: GuessMove?) {
        lastTime = last?.elapsed ?? 0
        lastCredit = last?.credit ?? 0
    }

    /// Returns the net time of a guess and the total credit of the game, in ms. The guess arrived `elapsed` ms after
    /// the opening, with a round trip of `lag` ms. Neither is ever lower than at the last guess.
    public func time(elapsed: Int, lag: Int) -> (net: Int, credit: Int) {
        let granted = min(lastCredit + min(max(0, lag), LagCredit.mostForGuess), LagCredit.mostForGame)
        let net = max(lastTime, elapsed - granted)
        // A guess cannot get more credit than the time since the last one.
        let credit = min(granted, max(lastCredit, elapsed - net))
        return (net, credit)
    }
}
