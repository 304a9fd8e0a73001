import Storage
import StoredRows

extension Examination {
    /// Faults of the file that are looked for; of other kinds all are.
    private static let damagesFound = 100

    /// Examines the database of a folder as it is now. A server may run on it. Throws if there is none that can be
    /// read.
    package init(of folder: String) throws(OpenError) {
        let path = folder + "/" + SQLiteStorage.fileName
        try self.init(file: path, place: path)
    }

    /// Examines a database that is a file by itself. `place`: the path of the file for people, who may know it under
    /// another one.
    init(file path: String, place: String) throws(OpenError) {
        let db = try OpenError.wrapping { () throws(StorageError) in
            let db = try Connection(path: path, access: .existing, vfs: nil)
            // The names of all logs are sorted.
            try db.execute("PRAGMA temp_store=FILE")
            return db
        }
        let schema = try Migrations.version(of: db)
        self = try OpenError.wrapping { () throws(StorageError) in
            // It ends with the connection: what is damaged may not let it end otherwise.
            try db.run("BEGIN")
            return try Examination(
                schema: schema, isCurrent: schema == Migrations.current, of: db.examinedRows, place: place
            ) { found throws(StorageError) in
                for damage in try db.damages(limit: Examination.damagesFound) { found.add("\(place): \(damage)") }
            }
        }
    }
}

extension Connection {
    /// The rows for an examination.
    var examinedRows: ExaminedRows<Row> {
        ExaminedRows(digitsOfID: "hex(id)") { [self] sql, body throws(StorageError) in try forEach(sql, body: body) }
    }
}
