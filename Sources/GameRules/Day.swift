/// A calendar date without time or zone, counted in days from 1970-01-01 in the proleptic Gregorian calendar.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let number: Int

    /// The day `number` days after 1970-01-01.
    public init(number: Int) { self.number = number }

    /// The day with this year, month (1–12) and day of the month; nil if the calendar has no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        // Days from civil: years begin in March, so that the leap day is the last day of a year.
        let y = month <= 2 ? year - 1 : year
        let era = y.flooredQuotient(by: 400)
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.number = era * 146_097 + dayOfEra - 719_468
        let back = civil
        guard back.year == year, back.month == month, back.day == day else { return nil }
    }

    /// Reads `YYYY-MM-DD`; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    init?(utf8 bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count == 10, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D else { return nil }
        func integer(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[(start + range.lowerBound)..<(start + range.upperBound)] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let year = integer(0..<4), let month = integer(5..<7), let day = integer(8..<10) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month (1–12) and day of the month.
    public var civil: (year: Int, month: Int, day: Int) {
        let z = number + 719_468
        let era = z.flooredQuotient(by: 146_097)
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// `YYYY-MM-DD`.
    public var text: String {
        let (year, month, day) = civil
        var text = ASCIIText()
        let isUsual = (0...9999).contains(year)
        if isUsual { text.append(digitsOf: year, from: 1_000) }
        text.append(UInt8(ascii: "-"))
        text.append(digitsOf: month, from: 10)
        text.append(UInt8(ascii: "-"))
        text.append(digitsOf: day, from: 10)
        // Years before 0 and after 9999 have no such form; they are written so that they read as no date.
        return isUsual ? text.text : "\(year)\(text.text)"
    }

    /// The day `days` later (earlier if negative).
    public func advanced(by days: Int) -> Day { Day(number: number + days) }

    /// Calendar order.
    public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}

extension Int {
    /// Divides and rounds towards minus infinity, so that days before an epoch fall into their own cycle.
    package func flooredQuotient(by divisor: Int) -> Int {
        precondition(divisor > 0)
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
