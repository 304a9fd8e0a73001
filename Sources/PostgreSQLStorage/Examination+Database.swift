import Storage
import StoredRows

extension Examination {
    /// Examines a database as it is now. A server may run on it. Throws if there is none that can be read.
    ///
    /// Pages and indexes are PostgreSQL's own matter (`pg_amcheck`), and so are the references that it holds. Columns
    /// that it does not cover are examined: those of moves and events, and the names that searches use.
    package init(
        of address: DatabaseAddress, schema: String = "tilerace"
    ) throws(PostgreSQLOpenError) {
        let session = try PostgreSQLTables.snapshot(of: address, schema)
        let version = try Migrations.found(session)
        try PostgreSQLTables.refuseUnfinished(session)
        let stream = RowStream(session)
        do throws(StorageError) {
            self = try Examination(
                schema: version, isCurrent: version == Migrations.all.count, of: stream.examinedRows,
                place: "the database"
            ) { found throws(StorageError) in
                guard version == Migrations.all.count else { return }
                try Examination.addStrays(stream, &found)
                try Examination.addNames(stream, &found)
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Rows that refer to rows that are not there, where no foreign key says so.
    private static func addStrays(_ stream: RowStream, _ found: inout FaultList) throws(StorageError) {
        for (table, column, other) in [("moves", "game", "games"), ("room_events", "room", "rooms")] {
            try stream.forEach(
                """
                SELECT DISTINCT \(column) FROM \(table)
                WHERE NOT EXISTS (SELECT 1 FROM \(other) WHERE \(other).id = \(table).\(column))
                """
            ) { row throws(StorageError) in
                found.add("rows of \(table) refer to a row of \(other) that is not there: \(row.integer(0))")
            }
        }
    }

    private static func addNames(_ stream: RowStream, _ found: inout FaultList) throws(StorageError) {
        for table in ["players", "rooms"] {
            var wrong = 0
            try stream.forEach("SELECT name, folded FROM \(table)") { row throws(StorageError) in
                // What cannot be read is said of the player or the room.
                guard let name = Examination.text(row, 0), name.folded != Examination.text(row, 1) else { return }
                wrong += 1
            }
            if wrong > 0 { found.add("\(wrong) names of \(table) are not found by searches") }
        }
    }

    private static func text(_ row: borrowing Row, _ column: Int32) -> String? {
        do throws(StorageError) { return try row.text(column) } catch { return nil }
    }
}

/// Queries whose rows come in pieces, in the transaction of a session.
final class RowStream {
    /// Rows of a piece.
    private static let most = 1_000

    private let session: Connection
    private var cursors = 0

    /// Takes a session in which a transaction is open.
    init(_ session: Connection) { self.session = session }

    /// The rows for an examination.
    var examinedRows: ExaminedRows<Row> {
        ExaminedRows(digitsOfID: "upper(encode(id, 'hex'))") { [self] sql, body throws(StorageError) in
            try forEach(sql, body)
        }
    }

    /// Runs a query without parameters and gives its rows to `body`, one after the other.
    func forEach(_ sql: String, _ body: (borrowing Row) throws(StorageError) -> Void) throws(StorageError) {
        // Statements are prepared once, and those of another query would have other columns.
        cursors += 1
        let cursor = "c\(cursors)"
        _ = try ask(Statement("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)"))
        while true {
            let piece = try ask(Statement("FETCH \(RowStream.most) FROM \(cursor)"))
            try piece.forEach { row throws(StorageError) in try body(row) }
            guard piece.count == RowStream.most else { break }
        }
        _ = try ask(Statement("CLOSE \(cursor)"))
    }

    private func ask(_ statement: Statement) throws(StorageError) -> Answer {
        do throws(ConnectionFault) { return try session.run([statement])[0] } catch { throw error.storageError }
    }
}
