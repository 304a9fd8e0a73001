import Foundation
import SQLiteStorage

extension DataFolder {
    /// Refuses a folder, or an important file in it, that other users can write to. Refuses secrets and a database that
    /// other users can read: the database has the words of today and tomorrow. Nobody can tell what others have written
    /// until then. Change the mode only if you know that nobody was there.
    package func checkTrust() throws(ConfigurationFault) {
        try check(FileTrust())
    }

    /// Checks the folder for a command: root may run one on the folder of the server's user.
    package func checkTrustForCommand() throws(ConfigurationFault) {
        try check(trustOfCommand)
    }

    /// Refuses a secret of the folder as ``checkTrust()`` does, for a server that reads it again.
    func checkTrust(ofSecret name: String) throws(ConfigurationFault) {
        do throws(ConfigurationFault) {
            try checkSecret(name, FileTrust())
        } catch {
            throw ConfigurationFault("data folder: \(error)")
        }
    }

    /// Refuses a database without the secrets that it was played with. A server would make others: it would draw other
    /// words than it has promised, and know none of its players any more.
    func checkIsWhole() throws(ConfigurationFault) {
        guard try RegularFile.isThere(path + "/" + SQLiteStorage.fileName) else { return }
        if let name = try missingSecrets.first { throw withoutSecret(name) }
    }

    /// The secrets that are not there, by their names.
    var missingSecrets: [String] {
        get throws(ConfigurationFault) {
            var missing: [String] = []
            for name in DataFolder.secretNames {
                if try !RegularFile.isThere(path + "/" + name) { missing.append(name) }
            }
            return missing
        }
    }

    /// The refusal of a database that was played with a secret which is not there.
    func withoutSecret(_ name: String) -> ConfigurationFault {
        ConfigurationFault(
            "data folder: \(path) has a database and no \(name), by which its words are drawn or its players known: "
                + "restore a backup into another folder, and copy \(name) from there")
    }

    /// The names of the secrets that a server need not have.
    static let furtherSecrets = [ServerPassword.name, Invitations.file, Roster.file, HookSettings.secretName]

    /// Removes secrets that a refused start has made. The next start would take them for those of the players.
    func remove(secrets names: [String]) {
        for name in names { unlink(path + "/" + name) }
    }

    /// Whom a command on this folder trusts.
    var trustOfCommand: FileTrust {
        var folder = stat()
        return stat(path, &folder) == 0 ? FileTrust(commandOn: folder.st_uid) : FileTrust()
    }

    private func check(_ trust: FileTrust) throws(ConfigurationFault) {
        do throws(ConfigurationFault) {
            try trust.checkWay(to: givenPath)
            try trust.check(path, .unwritable)
            for name in [DataFolder.clockName, FolderActs.file] {
                try trust.check(path + "/" + name, .unwritable)
                try trust.checkFolder(ofLink: path + "/" + name)
            }
            for name in SQLiteStorage.fileNames {
                try trust.checkContent(path + "/" + name)
                try trust.checkFolder(ofLink: path + "/" + name)
            }
            // Where the database is a link, the engine has its journals beside what that leads to.
            let database = FileTrust.resolved(path + "/" + SQLiteStorage.fileName)
            for ending in SQLiteStorage.endings { try trust.checkContent(database + ending) }
            for name in DataFolder.secretNames + DataFolder.furtherSecrets { try checkSecret(name, trust) }
        } catch {
            throw ConfigurationFault("data folder: \(error)")
        }
    }

    private func checkSecret(_ name: String, _ trust: FileTrust) throws(ConfigurationFault) {
        try trust.check(path + "/" + name, .secret)
        try trust.checkFolder(ofLink: path + "/" + name)
    }
}
