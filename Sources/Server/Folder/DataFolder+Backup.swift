import Foundation
import PostgreSQLStorage
import SQLiteStorage
import Storage
import StoredRows

extension DataFolder {
    /// The secrets of a folder, which are backed up with the database. Whoever has them knows every word to come, and
    /// can sign in as anybody.
    static let secretNames = ["seed", SessionKeyFile.name]

    /// Writes a backup of a server to a file that is not there yet: of the folder, and of the database that `storage`
    /// names. The server may run.
    package func backUp(to file: String, storage: String = "sqlite") throws(ConfigurationFault) {
        let secrets = try secretsToKeep()
        guard DatabaseAddress.isMeant(by: storage) else {
            let clock = try clockAnchor().map(DataFolder.secret)
            return try ConfigurationFault.ofBackup { () throws(BackupError) in
                try BackupFile(path: file).write(of: path, secrets: secrets + [clock].compactMap(\.self))
            }
        }
        let source = try ConfigurationFault.ofDatabase(storage) { (address) throws(PostgreSQLOpenError) in
            try PostgreSQLTables(snapshotOf: address)
        }
        let clock = DataFolder.secret(try clockAnchor(after: source))
        try ConfigurationFault.ofBackup { () throws(BackupError) in
            try BackupFile(path: file).write(of: source, secrets: secrets + [clock])
        }
    }

    /// Games go on by the clock by which they began.
    private static func secret(_ anchor: ClockAnchor) -> BackupFile.Secret {
        BackupFile.Secret(name: clockName, text: anchor.text)
    }

    /// The anchor of a server that goes on after the servers of a database. One of them, on another machine, may have
    /// been ahead of this one.
    func clockAnchor(after source: PostgreSQLTables) throws(ConfigurationFault) -> ClockAnchor {
        let clock = ServerClock(continuing: try clockAnchor())
        do throws(StorageError) {
            clock.advance(to: try source.clock())
        } catch {
            throw ConfigurationFault("\(CopyFault.source(error))")
        }
        return clock.anchor
    }

    private func secretsToKeep() throws(ConfigurationFault) -> [BackupFile.Secret] {
        var secrets: [BackupFile.Secret] = []
        for name in DataFolder.secretNames {
            let path = path + "/" + name
            let text = String(decoding: try RegularFile.read(path), as: UTF8.self)
            secrets.append(BackupFile.Secret(name: name, text: text))
        }
        // Not every folder has them.
        for name in [
            ServerPassword.name, Invitations.file, Roster.file, HookSettings.secretName, FolderActs.file,
        ] {
            guard try RegularFile.isThere(path + "/" + name) else { continue }
            let text = String(
                decoding: try RegularFile.read(path + "/" + name, most: Invitations.mostBytes), as: UTF8.self)
            secrets.append(BackupFile.Secret(name: name, text: text))
        }
        return secrets
    }

    /// Restores everything that is in a backup: the folder, and the database that `storage` names. The folder must be
    /// empty, and the database must have nothing in it. Returns the faults of the restored data, in sentences, as
    /// `FolderReport` would say them.
    ///
    /// A backup that others can write to or read is refused, as the secrets in it would be. The author of a forged
    /// backup has the keys of the server that is restored from it.
    package func restore(from file: String, storage: String = "sqlite") throws(ConfigurationFault) -> [String] {
        do throws(ConfigurationFault) {
            try trustOfCommand.checkBackup(file)
        } catch {
            throw ConfigurationFault("backup: \(error)")
        }
        guard DatabaseAddress.isMeant(by: storage) else {
            return try ConfigurationFault.ofBackup { () throws(BackupError) in
                try BackupFile(path: file).restore(into: path).sentences
            }
        }
        let address = try OpenStorage.address(storage)
        var target: PostgreSQLTables?
        let faults = try ConfigurationFault.ofBackup { () throws(BackupError) in
            let examination = try BackupFile(path: file).restore(into: path) { () throws(BackupError) in
                do throws(PostgreSQLOpenError) {
                    let opened = try PostgreSQLTables(filling: address, holder: OpenStorage.holder(self))
                    target = opened
                    return opened
                } catch {
                    throw .file("\(address): \(error)")
                }
            }
            return examination.sentences
        }
        if let target { try finish(target) }
        return faults
    }

    /// Returns faults of the secrets and of the folder's permissions, and anything else that would keep a server from
    /// starting on it, as sentences. Changes nothing. `hasDatabase`: whether the database is to be in the folder.
    package func faultsOfSecrets(hasDatabase: Bool = true) -> [String] {
        var faults: [String] = []
        var open: [String] = []
        for name in [""] + DataFolder.secretNames + (hasDatabase ? [SQLiteStorage.fileName] : []) {
            let file = name.isEmpty ? path : path + "/" + name
            var status = stat()
            guard stat(file, &status) == 0 else {
                let (reason, isSecret) = (errno, DataFolder.secretNames.contains(name))
                faults.append(
                    reason == ENOENT && isSecret
                        ? withoutSecret(name).description : "\(file): \(String(cString: strerror(reason)))")
                continue
            }
            guard status.st_mode & 0o077 != 0 else { continue }
            let mode = String(status.st_mode & 0o777, radix: 8)
            faults.append("\(file) is not for its owner alone (mode \(mode)): chmod go= \(file)")
            open.append(file)
        }
        do throws(ConfigurationFault) {
            try checkTrustForCommand()
        } catch {
            // Faults that are listed already are not repeated.
            if !open.contains(where: { error.description.hasSuffix(" " + $0) }) { faults.append(error.description) }
        }
        do throws(ConfigurationFault) {
            _ = try clockAnchor()
        } catch {
            faults.append(error.description)
        }
        do throws(ConfigurationFault) {
            // A fault already, and the next line would make one.
            guard try missingSecrets.isEmpty else { return faults }
            _ = try secret(named: "seed")
            _ = try SessionKeyFile(of: self).keys()
        } catch {
            faults.append("\(error)")
        }
        return faults
    }
}
