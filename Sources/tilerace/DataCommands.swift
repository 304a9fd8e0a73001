import Foundation
import LoadGenerator
import Server

/// `tilerace backup`, `tilerace restore`, `tilerace doctor` and `tilerace migrate`: a host's work on the data beside
/// serving it.
enum DataCommands {
    static let backupUsage = """
        Usage: tilerace backup FILE [--config FILE] [--data FOLDER] [--storage ADDRESS]

        Writes everything that a server is into one new file, also while it runs: the database as it is at that moment, in the data
        folder or where the setting “storage” says, and the secrets of the data folder. The file is readable by its owner only, and
        is to stay so: whoever has it knows every word to come. It appears whole or not at all. Whatever the server has its
        database on, the file is of one kind, and is restored to either.
        """

    static let restoreUsage = """
        Usage: tilerace restore FILE [--config FILE] [--data FOLDER] [--storage ADDRESS]

        Makes a data folder from a backup, and the database in it or where the setting “storage” says. The folder must be empty or
        missing, and a database on PostgreSQL have nothing of Tilerace's in it. A backup that others can write to or read is
        refused, with the command that mends it. The backup is looked through first, and nothing is made of a damaged one.
        What was made is looked through as `tilerace doctor` does; what that finds is said in a sentence each, and changes
        nothing: the folder that the backup was made of had it too. Who was in a room is shown all of it anew when they come
        back, since they may have seen more than the backup has.
        """

    static let doctorUsage = """
        Usage: tilerace doctor [--json] [--config FILE] [--data FOLDER] [--storage ADDRESS]

        Looks through a data folder and its database, in it or where the setting “storage” says, also while a server runs, and
        changes nothing: whether the file is whole (PostgreSQL's own files are its own matter) and nothing refers to what is not there; whether numbers can be what they are called; whether the logs of rooms have gaps, and
        what is kept beside them follows from them; whether marks, ends and ranks of games follow from their moves; whether the
        secrets are there and for their owner only; whether there is room on the disk.
        With the settings of a server (--config, or others than those above) it looks at all of it: the settings themselves, the
        page and the words; whether its ports are free, or its own; whether its certificates can be used, have the name of the
        public address, and last for 14 days more; whether the newest backup that the server made is good and not old; whether
        the clock is set, and fits the newest day.
        Each finding has its place, the reason and a suggestion. The exit code is 0 if nothing is wrong, though something may be
        warned of, 1 if something is, and 2 if the folder cannot be looked through.

        --json  writes what was found as a JSON object
        """

    static let migrateUsage = """
        Usage: tilerace migrate to-postgresql [--config FILE] [--data FOLDER] [--storage ADDRESS]
               tilerace migrate to-sqlite [--config FILE] [--data FOLDER] [--storage ADDRESS]

        Copies all that was played from the database in a data folder to the one on PostgreSQL that the setting “storage” names, or
        back into a data folder that has no database. No server may run on either. Every row is compared before the copy counts as
        whole; until then no server starts on it. It may be stopped at any moment: started again, it goes on where it stopped.
        What was copied stays as it is. The secrets stay in the data folder, which the server needs as before.
        """

    /// Copies a database to another engine, and ends the program.
    static func migrate(_ arguments: [String]) -> Never {
        finish { () throws(ConfigurationFault) in
            guard let way = arguments.first, ["to-postgresql", "to-sqlite"].contains(way) else {
                throw ConfigurationFault(
                    "command line: migrate wants to-postgresql or to-sqlite first; see “tilerace migrate --help”")
            }
            let configuration = try Service.configuration(Array(arguments.dropFirst()))
            guard configuration.storage != "sqlite" else {
                throw ConfigurationFault(
                    "storage: does not say which database on PostgreSQL is meant: --storage postgresql://HOST/DATABASE")
            }
            let folder = try DataFolder(existing: configuration.data)
            try folder.checkTrustForCommand()
            let isLeaving = way == "to-postgresql"
            let counts =
                isLeaving
                ? try folder.migrate(toPostgreSQL: configuration.storage)
                : try folder.migrate(toFileFrom: configuration.storage)
            let advice =
                isLeaving
                ? "Start the server with the setting storage from now on, and keep \(configuration.data)/tilerace.db elsewhere."
                : "Start the server without the setting storage from now on."
            return (counts + ["Every row was copied and compared. \(advice)"]).joined(separator: "\n")
        }
    }

    /// Writes a backup, and ends the program.
    static func backUp(_ arguments: [String]) -> Never {
        finish { () throws(ConfigurationFault) in
            let (file, configuration) = try parse(arguments, "backup")
            try DataFolder(existing: configuration.data).backUp(to: file, storage: configuration.storage)
            let place = configuration.storage == "sqlite" ? "" : " and in its database on PostgreSQL"
            return "\(file) has everything that is in \(configuration.data)\(place)."
        }
    }

    /// Restores one, and ends the program.
    static func restore(_ arguments: [String]) -> Never {
        finish { () throws(ConfigurationFault) in
            let (file, configuration) = try parse(arguments, "restore")
            let data = try DataFolder(path: configuration.data)
            do throws(ConfigurationFault) {
                try data.checkTrustForCommand()
                for fault in try data.restore(from: file, storage: configuration.storage) { warn(fault) }
            } catch {
                data.removeIfMade()
                throw error
            }
            let place = configuration.storage == "sqlite" ? "" : ", with its database on PostgreSQL,"
            return "\(configuration.data)\(place) has everything that is in \(file)."
        }
    }

    /// Looks through a server, and ends the program.
    static func examine(_ arguments: [String]) -> Never {
        let isJSON = arguments.contains("--json")
        let reading = Service.settings(arguments.filter { $0 != "--json" })
        let slips = reading.faults.filter { $0.description.hasPrefix("\(SettingSource.commandLine): ") }
        guard slips.isEmpty else {
            for slip in slips { warn("\(slip)") }
            exit(2)
        }
        let doctor = Doctor(reading, senses: .system(listener: { ListeningProcess.find(port: $0) }))
        if isJSON {
            say(TerminalText.visible(doctor.json))
        } else {
            if let summary = doctor.summary { say(summary) }
            for finding in doctor.findings { warn(finding.text) }
            // Without a fault, each finding is a warning.
            if !doctor.hasFaults { say("\(ConfigCommand.well(butFor: doctor.findings.count)).") }
        }
        if let obstacle = doctor.obstacle {
            warn("\(obstacle)")
            exit(2)
        }
        exit(doctor.hasFaults ? 1 : 0)
    }

    private static func finish(_ body: () throws(ConfigurationFault) -> String) -> Never {
        do throws(ConfigurationFault) {
            say(try body())
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// The file, and the settings; further flags are settings of the server.
    private static func parse(
        _ arguments: [String], _ command: String
    ) throws(ConfigurationFault) -> (file: String, configuration: ServerConfiguration) {
        guard let file = arguments.first, !file.hasPrefix("--") else {
            throw ConfigurationFault("command line: \(command) wants a file first")
        }
        return (file, try Service.configuration(Array(arguments.dropFirst())))
    }
}
