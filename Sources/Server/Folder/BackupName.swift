import Foundation
import GameRules

/// The name of a backup that the server made by itself: `tilerace-20261126T040000Z.backup`, with the instant at which
/// it was begun. Files of other names in the folder are somebody else's.
struct BackupName: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    let second: Int
    /// Whether it is whole, and its content can have been played. A backup whose content cannot have been played has
    /// another name, so that it is never counted as good.
    let isGood: Bool

    init(second: Int, isGood: Bool) {
        self.second = second
        self.isGood = isGood
    }

    /// Reads a name; nil for one of something else.
    init?(_ text: String) {
        guard
            let match = text.wholeMatch(
                of: /tilerace-([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})Z\.(backup|faulty)/),
            let year = Int(match.1), let month = Int(match.2), let dayOfMonth = Int(match.3),
            let day = Day(year: year, month: month, day: dayOfMonth),
            let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6),
            hour < 24, minute < 60, second < 60
        else { return nil }
        self.init(second: day.number * 86_400 + hour * 3_600 + minute * 60 + second, isGood: match.7 == "backup")
    }

    var text: String {
        let day = Day(number: second.flooredQuotient(by: 86_400))
        let rest = second - day.number * 86_400
        let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return "tilerace-\(day.text.filter { $0 != "-" })T\(clock)Z.\(isGood ? "backup" : "faulty")"
    }

    /// The bytes of the file of this name in a folder; nil if there is none.
    func size(in folder: String) -> Int? {
        var status = stat()
        return stat("\(folder)/\(text)", &status) == 0 ? Int(status.st_size) : nil
    }

    /// The order of time.
    static func < (a: BackupName, b: BackupName) -> Bool { a.second < b.second }

    /// The newest good one in a folder at `now`, in ms since 1970-01-01 UTC; nil if there is none. A clock that was
    /// ahead for a while has named files that are newer than they can be: they count as none.
    static func newestGood(in folder: String, now: Int) -> BackupName? { newest(in: folder, now: now) { $0.isGood } }

    /// The newest one, good or not.
    static func newest(in folder: String, now: Int) -> BackupName? { newest(in: folder, now: now) { _ in true } }

    private static func newest(in folder: String, now: Int, where isWanted: (BackupName) -> Bool) -> BackupName? {
        all(in: folder).last { isWanted($0) && $0.second <= now / 1_000 }
    }

    /// The backups in a folder, the oldest first; none if it cannot be read.
    static func all(in folder: String) -> [BackupName] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { BackupName($0) }.sorted()
        } catch {
            return []
        }
    }
}
