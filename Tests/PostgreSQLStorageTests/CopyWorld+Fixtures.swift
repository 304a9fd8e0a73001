import StoredRows
import TestKit

// Without the other engine, which has types of the same names.
@testable import SQLiteStorage

extension CopyWorld {
    /// Puts a database into the folder as a released version left it. Returns the number of rows of each table that it
    /// has.
    func plant(version: Int) throws -> [String: Int] {
        let file = try Connection(path: folder + "/" + SQLiteStorage.fileName, access: .readWrite, vfs: nil)
        try file.execute(SchemaFixtures.all[version - 1])
        var counts: [String: Int] = [:]
        for table in StoredTable.all {
            guard try file.exists("SELECT 1 FROM sqlite_schema WHERE name = ?", .text(table.name)) else { continue }
            counts[table.name] = try file.first("SELECT count(*) FROM \(table.name)") { $0.integer(0) }
        }
        return counts
    }
}
