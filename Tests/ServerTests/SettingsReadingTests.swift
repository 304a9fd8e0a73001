import Foundation
import TestKit
import Testing

@testable import Server

@Suite struct SettingsReadingTests {
    private func read(
        _ arguments: [String] = [], _ environment: [String: String] = [:], file: String = ""
    ) -> SettingsReading {
        SettingsReading(arguments: arguments, environment: environment) { path throws(ConfigurationFault) in
            guard path == "f" else { throw ConfigurationFault("\(path): no such file") }
            return file
        }
    }

    @Test("A flag goes before a variable, and that before a line of the file")
    func precedence() {
        let all = read(
            ["--config", "f", "--port", "3"], ["TILERACE_PORT": "2", "TILERACE_SHARDS": "2"],
            file: "port = 1\nshards = 1\nzone = Europe/Paris")
        #expect(all.configuration.port == 3 && all.configuration.shards == 2)
        #expect(
            all.sources == [
                "port": .commandLine, "shards": .environment(variable: "TILERACE_SHARDS"),
                "zone": .file(path: "f", line: 3),
            ])
        #expect(all.faults.isEmpty && all.slips.isEmpty)
    }

    @Test("A file may begin with the mark of its byte order, also before a comment")
    func byteOrderMark() {
        #expect(read(["--config", "f"], file: "\u{FEFF}port = 9").configuration.port == 9)
        #expect(read(["--config", "f"], file: "\u{FEFF}# mine\nport = 9").faults.isEmpty)
    }

    @Test("A variable names the file, unless a flag does")
    func fileOfTheEnvironment() {
        #expect(read([], ["TILERACE_CONFIG": "f"], file: "port = 1").configuration.port == 1)
        #expect(read(["--config", "f"], ["TILERACE_CONFIG": "g"], file: "port = 1").configuration.port == 1)
        #expect(read([], ["TILERACE_CONFIG": "g"]).faults.map { "\($0)" } == ["g: no such file"])
    }

    @Test("All faults are told at once, and what is good is taken")
    func allFaults() {
        let reading = read(
            ["--config", "f", "-v", "--prot", "1", "--zone"], ["TILERACE_METRICS": "yes"],
            file: "port\nport = 9\nport = 8\nshards = x")
        #expect(
            reading.faults.map { "\($0)" } == [
                "command line: “-v” is no flag; flags are `--name value`",
                "command line: --zone has no value",
                "f, line 1: a line is `name = value`",
                "f, line 3: port stands twice",
                "f, line 4: “x” is no value for shards: it must be a whole number from 0 to 64",
                "environment, TILERACE_METRICS: “yes” is no value for metrics: it must be on or off",
                "command line: there is no setting “prot”; did you mean port?",
            ])
        #expect(reading.configuration.port == 9)
    }

    @Test("A flag that is no setting takes no other flag for its value")
    func strangeFlag() {
        let reading = read(["--bogus", "--config", "f"], file: "port = 9")
        #expect(reading.faults.map { "\($0)" } == ["command line: there is no setting “bogus”"])
        #expect(reading.configuration.port == 9)
    }

    @Test("A fault of what settings name has the place of the first of them that is set; another stays as it is")
    func placed() {
        let reading = read(
            ["--config", "f", "--access", "password"], ["TILERACE_TLS_KEY": "k.pem"],
            file: "name = A\nzone = Europe/Berln")
        #expect(reading.placed("zone: is none") == "f, line 2: zone: is none")
        #expect(reading.placed("access: no password is set") == "command line: access: no password is set")
        #expect(
            reading.placed("tls-certificate, tls-key: no such file")
                == "environment, TILERACE_TLS_KEY: tls-certificate, tls-key: no such file")
        for other in ["data folder zone: is not there", "words: no such file", "zone", ""] {
            #expect(reading.placed(other) == other)
        }
    }

    @Test(
        "A setting that is none is told with the one that was meant, if one is like it",
        arguments: [
            ("prot", "port"), ("ports", "port"), ("conections", "connections"), ("tls-certifcate", "tls-certificate"),
            ("trusted_proxies", "trusted-proxies"), ("lines-", "lines"), ("zome", "zone"),
            ("x", nil), ("password", nil), ("", nil), ("webs", "web"), (String(repeating: "p", count: 1_000_000), nil),
        ] as [(String, String?)])
    func suggestion(_ text: String, _ name: String?) {
        #expect(SettingsReading.nearest(to: text) == name)
    }

    @Test("Variables of other programs are let be, and slips of the pen are told")
    func otherVariables() {
        let reading = read(
            [], ["TILERACE_PROT": "1", "TILERACE_SERVICE_HOST": "10.0.0.1", "TILERACE_PORT_80_TCP": "", "PORT": "1"])
        #expect(reading.faults.isEmpty && reading.configuration.port == 8080)
        #expect(reading.strangeVariables == ["TILERACE_PORT_80_TCP", "TILERACE_PROT", "TILERACE_SERVICE_HOST"])
        #expect(reading.slips == ["environment, TILERACE_PROT: is no setting; did you mean TILERACE_PORT?"])
    }

    @Test("A port that Kubernetes sets is refused with the way out")
    func variableOfACluster() {
        let text = read([], ["TILERACE_PORT": "tcp://10.0.0.1:80"]).faults.first?.description ?? ""
        #expect(text.contains("enableServiceLinks") && text.hasPrefix("environment, TILERACE_PORT: "))
        #expect(read(["--port", "tcp://10.0.0.1:80"]).faults.first?.description.contains("Kubernetes") == false)
    }

    @Test("The settings in force are written as a file that gives the same")
    func writtenAndRead() {
        let reading = read(
            ["--config", "f", "--name", "Friday = fun # really"], ["TILERACE_ORIGINS": "https://a.example"],
            file: "\nport = 1\nlog = debug")
        let again = read(["--config", "f"], file: reading.text)
        #expect(again.faults.isEmpty && "\(again.configuration)" == "\(reading.configuration)")
        #expect(reading.text.hasPrefix("# default\naddress = ::\n# f, line 2\nport = 1\n# default\ndata = data\n"))
        #expect(reading.text.contains("# command line\nname = Friday = fun # really\n"))
        #expect(reading.text.contains("# environment, TILERACE_ORIGINS\norigins = https://a.example\n"))
    }
}
