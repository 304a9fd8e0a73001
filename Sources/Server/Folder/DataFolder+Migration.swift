import Foundation
import PostgreSQLStorage
import Puzzles
import SQLiteStorage
import Storage
import StoredRows

extension DataFolder {
    /// Copies all that is played from the folder's database to the one that `storage` names, compares every row, and
    /// says that it is whole. Nobody may serve either of them. Returns the number of rows of each table, for people.
    ///
    /// It may be stopped at any instant, and started again: until it has come to its end no server starts on the
    /// database. The folder's own is not changed, but for its schema, which is brought to the current version.
    package func migrate(toPostgreSQL storage: String) throws(ConfigurationFault) -> [String] {
        let address = try OpenStorage.address(storage)
        let lock = try ConfigurationFault.ofFile { () throws(OpenError) in try FolderLock(folder: path) }
        defer { withExtendedLifetime(lock) {} }
        let source = try ConfigurationFault.ofFile { () throws(OpenError) in try SQLiteTables(of: path) }
        let target = try ConfigurationFault.ofDatabase(address) { () throws(PostgreSQLOpenError) in
            try PostgreSQLTables(filling: address, holder: OpenStorage.holder(self))
        }
        let counts = try DataFolder.copy(source, target)
        try finish(target)
        return counts
    }

    /// Copies all that is played from the database that `storage` names to a new one in this folder. Compares every
    /// row, and then marks the new database as whole. The folder must have no database yet, and nobody may serve either
    /// of the two. Returns the number of rows of each table, for people.
    ///
    /// It may be stopped at any instant, and started again: until it has come to its end no server starts on the
    /// folder's database. The other one is not changed, but for its schema, which is brought to the current version.
    package func migrate(toFileFrom storage: String) throws(ConfigurationFault) -> [String] {
        let address = try OpenStorage.address(storage)
        if let name = try missingSecrets.first {
            throw ConfigurationFault(
                "\(path)/\(name) is not there: the folder must be that of the server that is migrated")
        }
        let lock = try ConfigurationFault.ofFile { () throws(OpenError) in try FolderLock(folder: path) }
        defer { withExtendedLifetime(lock) {} }
        let source = try ConfigurationFault.ofDatabase(address) { () throws(PostgreSQLOpenError) in
            try PostgreSQLTables(copying: address, holder: OpenStorage.holder(self))
        }
        let target = try ConfigurationFault.ofFile { () throws(OpenError) in try SQLiteTables(making: path) }
        let counts = try DataFolder.copy(source, target)
        try keep(try clockAnchor(after: source))
        try giveToOwner(SQLiteTables.unfinished)
        try ConfigurationFault.ofFile { () throws(OpenError) in try target.finish() }
        return counts
    }

    private static func copy(
        _ source: some TableSource, _ target: some TableTarget
    ) throws(ConfigurationFault) -> [String] {
        do throws(CopyFault) {
            return try TableCopy(from: source, to: target).run().map { "\($0.table.name): \($0.rows)" }
        } catch {
            throw ConfigurationFault("\(error); once that is mended, run it again: it goes on where it stopped")
        }
    }

    /// Marks a database that has come out of this folder as whole. It goes on with the folder's seed and clock, on
    /// whatever machine.
    func finish(_ target: PostgreSQLTables) throws(ConfigurationFault) {
        let seed = try missingSecrets.contains("seed") ? nil : Seed(try secret(named: "seed"))
        let clock = ServerClock(continuing: try clockAnchor()).now
        do throws(StorageError) {
            try target.finish(seed: seed?.print.hexadecimal ?? "", clock: clock)
        } catch {
            throw ConfigurationFault("\(CopyFault.target(error))")
        }
    }

    /// Gives a file that root made to whom the folder belongs.
    private func giveToOwner(_ name: String) throws(ConfigurationFault) {
        guard geteuid() == 0 else { return }
        var owner = stat()
        guard stat(path, &owner) == 0, lchown("\(path)/\(name)", owner.st_uid, owner.st_gid) == 0 else {
            throw ConfigurationFault("\(path)/\(name): \(String(cString: strerror(errno)))")
        }
    }
}

extension ConfigurationFault {
    static func ofFile<T>(_ body: () throws(OpenError) -> T) throws(ConfigurationFault) -> T {
        do throws(OpenError) { return try body() } catch { throw ConfigurationFault("\(error)") }
    }

    static func ofBackup<T>(_ body: () throws(BackupError) -> T) throws(ConfigurationFault) -> T {
        do throws(BackupError) { return try body() } catch { throw ConfigurationFault("\(error)") }
    }

    static func ofDatabase<T>(
        _ address: DatabaseAddress, _ body: () throws(PostgreSQLOpenError) -> T
    ) throws(ConfigurationFault) -> T {
        do throws(PostgreSQLOpenError) { return try body() } catch { throw ConfigurationFault("\(address): \(error)") }
    }

    /// Calls `body` with the address that a setting has.
    static func ofDatabase<T>(
        _ storage: String, _ body: (DatabaseAddress) throws(PostgreSQLOpenError) -> T
    ) throws(ConfigurationFault) -> T {
        let address = try OpenStorage.address(storage)
        return try ofDatabase(address) { () throws(PostgreSQLOpenError) in try body(address) }
    }
}
