import Foundation
import Server

/// `tilerace backup`, `tilerace restore` and `tilerace doctor`: what a host does with a data folder beside serving from
/// it.
enum DataCommands {
    static let backupUsage = """
        Usage: tilerace backup FILE [--config FILE] [--data FOLDER]

        Writes everything that is in the data folder into one new file, also while a server runs on it: the database as it is at
        that moment, and the secrets. The file is readable by its owner only, and is to stay so: whoever has it knows every
        word to come. It appears whole or not at all.
        """

    static let restoreUsage = """
        Usage: tilerace restore FILE [--config FILE] [--data FOLDER]

        Makes a data folder from a backup. The folder must be empty or missing. A backup that others can write to or read is
        refused, with the command that mends it. The backup is looked through first, and nothing is made of a damaged one.
        What was made is looked through as `tilerace doctor` does; what that finds is said in a sentence each, and changes
        nothing: the folder that the backup was made of had it too. Who was in a room is shown all of it anew when they come
        back, since they may have seen more than the backup has.
        """

    static let doctorUsage = """
        Usage: tilerace doctor [--config FILE] [--data FOLDER]

        Looks through a data folder, also while a server runs on it, and changes nothing: whether the file is whole and nothing
        in it refers to what is not there; whether numbers can be what they are called; whether the logs of rooms have gaps, and
        what is kept beside them follows from them; whether marks, ends and ranks of games follow from their moves; whether the
        secrets are there and for their owner only. The exit code is 0 if all is well, 1 if something is not, which is said in a
        sentence each, and 2 if the folder cannot be looked through.
        """

    /// Writes a backup, and ends the program.
    static func backUp(_ arguments: [String]) -> Never {
        finish { () throws(ConfigurationFault) in
            let (file, folder) = try parse(arguments, "backup")
            try DataFolder(existing: folder).backUp(to: file)
            return "\(file) has everything that is in \(folder)."
        }
    }

    /// Restores one, and ends the program.
    static func restore(_ arguments: [String]) -> Never {
        finish { () throws(ConfigurationFault) in
            let (file, folder) = try parse(arguments, "restore")
            let data = try DataFolder(path: folder)
            do throws(ConfigurationFault) {
                try data.checkTrustForCommand()
                for fault in try data.restore(from: file) { warn(fault) }
            } catch {
                data.removeIfMade()
                throw error
            }
            return "\(folder) has everything that is in \(file)."
        }
    }

    /// Looks through a folder, and ends the program.
    static func examine(_ arguments: [String]) -> Never {
        do {
            let configuration = try Service.configuration(arguments)
            try refuse("doctor", on: configuration)
            let report = try FolderReport(of: try DataFolder(existing: configuration.data))
            print(report.summary)
            for fault in report.faults { warn(fault) }
            if report.faults.isEmpty { print("All is well.") }
            exit(report.faults.isEmpty ? 0 : 1)
        } catch {
            warn("\(error)")
            exit(2)
        }
    }

    private static func finish(_ body: () throws(ConfigurationFault) -> String) -> Never {
        do throws(ConfigurationFault) {
            print(try body())
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// The file, and the data folder; further flags are settings of the server.
    private static func parse(
        _ arguments: [String], _ command: String
    ) throws(ConfigurationFault) -> (file: String, folder: String) {
        guard let file = arguments.first, !file.hasPrefix("--") else {
            throw ConfigurationFault("command line: \(command) wants a file first")
        }
        let configuration = try Service.configuration(Array(arguments.dropFirst()))
        try refuse(command, on: configuration)
        return (file, configuration.data)
    }

    /// Throws for a command that cannot look into a database that is no file.
    private static func refuse(
        _ command: String, on configuration: ServerConfiguration
    ) throws(ConfigurationFault) {
        guard configuration.storage != "sqlite" else { return }
        throw ConfigurationFault(
            "tilerace \(command) works on a data folder with SQLite, and not on PostgreSQL yet: use pg_dump and "
                + "pg_restore for the database, and copy the secrets of the data folder with it")
    }
}
