import GameRules
import Rooms
import Storage

/// A look at everything in a database, for somebody who doubts it: whether the file is whole, and whether what is
/// stored follows from what was played.
package struct Examination: Hashable, Sendable {
    /// The version of its schema.
    package let schema: Int
    /// Whether the schema is today's, so that the contents could be looked at, and not the file alone.
    package var isCurrent: Bool { schema == Migrations.current }
    /// The numbers of players, games, moves, rooms and events; 0 if the contents were not read.
    package private(set) var counts: [Count] = []
    /// The first faults, as sentences.
    package private(set) var faults: [String] = []
    /// The number of faults that are not in `faults`.
    package private(set) var unsaid = 0
    /// `faults`, and how many more there are.
    package var sentences: [String] { unsaid > 0 ? faults + ["and \(unsaid) more"] : faults }

    /// The number of rows in a table.
    package struct Count: Hashable, Sendable {
        /// In the plural.
        package let noun: String
        package let number: Int
    }

    /// Faults of the file that are looked for; of other kinds all are.
    private static let damagesFound = 100
    /// Sentences that are kept.
    package static let faultsKept = 100

    /// Examines the database of a folder as it is now. A server may run on it. Throws if there is none that can be
    /// read.
    package init(of folder: String) throws(OpenError) {
        try self.init(file: folder + "/" + SQLiteStorage.fileName)
    }

    /// Examines a database that is a file by itself.
    init(file path: String) throws(OpenError) {
        let db = try OpenError.wrapping { () throws(StorageError) in
            try Connection(path: path, access: .existing, vfs: nil)
        }
        schema = try Migrations.version(of: db)
        var found = FaultList(limit: Examination.faultsKept)
        do throws(StorageError) {
            counts = try db.reading { () throws(StorageError) in
                for damage in try db.damages(limit: Examination.damagesFound) { found.add("the file: \(damage)") }
                guard isCurrent else { return [] }
                try PlayerExamination.run(db, &found)
                try GameExamination.run(db, &found)
                try RoomExamination.run(db, &found)
                return try Examination.count(db)
            }
        } catch {
            // What is damaged so that it cannot be read at all ends the examination, and is not to hide what was found
            // before.
            guard case .corrupt(let text) = error else { throw .storage(error) }
            found.add("the file: \(text)")
        }
        faults = found.kept
        unsaid = found.count - found.kept.count
    }

    private static func count(_ db: Connection) throws(StorageError) -> [Count] {
        var counts: [Count] = []
        for (table, noun) in [
            ("players", "players"), ("games", "games"), ("moves", "moves"), ("rooms", "rooms"),
            ("room_events", "events"),
        ] {
            let number = try db.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
            counts.append(Count(noun: noun, number: number ?? 0))
        }
        return counts
    }
}

/// Sentences about what is wrong, the first of them.
struct FaultList {
    private let limit: Int
    private(set) var kept: [String] = []
    private(set) var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ sentence: @autoclosure () -> String) {
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
