import Foundation
import GameRules
import Puzzles
import Testing

@testable import Server

/// When a server makes a backup by itself, and how it is called.
@Suite struct BackupScheduleTests {
    private static let hour = 3_600_000

    /// An instant that the clocks of UTC show, in ms.
    private func instant(_ text: String) throws -> Int {
        Int(try Date("\(text):00Z", strategy: .iso8601).timeIntervalSince1970 * 1_000)
    }

    @Test(
        "A schedule is a time of the day or a number of hours, and nothing else",
        arguments: [
            ("00:00", .daily(minute: 0)), ("04:30", .daily(minute: 270)), ("23:59", .daily(minute: 1_439)),
            ("1h", .every(hours: 1)), ("24h", .every(hours: 24)), ("25h", nil), ("0h", nil), ("24:00", nil),
            ("4:00", nil), ("04:60", nil), ("04:0", nil), ("", nil), ("h", nil), ("-1h", nil), ("04:00 ", nil),
            ("٠٤:٠٠", nil), ("100h", nil),
        ] as [(String, BackupSchedule?)])
    func reading(text: String, schedule: BackupSchedule?) {
        #expect(BackupSchedule(text) == schedule)
        if let schedule { #expect(schedule.text == text) }
    }

    @Test("A daily backup is due from its time on, once, also if the server was off at that time")
    func daily() throws {
        let calendar = try ServerCalendar(zone: "Europe/Berlin")
        let schedule = BackupSchedule.daily(minute: 240)
        #expect(schedule.isDue(at: try instant("2026-11-26T01:00"), newest: nil, in: calendar), "the first, at once")
        let made = try instant("2026-11-26T03:00")
        for (now, isDue) in [
            ("2026-11-26T03:00", false), ("2026-11-26T22:59", false), ("2026-11-27T02:59", false),
            ("2026-11-27T03:00", true), ("2026-11-27T09:00", true), ("2026-11-29T01:00", true),
        ] {
            #expect(schedule.isDue(at: try instant(now), newest: made, in: calendar) == isDue, "\(now)")
        }
        #expect(
            !schedule.isDue(at: try instant("2026-11-29T01:00"), newest: try instant("2026-11-28T03:00"), in: calendar))
    }

    @Test("The time of the day is that of the clocks, also on days of 23 and 25 hours, and in an hour that is left out")
    func clockChanges() throws {
        let calendar = try ServerCalendar(zone: "Europe/Berlin")
        func due(_ day: String, _ minute: Int) throws -> Int {
            calendar.instant(of: try #require(Day(day)), minute: minute)
        }
        #expect(try due("2026-03-29", 240) == instant("2026-03-29T02:00"))
        #expect(try due("2026-10-25", 240) == instant("2026-10-25T03:00"))
        #expect(try due("2026-03-29", 150) == instant("2026-03-29T01:00"), "02:30 is not: 03:00 is next")
        #expect(try due("2026-10-25", 150) == instant("2026-10-25T00:30"), "the first of both")
        #expect(try due("2026-11-26", 0) == calendar.start(of: try #require(Day("2026-11-26"))))
    }

    @Test("A backup every six hours is due six hours after the newest")
    func hourly() throws {
        let calendar = try ServerCalendar(zone: "UTC")
        let schedule = BackupSchedule.every(hours: 6)
        #expect(schedule.isDue(at: 0, newest: nil, in: calendar))
        #expect(!schedule.isDue(at: 6 * Self.hour - 1, newest: 0, in: calendar))
        #expect(schedule.isDue(at: 6 * Self.hour, newest: 0, in: calendar))
    }

    @Test("The name of a backup has its instant, and names of other files are none of ours")
    func names() throws {
        let name = BackupName(second: try instant("2026-11-06T04:05") / 1_000 + 9, isGood: true)
        #expect(name.text == "tilerace-20261106T040509Z.backup")
        #expect(BackupName(name.text) == name)
        let faulty = BackupName(second: name.second, isGood: false)
        #expect(faulty.text == "tilerace-20261106T040509Z.faulty" && BackupName(faulty.text) == faulty)
        for other in [
            "tilerace-2026-11-06", "tilerace-20261106T040509Z.backup.part", "tilerace-20261306T040509Z.backup",
            "tilerace-20261106T240509Z.backup", "tilerace-20261106T040509Z", ".tilerace-backup-new", "tilerace.lock",
            "tilerace-20261106T046009Z.backup", "x-tilerace-20261106T040509Z.backup",
        ] {
            #expect(BackupName(other) == nil, "\(other)")
        }
    }
}
