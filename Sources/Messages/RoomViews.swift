import GameRules

/// What somebody gets who enters a room: the whole picture, or what was missed since a point in the log.
public struct RoomEntry: Hashable, Sendable {
    /// The room's code.
    public var room: String
    /// Names the log: sequence numbers of another epoch mean nothing.
    public var epoch: UInt64
    /// The last sequence number that the picture includes.
    public var sequence: Int
    /// The picture, or the way to it.
    public var content: Content
    /// Who is there now.
    public var presence: Presence

    /// Either of the two.
    public enum Content: Hashable, Sendable {
        /// `recovered` is false.
        case snapshot(EncodedRoom)
        /// `recovered` is true: every event after the point of resumption.
        case events(EncodedEvents)
    }

    /// What the log gives to somebody who enters.
    public init(room: String, epoch: UInt64, sequence: Int, content: Content, presence: Presence) {
        self.room = room
        self.epoch = epoch
        self.sequence = sequence
        self.content = content
        self.presence = presence
    }
}

/// A room as it stands, encoded once for all who enter at the same point of its log.
public struct EncodedRoom: Hashable, Sendable {
    /// The fields of the object.
    let fields: [UInt8]
    /// Whether it has the answer of a round beside the names of members.
    let hasAnswer: Bool

    /// Encodes a room.
    public init(_ view: RoomView) {
        fields = JSONWriter.fields(view.write)
        hasAnswer = view.sprintRace?.reveal != nil
    }

    /// The room, read from what was encoded: for clients, once for each picture.
    public var view: RoomView {
        do throws(ServerMessageFault) {
            return try RoomView(ServerFields(encoded: fields))
        } catch {
            preconditionFailure("what was encoded can be read: \(error)")
        }
    }
}

/// Events of a room, encoded once for all who missed the same ones.
public struct EncodedEvents: Hashable, Sendable {
    /// The field with the array.
    let field: [UInt8]
    /// Whether it has the answer of a round, perhaps beside names.
    let hasAnswer: Bool

    /// Encodes events.
    public init(_ events: [RoomEventView]) {
        hasAnswer = events.contains { if case .roundOver = $0.kind { true } else { false } }
        field = JSONWriter.fields { json in
            json.array("events") { json in
                for event in events { json.element { event.writeFields(to: &$0) } }
            }
        }
    }

    /// The events, read from what was encoded: for clients, once for each gap.
    public var events: [RoomEventView] {
        do throws(ServerMessageFault) {
            return try ServerFields(encoded: field).objects("events").map(RoomEventView.init)
        } catch {
            preconditionFailure("what was encoded can be read: \(error)")
        }
    }
}

/// Who is connected to a room now.
public struct Presence: Hashable, Sendable {
    /// Seats with a connection, ascending.
    public var seats: [Int]
    /// Connections without a seat.
    public var watchers: Int

    /// A complete count.
    public init(seats: [Int], watchers: Int) {
        self.seats = seats
        self.watchers = watchers
    }
}

/// A room as everybody in it may see it.
public struct RoomView: Hashable, Sendable {
    /// The name of the room; empty if it has none.
    public var name: String
    /// Nil in an empty room.
    public var host: Int?
    /// Everybody who has a seat, by seat.
    public var members: [Member]
    /// The contests that run, the daily race of the day last.
    public var races: [Race]
    /// Who may come in.
    public var door = RoomDoorView()
    /// How the next series is played.
    public var sprint: SprintSettingsView
    /// Those who are ready for it, by seat.
    public var ready: [Int] = []
    /// The series that runs, or ran last.
    public var series: SeriesView?
    /// The round that runs, or ran last.
    public var sprintRace: SprintRace?

    /// Somebody with a seat.
    public struct Member: Hashable, Sendable {
        /// From 1, never given to another player.
        public var seat: Int
        /// The name that is shown now.
        public var name: String
        /// Whether that is a pseudonym.
        public var hasPseudonym: Bool
        /// Whether the host holds the own name back.
        public var isNameHeld: Bool
        /// Whether the member has no lane in rounds.
        public var sitsOut: Bool

        /// Somebody with a seat.
        public init(
            seat: Int, name: String, hasPseudonym: Bool = false, isNameHeld: Bool = false, sitsOut: Bool = false
        ) {
            self.seat = seat
            self.name = name
            self.hasPseudonym = hasPseudonym
            self.isNameHeld = isNameHeld
            self.sitsOut = sitsOut
        }
    }

    /// One contest, with a lane for each member who has seen its board.
    public struct Race: Hashable, Sendable {
        /// Names the race among those of the room.
        public var race: String
        /// The puzzle that is raced on.
        public var puzzle: PuzzleID
        /// Guesses that a player has.
        public var rows: Int
        /// Those who have started, by seat.
        public var lanes: [Lane]

