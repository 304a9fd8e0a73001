import Foundation
import GameRules
import Rooms
import TestKit
import Testing

@testable import Server

@Suite struct ServerConfigurationTests {
    private func parse(_ arguments: [String], file: String? = nil) throws -> ServerConfiguration {
        try ServerConfiguration.parse(arguments: arguments) { path throws(ConfigurationFault) in
            guard let file else { throw ConfigurationFault("\(path): no such file") }
            return file
        }
    }

    private func fault(_ arguments: [String], file: String? = nil) -> String? {
        do {
            _ = try parse(arguments, file: file)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Every setting, changed in its own way, so that none reads into another's place.
    private static let changes: [(name: String, text: String, shown: String)] = [
        ("address", "127.0.0.1", "127.0.0.1"), ("port", "65535", "65535"), ("data", "/d", "/d"),
        ("storage", "postgresql://db/race", "postgresql://db/race"), ("bus", "nats://b/race", "nats://b/race"),
        ("web", "/w", "/w"),
        ("words", "/l", "/l"), ("words-left-out", "/o", "/o"), ("names", "/n", "/n"), ("name", "Friday’s", "Friday’s"),
        ("zone", "Europe/Paris", "Europe/Paris"),
        (
            "lines", "anagram-en-7, guess-en-6",
            "\([PuzzleLine(kind: .anagram, language: "en", length: 7), PuzzleLine("guess-en-6")].compactMap(\.self))"
        ),
        ("public-address", "HTTPS://Play.example:8443", #"Optional("https://play.example:8443")"#),
        (
            "origins", "https://a.example:443, http://b.example:8080, http://[::1]:80, https://c:80",
            #"["https://a.example", "http://b.example:8080", "http://[::1]", "https://c:80"]"#
        ),
        ("access", "invitation", "invitation"), ("guests", "off", "false"),
        ("tls-certificate", "/c.pem, d.pem", #"["/c.pem", "d.pem"]"#), ("tls-key", "k.pem", #"["k.pem"]"#),
        ("tls-redirect-port", "80", "Optional(80)"), ("tls-days", "1", "1"), ("acme-challenges", "/a", "/a"),
        ("shards", "64", "64"), ("connections", "1", "1"), ("connections-per-address", "2", "2"),
        ("requests-per-second", "100000", "100000"), ("connection-rate", "3", "3"),
        ("guests-per-minute", "60000", "60000"),
        ("trusted-proxies", "10.0.0.0/8, ::1", "[10.0.0.0/8, ::1/128]"), ("proxy-field", "forwarded", "forwarded"),
        ("compression", "off", "false"), ("compression-from", "0", "0"), ("compression-window", "15", "15"),
        ("output-memory", "5", "5"), ("points", "9, 7", "RankingPoints(byTurns: [9, 7])"),
        ("suspicious-seconds", "0", "0"),
        ("room-rounds", "20", "20"), ("room-seconds", "600", "600"), ("room-rows", "10", "10"),
        ("room-hard", "ultra", "ultra"),
        ("forget-players", "30", "30"), ("forget-rooms", "3650", "3650"),
        ("backups", "/b", "/b"), ("backup-time", "6h", "every(hours: 6)"), ("backups-kept", "1000", "1000"),
        (
            "webhook", "https://a.example/x?y=1, http://localhost:8/",
            #"["https://a.example/x?y=1", "http://localhost:8/"]"#
        ),
        ("webhook-secret", "/s", "/s"),
        ("webhook-rooms", "kyte7, AAAAA", "\(["KYTE7", "AAAAA"].compactMap { RoomCode($0) })"),
        ("webhook-format", "content", "content"), ("webhook-authorities", "/c.pem", "/c.pem"),
        ("webhook-plain", "on", "true"),
        ("metrics", "on", "true"),
        (
            "metrics-address", "public 0.0.0.0:1",
            "Optional(Server.MetricsAddress.port(0.0.0.0:1, isPublic: true))"
        ),
        ("log", "error", "error"), ("log-format", "json", "json"),
    ]

    @Test("Every setting is read from its flag, its variable and the file")
    func flagVariableAndFile() throws {
        #expect(Self.changes.map(\.name) == ServerConfiguration.table.map(\.name))
        let standard = Mirror(reflecting: ServerConfiguration()).children.map { "\($0.value)" }
        for (index, change) in Self.changes.enumerated() {
            var expected = standard
            expected[index] = change.shown
            for configuration in [
                try parse(["--\(change.name)", change.text]),
                try ServerConfiguration.parse(
                    arguments: [], environment: [SettingsReading.variable(change.name): change.text],
                    read: { path throws(ConfigurationFault) in throw ConfigurationFault(path) }),
                try parse(["--config", "f"], file: "# comment\r\n\n  \(change.name)\t=  \(change.text) \n"),
            ] {
                #expect(Mirror(reflecting: configuration).children.map { "\($0.value)" } == expected)
            }
        }
    }

    @Test("The defaults and the help text are those of the table of settings")
    func defaults() throws {
        let standard = ServerConfiguration.table.flatMap { ["--\($0.name)", $0.standard] }
        #expect("\(try parse(standard))" == "\(ServerConfiguration())")
        for setting in ServerConfiguration.table {
            #expect(ServerConfiguration.help.contains("--\(setting.name) "))
            #expect(ServerConfiguration.help.contains(setting.meaning))
            #expect(setting.range.map { ServerConfiguration.help.contains($0) } ?? true)
        }
    }

    @Test("A setting survives writing and reading", arguments: changes)
    func writtenAndRead(_ change: (name: String, text: String, shown: String)) throws {
        let setting = try #require(ServerConfiguration.table.first { $0.name == change.name })
        let configuration = try parse(["--\(change.name)", change.text])
        let again = try parse(["--\(change.name)", setting.text(configuration)])
        #expect("\(again)" == "\(configuration)" && setting.text(again) == setting.text(configuration))
        #expect(setting.text(configuration) != setting.standard)
    }

    @Test(
        "A refusal says what the value must be",
        arguments: [
            (["--port", "65536"], "port: it must be a whole number from 0 to 65535"),
            (["--shards", "two"], "shards: it must be a whole number from 0 to 64"),
            (["--name", ""], "name: it must be of 1 to 30 characters, all of them visible as in a room's name"),
            (["--metrics", "yes"], "metrics: it must be on or off"),
            (["--proxy-field", "via"], "proxy-field: it must be one of x-forwarded-for, forwarded"),
            (["--log", "loud"], "log: it must be one of debug, info, warning, error"),
            (["--log-format", "JSON"], "log-format: it must be one of text, json"),
            (["--data", ""], "data: it must be a folder"),
        ])
    func aRefusalSaysWhatToDo(_ arguments: [String], _ end: String) {
        #expect(fault(arguments) == "command line: “\(arguments[1])” is no value for \(end)")
    }

    @Test("A refusal repeats no address in which there may be a password")
    func aRefusalRepeatsNoPassword() {
        #expect(
            fault(["--storage", "mysql://user:s3cr@db"]) == "command line: what is given is no value for storage: "
                + "it must be sqlite, or the postgresql:// address of a database")
    }

    @Test("Links of commands begin with the public address, else with this machine's under the scheme that is served")
    func addressForLinks() {
        var configuration = ServerConfiguration()
        #expect(configuration.addressForLinks == "http://localhost:8080")
        configuration.tlsCertificates = ["c.pem"]
        configuration.port = 443
        #expect(configuration.addressForLinks == "https://localhost:443")
        configuration.publicAddress = "https://play.example/games"
        #expect(configuration.addressForLinks == "https://play.example/games")
    }

    /// The lines of a page of `docs`.
    private static func lines(of page: String) throws -> [String] {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(TestServer.root)/docs/\(page)")), as: UTF8.self)
            .components(separatedBy: "\n")
    }

    @Test("The page docs/settings.md lists every setting with its default, range and meaning")
    func theSettingsPage() throws {
        let expected = ServerConfiguration.table.map { setting in
            let standard = setting.standard.isEmpty ? "" : "`\(setting.standard)`"
            let cells = [standard, setting.range ?? "", setting.isReadAgain ? "yes" : "", setting.meaning]
            return "| `\(setting.name)` |" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        }
        let rows = try Self.lines(of: "settings.md").filter { $0.hasPrefix("| `") }
        #expect(rows == expected, "should be:\n\(expected.joined(separator: "\n"))")
    }

    @Test("A file's lines may end in CR LF")
    func linesOfEverySystem() throws {
        let configuration = try parse(["--config", "f"], file: "# one\r\nport = 2\r\n\r\nzone = UTC\r\nlog = debug")
        #expect(configuration.port == 2 && configuration.zone == "UTC" && configuration.logLevel == .debug)
        #expect(throws: ConfigurationFault.self) { try parse(["--config", "f"], file: "log = debug\r\nport = x\r\n") }
    }

    @Test("A flag goes before the file, and the last flag counts")
    func flagsFirst() throws {
        #expect(try parse(["--port", "1", "--config", "f"], file: "port = 2\nzone = UTC").port == 1)
        #expect(try parse(["--port", "1", "--port", "2"]).port == 2)
    }

    @Test(
        "A malformed or out-of-range value of a setting is refused with the setting's name",
        arguments: [
            ["--port", "65536"], ["--port", "-1"], ["--port", "http"], ["--port", ""], ["--port", " 1"],
            ["--data", ""],
            ["--shards", "65"], ["--shards", "-1"], ["--shards", "two"], ["--connections", "0"],
            ["--connections", "1000001"], ["--connections-per-address", "x"],
            ["--requests-per-second", "0"], ["--requests-per-second", "100001"], ["--trusted-proxies", "10.0.0.1/8"],
            ["--trusted-proxies", "proxy.example"], ["--trusted-proxies", "10.0.0.0/8, ::1/129"],
            ["--proxy-field", "via"],
            ["--guests-per-minute", "60001"],
            ["--lines", ""], ["--lines", "guess-en"], ["--lines", "guess-en-5, guess-en-5"],
            ["--lines", "practice-en-5"],
            ["--lines", "guess-en-5,"], ["--lines", "guess-en-3"], ["--lines", "anagram-en-3"],
            ["--lines", "abcdefghijklmnopq".map { "guess-\($0)\($0)-5" }.joined(separator: ",")],
            ["--connection-rate", "0"], ["--output-memory", "0"], ["--output-memory", "1G"], ["--metrics", "yes"],
            ["--metrics-address", "0.0.0.0:9464"], ["--metrics-address", "on"],
            ["--compression", "yes"],
            ["--compression-from", "-1"], ["--compression-window", "16"], ["--log", "loud"], ["--points", "1,2"],
            ["--points", "a"],
            ["--backup-time", "24:00"], ["--backup-time", "4:00"], ["--backup-time", "25h"], ["--backup-time", ""],
            ["--forget-players", "29"], ["--forget-players", "3651"], ["--forget-players", "-1"],
            ["--forget-players", "never"], ["--forget-rooms", "29"], ["--forget-rooms", "3651"],
            ["--forget-rooms", "-1"], ["--forget-rooms", "never"],
            ["--backups-kept", "0"], ["--room-rounds", "21"], ["--room-seconds", "29"], ["--room-rows", "11"],
            ["--room-hard", "on"],
            ["--points", ""], ["--suspicious-seconds", "3601"], ["--name", ""],
            ["--name", "a name of more than thirty signs"], ["--origins", "play.example"],
            ["--origins", "https://play.example/"], ["--origins", "https://play.example/games"],
            ["--origins", "https://play.example:0"], ["--origins", "https://play.example:65536"],
            ["--origins", "https://play.example:"], ["--origins", "https://u@play.example"],
            ["--origins", "https://zoë.example"], ["--origins", "://play.example"], ["--origins", "https://a?b"],
            ["--public-address", "play.example"],
            ["--public-address", "https://play.example/"], ["--public-address", "https://play.example/games/"],
            ["--public-address", "ftp://play.example"], ["--public-address", "https://play example"],
            ["--public-address", "https://user@play.example"], ["--public-address", "https://play.example:"],
            ["--public-address", "https://" + String(repeating: "a", count: 260)],
        ])
    func malformedValue(arguments: [String]) {
        let text = fault(arguments) ?? ""
        #expect(text.hasPrefix("command line: “\(arguments[1])” is no value for \(arguments[0].dropFirst(2)): "))
    }

    @Test("The server's name has no character that the name of a room may not have, and may be shorter")
    func serverNames() {
        for name in ["A", "Friday’s", "Kites & Co", "Привет Kites", "Zoë 🪁", String(repeating: "a", count: 30)] {
            #expect(fault(["--name", name]) == nil, "\(name)")
        }
        let bad = ["Ki\u{1B}[31mtes", "Ki\u{7}tes", "Ki\ntes", "Ki\u{0}tes", "Ki\u{202E}tes", "Ki\u{200B}tes"]
        // Too many bytes for the look at each character: thirty characters, and a control character among them.
        let tower = String(repeating: "👩‍👩‍👧‍👦", count: 29) + "\u{1B}"
        for name in bad + [tower] {
            #expect(name.count <= 30)
            let refusal = fault(["--name", name]) ?? ""
            #expect(refusal.contains("all of them visible"), "\(name.unicodeScalars.map(\.value))")
        }
    }

    @Test("An unknown or malformed setting is refused with its file and line")
    func unknownSetting() {
        #expect(fault(["--prot", "1"]) == "command line: there is no setting “prot”; did you mean port?")
        #expect(fault(["port", "1"])?.contains("is no flag") == true)
        #expect(fault(["--port"]) == "command line: --port has no value")
        #expect(fault(["--config", "x.conf"]) == "x.conf: no such file")
        let file = { (text: String) in self.fault(["--config", "x.conf"], file: text) }
        #expect(file("\n# a\nprot = 1") == "x.conf, line 3: there is no setting “prot”; did you mean port?")
        #expect(file("port 1") == "x.conf, line 1: a line is `name = value`")
        #expect(file("port = 1\nport = 1") == "x.conf, line 2: port stands twice")
        #expect(file("port = no")?.hasPrefix("x.conf, line 1: “no” is no value for port") == true)
        #expect(file("config = y.conf") == "x.conf, line 1: there is no setting “config”")
    }
}
