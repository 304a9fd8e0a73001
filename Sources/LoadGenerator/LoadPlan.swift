import GameRules

/// The load to make.
package struct LoadPlan: Sendable {
    /// Connections that play.
    package var players = 20
    /// Rooms that they share evenly.
    package var rooms = 5
    /// Connections that watch, spread evenly over the rooms.
    package var watchers = 0
    /// Guesses a second in all, each due at an instant of its own.
    package var rate = 20.0
    /// Guesses under way at any time, if the load is a closed loop: the next is sent when one is answered. Then `rate`
    /// is not looked at.
    package var inFlight: Int?
    /// Seconds that are measured.
    package var seconds = 10
    /// Seconds of the same load before them.
    package var warmUp = 2
    /// Guests that are brought in at once.
    package var arrivals = 64
    /// ms at the end for what was due and is not done.
    package var patience = 5_000

    /// Whether rooms sprint: everybody in a room plays the same fresh word, with as many rows as there can be. Else
    /// everybody plays the word of the day.
    package var isSprint = false
    /// The line that is played, one of the server's; nil for its first.
    package var line: PuzzleLine?

    /// A small load.
    package init() {}

    /// Requests a second that the server takes from one connection, less some for what is not a guess.
    private static let guessesPerPlayer = 15.0
    /// Seats of a room.
    private static let seats = 50
    /// Seconds of the longest sprint, in kinds of games that have no limit of their own.
    private static let longestSprint = 600
    /// Seconds in which everybody who plays a game that the clock ends is to have arrived.
    private static let arrival = 25
    /// Rows that such a sprint has.
    static let sprintRows = 10
    /// ms from the start of a sprint until its boards are open everywhere.
    static let countdown = 3_500

    /// Seconds of the longest sprint of a line.
    static func sprintSeconds(of line: PuzzleLine?) -> Int { line?.kind.limits?.upperBound ?? longestSprint }

    /// The maximum number of connections, with those of newcomers and of the program itself.
    package var connections: UInt { UInt(players + watchers + (inFlight == nil && rate > 0 ? players / 2 : 0) + 64) }

    /// Watchers after whom memory for each is measured; 0 for all if there are few.
    var firstWatchers: Int { watchers >= 2_000 ? 1_000 : 0 }

    /// Why it cannot be done; nil if it can.
    package var fault: String? {
        if rooms < 1 { return "there must be a room" }
        if players < rooms { return "each room needs a player: \(rooms) rooms, \(players) players" }
        // One seat is for the newcomer who takes over.
        if (players + rooms - 1) / rooms >= LoadPlan.seats {
            return "a room takes \(LoadPlan.seats - 1) players: \(players) players need more rooms than \(rooms)"
        }
        if watchers < 0 || seconds < 1 || warmUp < 0 || arrivals < 1 || patience < 0 {
            return "numbers below their least"
        }
        if isSprint, seconds + warmUp > LoadPlan.sprintSeconds(of: line) - 100 {
            return "a sprint does not last as long"
        }
        if let line, !isSprint, line.kind.limits != nil, seconds + warmUp > line.kind.usualLimit - LoadPlan.arrival {
            return "a game of \(line.text) lasts \(line.kind.usualLimit) s, and does not begin for all at once: "
                + "--sprint takes more"
        }
        if let inFlight {
            return inFlight < 1 || inFlight > players ? "--closed takes 1 up to the number of players" : nil
        }
        if rate < 0 || !rate.isFinite { return "the rate is a number from 0 up" }
        if rate > LoadPlan.guessesPerPlayer * Double(players) {
            return "a server takes some \(Int(LoadPlan.guessesPerPlayer)) guesses a second from a player: "
                + "\(Int(rate)) need \(Int((rate / LoadPlan.guessesPerPlayer).rounded(.up))) players"
        }
        return nil
    }
}

/// Why a load was not made, or not to its end.
package struct LoadFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
