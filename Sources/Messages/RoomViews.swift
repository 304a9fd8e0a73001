import GameRules

/// The state of a room for a client that enters it: a snapshot, or the events since the client's resume point.
public struct RoomEntry: Hashable, Sendable {
    /// The room's code.
    public var room: String
    /// The epoch of the log. Sequence numbers of another epoch mean nothing.
    public var epoch: UInt64
    /// The last sequence number that `content` includes.
    public var sequence: Int
    /// The snapshot or the missed events.
    public var content: Content
    /// The present members and watchers.
    public var presence: Presence

    /// A snapshot or the missed events.
    public enum Content: Hashable, Sendable {
        /// A snapshot of the room; `recovered` is false on the wire.
        case snapshot(EncodedRoom)
        /// Every event after the resume point; `recovered` is true on the wire.
        case events(EncodedEvents)
    }

    /// The state of a room for a client that enters it.
    public init(room: String, epoch: UInt64, sequence: Int, content: Content, presence: Presence) {
        self.room = room
        self.epoch = epoch
        self.sequence = sequence
        self.content = content
        self.presence = presence
    }
}

/// A snapshot of a room, encoded once for all who enter at the same sequence number.
public struct EncodedRoom: Hashable, Sendable {
    /// The encoded fields of the object.
    let fields: [UInt8]
    /// Whether the snapshot holds the answer of a round, or its tiles, beside the names of members.
    let hasAnswer: Bool

    /// Encodes a room.
    public init(_ view: RoomView) {
        fields = JSONWriter.fields(view.write)
        hasAnswer = view.sprintRace.map { $0.reveal != nil || $0.contest.tiles != nil } ?? false
    }

    /// The room, decoded again. For clients, once for each snapshot.
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
    /// The encoded field with the array.
    let field: [UInt8]
    /// Whether an event reveals the answer of a round. Other events may hold names.
    let hasAnswer: Bool

    /// Encodes events.
    public init(_ events: [RoomEventView]) {
        hasAnswer = events.contains {
            switch $0.kind {
            case .roundOver, .dealt: true
            case .created, .joined, .left, .renamed, .pseudonym, .hosted, .opened, .started, .guessed, .finished,
                .named, .daily, .locked, .password, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready,
                .satOut, .settings, .series, .round, .seriesOver:
                false
            }
        }
        field = JSONWriter.fields { json in
            json.array("events") { json in
                for event in events { json.element { event.writeFields(to: &$0) } }
            }
        }
    }

    /// The events, decoded again. For clients, once for each gap.
    public var events: [RoomEventView] {
        do throws(ServerMessageFault) {
            return try ServerFields(encoded: field).objects("events").map(RoomEventView.init)
        } catch {
            preconditionFailure("what was encoded can be read: \(error)")
        }
    }
}

/// The members and watchers with a connection to a room.
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

/// A room as everybody in it sees it.
public struct RoomView: Hashable, Sendable {
    /// The name of the room; empty if it has none.
    public var name: String
    /// The host's seat; nil in an empty room.
    public var host: Int?
    /// The members, by seat.
    public var members: [Member]
    /// The running contests; the daily race of today comes last.
    public var races: [Race]
    /// The line of the daily races that open from now on.
    public var daily: PuzzleLine
    /// The access rules of the room.
    public var door = RoomDoorView()
    /// The settings of the next series.
    public var sprint: SprintSettingsView
    /// Seats of the members who are ready for the next series, ascending.
    public var ready: [Int] = []
    /// The current or last series.
    public var series: SeriesView?
    /// The race of the current or last round.
    public var sprintRace: SprintRace?

    /// A member of a room.
    public struct Member: Hashable, Sendable {
        /// The seat number, from 1, never given to another player.
        public var seat: Int
        /// The name that the room shows now.
        public var name: String
        /// Whether the shown name is a pseudonym.
        public var hasPseudonym: Bool
        /// Whether the host hides the own name behind a pseudonym.
        public var isNameHeld: Bool
        /// Whether the member sits out the coming rounds.
        public var sitsOut: Bool

        /// A member of a room.
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

    /// A daily race, with a lane for each member who has opened its board.
    public struct Race: Hashable, Sendable {
        /// The ID of the race within the room.
        public var race: String
        /// The puzzle of the race.
        public var puzzle: PuzzleID
        /// The number of guesses in a game.
        public var rows: Int
        /// The lanes of the members who have started, by seat.
        public var lanes: [Lane]

        /// A contest as it stands.
        public init(race: String, puzzle: PuzzleID, rows: Int, lanes: [Lane]) {
            self.race = race
            self.puzzle = puzzle
            self.rows = puzzle.line.kind.hasRows ? rows : 0
            self.lanes = lanes
        }
    }

    /// A round of a series, with a lane for each member who takes part.
    public struct SprintRace: Hashable, Sendable {
        /// The race with its rules and times, public from its start.
        public var contest: SprintContest
        /// The lanes of the members who take part, by seat.
        public var lanes: [Lane]
        /// The answer and its salt, once the round is over.
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

    /// A member's progress: marks only, no letters.
    public struct Lane: Hashable, Sendable {
        /// The member's seat.
        public var seat: Int
        /// The accepted guesses, in order.
        public var rows: [Row]
        /// The result of the game; nil while it is being played.
        public var finish: Finish?
        /// The guesses, once a sprint round is over; otherwise nil.
        public var words: [String]?

