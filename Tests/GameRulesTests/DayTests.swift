import GameRules
import Testing

@Suite("Days")
struct DayTests {
    @Test(
        "Known dates are converted both ways",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2025-10-06", 20_367),
            ("2026-11-21", 20_778), ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
        ])
    func known(text: String, number: Int) throws {
        let day = try #require(Day(text))
        #expect(day.number == number)
        #expect(Day(number: number).text == text)
    }

    @Test(
        "A day outside of the years 1 to 9999 is written so that it reads as no date",
        arguments: [(-719_529, "-1-12-31"), (2_932_897, "10000-01-01")])
    func beyondTheForm(number: Int, text: String) {
        #expect(Day(number: number).text == text)
        #expect(Day(text) == nil)
    }

    @Test("Every day of eight centuries follows the one before")
    func everyDay() throws {
        let first = try #require(Day("1600-01-01"))
        var (year, month, day) = first.civil
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for number in first.number..<(first.number + 800 * 366) {
            let civil = Day(number: number).civil
            guard civil == (year, month, day), Day(year: year, month: month, day: day)?.number == number else {
                Issue.record("\(number) is \(civil)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            day += 1
            if day > lengths[month - 1] + (isLeap && month == 2 ? 1 : 0) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test(
        "Text that is no date is refused",
        arguments: [
            "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-01-00", "2025-1-1", "0000-01-01",
            "2025-01-01 ", "+025-01-01", "2025/01/01", "", "２０２５-01-01",
        ])
    func refused(text: String) { #expect(Day(text) == nil) }

    @Test("Division rounds down, also for negative numbers")
    func floored() {
        #expect((-1).flooredQuotient(by: 7) == -1)
        #expect((-7).flooredQuotient(by: 7) == -1)
        #expect((-8).flooredQuotient(by: 7) == -2)
        #expect(6.flooredQuotient(by: 7) == 0)
        #expect(7.flooredQuotient(by: 7) == 1)
    }
}
