import Foundation
import Server
import Telemetry

let usage = """
    Usage: tilerace [serve] [--config FILE] [--NAME VALUE …]
           tilerace bench [--NAME VALUE …]
           tilerace verify FILE
           tilerace rotate-key [--config FILE] [--data FOLDER]
           tilerace set-password [--config FILE] [--data FOLDER]
           tilerace invite [--name TEXT] [--uses N] [--days N] [--config FILE] [--data FOLDER]
           tilerace classroom VERB [NAME …] [--config FILE] [--data FOLDER]
           tilerace webhook VERB [NAME …] [--config FILE] [--data FOLDER]
           tilerace backup FILE [--config FILE] [--data FOLDER]
           tilerace restore FILE [--config FILE] [--data FOLDER]
           tilerace doctor [--config FILE] [--data FOLDER]
           tilerace migrate VERB [--config FILE] [--data FOLDER] [--storage ADDRESS]
           tilerace admin [--config FILE] [--data FOLDER] VERB [TEXT]
           tilerace config VERB [--config FILE] [--NAME VALUE …]
           tilerace --version

    serve  serves the word race over HTTP and WebSocket until it gets SIGTERM or SIGINT.
           A setting is a flag, a variable (TILERACE_PORT for --port), or a line `name = value` of a configuration file; a
           flag goes before a variable, and that before a line.

    \(ServerConfiguration.help)

    bench  loads a server with many players and measures its delays; “tilerace bench --help”.
    verify checks a finished race from its replay, or the word of a day; “tilerace verify --help”.
    rotate-key makes a new key for session tokens; “tilerace rotate-key --help”.
    set-password sets the password of a private server; “tilerace set-password --help”.
    invite makes a link by which newcomers come into a private server; “tilerace invite --help”.
    classroom keeps the names and codes of a class; “tilerace classroom --help”.
    webhook tests the receivers of webhooks, and sends again what they did not take; “tilerace webhook --help”.
    backup writes all of a data folder into one file; “tilerace backup --help”.
    restore makes a data folder from a backup; “tilerace restore --help”.
    doctor examines a server: its data, settings, certificates, ports, clock and backups; “tilerace doctor --help”.
    migrate copies what was played to PostgreSQL, or back; “tilerace migrate --help”.
    admin  administers a running server: players, rooms, words, announcements, audit log; “tilerace admin --help”.
    config checks the settings, or says which are in force and where each comes from; “tilerace config --help”.
    """

/// Tells the host something on the standard error output.
func warn(_ text: String) {
    FileHandle.standardError.write(Data("tilerace: \(TerminalText.visible(text))\n".utf8))
}

/// Tells the host what a command has done. What cannot be written was not told, and may be the only copy of a code:
/// then the command has failed.
func say(_ text: String) {
    do {
        try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    } catch {
        fail("the output cannot be written: \(error.localizedDescription)")
    }
}

/// Ends the program with a sentence for the host.
func fail(_ text: String) -> Never {
    warn(text)
    exit(1)
}

var arguments = CommandLine.arguments.dropFirst()
// Flags alone are those of `serve`.
let command = arguments.first.map { $0.hasPrefix("--") } == false ? arguments.removeFirst() : "serve"
// Behind `--` are words.
let wantsHelp = arguments.prefix { $0 != "--" }.contains("--help")
switch command {
case "serve" where Array(arguments) == ["--version"]:
    say("tilerace \(Release.version)")
case "help":
    say(usage)
case "serve" where wantsHelp:
    say(usage)
case "bench" where wantsHelp:
    say(BenchOptions.usage)
case "verify" where wantsHelp:
    say(VerifyOptions.usage)
case "rotate-key" where wantsHelp:
    say(RotateKey.usage)
case "set-password" where wantsHelp:
    say(SetPassword.usage)
case "invite" where wantsHelp:
    say(Invite.usage)
case "classroom" where wantsHelp:
    say(Classroom.usage)
case "webhook" where wantsHelp:
    say(Webhook.usage)
case "backup" where wantsHelp:
    say(DataCommands.backupUsage)
case "restore" where wantsHelp:
    say(DataCommands.restoreUsage)
case "doctor" where wantsHelp:
    say(DataCommands.doctorUsage)
case "migrate" where wantsHelp:
    say(DataCommands.migrateUsage)
case "admin" where wantsHelp:
    say(Admin.usage)
case "config" where wantsHelp:
    say(ConfigCommand.usage)
case "serve":
    // A peer that hangs up must not end the server: libraries write without MSG_NOSIGNAL. No child inherits this.
    signal(SIGPIPE, SIG_IGN)
    Service.run(Array(arguments))
case "bench": Bench.run(Array(arguments))
case "verify": Verify.run(Array(arguments))
case "rotate-key": RotateKey.run(Array(arguments))
case "set-password": SetPassword.run(Array(arguments))
case "invite": Invite.run(Array(arguments))
case "classroom": Classroom.run(Array(arguments))
case "webhook": Webhook.run(Array(arguments))
case "backup": DataCommands.backUp(Array(arguments))
case "restore": DataCommands.restore(Array(arguments))
case "doctor": DataCommands.examine(Array(arguments))
case "migrate": DataCommands.migrate(Array(arguments))
case "admin": Admin.run(Array(arguments))
case "config": ConfigCommand.run(Array(arguments))
default: fail("there is no command “\(command)”.\n\n\(usage)")
}