        /// A member's progress.
        public init(seat: Int, rows: [Row], finish: Finish?, words: [String]? = nil) {
            self.seat = seat
            self.rows = rows
            self.finish = finish
            self.words = words
        }
    }

    /// One accepted move, without its letters.
    public struct Row: Hashable, Sendable {
        /// The judgement of the word.
        public var verdict: Verdict
        /// Time since the board was shown, in ms.
        public var elapsed: Int

        /// One accepted move, without its letters.
        public init(verdict: Verdict, elapsed: Int) {
            self.verdict = verdict
            self.elapsed = elapsed
        }
    }

    /// The result of a member's game.
    public struct Finish: Hashable, Sendable {
        /// Whether the word was found.
        public var solved: Bool
        /// Moves made.
        public var turns: Int
        /// The points, in kinds of games that have points.
        public var points: Int?
        /// Time from the showing of the board to the last accepted move, in ms.
        public var elapsed: Int

        /// The result of a member's game.
        public init(solved: Bool, turns: Int, points: Int? = nil, elapsed: Int) {
            self.solved = solved
            self.turns = turns
            self.points = points
            self.elapsed = elapsed
        }
    }

    /// A room as it stands.
    public init(
        name: String, host: Int?, members: [Member], races: [Race], daily: PuzzleLine, sprint: SprintSettingsView
    ) {
        self.name = name
        self.host = host
        self.members = members
        self.races = races
        self.daily = daily
        self.sprint = sprint
    }
}

/// An event of a room's log as everybody in the room sees it: without letters of unfinished games or player IDs.
public struct RoomEventView: Hashable, Sendable {
    /// The sequence number: 1 for the first event of the room, then without a gap.
    public var sequence: Int
    /// The server's time of the event, ms since 1970-01-01 UTC.
    public var time: Int
    /// The change that the event records.
    public var kind: Kind

    /// The kinds of events; `docs/protocol.md` says what each means.
    public enum Kind: Hashable, Sendable {
        /// The room came to be, with this name: the chosen one, or one made from the name of its founder.
        case created(name: String)
        /// A player took a seat, from 1, and is shown under this name.
        case joined(seat: Int, name: String)
        /// A member gave the seat up, and took lanes and points along.
        case left(seat: Int)
        /// A member is shown under another name.
        case renamed(seat: Int, name: String)
        /// A member switched to a pseudonym, or back to the own name. `held`: the host hides the own name, so the shown
        /// name is a pseudonym.
        case pseudonym(seat: Int, on: Bool, held: Bool)
        /// The member on this seat is the host from now on.
        case hosted(seat: Int)
        /// A daily race was opened. `rows`: the guesses of a game; 0 in kinds of games that have no rows.
        case opened(race: String, puzzle: PuzzleID, rows: Int)
        /// A member saw the empty board, and the clock of the member runs.
        case started(race: String, seat: Int)
        /// A move of a member was accepted. `row`: its place, counted from 0. `elapsed`: ms since the opening of the
        /// board, less the lag credit.
        case guessed(race: String, seat: Int, row: Int, verdict: Verdict, elapsed: Int)
        /// The game of a member ended.
        case finished(race: String, seat: Int, RoomView.Finish)
        /// The room has another name.
        case named(name: String)
        /// The daily races that open from now on are of this line.
        case daily(PuzzleLine)
        /// The host locked the room for new members, or unlocked it.
        case locked(Bool)
        /// The host set a password for new members, or removed it.
        case password(needed: Bool)
        /// The lobby lists the room from now on, or lists it no more.
        case listed(Bool)
        /// The operator of the server keeps the room out of the lobby, or permits it there again.
        case barred(Bool)
        /// The room has another code. This event is the last that carries the old code in `room`.
        case code(String)
        /// The host took the seat of a member away, and the player does not come in until let in again.
        case kicked(seat: Int)
        /// The player who was kicked from this seat may come in again. The seat itself is gone.
        case unkicked(seat: Int)
        /// The room is no more: the last event of its log. A push of `left` follows.
        case closed
        /// A member is ready for the next series, or is not any more.
        case ready(seat: Int, Bool)
        /// A member sits out the coming rounds, or takes part again.
        case satOut(seat: Int, Bool)
        /// The host changed the settings of the next series.
        case settings(SprintSettingsView)
        /// A series of this number, from 1, began with these settings. Nobody is ready any more.
        case series(Int, SprintSettingsView)
        /// A round was dealt. The members on its `seats` race; a latecomer has a `started` of its own.
        case round(SprintRound)
        /// The boards of a round are open, and these are its tiles.
        case dealt(race: String, tiles: String)
        /// A round is over, with its answer and its standings, best first. `next`: the instant of the next round, ms
        /// since 1970-01-01 UTC; nil if it is unknown or there is none.
        case roundOver(race: String, SprintReveal, [StandingView], next: Int?)
        /// A series is over, with its podium, best first. `cancelled`: it ended before its last round.
        case seriesOver(series: Int, [PodiumView], cancelled: Bool)
    }

    /// An event at its place in the log.
    public init(sequence: Int, time: Int, kind: Kind) {
        self.sequence = sequence
        self.time = time
        self.kind = kind
    }
}
