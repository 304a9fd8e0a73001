/// An instant as HTTP writes it: whole seconds, UTC (RFC 9110 section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    package let seconds: Int

    /// An instant by its seconds since 1970-01-01, from that year to 9999.
    package init(seconds: Int) {
        precondition((0..<253_402_300_800).contains(seconds), "no year of HTTP's")
        self.seconds = seconds
    }

    package static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let longWeekdays = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The date as it is sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var text: String {
        let (year, month, day) = HTTPDate.civil(seconds / 86_400)
        let time = seconds % 86_400
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let fourDigits = String(repeating: "0", count: 4 - String(year).count) + String(year)
        return "\(HTTPDate.weekdays[seconds / 86_400 % 7]), \(two(day)) \(HTTPDate.months[month - 1]) \(fourDigits) "
            + "\(two(time / 3_600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }

    /// Reads any of the three forms: the one that is sent, that of RFC 850 and that of C's `asctime`. Nil for anything
    /// else. A year of two digits is the one that is not more than 50 years after `now`.
    package init?(_ text: String, now: HTTPDate) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let reading: HTTPDate?
        if parts.count == 6, parts[0].count == 4 {
            reading = HTTPDate.imf(parts)
        } else if parts.count == 4 {
            reading = HTTPDate.rfc850(parts, now: now)
        } else {
            reading = HTTPDate.asctime(parts)
        }
        guard let reading else { return nil }
        self = reading
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private static func imf(_ parts: [String]) -> HTTPDate? {
        guard parts[0].last == ",", weekdays.contains(String(parts[0].dropLast())), parts[5] == "GMT",
            let day = number(parts[1], digits: 2), let year = number(parts[3], digits: 4)
        else { return nil }
        return date(year, parts[2], day, parts[4])
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    private static func rfc850(_ parts: [String], now: HTTPDate) -> HTTPDate? {
        let day = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts[0].last == ",", longWeekdays.contains(String(parts[0].dropLast())), parts[3] == "GMT",
            day.count == 3, let dayNumber = number(day[0], digits: 2), let short = number(day[2], digits: 2)
        else { return nil }
        let thisYear = civil(now.seconds / 86_400).year
        var year = thisYear / 100 * 100 + short
        if year > thisYear + 50 { year -= 100 }
        return date(year, day[1], dayNumber, parts[2])
    }

    /// `Sun Nov  6 08:49:37 1994`
    private static func asctime(_ parts: [String]) -> HTTPDate? {
        var parts = parts
        if parts.count == 6, parts[2].isEmpty {
            parts.remove(at: 2)
            parts[2] = "0" + parts[2]
        }
        guard parts.count == 5, weekdays.contains(parts[0]), let day = number(parts[2], digits: 2),
            let year = number(parts[4], digits: 4)
        else { return nil }
        return date(year, parts[1], day, parts[3])
    }

    private static func date(_ year: Int, _ month: String, _ day: Int, _ time: String) -> HTTPDate? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2) }
        guard let month = months.firstIndex(of: month), year >= 1970, clock.count == 3,
            let hour = clock[0], let minute = clock[1], let second = clock[2], hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = daysSince1970(year, month + 1, day)
        guard civil(days) == (year, month + 1, day) else { return nil }
        return HTTPDate(seconds: days * 86_400 + hour * 3_600 + minute * 60 + min(second, 59))
    }

    private static func number(_ text: String, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    // The Gregorian calendar, with years that begin in March so that leap days come last.

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
