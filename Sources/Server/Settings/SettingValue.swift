import Bytes
import GameRules
import Leaderboards
import PostgreSQLStorage
import Rooms
import Sessions
import Telemetry

/// A type of settings: how the text of one is read, which texts are refused, and how a value is written.
struct SettingValue<Value: Sendable>: Sendable {
    /// The end of a sentence that tells which texts are valid: `a whole number from 1 to 65535`.
    let demand: String
    /// The allowed values, for lists of settings: `1 to 65535`. Nil where the setting's meaning says them.
    var range: String?
    /// The value of a text; nil for a text that does not meet the demand.
    let read: @Sendable (String) -> Value?
    /// The text of a value: what `read` reads again.
    let write: @Sendable (Value) -> String
    /// The text of a value for people, where `write` tells a secret: such a value stands in no output and no sentence.
    var show: (@Sendable (Value) -> String)?
}

extension SettingValue where Value: FixedWidthInteger & Sendable {
    /// A number within bounds, both included.
    static func number(_ bounds: ClosedRange<Value>) -> SettingValue {
        SettingValue(
            demand: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
            range: "\(bounds.lowerBound) to \(bounds.upperBound)",
            read: { text in Value(text).flatMap { bounds.contains($0) ? $0 : nil } }, write: { "\($0)" })
    }
}

extension SettingValue where Value == Int {
    /// A number within bounds, both included, or 0.
    static func numberOrNone(_ bounds: ClosedRange<Int>) -> SettingValue {
        SettingValue(
            demand: "0, or a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
            range: "0, or \(bounds.lowerBound) to \(bounds.upperBound)",
            read: { text in Int(text).flatMap { $0 == 0 || bounds.contains($0) ? $0 : nil } }, write: { "\($0)" })
    }
}

extension SettingValue where Value == UInt16? {
    /// A port, or nothing.
    static var optionalPort: SettingValue {
        SettingValue(
            demand: "a port, 0 to 65535, or nothing",
            read: { text in text.isEmpty ? .some(nil) : UInt16(text).map { .some($0) } },
            write: { $0.map { "\($0)" } ?? "" })
    }
}

extension SettingValue where Value == Bool {
    /// On or off.
    static var onOff: SettingValue {
        SettingValue(
            demand: "on or off", range: "on or off", read: { ["on": true, "off": false][$0] },
            write: { $0 ? "on" : "off" })
    }
}

