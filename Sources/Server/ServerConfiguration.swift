import Bytes
import HTTP1
import Leaderboards
import Telemetry

/// What a host can set. Each setting is a command-line flag (`--port 9000`) and a line of a configuration file
/// (`port = 9000`); `table` is the one place that knows them. An unknown or malformed one stops the start.
package struct ServerConfiguration: Sendable {
    package var address = "::"
    package var port: UInt16 = 8080
    package var data = "data"
    package var web = "web"
    package var words = "config/words"
    package var names = ""
    /// Where the words are that no name may have.
    var namesFolder: String { names.isEmpty ? words + "/../names" : names }
    package var name = "Tilerace"
    package var zone = "UTC"
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

    /// One setting: its name, what it means, and how its text is read. The reader answers false for a text that it
    /// cannot use.
    package struct Setting: Sendable {
        package let name: String
        package let meaning: String
        /// The default, as one would write it.
        package let standard: String
        let read: @Sendable (String, inout ServerConfiguration) -> Bool
    }

    /// Every setting, in the order of the documentation.
    package static let table: [Setting] = [
        Setting(name: "address", meaning: "IP address to listen on; `::` is every address", standard: "::") {
            text, configuration in
            configuration.address = text
            return !text.isEmpty
        },
        Setting(name: "port", meaning: "TCP port, 1 to 65535; 0 takes a free one", standard: "8080") {
            text, configuration in
            guard let port = UInt16(text) else { return false }
            configuration.port = port
            return true
        },
        Setting(name: "data", meaning: "folder for the database and the secrets; made if missing", standard: "data") {
            text, configuration in
            configuration.data = text
            return !text.isEmpty
        },
        Setting(name: "web", meaning: "folder with the page", standard: "web") { text, configuration in
            configuration.web = text
            return !text.isEmpty
        },
        Setting(name: "words", meaning: "folder with the word lists, one folder per language", standard: "config/words")
        { text, configuration in
            configuration.words = text
            return !text.isEmpty
        },
        Setting(
            name: "names",
            meaning: "folder with the words that no name may have; `names` beside the word lists if not given",
            standard: ""
        ) {
            text, configuration in
            configuration.names = text
            return true
        },
        Setting(name: "name", meaning: "name of the server, in the page and in shared results", standard: "Tilerace") {
            text, configuration in
            configuration.name = text
            return (1...30).contains(text.count)
        },
        Setting(name: "zone", meaning: "IANA time zone whose midnight begins the day", standard: "UTC") {
            text, configuration in
            configuration.zone = text
            return !text.isEmpty
        },
        Setting(
            name: "public-address",
            meaning:
                "web address under which players find the server, for links, QR codes and the stage (`https://play.example`); "
                + "without it, that by which it is asked, or one of this machine's",
            standard: ""
        ) { text, configuration in
            configuration.publicAddress = text.isEmpty ? nil : ASCII.lowercased(text)
            return text.isEmpty || isWebAddress(text)
        },
        Setting(
            name: "origins",
            meaning: "further web origins that may talk to the server, comma-separated (`https://play.example`)",
            standard: ""
        ) { text, configuration in
            configuration.origins = text.split(separator: ",").map { $0.filter { $0 != " " } }
            return configuration.origins.allSatisfy { $0.contains("://") && !$0.hasSuffix("/") }
        },
        Setting(
            name: "tls-certificate",
            meaning:
                "PEM file with a certificate and its chain, for HTTPS on the port; of several, comma-separated, each host "
                + "name gets its own, and the first is for all others",
            standard: ""
        ) { text, configuration in
            configuration.tlsCertificates = list(text)
            return !configuration.tlsCertificates.contains("")
        },
        Setting(
            name: "tls-key",
            meaning:
                "PEM file with the certificate's private key, not encrypted; of several, in the order of the certificates; "
                + "without it the key is looked for behind the certificate",
            standard: ""
        ) { text, configuration in
            configuration.tlsKeys = list(text)
            return !configuration.tlsKeys.contains("")
        },
        Setting(
            name: "tls-redirect-port", meaning: "a further port, for plain HTTP, that sends everybody to HTTPS",
            standard: ""
        ) { text, configuration in
            configuration.tlsRedirectPort = UInt16(text)
            return text.isEmpty || configuration.tlsRedirectPort != nil
        },
        Setting(
            name: "tls-days",
            meaning:
                "days for which browsers that came by HTTPS do not come without it any more (HSTS); 0 does not ask for it",
            standard: "365"
        ) { text, configuration in
            configuration.tlsDays = Int(text) ?? -1
            return (0...730).contains(configuration.tlsDays)
        },
        Setting(
            name: "shards",
            meaning: "event loops that share the connections, at most 64; 0 is one for each processor core",
            standard: "0"
        ) { text, configuration in
            configuration.shards = Int(text) ?? -1
            return (0...64).contains(configuration.shards)
        },
        Setting(name: "connections", meaning: "connections at most, 1 to 1000000", standard: "20000") {
            text, configuration in
            configuration.connections = Int(text) ?? 0
            return (1...1_000_000).contains(configuration.connections)
        },
        Setting(
            name: "connections-per-address", meaning: "connections at most from one IP address", standard: "1000"
        ) { text, configuration in
            configuration.connectionsPerAddress = Int(text) ?? 0
            return (1...1_000_000).contains(configuration.connectionsPerAddress)
        },
        Setting(
            name: "requests-per-second",
            meaning: "HTTP requests at most from one IP address in a second, ten times as many at once", standard: "200"
        ) { text, configuration in
            configuration.requestsPerSecond = Int(text) ?? 0
            return (1...100_000).contains(configuration.requestsPerSecond)
        },
        Setting(
            name: "connection-rate",
            meaning: "new connections a second from one IP address, in the long run; at once as many as it may have",
            standard: "50"
        ) { text, configuration in
            configuration.connectionRate = Int(text) ?? 0
            return (1...1_000_000).contains(configuration.connectionRate)
        },
        Setting(
            name: "guests-per-minute", meaning: "new guests at most from one IP address in a minute", standard: "120"
        ) { text, configuration in
            configuration.guestsPerMinute = Int(text) ?? 0
            return (1...60_000).contains(configuration.guestsPerMinute)
        },
        Setting(
            name: "trusted-proxies",
            meaning: "addresses of the proxies in front of the server, comma-separated (`10.0.0.0/8, ::1`)",
            standard: ""
        ) { text, configuration in
            let blocks = text.split(separator: ",").map { AddressBlock($0.filter { $0 != " " }) }
            configuration.trustedProxies = blocks.compactMap { $0 }
            return configuration.trustedProxies.count == blocks.count
        },
        Setting(
            name: "proxy-field",
            meaning: "where they name the client's address: `x-forwarded-for` or `forwarded`",
            standard: "x-forwarded-for"
        ) { text, configuration in
            guard let field = TrustedProxies.Field(rawValue: text) else { return false }
            configuration.proxyField = field
            return true
        },
        Setting(
            name: "compression", meaning: "`off` compresses no WebSocket messages for clients that offer it",
            standard: "on"
        ) { text, configuration in
            configuration.compression = text == "on"
            return text == "on" || text == "off"
        },
        Setting(
            name: "compression-from", meaning: "bytes of the shortest message that is compressed, 0 to 1000000",
            standard: "512"
        ) { text, configuration in
            configuration.compressionFrom = Int(text) ?? -1
            return (0...1_000_000).contains(configuration.compressionFrom)
        },
        Setting(
            name: "compression-window",
            meaning: "window of compressed messages, 8 to 15: the base-2 logarithm of its bytes", standard: "12"
        ) { text, configuration in
            guard let window = Int(text), (8...15).contains(window) else { return false }
            configuration.compressionWindow = window
            return true
        },
        Setting(
            name: "output-memory",
            meaning:
                "MiB of memory for what clients do not read, or send in part; at three quarters of it those are cut for whom "
                + "most waits; 1 to 1048576",
            standard: "256"
        ) { text, configuration in
            configuration.outputMemory = Int(text) ?? 0
            return (1...1_048_576).contains(configuration.outputMemory)
        },
        Setting(
            name: "points",
            meaning: "points of a solve in 1, 2, 3 … turns, for the rankings of weeks, months and all time",
            standard: "6,5,4,3,2,1"
        ) { text, configuration in
            let numbers = list(text).map { Int($0) }
            guard !numbers.isEmpty, !numbers.contains(nil), let table = PointsTable(byTurns: numbers.compactMap { $0 })
            else { return false }
            configuration.points = table
            return true
        },
        Setting(
            name: "suspicious-seconds",
            meaning: "a word found in less, or at the first guess, is marked as suspicious in rankings; 0 to 3600",
            standard: "8"
        ) { text, configuration in
            configuration.suspiciousBelow = Int(text) ?? -1
            return (0...3_600).contains(configuration.suspiciousBelow)
        },
        Setting(name: "metrics", meaning: "`on` serves figures for Prometheus at `/metrics`", standard: "off") {
            text, configuration in
            configuration.metrics = text == "on"
            return text == "on" || text == "off"
        },
        Setting(name: "log", meaning: "`debug`, `info`, `warning` or `error`", standard: "info") {
            text, configuration in
            guard let level = LogLevel(text: text) else { return false }
            configuration.logLevel = level
            return true
        },
    ]
}

/// Whether it is a scheme of the web, a host and perhaps a port, and nothing behind them.
private func isWebAddress(_ text: String) -> Bool {
    text.utf8.count <= 253 + "https://:65535".utf8.count
        && text.wholeMatch(of: #/(?i)https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/#) != nil
}

/// The members of a comma-separated list, without the blanks around them.
private func list(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
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
        guard setting.read(text, &self) else {
            throw ConfigurationFault("\(source): “\(text)” is no value for \(name): \(setting.meaning)")
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
            let standard = setting.standard.isEmpty ? "" : " (\(setting.standard))"
            return "  --\(setting.name)\(padding)  \(setting.meaning)\(standard)"
        }.joined(separator: "\n")
    }
}
