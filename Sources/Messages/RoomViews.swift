import GameRules

/// What somebody gets who enters a room: the whole picture, or what was missed since a point in the log.
public struct RoomEntry: Hashable, Sendable {
    /// The room's code.
    public var room: String
    public var epoch: UInt64
    /// The last sequence number that the picture includes.
    public var sequence: Int
    public var content: Content
    public var presence: Presence

    /// Either of the two.
    public enum Content: Hashable, Sendable {
        /// `recovered` is false.
        case snapshot(RoomView)
        /// `recovered` is true: every event after the point of resumption.
        case events([RoomEventView])
    }

    public init(room: String, epoch: UInt64, sequence: Int, content: Content, presence: Presence) {
        self.room = room
        self.epoch = epoch
        self.sequence = sequence
        self.content = content
        self.presence = presence
    }
}

/// Who is connected to a room now.
public struct Presence: Hashable, Sendable {
    /// Seats with a connection, ascending.
    public var seats: [Int]
    /// Connections without a seat.
    public var watchers: Int

    public init(seats: [Int], watchers: Int) {
        self.seats = seats
        self.watchers = watchers
    }
}

/// A room as everybody in it may see it.
public struct RoomView: Hashable, Sendable {
    public var name: String
    /// Nil in an empty room.
    public var host: Int?
    public var members: [Member]
    public var races: [Race]

    public struct Member: Hashable, Sendable {
        public var seat: Int
        public var name: String

        public init(seat: Int, name: String) {
            self.seat = seat
            self.name = name
        }
    }

    /// One contest, with a lane for each member who has seen its board.
    public struct Race: Hashable, Sendable {
        public var race: String
        public var puzzle: PuzzleID
        public var rows: Int
        public var lanes: [Lane]

        public init(race: String, puzzle: PuzzleID, rows: Int, lanes: [Lane]) {
            self.race = race
            self.puzzle = puzzle
            self.rows = rows
            self.lanes = lanes
        }
    }

    /// One member's progress: colours only.
    public struct Lane: Hashable, Sendable {
        public var seat: Int
        public var rows: [Row]
        public var finish: Finish?

        public init(seat: Int, rows: [Row], finish: Finish?) {
            self.seat = seat
            self.rows = rows
            self.finish = finish
        }
    }

    public struct Row: Hashable, Sendable {
        public var pattern: Pattern
        public var elapsed: Int

        public init(pattern: Pattern, elapsed: Int) {
            self.pattern = pattern
            self.elapsed = elapsed
        }
    }

    public struct Finish: Hashable, Sendable {
        public var solved: Bool
        public var turns: Int
        public var elapsed: Int

        public init(solved: Bool, turns: Int, elapsed: Int) {
            self.solved = solved
            self.turns = turns
            self.elapsed = elapsed
        }
    }

    public init(name: String, host: Int?, members: [Member], races: [Race]) {
        self.name = name
        self.host = host
        self.members = members
        self.races = races
    }
}

/// An event of a room's log as everybody in the room may see it: never a letter, never a player's identity.
public struct RoomEventView: Hashable, Sendable {
    public var sequence: Int
    /// Server time, ms since 1970-01-01 UTC.
    public var time: Int
    public var kind: Kind

    public enum Kind: Hashable, Sendable {
        case created(name: String)
        case joined(seat: Int, name: String)
        case left(seat: Int)
        case renamed(seat: Int, name: String)
        case hosted(seat: Int)
        case opened(race: String, puzzle: PuzzleID, rows: Int)
        case started(race: String, seat: Int)
        case guessed(race: String, seat: Int, row: Int, pattern: Pattern, elapsed: Int)
        case finished(race: String, seat: Int, RoomView.Finish)
    }

    public init(sequence: Int, time: Int, kind: Kind) {
        self.sequence = sequence
        self.time = time
        self.kind = kind
    }
}
