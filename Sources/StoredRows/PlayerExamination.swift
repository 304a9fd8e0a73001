import Storage

/// Players: whether they can be read.
enum PlayerExamination {
    static func run<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try rows.forEach(
            """
            SELECT id, name, created_at, sessions, name_reset_until, banned_at, seen_on, \(rows.digitsOfID) FROM players
            """
        ) { row throws(StorageError) in
            let id = try row.text(7)
            try faults.unlessCorrupt("player \(id)") { _ throws(StorageError) in
                _ = try row.playerRecord()
            }
        }
    }
}
