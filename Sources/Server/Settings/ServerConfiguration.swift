import GameRules
import Leaderboards
import Rooms
import Sessions
import Telemetry

/// The settings of a host, with their defaults. Each setting is a command-line flag (`--port 9000`), a variable of the
/// environment (`TILERACE_PORT=9000`) and a line of a configuration file (`port = 9000`). Its name, bounds and meaning
/// stand in `table`. A malformed setting stops the start, and so does an unknown one that no other program can mean.
package struct ServerConfiguration: Sendable {
    package var address = "::"
    package var port: UInt16 = 8080
    package var data = "data"
    /// `sqlite`, or the address of a database in PostgreSQL.
    package var storage = "sqlite"
    /// The address of the bus between several machines; empty for a server that is alone.
    package var bus = ""
    package var web = "web"
    package var words = "config/words"
    /// The file with the words that no day and no round has; empty for none.
    package var wordsLeftOut = ""
    package var names = ""
    /// The folder of the words that no name may have.
    var namesFolder: String { names.isEmpty ? words + "/../names" : names }
    package var name = HubSettings().serverName
    package var zone = "UTC"
    package var lines = [PuzzleLine.standard, PuzzleLine("anagram-en-7")].compactMap(\.self)
    /// Scheme, host and port, as web pages write an origin, and the path of the site if it has one.
    package var publicAddress: String?
    package var origins: [String] = []
    var access = Entrance.Access.open
    package var guests = true
    package var tlsCertificates: [String] = []
    package var tlsKeys: [String] = []
    package var tlsRedirectPort: UInt16?
    package var tlsDays = 365
    package var acmeChallenges = ""
    package var shards = 0
    package var connections = 20_000
    package var connectionsPerAddress = 1_000
    package var requestsPerSecond = 200
    package var connectionRate = 50
    package var guestsPerMinute = 120
    var trustedProxies: [AddressBlock] = []
    var proxyField = TrustedProxies.Field.xForwardedFor
    package var compression = true
    package var compressionFrom = 512
    package var compressionWindow = 12
    package var outputMemory = 256
    package var points = RankingPoints.standard
    /// In s.
    package var suspiciousBelow = HubSettings().scoring.suspiciousBelow / 1_000
    package var roomRounds = SprintSettings().rounds
    package var roomSeconds = SprintSettings().limit
    package var roomRows = SprintSettings().rows
    package var roomHard = SprintSettings().hard
    /// The number of days without a visit after which a player is forgotten; 0 for never.
    package var forgetPlayers = 0
    /// The number of days after which a room in which nothing happens is forgotten; 0 for never.
    package var forgetRooms = 0
    /// The folder for the backups that the server makes by itself; empty for none.
    package var backups = ""
    var backupTime = BackupSchedule.daily(minute: 240)
    package var backupsKept = 14
    /// The addresses of programs that are told what happened in rooms.
    package var webhook: [String] = []
    package var webhookSecret = ""
    var webhookRooms: [RoomCode] = []
    var webhookFormat = HookFormat.json
    package var webhookAuthorities = ""
    package var webhookPlain = false
    package var metrics = false
    var metricsAddress: MetricsAddress?
    /// Whether figures are served, wherever.
    var servesFigures: Bool { metrics || metricsAddress != nil }
    package var logLevel = LogLevel.info
    package var logFormat = LogFormat.text

    package init() {}
}

/// Why the server does not start: file, key and reason in one sentence.
package struct ConfigurationFault: Error, CustomStringConvertible, Sendable {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Turns another module's error into a sentence that says where it came up.
    static func wrapping<Value, Failure: Error>(
        _ topic: String, _ body: () throws(Failure) -> Value
    ) throws(ConfigurationFault) -> Value {
        do {
            return try body()
        } catch {
            throw ConfigurationFault("\(topic): \(error)")
        }
    }
}

extension ServerConfiguration {
    /// Reads settings from all their places (`SettingsReading`). Throws the first fault.
    package static func parse(
        arguments: [String], environment: [String: String] = [:],
        read: (String) throws(ConfigurationFault) -> String
    ) throws(ConfigurationFault) -> ServerConfiguration {
        let reading = SettingsReading(arguments: arguments, environment: environment, read: read)
        if let fault = reading.faults.first { throw fault }
        return reading.configuration
    }

    /// The address that links begin with which a command makes.
    package var addressForLinks: String {
        publicAddress ?? "\(tlsCertificates.isEmpty ? "http" : "https")://localhost:\(port)"
    }

    /// Whether people come in by the roster of a class, and by nothing else.
    package var isClassroom: Bool { access == .classroom }
    /// Whether who is on the roster makes a difference: in a classroom, and to who is forgotten.
    var readsRoster: Bool { isClassroom || forgetPlayers > 0 }

    /// The names of the settings that a server takes anew on SIGHUP.
    static var readAgain: String { table.filter(\.isReadAgain).map(\.name).joined(separator: ", ") }

    /// The settings as a table for people, for `--help`.
    package static var help: String {
        let width = table.map(\.name.count).max() ?? 0
        return table.map { setting in
            let padding = String(repeating: " ", count: width - setting.name.count)
            let range = setting.range.map { "; \($0)" } ?? ""
            let standard = setting.standard.isEmpty ? "" : " (\(setting.standard))"
            return "  --\(setting.name)\(padding)  \(setting.meaning)\(range)\(standard)"
        }.joined(separator: "\n") + "\n\n  SIGHUP has a server that runs read these again: \(readAgain)"
    }
}