        /// A contest as it stands.
        public init(race: String, puzzle: PuzzleID, rows: Int, lanes: [Lane]) {
            self.race = race
            self.puzzle = puzzle
            self.rows = rows
            self.lanes = lanes
        }
    }

    /// A round of sprints, with a lane for everybody who takes part.
    public struct SprintRace: Hashable, Sendable {
        /// The race with its rules and times, which everybody knew from its beginning.
        public var contest: SprintContest
        /// By seat.
        public var lanes: [Lane]
        /// When it is over.
        public var reveal: SprintReveal?

        /// A race as it stands.
        public init(contest: SprintContest, lanes: [Lane], reveal: SprintReveal?) {
            self.contest = contest
            self.lanes = lanes
            self.reveal = reveal
        }

        /// The race of a round as it stands.
        public init(round: SprintRound, lanes: [Lane], reveal: SprintReveal?) {
            self.init(contest: round.contest, lanes: lanes, reveal: reveal)
        }
    }

    /// One member's progress: colours only.
    public struct Lane: Hashable, Sendable {
        /// Whose lane it is.
        public var seat: Int
        /// The accepted guesses, in order.
        public var rows: [Row]
        /// How the game ended; nil while it goes on.
        public var finish: Finish?
        /// The guesses, in a sprint that is over.
        public var words: [String]?

        /// One member's progress.
        public init(seat: Int, rows: [Row], finish: Finish?, words: [String]? = nil) {
            self.seat = seat
            self.rows = rows
            self.finish = finish
            self.words = words
        }
    }

    /// One accepted guess, without its letters.
    public struct Row: Hashable, Sendable {
        /// The marks.
        public var pattern: Pattern
        /// ms since the board was shown.
        public var elapsed: Int

        /// One accepted guess, without its letters.
        public init(pattern: Pattern, elapsed: Int) {
            self.pattern = pattern
            self.elapsed = elapsed
        }
    }

    /// How a member's game ended.
    public struct Finish: Hashable, Sendable {
        /// Whether the word was found.
        public var solved: Bool
        /// Guesses used.
        public var turns: Int
        /// ms from the showing of the board to the last accepted guess.
        public var elapsed: Int

        /// How a member's game ended.
        public init(solved: Bool, turns: Int, elapsed: Int) {
            self.solved = solved
            self.turns = turns
            self.elapsed = elapsed
        }
    }

    /// A room as it stands.
    public init(name: String, host: Int?, members: [Member], races: [Race], sprint: SprintSettingsView) {
        self.name = name
        self.host = host
        self.members = members
        self.races = races
        self.sprint = sprint
    }
}

/// An event of a room's log as everybody in the room may see it: never a letter, never a player's identity.
public struct RoomEventView: Hashable, Sendable {
    /// 1 for the first event of the room, then without a gap.
    public var sequence: Int
    /// Server time, ms since 1970-01-01 UTC.
    public var time: Int
    /// What happened.
    public var kind: Kind

    /// The kinds of events; `docs/protocol.md` says what each means.
    public enum Kind: Hashable, Sendable {
        case created(name: String)
        case joined(seat: Int, name: String)
        case left(seat: Int)
        case renamed(seat: Int, name: String)
        /// The name that a member is shown under is a pseudonym, or the own name again. `held`: the host holds the own
        /// name back; then it is a pseudonym.
        case pseudonym(seat: Int, on: Bool, held: Bool)
        case hosted(seat: Int)
        case opened(race: String, puzzle: PuzzleID, rows: Int)
        case started(race: String, seat: Int)
        case guessed(race: String, seat: Int, row: Int, pattern: Pattern, elapsed: Int)
        case finished(race: String, seat: Int, RoomView.Finish)
        case named(name: String)
        case locked(Bool)
        case password(needed: Bool)
        case listed(Bool)
        /// The operator of the server keeps the room out of the lobby, or does not any more.
        case barred(Bool)
        case code(String)
        case kicked(seat: Int)
        case unkicked(seat: Int)
        case closed
        case ready(seat: Int, Bool)
        /// A member has no lane in the rounds to come, or has one again.
        case satOut(seat: Int, Bool)
        case settings(SprintSettingsView)
        case series(Int, SprintSettingsView)
        case round(SprintRound)
        case roundOver(race: String, SprintReveal, [StandingView], next: Int?)
        case seriesOver(series: Int, [PodiumView], cancelled: Bool)
    }

    /// An event at its place in the log.
    public init(sequence: Int, time: Int, kind: Kind) {
        self.sequence = sequence
        self.time = time
        self.kind = kind
    }
}
