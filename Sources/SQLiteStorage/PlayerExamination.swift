import Storage

/// Players: whether they can be read.
enum PlayerExamination {
    static func run(_ db: Connection, _ faults: inout FaultList) throws(StorageError) {
        try db.forEach("SELECT \(PlayerRows.fields), hex(id) FROM players") { row throws(StorageError) in
            let id = try row.text(5)
            try faults.unlessCorrupt("player \(id)") { _ throws(StorageError) in
                _ = try row.playerRecord()
            }
        }
    }
}
