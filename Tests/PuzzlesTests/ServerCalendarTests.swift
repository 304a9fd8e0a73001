import Foundation
import GameRules
import TestKit
import Testing

@testable import Puzzles

@Suite("The days of a server")
struct ServerCalendarTests {
    private let hour = 3_600_000

    private func hours(of date: String, in zone: String) throws -> Int {
        let calendar = try ServerCalendar(zone: zone)
        let day = try #require(Day(date))
        return (calendar.start(of: day.advanced(by: 1)) - calendar.start(of: day)) / hour
    }

    @Test(
        "Days last 23 to 25 hours, and a skipped day lasts none",
        arguments: [
            ("Europe/Berlin", "2026-03-29", 23), ("Europe/Berlin", "2026-10-25", 25),
            ("Europe/Berlin", "2026-07-01", 24),
            ("America/New_York", "2026-03-08", 23), ("America/New_York", "2026-11-01", 25),
            ("Australia/Sydney", "2026-04-05", 25), ("Australia/Sydney", "2026-10-04", 23),
            ("America/Sao_Paulo", "2017-10-15", 23), ("America/Sao_Paulo", "2018-02-17", 25),
            ("Pacific/Apia", "2011-12-29", 24), ("Pacific/Apia", "2011-12-30", 0), ("Pacific/Apia", "2011-12-31", 24),
            ("Asia/Kolkata", "2026-03-29", 24), ("UTC", "2026-03-29", 24),
        ])
    func lengths(zone: String, date: String, expected: Int) throws {
        #expect(try hours(of: date, in: zone) == expected)
    }

    @Test(
        "The rollover is the first instant of the new date",
        arguments: [
            ("UTC", "2026-11-22", 1_795_305_600_000), ("Europe/Berlin", "2026-11-22", 1_795_302_000_000),
            ("Asia/Kolkata", "2026-11-22", 1_795_285_800_000), ("America/New_York", "2026-11-22", 1_795_323_600_000),
            // 01:00, because 00:00 did not exist.
            ("America/Sao_Paulo", "2017-10-15", 1_508_036_400_000),
        ])
    func rollover(zone: String, date: String, instant: Int) throws {
        var calendar = try ServerCalendar(zone: zone)
        let day = try #require(Day(date))
        #expect(calendar.start(of: day) == instant)
        #expect(calendar.span(at: instant).day == day && calendar.span(at: instant).start == instant)
        let before = calendar.span(at: instant - 1)
        #expect(before.day == day.advanced(by: -1) && before.end == instant)
    }

    @Test("A day goes on when clocks are set back over midnight")
    func backOverMidnight() throws {
        // St. John's, 2010-11-07 00:01 NDT (02:31 UTC) became 23:01 NST of the 6th.
        var calendar = try ServerCalendar(zone: "America/St_Johns")
        let midnight = 1_289_097_000_000
        let day = try #require(Day("2010-11-07"))
        #expect(calendar.span(at: midnight - 1).day == day.advanced(by: -1))
        for minutes in [0, 1, 30, 60, 61, 90] {
            #expect(calendar.span(at: midnight + minutes * 60_000).day == day)
        }
        #expect(calendar.span(at: midnight).end - midnight == 25 * hour)
    }

    @Test(
        "Forty years of days follow one another without gap or overlap",
        arguments: [
            "UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Australia/Lord_Howe",
            "Pacific/Apia", "Asia/Gaza", "Africa/Casablanca", "Pacific/Chatham",
        ])
    func unbroken(zone: String) throws {
        var calendar = try ServerCalendar(zone: zone)
        var span = calendar.span(at: 631_152_000_000)
        while span.day.number < 7_305 + 40 * 365 {
            let next = calendar.span(at: span.end)
            let skipped = zone == "Pacific/Apia" && span.day.text == "2011-12-29" ? 1 : 0
            guard next.start == span.end, next.day.number == span.day.number + 1 + skipped,
                calendar.span(at: next.end - 1) == next, (22 * hour...26 * hour).contains(next.end - next.start)
            else {
                Issue.record("\(span) then \(next)")
                return
            }
            span = next
        }
    }

    @Test("UTC has the days and times of Etc/UTC, which Foundation knows", arguments: [1, 2, 3])
    func arithmeticOfUTC(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var calendar = try ServerCalendar(zone: "UTC")
        var oracle = try ServerCalendar(zone: "Etc/UTC")
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = try #require(TimeZone(identifier: "Etc/UTC"))
        // From 1600 on: before 1582 Foundation has the dates of Julius Caesar.
        for _ in 0..<200 {
            let midnight = Int.random(in: -135_000...135_000, using: &random) * 24 * hour
            // Half of them are within 2 ms of a midnight.
            let within = Bool.random(using: &random) ? -2...2 : 0...24 * hour
            let instant = midnight + Int.random(in: within, using: &random)
            let span = calendar.span(at: instant)
            #expect(span == oracle.span(at: instant))
            let date = gregorian.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(span.start) / 1000))
            #expect(span.day == Day(year: date.year ?? 0, month: date.month ?? 0, day: date.day ?? 0))
            let minute = Int.random(in: 0..<1_440, using: &random)
            #expect(calendar.instant(of: span.day, minute: minute) == oracle.instant(of: span.day, minute: minute))
            #expect(calendar.clock(at: instant) == oracle.clock(at: instant))
        }
    }

    @Test("Instants before 1970 have their days")
    func beforeTheEpoch() throws {
        var calendar = try ServerCalendar(zone: "UTC")
        #expect(calendar.span(at: -1).day.text == "1969-12-31")
        #expect(calendar.span(at: 0).day.text == "1970-01-01")
    }

    @Test(
        "A name that is no IANA zone is refused",
        arguments: ["", "Nowhere/Town", "europe/berlin", "GMT+5", "IST", "PST", "../etc/passwd", "Local"])
    func unknown(zone: String) {
        #expect(throws: CalendarError.unknownZone(zone)) { try ServerCalendar(zone: zone) }
    }
}
