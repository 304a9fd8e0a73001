import Foundation
import GameRules
import Testing

@testable import Puzzles

@Suite("When a commitment was published, seen from its day")
struct SealTimeTests {
    private func seal(_ zone: String, _ date: String, at instant: Int) throws -> SealTime {
        try ServerCalendar(zone: zone).sealTime(of: try #require(Day(date)), publishedAt: instant)
    }

    @Test(
        "The side of the day follows the server's calendar",
        arguments: [
            ("UTC", "2026-11-22", 1_795_305_600_000, 1_795_392_000_000),
            // A day of 23 hours, and one of 25.
            ("Europe/Berlin", "2026-03-29", 1_774_738_800_000, 1_774_821_600_000),
            ("Europe/Berlin", "2026-10-25", 1_792_879_200_000, 1_792_969_200_000),
            // The last day before one that does not exist, and the first after it.
            ("Pacific/Apia", "2011-12-29", 1_325_152_800_000, 1_325_239_200_000),
            ("Pacific/Apia", "2011-12-31", 1_325_239_200_000, 1_325_325_600_000),
        ])
    func bounds(zone: String, date: String, start: Int, end: Int) throws {
        #expect(try seal(zone, date, at: start - 1).when == .before)
        #expect(try seal(zone, date, at: 0).when == .before)
        // Nobody publishes the seal of a day that is years off.
        #expect(try !seal(zone, date, at: 0).isPlausible(for: try #require(Day(date))))
        #expect(try seal(zone, date, at: start).when == .on)
        #expect(try seal(zone, date, at: end - 1).when == .on)
        #expect(try seal(zone, date, at: end).when == .after)
        let day = try #require(Day(date))
        for instant in [start - 1, start, end - 1, end, end + 86_400_000] {
            let seal = try seal(zone, date, at: instant)
            #expect(seal.at == instant && seal.isPlausible(for: day), "\(seal)")
            #expect((seal.time == nil) == (seal.when != .on))
        }
    }

    @Test(
        "The time of a seal is that of the zone's clocks",
        arguments: [
            ("UTC", 1_795_305_600_000, "00:00"), ("UTC", 1_795_305_659_999, "00:00"), ("UTC", -1, "23:59"),
            ("Asia/Kolkata", 1_795_305_600_000, "05:30"), ("America/New_York", 1_795_305_600_000, "19:00"),
            ("Europe/Berlin", 1_782_900_000_000, "12:00"),
        ])
    func times(zone: String, instant: Int, time: String) throws {
        #expect(try ServerCalendar(zone: zone).clock(at: instant) == time)
    }

    @Test("A word played on a day was published by then")
    func played() throws {
        let calendar = try ServerCalendar(zone: "UTC")
        let seal = calendar.sealTime(playedAt: 1_795_305_660_000)
        #expect(seal.when == .on && seal.time == "00:01" && seal.at == 1_795_305_660_000)
    }

    @Test("The form of a seal in documents is frozen")
    func form() throws {
        func text(_ seal: SealTime) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(seal), as: UTF8.self)
        }
        #expect(try text(.unknown) == #"{"when":"unknown"}"#)
        #expect(try text(seal("UTC", "2026-11-22", at: 5)) == #"{"at":5,"when":"before"}"#)
        #expect(
            try text(seal("UTC", "2026-11-22", at: 1_795_305_600_000))
                == #"{"at":1795305600000,"time":"00:00","when":"on"}"#)
    }
}
