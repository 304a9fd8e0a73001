import GameRules
import Leaderboards
import Telemetry

/// The settings of a host, with their defaults. Each setting is a command-line flag (`--port 9000`) and a line of a
/// configuration file (`port = 9000`); its name, bounds and meaning stand in `table`. An unknown or malformed setting
/// stops the start.
package struct ServerConfiguration: Sendable {
    package var address = "::"
    package var port: UInt16 = 8080
    package var data = "data"
    /// `sqlite`, or the address of a database in PostgreSQL.
    package var storage = "sqlite"
    package var web = "web"
    package var words = "config/words"
    package var names = ""
    /// Where the words are that no name may have.
    var namesFolder: String { names.isEmpty ? words + "/../names" : names }
    package var name = "Tilerace"
    package var zone = "UTC"
    package var lines = [PuzzleLine.standard, PuzzleLine("anagram-en-7")].compactMap(\.self)
    /// Scheme, host and port, as web pages write an origin.
    package var publicAddress: String?
    package var origins: [String] = []
    package var tlsCertificates: [String] = []
    package var tlsKeys: [String] = []
    package var tlsRedirectPort: UInt16?
    package var tlsDays = 365
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
    package var points = PointsTable.standard
    package var suspiciousBelow = 8
    package var metrics = false
    package var logLevel = LogLevel.info

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
    /// Applies one setting. `source` names the file and line, or the command line, for the error.
    package mutating func set(_ name: String, to text: String, source: String) throws(ConfigurationFault) {
        guard let setting = ServerConfiguration.table.first(where: { $0.name == name }) else {
            throw ConfigurationFault("\(source): there is no setting “\(name)”")
        }
        guard setting.take(text, &self) else {
            throw ConfigurationFault("\(source): “\(text)” is no value for \(name): it must be \(setting.demand)")
        }
    }

    /// Applies the lines of a configuration file: `name = value`, `#` begins a comment line.
    package mutating func apply(file text: String, path: String) throws(ConfigurationFault) {
        var seen: Set<String> = []
        for (index, line) in text.parts(between: "\n").enumerated() {
            let line = trimmed(line)
            guard !line.isEmpty, line.utf8.first != UInt8(ascii: "#") else { continue }
            let source = "\(path), line \(index + 1)"
            let parts = line.parts(between: "=", most: 2)
            guard parts.count == 2 else {
                throw ConfigurationFault("\(source): a line is `name = value`")
            }
            let name = trimmed(parts[0])
            guard seen.insert(name).inserted else { throw ConfigurationFault("\(source): \(name) stands twice") }
            try set(name, to: trimmed(parts[1]), source: source)
        }
    }

    private func trimmed(_ text: Substring) -> String {
        let blank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        let scalars = text.unicodeScalars.drop(while: blank)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: blank).reversed()))
    }

    /// Reads `--name value` pairs; `--config FILE` is applied before the others, with `read` to fetch the file.
    package static func parse(
        arguments: [String], read: (String) throws(ConfigurationFault) -> String
    ) throws(ConfigurationFault) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        var pairs: [(name: String, value: String)] = []
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            guard flag.hasPrefix("--"), flag.count > 2 else {
                throw ConfigurationFault("command line: “\(flag)” is no flag; flags are `--name value`")
            }
            guard let value = rest.popFirst() else {
                throw ConfigurationFault("command line: \(flag) has no value")
            }
            pairs.append((String(flag.dropFirst(2)), value))
        }
        for (name, path) in pairs where name == "config" {
            try configuration.apply(file: try read(path), path: path)
        }
        for (name, value) in pairs where name != "config" {
            try configuration.set(name, to: value, source: "command line")
        }
        return configuration
    }

    /// The settings as a table for people, for `--help`.
    package static var help: String {
        let width = table.map(\.name.count).max() ?? 0
        return table.map { setting in
            let padding = String(repeating: " ", count: width - setting.name.count)
            let range = setting.range.map { "; \($0)" } ?? ""
            let standard = setting.standard.isEmpty ? "" : " (\(setting.standard))"
            return "  --\(setting.name)\(padding)  \(setting.meaning)\(range)\(standard)"
        }.joined(separator: "\n")
    }
}
