import GameRules
import Leaderboards
import Puzzles
import Rooms

/// The settings of a hub: first those of the operator, then bounds that are the same on every server.
package struct HubSettings: Sendable {
    /// The name in `welcome` and in share texts.
    package var serverName = "Tilerace"
    /// Words that names may not contain.
    package var offensive = OffensiveWords()
    /// The class, for a server that is a classroom.
    package var classroom: ClassRoll?
    /// The roster of a class, on a server that is no classroom now: nobody on it is forgotten.
    package var roster = ClassRoll([:])
    /// The lines that have a daily race. The first is that of "today's word". Not empty, and each has words here.
    package var lines = [PuzzleLine.standard]
    /// The number of days without a visit after which a player is forgotten, of those that begin on this server; 0 for
    /// never.
    package var forgetPlayers = 0
    /// The number of days after which a room in which nothing happens is forgotten, of those that begin on this server;
    /// 0 for never.
    package var forgetRooms = 0
    /// The words in the file of `words-left-out`. Owners are told how many.
    package var wordsLeftOut: Set<String> = []
    /// The settings of the first series in a new room, but for its line and the time of kinds that have their own.
    package var sprint = SprintSettings()
    /// Whether players of another hub wait already. Then the reads of the start that they need begin at once, and the
    /// others later.
    package var takesOver = false
    /// The number of rows of a daily puzzle.
    package var rows = 6
    /// The options of a daily puzzle and of practice.
    var options: GameOptions { GameOptions(rows: rows) }
    /// The points of games in rankings, and the time in ms below which a solve is suspicious.
    package var scoring = ScoringRules(points: .standard, suspiciousBelow: 8_000)

    // MARK: Bounds

    /// The maximum size of a message in bytes; told in `welcome`, enforced where frames are read.
    package var messageBytes = 16_384
    /// The rate of requests of a connection, and its burst.
    package var requestRate = TokenRate(perSecond: 20, burst: 60)
    /// The maximum number of connections of a player: tabs, devices, and connections whose network is gone. A message
    /// of a room to its players goes to each.
    package var connectionsPerPlayer = 32
    /// The rate of requests of a player over all connections. Expensive requests count more: `ClientMessage.cost`.
    package var playerRate = TokenRate(perSecond: 40, burst: 240)
    /// The rate of refusals for which a connection that ignores `rate_limited` is forgiven; beyond it the connection is
    /// closed.
    package var refusals = TokenRate(perSecond: 20, burst: 200)
    /// The maximum number of requests of a connection that wait for storage.
    package var waitingRequests = 64
    /// The number of commits under way beyond which nothing more is decided. Well below the engine's own bound: a
    /// refusal of the engine comes after the decision, and costs everybody a `resync`.
    package var commitsUnderWay = 8_192
    /// The rate at which a player may take seats and create rooms. Each is an event that stays in a room's log.
    package var seatRate = TokenRate(everyMs: 6_000, burst: 30)
    /// The rate at which a player may join or watch rooms. Showing a large room costs a hundred times as much as other
    /// requests. The burst is enough to return to all rooms of a player.
    package var entryRate = TokenRate(everyMs: 250, burst: 200)
    /// The maximum number of players who link another device at one time.
    package var linkCodes = 10_000
    /// The maximum number of seats of a player.
    package var seatsPerPlayer = 100
    /// The cost of password digests: the binary logarithm of scrypt's N (RFC 7914).
    package var passwordCost = 14
    /// The maximum number of rooms that a connection watches.
    package var roomsWatched = 20
    /// The maximum size of an export in bytes. Ten years of the daily word in three rooms of friends take some 15 MiB.
    package var exportBytes = 64 << 20
    /// The number of events that a room keeps in memory for clients that resume.
    package var eventsKept = 512
    /// The rate of new names of a player.
    package var renameRate = TokenRate(everyMs: 10_000, burst: 5)
    /// The rate at which names of a player, and of rooms that the player founds, may be refused.
    package var refusedNameRate = TokenRate(everyMs: 1_000, burst: 20)
    /// The rate at which a player may begin games of past days. Each is a row that stays.
    package var pastDayRate = TokenRate(everyMs: 6_000, burst: 30)
    /// The rate of a player's changes to rooms besides guesses. Each is an event in a log that is kept.
    package var changeRate = TokenRate(everyMs: 5_000, burst: 60)
    /// The rate of a player's reactions.
    package var reactionRate = TokenRate(perSecond: 1, burst: 3)
    /// The rate of a player's nudges, without a burst.
    package var nudgeRate = TokenRate(everyMs: 60_000, burst: 1)

    package init() {}

    /// The settings of the first series in a room whose daily races are of `line`, by default the server's first.
    func sprint(of line: PuzzleLine?) -> SprintSettings {
        var sprint = sprint
        sprint.line = line ?? lines[0]
        if sprint.line.kind.limits != nil { sprint.limit = sprint.line.kind.usualLimit }
        return sprint
    }
}
