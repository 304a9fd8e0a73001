import Foundation
import GameRules

/// Why a server has no calendar.
package enum CalendarError: Error, Hashable, Sendable {
    /// No IANA time zone has this name.
    case unknownZone(String)
}

/// A day of the server and the instants at which it begins and ends, ms since 1970-01-01 UTC.
package struct DaySpan: Hashable, Sendable {
    /// The date.
    package let day: Day
    /// The first ms of the day.
    package let start: Int
    /// The first ms after it: the next rollover.
    package let end: Int

    /// Whether `instant` (ms) is in the day.
    package func contains(_ instant: Int) -> Bool { start <= instant && instant < end }
}

/// The days of a server: the calendar date in one IANA time zone.
///
/// A day begins at the first instant at which the zone's clocks show its date or a later one, and dates never go back:
/// where clocks are set back over midnight (23:01 follows 00:00, as in St. John's until 2011) the day that has begun
/// goes on. So days may have 23 or 25 hours, begin at one o'clock (São Paulo until 2018), or be missing (Apia,
/// 2011-12-30).
package struct ServerCalendar: Sendable {
    /// The zone's name.
    package let zone: String
    private let timeZone: TimeZone
    /// The day last asked for: nearly always the one that is asked for next.
    private var latest: DaySpan?

    /// The calendar of an IANA zone, `Europe/Berlin`.
    package init(zone: String) throws(CalendarError) {
        guard ServerCalendar.isName(zone), let timeZone = TimeZone(identifier: zone) else {
            throw .unknownZone(zone)
        }
        self.zone = zone
        self.timeZone = timeZone
    }

    /// The day in which `instant` (ms since 1970-01-01 UTC) is.
    package mutating func span(at instant: Int) -> DaySpan {
        if let latest, latest.contains(instant) { return latest }
        let second = instant.flooredQuotient(by: 1000)
        var day = Day(number: (second + secondsAhead(at: second)).flooredQuotient(by: secondsPerDay))
        // Clocks set back over midnight: the later date has been seen already.
        if start(of: day.advanced(by: 1)) <= instant { day = day.advanced(by: 1) }
        let span = DaySpan(day: day, start: start(of: day), end: start(of: day.advanced(by: 1)))
        latest = span
        return span
    }

    /// The first ms at which the zone's clocks show `day` or a later date.
    package func start(of day: Day) -> Int {
        let midnight = day.number * secondsPerDay
        // No offset was ever beyond 16 hours, so the clocks show an earlier date before this window, a later one after.
        let window = (midnight - 18 * secondsPerHour)...(midnight + 18 * secondsPerHour)
        for stretch in stretches(over: window) {
            let instant = max(stretch.start, midnight - stretch.offset)
            if instant < stretch.end { return instant * 1000 }
        }
        preconditionFailure("every date is reached")
    }

    /// Seconds between two instants without a change of the offset.
    private struct Stretch {
        let start: Int
        let end: Int
        let offset: Int
    }

    /// The stretches of constant offset in a window of seconds, in order. Two changes within the same hour that cancel
    /// each other out would be missed; no zone has had such.
    private func stretches(over window: ClosedRange<Int>) -> [Stretch] {
        var stretches: [Stretch] = []
        var start = window.lowerBound
        var current = secondsAhead(at: start)
        var hour = start
        while hour < window.upperBound {
            let next = hour + secondsPerHour
            // A second change may follow the first one in the same hour.
            while secondsAhead(at: next) != current {
                let change = firstChange(from: max(hour, start), to: next)
                stretches.append(Stretch(start: start, end: change, offset: current))
                (start, current) = (change, secondsAhead(at: change))
            }
            hour = next
        }
        stretches.append(Stretch(start: start, end: window.upperBound + 1, offset: current))
        return stretches
    }

    /// A second after `low`, up to `high`, at which the offset is another than at `low`, and just before it is not.
    private func firstChange(from low: Int, to high: Int) -> Int {
        let before = secondsAhead(at: low)
        var (low, high) = (low, high)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if secondsAhead(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// Seconds that the zone's clocks are ahead of UTC at `second` (since 1970-01-01 UTC).
    func secondsAhead(at second: Int) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// Whether `zone` has the form of an IANA name, `Area/City` or `UTC`. Foundation takes more: offsets such as
    /// `GMT+5`, and abbreviations such as `IST`, which mean another zone to everybody who reads them.
    private static func isName(_ zone: String) -> Bool {
        zone == "UTC" || zone.contains("/")
    }
}

private let secondsPerHour = 3600
private let secondsPerDay = 86_400
