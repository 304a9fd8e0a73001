import Foundation
import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("Weeks and months")
struct RankingPeriodTests {
    @Test("Weeks and months are those of Foundation's ISO 8601 calendar over 400 years")
    func calendar() throws {
        var iso = Calendar(identifier: .iso8601)
        iso.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let first = try #require(Day(year: 1800, month: 1, day: 1)).number
        // 400 years are 146,097 days; in the fast run every eleventh.
        for number in stride(from: first, to: first + 146_097, by: FullRun.isOn ? 1 : 11) {
            let day = Day(number: number)
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = iso.dateComponents(
                [.yearForWeekOfYear, .weekOfYear, .weekday, .year, .month, .day], from: date)
            let (year, week) = (try #require(parts.yearForWeekOfYear), try #require(parts.weekOfYear))
            let period = RankingPeriod(weekOf: day)
            #expect(period == .week(year: year, week: week))
            let days = try #require(period.days)
            #expect(days.contains(day) && days.upperBound.number - days.lowerBound.number == 6)
            #expect((try #require(parts.weekday) == 2) == (days.lowerBound == day))
            let month = RankingPeriod(monthOf: day)
            #expect(month == .month(year: try #require(parts.year), month: try #require(parts.month)))
            #expect(month.days?.contains(day) == true)
            #expect(month.contains(day) && RankingPeriod.day(day).contains(day) && RankingPeriod.all.contains(day))
        }
    }

    @Test("Periods follow one another without a gap and are read back as written")
    func neighbours() throws {
        for start in [
            RankingPeriod.week(year: 1599, week: 50), .month(year: 1599, month: 11),
            .day(try #require(Day("1599-12-20"))),
        ] {
            var period = start
            for _ in 0..<FullRun.count(fast: 2_000, full: 21_000) {
                let next = try #require(period.next)
                #expect(try #require(period.days).upperBound.advanced(by: 1) == next.days?.lowerBound)
                #expect(next.previous == period)
                #expect(RankingPeriod(next.text) == next)
                period = next
            }
        }
        #expect(RankingPeriod.all.next == nil && RankingPeriod.all.previous == nil && RankingPeriod.all.days == nil)
        #expect(RankingPeriod(RankingPeriod.all.text) == .all)
    }

    @Test(
        "The text of a period is read back as the same period",
        arguments: ["2026-11-21", "2026-W47", "2026-11", "all", "2020-W53", "0001-W01", "9999-W52", "0001-01"])
    func texts(text: String) throws {
        #expect(try #require(RankingPeriod(text)).text == text)
    }

    @Test(
        "Text that is no period is refused",
        arguments: [
            "", "2026-W00", "2026-W54", "2021-W53", "2026-w47", "2026-13", "2026-00", "0000-01", "0000-W01",
            "2026-02-29", "2026-1",
            "2026-W4", "2026W47", "2026-W47-1", "All", "2026", "26-W47", "２０26-11", "2026-11 ", "+026-11", "2026-W4:",
        ])
    func noPeriod(text: String) { #expect(RankingPeriod(text) == nil) }

    @Test("The first and last periods of years 1 to 9999 have no neighbour outside")
    func ends() throws {
        #expect(RankingPeriod("9999-W52")?.next == nil && RankingPeriod("0001-W01")?.previous == nil)
        #expect(RankingPeriod("9999-12")?.next == nil && RankingPeriod("0001-01")?.previous == nil)
        #expect(RankingPeriod("9999-12-31")?.next == nil && RankingPeriod("0001-01-01")?.previous == nil)
        #expect(RankingPeriod(weekOf: try #require(Day("2027-01-01"))).text == "2026-W53")
        #expect(RankingPeriod(weekOf: try #require(Day("2025-12-29"))).text == "2026-W01")
    }
}
