import GameRules
import Storage

/// An examination of a whole database, for a host who doubts it. It tells whether the database can be read, and whether
/// its tables follow from the moves and events in it.
package struct Examination: Hashable, Sendable {
    /// The version of its schema.
    package let schema: Int
    /// Whether the schema is today's, so that the contents could be looked at.
    package let isCurrent: Bool
    /// The numbers of players, games, moves, rooms and events; none if the contents were not read.
    package private(set) var counts: [Count] = []
    /// The newest day that has begun on the server; nil if none has, or the contents were not read.
    package private(set) var newestDay: Day?
    /// The first faults, as sentences.
    package private(set) var faults: [String] = []
    /// The number of faults that are not in `faults`.
    package private(set) var unsaid = 0
    /// `faults`, and how many more there are.
    package var sentences: [String] { unsaid > 0 ? faults + ["and \(unsaid) more"] : faults }

    /// The number of rows in a table.
    package struct Count: Hashable, Sendable {
        /// The noun in the plural.
        package let noun: String
        package let number: Int
    }

    /// Sentences that are kept.
    package static let faultsKept = 100

    /// Examines the data of one moment, which `rows` reads.
    ///
    /// - Parameters:
    ///   - isCurrent: whether the schema is today's. The rows of another are not read.
    ///   - place: what is damaged if it cannot be read, for people: a path, or `the database`.
    ///   - own: looks for what only this engine can say, and adds it to the faults. Comes first.
    package init<Row: StoredRow & ~Copyable>(
        schema: Int, isCurrent: Bool, of rows: ExaminedRows<Row>, place: String,
        own: (inout FaultList) throws(StorageError) -> Void
    ) throws(StorageError) {
        self.schema = schema
        self.isCurrent = isCurrent
        var found = FaultList(limit: Examination.faultsKept)
        do throws(StorageError) {
            try own(&found)
            if isCurrent {
                try PlayerExamination.run(rows, &found)
                try GameExamination.run(rows, &found)
                try RoomExamination.run(rows, &found)
                try ModerationExamination.run(rows, &found)
                counts = try Examination.count(rows)
                newestDay = try Examination.newestDay(rows)
            }
        } catch {
            // Damage that cannot be read ends the examination, and must not hide the faults that were found before.
            guard case .corrupt(let text) = error else { throw error }
            found.add("\(place): \(text)")
        }
        faults = found.kept
        unsaid = found.count - found.kept.count
    }

    private static func newestDay<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>
    ) throws(StorageError) -> Day? {
        var newest: Day?
        try rows.forEach("SELECT day FROM days ORDER BY day DESC LIMIT 1") { row throws(StorageError) in
            newest = try row.day(0, of: .standard)
        }
        return newest
    }

    private static func count<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>
    ) throws(StorageError) -> [Count] {
        var counts: [Count] = []
        for (table, noun) in [
            ("players", "players"), ("games", "games"), ("moves", "moves"), ("rooms", "rooms"),
            ("room_events", "events"),
        ] {
            try rows.forEach("SELECT count(*) FROM \(table)") { row throws(StorageError) in
                counts.append(Count(noun: noun, number: row.integer(0)))
            }
        }
        return counts
    }
}

/// An engine's rows, for queries that all engines understand.
package struct ExaminedRows<Row: StoredRow & ~Copyable> {
    /// Runs a query and gives its rows to `body`, one after the other.
    package typealias Reading = (
        _ sql: String, _ body: (borrowing Row) throws(StorageError) -> Void
    ) throws(StorageError) -> Void

    /// Runs a query without parameters. It may have millions of rows, which are not in memory at once.
    package let forEach: Reading
    /// The SQL for the hexadecimal digits of the column `id`, whatever is in it.
    let digitsOfID: String

    /// Takes an engine's way to read.
    package init(digitsOfID: String, forEach: @escaping Reading) {
        self.forEach = forEach
        self.digitsOfID = digitsOfID
    }
}

/// The first sentences about what is wrong.
package struct FaultList {
    private let limit: Int
    private(set) var kept: [String] = []
    private(set) var count = 0

    init(limit: Int) { self.limit = limit }

    /// Adds a fault. The sentence is made only if it is kept.
    package mutating func add(_ sentence: @autoclosure () -> String) {
        count += 1
        if kept.count < limit { kept.append(sentence()) }
    }

    /// Adds what `body` throws as a fault of `what`.
    mutating func unlessCorrupt(
        _ what: @autoclosure () -> String, _ body: (inout FaultList) throws(StorageError) -> Void
    ) throws(StorageError) {
        do throws(StorageError) {
            try body(&self)
        } catch {
            guard case .corrupt(let text) = error else { throw error }
            add("\(what()): \(text)")
        }
    }
}
