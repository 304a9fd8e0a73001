import GameRules
import Puzzles

/// The times at which a server makes a backup by itself.
enum BackupSchedule: Hashable, Sendable {
    /// A backup a day, so many minutes after the midnight that the clocks of the server's zone show.
    case daily(minute: Int)
    /// Every so many hours.
    case every(hours: Int)

    /// The longest time between two backups, in hours.
    static let longest = 24

    /// Reads `04:30` or `6h`; nil for anything else.
    init?(_ text: String) {
        if let match = text.wholeMatch(of: /([0-9]{2}):([0-9]{2})/), let hour = Int(match.1), let minute = Int(match.2),
            hour < 24, minute < 60
        {
            self = .daily(minute: 60 * hour + minute)
        } else if let match = text.wholeMatch(of: /([0-9]{1,2})h/), let hours = Int(match.1),
            (1...BackupSchedule.longest).contains(hours)
        {
            self = .every(hours: hours)
        } else {
            return nil
        }
    }

    /// The text that `init` reads again.
    var text: String {
        switch self {
        case .daily(let minute): "\(minute / 600)\(minute / 60 % 10):\(minute % 60 / 10)\(minute % 10)"
        case .every(let hours): "\(hours)h"
        }
    }

    /// ms between two backups, as a rule.
    var period: Int {
        switch self {
        case .daily: 24 * 3_600_000
        case .every(let hours): hours * 3_600_000
        }
    }

    /// Whether a backup is to be made now. `newest` is the instant of the newest one, good or not; nil if there is
    /// none: then one is due at once. Instants are in ms since 1970-01-01 UTC, by the wall clock.
    func isDue(at now: Int, newest: Int?, in calendar: ServerCalendar) -> Bool {
        guard let newest else { return true }
        switch self {
        case .every: return now - newest >= period
        case .daily(let minute):
            var calendar = calendar
            let today = calendar.span(at: now).day
            let due = [today, today.advanced(by: -1)].map { calendar.instant(of: $0, minute: minute) }
            return due.first { $0 <= now }.map { newest < $0 } ?? false
        }
    }
}
