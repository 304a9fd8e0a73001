import Foundation
import GameRules

/// A reason why a server has no calendar.
package enum CalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No IANA time zone has this name.
    case unknownZone(String)

    package var description: String {
        switch self {
        case .unknownZone(let name):
            "“\(name)” is no time zone that this system knows: it must be one as Europe/Berlin, or UTC "
                + "(“timedatectl list-timezones” names them)"
        }
    }
}

/// A day of the server with its bounds, in ms since 1970-01-01 UTC.
package struct DaySpan: Hashable, Sendable {
    /// The date.
    package let day: Day
    /// The first ms of the day.
    package let start: Int
    /// The first ms after the day, at which the next rollover happens.
    package let end: Int

    /// Whether `instant` (ms) is in the day.
    package func contains(_ instant: Int) -> Bool { start <= instant && instant < end }
}

/// The days of a server: the calendar date in one IANA time zone.
///
/// A day begins at the first instant at which the zone's clocks show its date or a later one. Dates never go back.
/// Where clocks are set back over midnight (23:01 follows 00:00, as in St. John's until 2011), the day that has begun
/// goes on. Days may therefore have 23 or 25 hours, begin at one o'clock (São Paulo until 2018), or be missing (Apia,
/// 2011-12-30).
package struct ServerCalendar: Sendable {
    /// The zone's name.
    package let zone: String
    /// Nil for UTC, which needs no tables: ICU, which has those of the other zones, takes time and memory to open.
    private let timeZone: TimeZone?
    /// The day of the last request, nearly always also that of the next.
    private var latest: DaySpan?

    /// Creates the calendar of an IANA zone, such as `Europe/Berlin`.
    /// - Throws: `CalendarError.unknownZone`.
    package init(zone: String) throws(CalendarError) {
        self.zone = zone
        guard zone != "UTC" else {
            timeZone = nil
            return
        }
        guard ServerCalendar.isName(zone), let timeZone = TimeZone(identifier: zone) else {
            throw .unknownZone(zone)
        }
        self.timeZone = timeZone
    }

    /// Returns the day that contains `instant`, in ms since 1970-01-01 UTC.
    package mutating func span(at instant: Int) -> DaySpan {
        if let latest, latest.contains(instant) { return latest }
        let second = instant.flooredQuotient(by: 1000)
        var day = Day(number: (second + secondsAhead(at: second)).flooredQuotient(by: secondsPerDay))
        // After clocks were set back over midnight, the later date goes on.
        if start(of: day.advanced(by: 1)) <= instant { day = day.advanced(by: 1) }
        let span = DaySpan(day: day, start: start(of: day), end: start(of: day.advanced(by: 1)))
        latest = span
        return span
    }

    /// Returns the first ms at which the zone's clocks show `day` or a later date.
    package func start(of day: Day) -> Int { instant(of: day, minute: 0) }

    /// Returns the first ms at which the zone's clocks show `day` and so many minutes after midnight, or more.
    package func instant(of day: Day, minute: Int) -> Int {
        let midnight = day.number * secondsPerDay + minute * 60
        guard timeZone != nil else { return midnight * 1000 }
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

    /// Returns the stretches of constant offset in a window of seconds, in order. Two changes within the same hour that
    /// cancel each other out would be missed. No zone has had such changes.
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

    /// Returns the first second after `low`, up to `high`, with an offset other than that of `low`.
    private func firstChange(from low: Int, to high: Int) -> Int {
        let before = secondsAhead(at: low)
        var (low, high) = (low, high)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if secondsAhead(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the offset of the zone from UTC in seconds, at `second` since 1970-01-01 UTC.
    func secondsAhead(at second: Int) -> Int {
        timeZone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) ?? 0
    }

    /// Whether `zone` has the form of an IANA name, `Area/City`. Foundation also accepts offsets such as `GMT+5` and
    /// abbreviations such as `IST`, which readers take for another zone.
    private static func isName(_ zone: String) -> Bool { zone.contains("/") }
}

private let secondsPerHour = 3600
private let secondsPerDay = 86_400