/// An address for people. One with a password stops the start, and is printed all the same before it is mended.
private func withoutPassword(_ address: String) -> String {
    address.replacing(#/(:\/\/[^:@\/?]*:)[^\/?]*@/#) { "\($0.1)…@" }
        .replacing(#/([?&](?:ssl)?password=)[^&]*/#) { "\($0.1)…" }
}

extension SettingValue where Value == String {
    /// A name for people. It has no control character, and nothing else that a room's name may not have: pages, shared
    /// results, chat groups and terminals show it.
    static func name(_ lengths: ClosedRange<Int>) -> SettingValue {
        SettingValue(
            demand: "of \(lengths.lowerBound) to \(lengths.upperBound) characters, "
                + "all of them visible as in a room's name",
            range: "\(lengths.lowerBound) to \(lengths.upperBound) characters",
            read: { lengths.contains($0.count) && isVisible($0, most: lengths.upperBound) ? $0 : nil }, write: { $0 })
    }

    private static func isVisible(_ name: String, most: Int) -> Bool {
        do throws(DisplayName.Fault) {
            try DisplayName.check(name, maximum: most)
            return true
        } catch {
            switch error {
            // A name with too many bytes was not looked at.
            case .badCharacters, .tooLong: return false
            // One character is enough here, and nobody takes a server for another player.
            case .tooShort, .mixedScripts, .spoiler, .offensive: return true
            }
        }
    }

    /// A text that is not empty.
    static func filled(_ what: String) -> SettingValue {
        SettingValue(demand: what, read: { $0.isEmpty ? nil : $0 }, write: { $0 })
    }

    /// An engine, and where its data is.
    static var storage: SettingValue {
        SettingValue(
            demand: "sqlite, or the postgresql:// address of a database",
            read: { $0 == "sqlite" || DatabaseAddress.isMeant(by: $0) ? $0 : nil }, write: { $0 },
            show: { withoutPassword($0) })
    }

    /// The address of a bus, or nothing.
    static var bus: SettingValue {
        SettingValue(
            demand: "nats://HOST/CLUSTER, or tls://HOST/CLUSTER, or nothing", read: { $0 }, write: { $0 },
            show: { withoutPassword($0) })
    }

    /// A text, or none.
    static func optional(_ what: String) -> SettingValue {
        SettingValue(demand: "\(what), or nothing", read: { $0 }, write: { $0 })
    }
}

extension SettingValue where Value == String? {
    /// Scheme, host and port, as web pages write an origin, and the path of the site if it has one; or nothing.
    static var webAddress: SettingValue {
        SettingValue(
            demand: "http:// or https:// with a host, perhaps a port, and perhaps a path that is none of the "
                + "server's own and ends without a slash (https://example.org/games/tilerace)",
            read: { text in
                if text.isEmpty { return .some(nil) }
                let origin = SitePath.origin(of: text)
                let path = text.dropFirst(origin.count)
                guard isWebAddress(origin), path.isEmpty || SitePath.isValid(path) else { return nil }
                return .some(ASCII.lowercased(origin) + path)
            },
            write: { $0 ?? "" })
    }

    private static func isWebAddress(_ text: String) -> Bool {
        text.utf8.count <= 253 + "https://:65535".utf8.count
            && text.wholeMatch(of: #/(?i)https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/#) != nil
    }
}

extension SettingValue where Value == [String] {
    /// Files, comma-separated; a name may have blanks inside.
    static var files: SettingValue {
        SettingValue(
            demand: "names of files, comma-separated, or nothing",
            read: { text in
                let files = list(text)
                return files.contains("") ? nil : files
            },
            write: { $0.joined(separator: ", ") })
    }

    /// Origins, comma-separated.
    static var origins: SettingValue {
        SettingValue(
            demand: "origins as https://play.example, comma-separated, without a path or slash at the end, or nothing",
            read: { text in
                let parts = text.split(separator: ",").map { $0.filter { $0 != " " } }
                let origins = parts.compactMap(origin)
                return origins.count == parts.count ? origins : nil
            },
            write: { $0.joined(separator: ", ") })
    }

    /// An origin as browsers send it: a scheme, a host, and a port that is not the scheme's own (RFC 6454, section
    /// 6.2). Nil for a text that no browser sends.
    private static func origin(_ text: String) -> String? {
        let form = /([A-Za-z][A-Za-z0-9+.\-]*):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._\-]+)(?::([0-9]{1,5}))?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let site = "\(match.1)://\(match.2)"
        guard let digits = match.3 else { return site }
        guard let port = UInt16(digits), port > 0 else { return nil }
        let own: [String: UInt16] = ["http": 80, "https": 443]
        return own[match.1.lowercased()] == port ? site : "\(site):\(port)"
    }
}

extension SettingValue where Value == [String] {
    /// Addresses to which something is sent, comma-separated.
    static var hookAddresses: SettingValue {
        SettingValue(
            demand: "up to \(HookSettings.mostAddresses) addresses as https://chat.example/hooks/1, comma-separated, "
                + "without a user and a fragment, or file:/path of a file with them, or nothing",
            read: { text in
                let addresses = list(text)
                guard addresses.count <= HookSettings.mostAddresses, Set(addresses).count == addresses.count,
                    addresses.allSatisfy({ HookSettings.isAddress($0) || HookSettings.file(namedBy: $0) != nil })
                else { return nil }
                return addresses
            },
            write: { $0.joined(separator: ", ") },
            show: { $0.map(HookSettings.printed).joined(separator: ", ") })
    }
}

extension SettingValue where Value == [RoomCode] {
    /// Codes of rooms, comma-separated, each once.
    static var roomCodes: SettingValue {
        SettingValue(
            demand: "up to \(HookSettings.mostRooms) codes of rooms as KYTE7, comma-separated, each once, or nothing",
            read: { text in
                let codes = list(text).map { RoomCode($0) }
                guard codes.count <= HookSettings.mostRooms, Set(codes).count == codes.count, !codes.contains(nil)
                else { return nil }
                return codes.compactMap(\.self)
            },
            write: { $0.map(\.text).joined(separator: ", ") })
    }
}

extension SettingValue where Value == [AddressBlock] {
    /// IP addresses and blocks of them, comma-separated.
    static var addressBlocks: SettingValue {
        SettingValue(
            demand:
                "IP addresses and blocks as 10.0.0.0/8, comma-separated, without bits behind the prefix, or nothing",
            read: { text in
                let blocks = text.split(separator: ",").map { AddressBlock($0.filter { $0 != " " }) }
                return blocks.contains(nil) ? nil : blocks.compactMap { $0 }
            },
            write: { $0.map(\.description).joined(separator: ", ") })
    }
}

extension SettingValue where Value == [PuzzleLine] {
    /// Lines of puzzles, comma-separated; at least one, and each once.
    static var lines: SettingValue {
        SettingValue(
            demand: "1 to \(mostLines) lines of puzzles as guess-en-5 or anagram-en-7, comma-separated, each once",
            read: { text in
                let lines = list(text).map { PuzzleLine($0) }
                guard (1...mostLines).contains(lines.count), Set(lines).count == lines.count,
                    lines.allSatisfy({ $0.map { !$0.isPractice && $0.kind.lengths.contains($0.length) } ?? false })
                else { return nil }
                return lines.compactMap(\.self)
            },
            write: { $0.map(\.text).joined(separator: ", ") })
    }

    /// Each is pinned every day, and told to every connection.
    private static var mostLines: Int { 16 }
}

extension SettingValue where Value == RankingPoints {
    /// Points by turns, comma-separated.
    static var points: SettingValue {
        SettingValue(
            demand: "whole numbers from \(pointsAllowed), comma-separated, none larger than the one before",
            read: { text in
                let numbers = list(text).map { Int($0) }
                guard !numbers.isEmpty, !numbers.contains(nil) else { return nil }
                return RankingPoints(byTurns: numbers.compactMap { $0 })
            },
            write: { $0.byTurns.map { "\($0)" }.joined(separator: ",") })
    }

    /// “0 to 1000”, as documents and messages write it.
    static var pointsAllowed: String {
        "\(RankingPoints.allowed.lowerBound) to \(RankingPoints.allowed.upperBound)"
    }
}

extension SettingValue where Value: CaseIterable & RawRepresentable<String> {
    /// One of some words.
    static var word: SettingValue {
        SettingValue(
            demand: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))",
            range: Value.allCases.map(\.rawValue).joined(separator: ", "), read: { Value(rawValue: $0) },
            write: { $0.rawValue })
    }
}

