import GameRules

/// What somebody who has joined a room asks in it.
public enum RoomRequest: Hashable, Sendable {
    /// The host: how the next series is played.
    case settings(SprintChange)
    /// The host: a new name for the room.
    case name(String)
    /// The host: no new members, or again.
    case lock(Bool)
    /// The host: what those who come must know; nil takes it away.
    case password(String?)
    /// The host: into the lobby, or out of it.
    case list(Bool)
    /// The host: takes a seat away and keeps its player out.
    case kick(seat: Int)
    /// The host: lets a player in again who was kicked.
    case unkick(seat: Int)
    /// The host: holds the own name of a member back, or gives it free.
    case holdName(seat: Int, held: Bool)
    /// The host: makes another member host.
    case handOver(seat: Int)
    /// The host: another code for the room.
    case newCode
    /// The host: the room is no more.
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
    /// A member: has no lane in the rounds to come, or has one again.
    case sitOut(Bool)
    /// A member: is shown under a pseudonym, or under the own name again.
    case pseudonym(Bool)
    /// A member: a guess in a sprint, for a row counted from 0.
    case play(race: String, row: Int, word: String)
    /// A member: something for all to see.
    case react(Reaction)
}

/// What is to be changed in how sprints are played; what is nil stays.
public struct SprintChange: Hashable, Sendable {
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
        language: String? = nil, length: Int? = nil, rows: Int? = nil, hard: HardMode? = nil, limit: Int? = nil,
        rounds: Int? = nil, late: String? = nil, next: String? = nil
    ) {
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

/// What members can say besides playing.
public enum Reaction: String, Hashable, Sendable, CaseIterable {
    case wave
    case clap
    case laugh
    case wow
    case heart
    case fire
    case think
    case gg
    /// Reminds those who have not raced today. It has a rate of its own.
    case nudge
}
