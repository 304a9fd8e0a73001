import GameRules

/// A request within a room that the client has joined.
public enum RoomRequest: Hashable, Sendable {
    /// The host: changes the settings of the next series.
    case settings(SprintChange)
    /// The host: renames the room.
    case name(String)
    /// The host: makes the room's daily races those of another of the server's lines, from the next day on.
    case daily(PuzzleLine)
    /// The host: refuses new members, or admits them again.
    case lock(Bool)
    /// The host: sets the password for new members; nil removes it.
    case password(String?)
    /// The host: lists the room in the lobby, or removes it from there.
    case list(Bool)
    /// The host: removes a member and keeps the player out.
    case kick(seat: Int)
    /// The host: lets a kicked player in again.
    case unkick(seat: Int)
    /// The host: hides the own name of a member behind a pseudonym, or permits it again.
    case holdName(seat: Int, held: Bool)
    /// The host: makes another member host.
    case handOver(seat: Int)
    /// The host: replaces the code of the room.
    case newCode
    /// The host: asks for the stage key, with which a watcher finds the room under any code.
    case stageKey
    /// The host: closes the room.
    case close
    /// The host: begins a series of sprints.
    case start
    /// The host: begins the next round.
    case nextRound
    /// The host: ends the round that runs.
    case endRound
    /// The host: ends the series.
    case endSeries
    /// A member: is ready for a series, or is not.
    case ready(Bool)
    /// A member: sits out the coming rounds, or takes part again.
    case sitOut(Bool)
    /// A member: switches to a pseudonym, or back to the own name.
    case pseudonym(Bool)
    /// A member: a move in a sprint. `row`: counted from 0, in kinds of games that are played row by row.
    case play(race: String, row: Int?, word: String)
    /// A member: sends a reaction to everybody in the room.
    case react(Reaction)
}

/// A change of the sprint settings. Fields that are nil keep their value.
public struct SprintChange: Hashable, Sendable {
    /// The kind of game, as in a puzzle line.
    public var kind: String?
    /// Two letters, as in a puzzle line.
    public var language: String?
    /// Letters of a word.
    public var length: Int?
    /// Guesses that a player has.
    public var rows: Int?
    /// The level of hard mode.
    public var hard: HardMode?
    /// Seconds that a round lasts at most.
    public var limit: Int?
    /// Rounds of a series.
    public var rounds: Int?
    /// `start` or `wait`.
    public var late: String?
    /// `auto` or `host`.
    public var next: String?

    /// A change of these settings.
    public init(
        kind: String? = nil, language: String? = nil, length: Int? = nil, rows: Int? = nil, hard: HardMode? = nil,
        limit: Int? = nil, rounds: Int? = nil, late: String? = nil, next: String? = nil
    ) {
        self.kind = kind
        self.language = language
        self.length = length
        self.rows = rows
        self.hard = hard
        self.limit = limit
        self.rounds = rounds
        self.late = late
        self.next = next
    }
}

/// The reactions that members can send: 3 at once, then one a second. The page offers those that have words there.
public enum Reaction: String, Hashable, Sendable, CaseIterable {
    /// Says hi.
    case wave
    /// Applauds.
    case clap
    /// Laughs.
    case laugh
    /// Shows astonishment.
    case wow
    /// Shows love.
    case heart
    /// Says that somebody is on fire.
    case fire
    /// Wonders.
    case think
    /// Says “good game”.
    case gg
    /// Reminds members who have not raced today. One a minute over all rooms of the player.
    case nudge
}
