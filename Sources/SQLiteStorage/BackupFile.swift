import Storage
import StoredRows

/// A backup of a data folder: one file of mode 0600. It is a SQLite database that has everything of the folder's
/// database, and the secrets that lie beside it.
///
/// It is of one moment: what was acknowledged before is in it, and a transaction is in it as a whole or not at all.
package struct BackupFile: Sendable {
    /// A file beside the database.
    package struct Secret: Hashable, Sendable {
        package let name: String
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The ID in the file's header, so that no server takes it for its database: "TRbk".
    private static let applicationID = 0x5452_626B
    /// The database of a folder while it is being restored.
    static let unfinished = SQLiteStorage.fileName + ".restoring"
    /// Damages that are told of.
    private static let damagesTold = 10

    /// The path at which the backup is, or is to be.
    package let path: String

    package init(path: String) { self.path = path }

    /// Writes the backup, whole or not at all. A server may run on the folder: it is not held up, but its log of writes
    /// cannot be shortened meanwhile.
    package func write(of folder: String, secrets: [Secret]) throws(BackupError) {
        let database = folder + "/" + SQLiteStorage.fileName
        guard PrivateFile.exists(path) || PrivateFile.exists(database) else { throw .noDatabase(folder: folder) }
        try write(secrets) { (part) throws(BackupError) in
            let source = try BackupError.wrapping { () throws(StorageError) in
                try Connection(path: database, access: .existing, vfs: nil)
            }
            _ = try BackupError.opening { () throws(OpenError) in try Migrations.version(of: source) }
            try BackupError.wrapping { () throws(StorageError) in
                let copy = try Connection(path: part, access: .existing, vfs: nil)
                try source.reading { () throws(StorageError) in
                    // It is the first read that begins the moment.
                    _ = try source.exists("SELECT 1 FROM sqlite_schema")
                    try source.copy(to: copy)
                }
            }
        }
    }

    /// Writes a backup of a database of another engine, whole or not at all. `source`: all that is in it at one moment.
    package func write(of source: some TableSource, secrets: [Secret]) throws(BackupError) {
        try write(secrets) { (part) throws(BackupError) in
            let copy = try BackupError.opening { () throws(OpenError) in try SQLiteTables(copyingInto: part) }
            do throws(CopyFault) { _ = try TableCopy(from: source, to: copy).run() } catch { throw .copy(error) }
        }
    }

    /// Has `fill` put a database into an empty file, and makes a backup of that.
    private func write(
        _ secrets: [Secret], fill: (_ part: String) throws(BackupError) -> Void
    ) throws(BackupError) {
        guard !PrivateFile.exists(path) else { throw .exists(path) }
        let part = path + ".part"
        try PrivateFile.make(part)
        do throws(BackupError) {
            try fill(part)
            try BackupError.wrapping { () throws(StorageError) in try BackupFile.add(secrets, to: part) }
            try check(part) { (file) throws(StorageError) in try file.brokenPages(limit: BackupFile.damagesTold) }
            try PrivateFile.move(part, to: path, in: BackupFile.folder(of: path))
        } catch {
            for leftover in [part, part + "-journal"] { PrivateFile.remove(leftover) }
            throw error
        }
    }

    private static func add(_ secrets: [Secret], to part: String) throws(StorageError) {
        let copy = try Connection(path: part, access: .existing, vfs: nil)
        // One file, also for whoever opens it: no log beside it.
        try copy.execute("PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL; BEGIN")
        try copy.execute("CREATE TABLE backup_secrets (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT")
        for secret in secrets {
            try copy.run(
                "INSERT INTO backup_secrets (name, text) VALUES (?, ?)", .text(secret.name), .text(secret.text))
        }
        try copy.execute("PRAGMA application_id=\(applicationID); COMMIT")
    }

    /// Throws unless it is a whole backup: every page, every index and every reference is looked at.
    package func verify() throws(BackupError) {
        guard PrivateFile.isRegular(path) else { throw .noBackup(path) }
        try check(path) { (file) throws(StorageError) in try file.damages(limit: BackupFile.damagesTold) }
    }

    /// The folder that a file is in.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Throws unless the file is a backup in which no damages are found.
    private func check(
        _ path: String, damages: (Connection) throws(StorageError) -> [String]
    ) throws(BackupError) {
        let found: [String]
        do throws(OpenError) {
            let file = try OpenError.wrapping { () throws(StorageError) in
                try Connection(path: path, access: .readOnly, vfs: nil)
            }
            _ = try Migrations.version(of: file, id: BackupFile.applicationID)
            found = try OpenError.wrapping { () throws(StorageError) in try damages(file) }
        } catch {
            switch error {
            case .foreignFile: throw .noBackup(path)
            case .storage(.corrupt(let text)): throw .damaged(path, [text])
            case .storage(.unavailable(let text)): throw .file("\(path) cannot be read: \(text)")
            case .folder, .inUse, .newerSchema, .halfRestored, .halfMigrated, .missing, .present, .storage:
                throw .database(error)
            }
        }
        guard found.isEmpty else { throw .damaged(path, found) }
    }
}

extension BackupFile {
    /// Throws `halfRestored` for a folder into which a backup was being restored, whatever engine has the database.
    package static func checkIsRestored(_ folder: String) throws(OpenError) {
        guard !PrivateFile.exists(folder + "/" + unfinished) else { throw .halfRestored(folder: folder) }
    }

    /// Makes the database and the secrets again in a folder that has nothing in it, or is missing.
    ///
    /// Clients may know more of the rooms than the backup does. So each room's log gets another `wireEpoch`, by which
    /// they see that it does not continue what they saw.
    ///
    /// A damaged backup is not restored. A whole backup is restored even with rows that cannot have been played. Its
    /// folder had them too, and a refusal would lose the rest without reason. The examination of the restored database
    /// reports them.
    package func restore(into folder: String) throws(BackupError) -> Examination {
        try restore(into: folder) { (database) throws(BackupError) in
            // Last: a folder with the database has all.
            try PrivateFile.move(database, to: folder + "/" + SQLiteStorage.fileName, in: folder)
        }
    }

    /// Makes the secrets again in an empty or missing folder, and the database in another engine. All rows are in what
    /// `open` returns then, which is not finished yet. It is opened once the folder is held: the server that runs on a
    /// folder has its database under the same name.
    ///
    /// If this is interrupted no server starts on the folder, nor on the target.
    package func restore<Target: TableTarget>(
        into folder: String, opening open: () throws(BackupError) -> Target
    ) throws(BackupError) -> Examination {
        try restore(into: folder) { (database) throws(BackupError) in
            let target = try open()
            let source = try BackupError.opening { () throws(OpenError) in try SQLiteTables(current: database) }
            do throws(CopyFault) { _ = try TableCopy(from: source, to: target).run() } catch { throw .copy(error) }
            for ending in SQLiteStorage.endings { PrivateFile.remove(database + ending) }
            // Before the database is said to be whole, which is the last step: this folder has its secrets.
            try PrivateFile.settle(folder)
        }
    }

    /// Has `place` put the restored database where it belongs, when all else is there.
    private func restore(
        into folder: String, place: (_ database: String) throws(BackupError) -> Void
    ) throws(BackupError) -> Examination {
        guard PrivateFile.exists(path) else { throw .file("\(path): there is no such file") }
        guard PrivateFile.isRegular(path) else { throw .noBackup(path) }
        try check(path) { (file) throws(StorageError) in try file.damages(limit: BackupFile.damagesTold) }
        let lock = try BackupError.opening { () throws(OpenError) in try FolderLock(folder: folder) }
        defer { withExtendedLifetime(lock) {} }
        guard lock.isAlone(in: folder) else { throw .notEmpty(folder: folder) }
        let database = folder + "/" + BackupFile.unfinished
        try PrivateFile.make(database)
        var made = SQLiteStorage.endings.map { database + $0 }
        do throws(BackupError) {
            let secrets = try BackupError.opening { () throws(OpenError) in try fill(database) }
            let examination = try BackupError.opening { () throws(OpenError) in
                try Examination(file: database, place: path)
            }
            for secret in secrets {
                let file = folder + "/" + secret.name
                try PrivateFile.write(secret.text, to: file)
                made.append(file)
            }
            try place(database)
            return examination
        } catch {
            // Nothing stays, the lock neither: a folder that was made for this goes with it.
            for file in made + [folder + "/" + FolderLock.fileName] { PrivateFile.remove(file) }
            throw error
        }
    }

    /// Copies the backup, makes it a database of today's schema, and answers with the secrets that were in it.
    private func fill(_ database: String) throws(OpenError) -> [Secret] {
        let copy = try OpenError.wrapping { () throws(StorageError) in
            try Connection(path: database, access: .existing, vfs: nil)
        }
        let secrets = try OpenError.wrapping { () throws(StorageError) in
            let source = try Connection(path: path, access: .readOnly, vfs: nil)
            try source.reading { () throws(StorageError) in
                _ = try source.exists("SELECT 1 FROM sqlite_schema")
                try source.copy(to: copy)
            }
            let secrets = try copy.all("SELECT name, text FROM backup_secrets") { (row) throws(StorageError) in
                Secret(name: try row.text(0), text: try row.text(1))
            }
            guard secrets.allSatisfy({ BackupFile.isPlain($0.name) }) else { throw .corrupt("a file of that name") }
            // The table is overwritten with zeros, not only let go.
            try copy.execute("PRAGMA secure_delete=ON; PRAGMA synchronous=FULL; BEGIN; DROP TABLE backup_secrets")
            try copy.execute("PRAGMA application_id=\(Migrations.applicationID); COMMIT")
            return secrets
        }
        try Migrations.run(on: copy)
        try OpenError.wrapping { () throws(StorageError) in try copy.execute("UPDATE rooms SET restored = random()") }
        return secrets
    }

    /// Whether a name leads nowhere else, and to no file that is made anyway.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.hasPrefix("tilerace.")
    }
}