extension SettingValue where Value == MetricsAddress? {
    /// A port or a Unix socket, or nothing.
    static var metricsAddress: SettingValue {
        SettingValue(
            demand: "an address as 127.0.0.1:9464, a path of a Unix socket, or nothing; one that others reach has the "
                + "word public before it (public 0.0.0.0:9464)",
            read: { text in text.isEmpty ? .some(nil) : MetricsAddress(text).map { .some($0) } },
            write: { $0?.text ?? "" })
    }
}

extension SettingValue where Value == BackupSchedule {
    /// A time of the day, or a number of hours.
    static var schedule: SettingValue {
        SettingValue(
            demand: "a time of the day as 04:00, or 1h to \(BackupSchedule.longest)h", read: { BackupSchedule($0) },
            write: { $0.text })
    }
}

extension SettingValue where Value == HardMode {
    /// A level of hard mode.
    static var hardMode: SettingValue {
        let names = HardMode.allCases.map(\.text).joined(separator: ", ")
        return SettingValue(
            demand: "one of \(names)", range: names,
            read: { text in HardMode.allCases.first { $0.text == text } }, write: { $0.text })
    }
}

extension SettingValue where Value == LogLevel {
    /// The least level that is logged.
    static var logLevel: SettingValue {
        SettingValue(
            demand: "one of \(LogLevel.allCases.map(\.text).joined(separator: ", "))",
            range: LogLevel.allCases.map(\.text).joined(separator: ", "), read: { LogLevel(text: $0) },
            write: { $0.text })
    }
}

/// The members of a comma-separated list, without the blanks around them.
private func list(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
