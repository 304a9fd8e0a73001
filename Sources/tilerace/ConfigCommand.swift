import Foundation
import Server

/// `tilerace config check` and `tilerace config print`: the settings, before a server is started with them.
enum ConfigCommand {
    static let usage = """
        Usage: tilerace config check [--config FILE] [--NAME VALUE …]
               tilerace config print [--config FILE] [--NAME VALUE …]

        check  looks through the settings and what they name (files, folders, lists, certificates), and says all that would keep
               a server from starting, each with its place, the reason and what it may be. It makes and changes nothing, and
               starts nothing. The exit code is 0 if all is well, and 1 if something is not.
        print  writes the settings that are in force, each below the place that it comes from, as a configuration file.

        A flag goes before a variable of the environment (TILERACE_PORT for --port), and that before a line of the file, which
        --config or TILERACE_CONFIG names.
        """

    /// Does what the first argument says, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "check": check(Service.settings(rest))
        case "print": show(Service.settings(rest))
        default: fail("config wants a verb, check or print.\n\n\(usage)")
        }
    }

    private static func check(_ reading: SettingsReading) -> Never {
        let found = SettingsCheck(reading.configuration, files: reading.files)
        let warnings = reading.slips + found.warnings.map(reading.placed)
        for text in warnings { warn("warning: \(text)") }
        let faults = reading.faults.map(\.description) + found.faults.map { reading.placed($0.description) }
        for fault in faults { warn(fault) }
        guard faults.isEmpty else {
            // Many of the sentences say how to mend the fault. For the others the valid values do.
            let count = faults.count == 1 ? "one fault" : "\(faults.count) faults"
            warn("\(count); “tilerace serve --help” says what each setting may be")
            exit(1)
        }
        let set = reading.sources.count
        let state = well(butFor: warnings.count)
        say("\(state): \(set) of \(ServerConfiguration.table.count) settings are set, the others are defaults.")
        exit(0)
    }

    /// The words for a look that found no fault, without a full stop.
    static func well(butFor warnings: Int) -> String {
        switch warnings {
        case 0: "All is well"
        case 1: "All is well but for one warning"
        default: "All is well but for \(warnings) warnings"
        }
    }

    private static func show(_ reading: SettingsReading) -> Never {
        for slip in reading.slips { warn(slip) }
        for fault in reading.faults { warn("\(fault)") }
        say(TerminalText.visible(reading.text))
        exit(reading.faults.isEmpty ? 0 : 1)
    }
}
