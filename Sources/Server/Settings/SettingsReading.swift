import Bytes

/// Settings as they were read from all their places: what is in force, where each value comes from, and every fault.
///
/// A flag (`--port 9000`) goes before a variable of the environment (`TILERACE_PORT=9000`). A variable goes before a
/// line of the configuration file (`port = 9000`), which `--config` or `TILERACE_CONFIG` names.
package struct SettingsReading: Sendable {
    /// The settings without those that are at fault.
    package private(set) var configuration = ServerConfiguration()
    /// The places of the settings that are not left to their defaults, by name.
    package private(set) var sources: [String: SettingSource] = [:]
    /// All that is wrong, in the order of reading: the file, the environment, the command line.
    package private(set) var faults: [ConfigurationFault] = []
    /// Variables of the environment that begin like settings and are none. Whoever runs the server may need them for
    /// something else.
    package private(set) var strangeVariables: [String] = []

    /// The configuration files that were read.
    package private(set) var files: [String] = []

    /// The beginning of every variable that is a setting.
    static let prefix = "TILERACE_"

    /// Reads everything. `environment` are the variables of the process; `read` fetches a configuration file.
    package init(
        arguments: [String], environment: [String: String] = [:],
        read: (String) throws(ConfigurationFault) -> String
    ) {
        let flags = flags(of: arguments)
        let named = flags.filter { $0.name == "config" }.map(\.value)
        // Not both: whoever names a file on the command line means that one.
        for path in named.isEmpty ? [environment[SettingsReading.variable("config")]].compactMap(\.self) : named {
            do throws(ConfigurationFault) {
                take(file: try read(path), path: path)
                files.append(path)
            } catch {
                faults.append(error)
            }
        }
        take(environment)
        for (name, value) in flags where name != "config" { set(name, to: value, from: .commandLine) }
    }

    /// Reads a configuration file alone.
    package init(file text: String, path: String) {
        take(file: text, path: path)
    }

    /// The variable of a setting: `TILERACE_TLS_KEY` for `tls-key`.
    static func variable(_ name: String) -> String {
        prefix + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
    }

    private mutating func flags(of arguments: [String]) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            guard flag.hasPrefix("--"), flag.count > 2 else {
                faults.append(ConfigurationFault("command line: “\(flag)” is no flag; flags are `--name value`"))
                continue
            }
            // Behind a flag that is no setting, another flag is no value of it.
            let isSetting = flag == "--config" || ServerConfiguration.table.contains { "--\($0.name)" == flag }
            guard isSetting || rest.first?.hasPrefix("--") != true else {
                pairs.append((String(flag.dropFirst(2)), ""))
                continue
            }
            guard let value = rest.popFirst() else {
                faults.append(ConfigurationFault("command line: \(flag) has no value"))
                break
            }
            pairs.append((String(flag.dropFirst(2)), value))
        }
        return pairs
    }

    /// Takes the lines `name = value`; `#` begins a comment line.
    private mutating func take(file text: String, path: String) {
        var seen: Set<String> = []
        for (index, line) in text.parts(between: "\n").enumerated() {
            let line = trimmed(line)
            guard !line.isEmpty, line.utf8.first != UInt8(ascii: "#") else { continue }
            let source = SettingSource.file(path: path, line: index + 1)
            let parts = line.parts(between: "=", most: 2)
            guard parts.count == 2 else {
                faults.append(ConfigurationFault("\(source): a line is `name = value`"))
                continue
            }
            let name = trimmed(parts[0])
            guard seen.insert(name).inserted else {
                faults.append(ConfigurationFault("\(source): \(name) stands twice"))
                continue
            }
            set(name, to: trimmed(parts[1]), from: source)
        }
    }

    private func trimmed(_ text: Substring) -> String {
        // Some editors begin a file with the mark of its byte order, which nobody sees.
        let blank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{FEFF}" }
        let scalars = text.unicodeScalars.drop(while: blank)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: blank).reversed()))
    }

    private mutating func take(_ environment: [String: String]) {
        for setting in ServerConfiguration.table {
            let variable = SettingsReading.variable(setting.name)
            guard let value = environment[variable] else { continue }
            set(setting.name, to: value, from: .environment(variable: variable))
        }
        let names = Set(ServerConfiguration.table.map { SettingsReading.variable($0.name) })
            .union([SettingsReading.variable("config")])
        strangeVariables = environment.keys.filter { $0.hasPrefix(SettingsReading.prefix) && !names.contains($0) }
            .sorted()
    }

    private mutating func set(_ name: String, to text: String, from source: SettingSource) {
        guard let setting = ServerConfiguration.table.first(where: { $0.name == name }) else {
            let meant = SettingsReading.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
            faults.append(ConfigurationFault("\(source): there is no setting “\(name)”\(meant)"))
            return
        }
        guard setting.take(text, &configuration) else {
            // Kubernetes gives every container the addresses of services, by names such as these.
            let isOfCluster = if case .environment = source { text.hasPrefix("tcp://") } else { false }
            let way =
                isOfCluster
                ? "; Kubernetes sets this variable for a service named tilerace: name the service otherwise, or set "
                    + "enableServiceLinks to false"
                : ""
            let given = setting.isSecret ? "what is given" : "“\(text)”"
            faults.append(
                ConfigurationFault(
                    "\(source): \(given) is no value for \(name): it must be \(setting.demand)\(way)"))
            return
        }
        sources[name] = source
    }

    /// The settings in force as a configuration file. A comment with the place stands above the first of those that
    /// follow one another from there.
    package var text: String {
        var lines: [String] = []
        var place: SettingSource?
        for setting in ServerConfiguration.table {
            let source = sources[setting.name] ?? .standard
            if source != place { lines.append("# \(source)") }
            place = source
            let value = setting.shown(configuration)
            lines.append(value.isEmpty ? "\(setting.name) =" : "\(setting.name) = \(value)")
        }
        let again = "# SIGHUP has a server that runs read these again: \(ServerConfiguration.readAgain)"
        return (lines + [again]).joined(separator: "\n")
    }

    /// Adds to a sentence about settings the place from which the first setting comes that the sentence begins with. A
    /// value that can be read may still name a file that is missing.
    package func placed(_ sentence: String) -> String {
        guard let colon = sentence.firstRange(of: ": ") else { return sentence }
        let source = sentence[..<colon.lowerBound].split(separator: ", ").compactMap { sources[String($0)] }.first
        return source.map { "\($0): \(sentence)" } ?? sentence
    }

    /// Sentences about variables that look like settings with a slip of the pen.
    package var slips: [String] {
        strangeVariables.compactMap { variable in
            let name = String(variable.dropFirst(SettingsReading.prefix.count).map { $0 == "_" ? "-" : $0 })
            guard let meant = SettingsReading.nearest(to: name.lowercased()) else { return nil }
            return "environment, \(variable): is no setting; did you mean \(SettingsReading.variable(meant))?"
        }
    }

    /// The setting whose name is most like a text that is none; nil if none is like it.
    static func nearest(to text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let near = ServerConfiguration.table.map { (name: $0.name, steps: steps(from: text, to: $0.name)) }
            .min { $0.steps < $1.steps }
        guard let near, near.steps <= 2, near.steps * 2 < near.name.utf8.count else { return nil }
        return near.name
    }

    /// The fewest letters to put in, leave out, exchange for another or for their neighbour, until one text is the
    /// other (optimal string alignment).
    private static func steps(from one: String, to other: String) -> Int {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        var rows = [Array(0...other.count)]
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, wanted) in other.enumerated() {
                var least = min(rows[row][column + 1], next[column]) + 1
                least = min(least, rows[row][column] + (letter == wanted ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
                    least = min(least, rows[row - 1][column - 1] + 1)
                }
                next.append(least)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}
