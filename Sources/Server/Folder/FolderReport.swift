import GameRules
import PostgreSQLStorage
import SQLiteStorage
import StoredRows

/// The findings of `tilerace doctor` in a data folder.
package struct FolderReport: Sendable {
    /// The content of the folder, in a sentence.
    package let summary: String
    /// The newest day that has begun on the server; nil if none has, or the contents were not looked at.
    package let newestDay: Day?
    /// The faults found, a sentence each.
    package let faults: [String]

    /// Inspects a folder, and the database that `storage` names; throws if it cannot be read.
    package init(of folder: DataFolder, storage: String = "sqlite") throws(ConfigurationFault) {
        let isElsewhere = DatabaseAddress.isMeant(by: storage)
        var faults = folder.faultsOfSecrets(hasDatabase: !isElsewhere)
        let examination: Examination
        if isElsewhere {
            examination = try ConfigurationFault.ofDatabase(storage) { (address) throws(PostgreSQLOpenError) in
                try Examination(of: address)
            }
        } else {
            do throws(OpenError) {
                examination = try Examination(of: folder.path)
            } catch {
                throw ConfigurationFault("\(error)")
            }
        }
        faults += examination.sentences
        self.faults = faults
        newestDay = examination.newestDay
        guard examination.isCurrent else {
            summary =
                "Schema \(examination.schema): the contents were not looked at; the next start of this program brings them to its own."
            return
        }
        guard !examination.counts.isEmpty else {
            summary = "Schema \(examination.schema): the contents cannot be read."
            return
        }
        let counts = examination.counts.map { "\($0.number) \($0.noun)" }.joined(separator: ", ")
        summary = "Schema \(examination.schema): \(counts)."
    }
}
