import GameRules
import Leaderboards
import Puzzles
import Rooms
import Storage

/// The valid ranges of stored numbers, so that arithmetic with them cannot overflow. A damaged or foreign file may hold
/// other numbers, which are `corrupt`.
package enum StoredRange {
    /// Times and durations: 8,900 years of milliseconds. 32,000 of them can be added.
    package static let milliseconds = 0...(1 << 48) - 1
    /// The range of numbers that are counted one by one: seats, rows, places, rounds.
    package static let counts = 0...Int(Int32.max)
    /// Numbers of what is counted from 1.
    package static let ordinals = 1...counts.upperBound
    /// 0001-01-01 to 9999-12-31: days that have a text.
    package static let days = -719_162...2_932_896
    /// The days of instants, for visits.
    package static let visits = 0...milliseconds.upperBound / 86_400_000
    /// Practice games.
    package static let practices = 1...PuzzleID.lastPractice
}

extension StoredRow where Self: ~Copyable {
    /// An integer that is one of `range`; `what` names it.
    @inlinable @inline(__always)
    package func integer(
        _ column: Int32, in range: ClosedRange<Int>, _ what: String
    ) throws(StorageError) -> Int {
        let value = integer(column)
        guard range.contains(value) else { throw corrupt(what, column) }
        return value
    }

    /// ms since 1970-01-01 UTC.
    @inlinable @inline(__always)
    package func instant(_ column: Int32) throws(StorageError) -> Int {
        try integer(column, in: StoredRange.milliseconds, "instant")
    }

    /// ms since 1970-01-01 UTC, or nil for NULL.
    package func optionalInstant(_ column: Int32) throws(StorageError) -> Int? {
        optionalInteger(column) == nil ? nil : try instant(column)
    }

    /// ms.
    package func duration(_ column: Int32) throws(StorageError) -> Int {
        try integer(column, in: StoredRange.milliseconds, "duration")
    }

    /// A count of things that exist one by one.
    package func count(_ column: Int32) throws(StorageError) -> Int {
        try integer(column, in: StoredRange.counts, "count")
    }

    /// The number of a room.
    package func room(_ column: Int32) throws(StorageError) -> RoomID {
        RoomID(number: try integer(column, in: 1...Int.max, "room"))
    }

    /// The number of a seat.
    package func seat(_ column: Int32) throws(StorageError) -> Seat {
        try integer(column, in: StoredRange.ordinals, "seat")
    }

    /// The place of an event in its log.
    package func sequence(_ column: Int32) throws(StorageError) -> Int {
        try integer(column, in: StoredRange.ordinals, "sequence")
    }

    /// The last sequence of a log; 0 if it has no event.
    package func lastSequence(_ column: Int32) throws(StorageError) -> Int {
        try integer(column, in: StoredRange.counts, "sequence")
    }

    /// Reads the number of times a player has signed out everywhere.
    package func sessions(_ column: Int32) throws(StorageError) -> Int {
        try integer(column, in: 0...Int.max, "number of sessions")
    }

    /// The day of a puzzle of `line`.
    @inlinable @inline(__always)
    package func day(_ column: Int32, of line: PuzzleLine) throws(StorageError) -> Day {
        let range = line.isPractice ? StoredRange.practices : StoredRange.days
        return Day(number: try integer(column, in: range, "day"))
    }

    /// The puzzle that two columns name: its line and its day.
    package func puzzle(line: Int32, day: Int32) throws(StorageError) -> PuzzleID {
        let line = try self.line(line)
        return PuzzleID(line: line, day: try self.day(day, of: line))
    }

    /// The word of a puzzle of `line`.
    package func answer(_ column: Int32, of line: PuzzleLine) throws(StorageError) -> Word {
        let word = try word(column)
        guard word.count == line.length else { throw corrupt("word of \(line.length) letters", column) }
        return word
    }

    /// When a puzzle's commitment was published, in the columns `published_at`, `played_at`, `published_when` from this
    /// one on.
    package func publication(_ column: Int32) throws(StorageError) -> Publication {
        let played = try optionalInstant(column + 1)
        guard optionalInteger(column) != nil else { return played.map { .played($0) } ?? .unknown }
        guard let when = SealTime.When(rawValue: try text(column + 2)), when != .unknown else {
            throw corrupt("place of a publication", column + 2)
        }
        return .at(try instant(column), when)
    }

    /// Reads the end of a game from the columns `solved`, `turns`, `elapsed`, `points`, starting at this one. Nil if
    /// the game has not ended. `rank`: the value of its column `score`, if it is ranked.
    package func finish(
        _ column: Int32, of kind: PuzzleLine.Kind, rank: StoredScore?
    ) throws(StorageError) -> FinishRecord? {
        let (solved, points) = (optionalInteger(column), optionalInteger(column + 3))
        guard (points != nil) == (kind.hasPoints && solved != nil) else {
            throw corrupt("number of points", column + 3)
        }
        guard let solved else { return nil }
        return FinishRecord(
            solved: solved == 1, turns: try integer(column + 1, in: kind.turns, "number of turns"),
            points: points == nil ? nil : try count(column + 3), elapsed: try duration(column + 2),
            isRanked: rank != nil, isHasty: rank?.isHasty ?? false)
    }

    /// A move, in the columns `row`, `word`, `verdict`, `elapsed`, `credit` from this one on.
    package func move(_ column: Int32) throws(StorageError) -> MoveRecord {
        let move = MoveRecord(
            row: try count(column), word: try word(column + 1), verdict: try verdict(column + 2),
            elapsed: try duration(column + 3), credit: try duration(column + 4))
        guard move.word.count == move.verdict.length else { throw corrupt("verdict of the word", column + 2) }
        return move
    }

    /// Reads a score in the form of `StoredScore.of`.
    @inlinable @inline(__always)
    package func score(_ column: Int32, of kind: PuzzleLine.Kind) throws(StorageError) -> StoredScore {
        guard let score = StoredScore(integer(column), of: kind) else { throw corrupt("score", column) }
        return score
    }

    /// The time limit of a game, or nil.
    package func seconds(_ column: Int32, of kind: PuzzleLine.Kind) throws(StorageError) -> Int? {
        guard optionalInteger(column) != nil else { return nil }
        guard let limits = kind.limits else { throw corrupt("time limit", column) }
        return try integer(column, in: limits, "time limit")
    }

    /// The tiles of a practice game, or nil.
    package func tiles(_ column: Int32, of line: PuzzleLine) throws(StorageError) -> Tiles? {
        guard optionalInteger(column) != nil else { return nil }
        return Tiles(try answer(column, of: line))
    }
}
