import GameRules

/// The days that a ranking is about: one, a week from Monday to Sunday, a month, or all there are. Weeks are those of
/// ISO 8601. The first week of a year has its 4 January, and a day around New Year may belong to a week of the other
/// year.
package enum RankingPeriod: Hashable, Sendable {
    /// One day.
    case day(Day)
    /// The week `week` (1–53) of `year` (1–9999).
    case week(year: Int, week: Int)
    /// The month `month` (1–12) of `year` (1–9999).
    case month(year: Int, month: Int)
    /// All days.
    case all

    /// The week in which `day` is. Precondition: a week of the years 1 to 9999.
    package init(weekOf day: Day) {
        let thursday = RankingPeriod.monday(of: day).advanced(by: 3)
        let year = thursday.civil.year
        self = .week(
            year: year, week: (thursday.number - RankingPeriod.firstMonday(of: year).number) / 7 + 1)
    }

    /// The month in which `day` is. Precondition: a month of the years 1 to 9999.
    package init(monthOf day: Day) {
        let (year, month, _) = day.civil
        precondition(RankingPeriod.years.contains(year), "years have four digits")
        self = .month(year: year, month: month)
    }

    /// Reads `2026-11-21`, `2026-W47`, `2026-11` or `all`; nil for anything else, and for a week or day that does not
    /// exist.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        if bytes == Array("all".utf8) {
            self = .all
        } else if let day = Day(text) {
            self = .day(day)
        } else if bytes.count == 8, bytes[5] == UInt8(ascii: "W"), bytes[4] == UInt8(ascii: "-"),
            let year = RankingPeriod.integer(bytes[0..<4]), let week = RankingPeriod.integer(bytes[6..<8]),
            RankingPeriod.years.contains(year), (1...RankingPeriod.weeks(of: year)).contains(week)
        {
            self = .week(year: year, week: week)
        } else if bytes.count == 7, bytes[4] == UInt8(ascii: "-"), let year = RankingPeriod.integer(bytes[0..<4]),
            let month = RankingPeriod.integer(bytes[5..<7]), Day(year: year, month: month, day: 1) != nil
        {
            self = .month(year: year, month: month)
        } else {
            return nil
        }
    }

    /// `2026-11-21`, `2026-W47`, `2026-11` or `all`.
    package var text: String {
        switch self {
        case .day(let day): day.text
        case .week(let year, let week): RankingPeriod.padded(year, to: 4) + "-W" + RankingPeriod.padded(week, to: 2)
        case .month(let year, let month): RankingPeriod.padded(year, to: 4) + "-" + RankingPeriod.padded(month, to: 2)
        case .all: "all"
        }
    }

    /// The first and the last day; nil for all days. Precondition: there is such a week or month.
    package var days: ClosedRange<Day>? {
        switch self {
        case .day(let day): return day...day
        case .week(let year, let week):
            precondition(
                RankingPeriod.years.contains(year) && (1...RankingPeriod.weeks(of: year)).contains(week), "no such week"
            )
            let monday = RankingPeriod.firstMonday(of: year).advanced(by: 7 * (week - 1))
            return monday...monday.advanced(by: 6)
        case .month(let year, let month):
            guard let first = Day(year: year, month: month, day: 1) else { preconditionFailure("no such month") }
            // A day of the next month, whatever this one's length.
            let next = first.advanced(by: 31)
            return first...next.advanced(by: -next.civil.day)
        case .all: return nil
        }
    }

    /// Whether `day` is one of them.
    package func contains(_ day: Day) -> Bool { days?.contains(day) ?? true }

    /// The period of the same kind that follows; nil behind all days, and behind the year 9999.
    package var next: RankingPeriod? { days.flatMap { neighbour(of: $0.upperBound.advanced(by: 1)) } }

    /// The period of the same kind before it; nil before all days, and before the year 1.
    package var previous: RankingPeriod? { days.flatMap { neighbour(of: $0.lowerBound.advanced(by: -1)) } }

    /// The period of this kind in which `day` is; nil if that is none of the years that can be written.
    private func neighbour(of day: Day) -> RankingPeriod? {
        switch self {
        case .day: RankingPeriod.years.contains(day.civil.year) ? .day(day) : nil
        case .week:
            RankingPeriod.years.contains(RankingPeriod.monday(of: day).advanced(by: 3).civil.year)
                ? .init(weekOf: day) : nil
        case .month: RankingPeriod.years.contains(day.civil.year) ? .init(monthOf: day) : nil
        case .all: nil
        }
    }

    // MARK: The calendar

    private static let years = 1...9999

    /// The Monday of the week in which `day` is. 1970-01-01 was a Thursday.
    private static func monday(of day: Day) -> Day {
        let weeks = (day.number + 3).flooredQuotient(by: 7)
        return Day(number: weeks * 7 - 3)
    }

    private static func firstMonday(of year: Int) -> Day {
        guard let fourth = Day(year: year, month: 1, day: 4) else { preconditionFailure("years have four digits") }
        return monday(of: fourth)
    }

    /// 52 or 53: the number of the week with 28 December.
    private static func weeks(of year: Int) -> Int {
        guard let day = Day(year: year, month: 12, day: 28) else { preconditionFailure("years have four digits") }
        return (monday(of: day).number - firstMonday(of: year).number) / 7 + 1
    }

    private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }

    private static func padded(_ value: Int, to digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
