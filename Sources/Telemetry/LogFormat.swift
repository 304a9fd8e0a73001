/// The format of the log's lines.
package enum LogFormat: String, Sendable, CaseIterable {
    /// `2026-11-21T09:00:00.123Z info listening port=8080`: for eyes and for `journalctl`.
    case text
    /// `{"time":"2026-11-21T09:00:00.123Z","level":"info","event":"listening","port":8080}`: for log collectors.
    case json

    /// One line without its newline. `time` in ms since 1970-01-01 UTC. Whatever the fields hold, the line holds no
    /// control character, so a peer can neither forge a second line nor steer a terminal.
    func line(time: Int, level: LogLevel, event: StaticString, fields: KeyValuePairs<StaticString, LogValue>) -> String
    {
        switch self {
        case .text:
            var line = "\(Timestamp.text(ms: time)) \(level.text) \(event)"
            for (key, value) in fields { line += " \(key)=" + plain(value) }
            return line
        case .json:
            var line = #"{"time":"\#(Timestamp.text(ms: time))","level":"\#(level.text)","event":"#
            line += quoted(event.description)
            for (key, value) in fields {
                line += "," + quoted(key.description) + ":"
                switch value {
                case .text(let text): line += quoted(LogValue.bounded(text))
                case .number(let number): line += String(number)
                case .flag(let flag): line += String(flag)
                }
            }
            return line + "}"
        }
    }

    /// The line, without its newline, that stands for `count` lines that were dropped. `time` as for other lines.
    package func lineOfLoss(_ count: Int, time: Int) -> String {
        switch self {
        case .text: "\(count) lines of the log were dropped: it was not read"
        case .json: line(time: time, level: .warning, event: "log_lines_dropped", fields: ["lines": .number(count)])
        }
    }

    private func plain(_ value: LogValue) -> String {
        switch value {
        case .number(let number): return String(number)
        case .flag(let flag): return String(flag)
        case .text(let full):
            let text = LogValue.bounded(full)
            let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D }
            return isBare ? text : quoted(text)
        }
    }

    /// A JSON string, with everything escaped that a terminal could take for a command or for another line.
    private func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case _ where Self.isUnprintable(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
