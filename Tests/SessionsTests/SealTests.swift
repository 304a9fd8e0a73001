import Foundation
import GameRules
import Messages
import Puzzles
import Storage
import Testing
import WordLists

@testable import Sessions
@testable import Storage

/// When commitments are published, and what is said about it.
@Suite struct SealTests {
    private static let day = 86_400_000

    private func puzzle(_ world: HubWorld, days: Int, line: PuzzleLine = .standard) -> PuzzleID {
        PuzzleID(line: line, day: world.today.day.advanced(by: days))
    }

    private func ask(_ world: HubWorld, _ puzzle: PuzzleID) throws -> [String: Any] {
        try Query.answer(world) { world.hub.documents.puzzle(puzzle, then: $0) }
    }

    private func seal(_ world: HubWorld, _ puzzle: PuzzleID) throws -> [String: Any] {
        try ask(world, puzzle).object("seal")
    }

    @Test("Tomorrow's commitment of every line can be read today")
    func tomorrowsCommitments() throws {
        let world = try HubWorld(lengths: [5, 6])
        world.tick()
        for line in world.hub.context.puzzleSource.lines {
            let tomorrow = puzzle(world, days: 1, line: line)
            // Published by the server, and not because somebody asks.
            #expect(
                world.storage.stored.pinned[tomorrow]?.publication == .at(HubWorld.morning, .before), "\(line.text)")
            world.advance(ms: 60_000)
            let told = try ask(world, tomorrow)
            #expect(Set(told.keys) == ["puzzle", "number", "commitment", "seal"])
            #expect(sorted(told["seal"]) == sorted(["when": "before", "at": HubWorld.morning] as [String: Any]))
            let list = try Query.answer(world) {
                world.hub.documents.puzzles(of: line, before: nil, limit: 9, then: $0)
            }
            #expect(sorted(list["tomorrow"]) == sorted(told))
            #expect(list.list("puzzles").map { $0["puzzle"] as? String } == [puzzle(world, days: 0, line: line).text])
        }
        #expect(world.hub.context.puzzleSource.lines.count == 2)
        let today = try Query.answer(world) { world.hub.documents.today(then: $0) }
        let tomorrow = try ask(world, puzzle(world, days: 1))
        #expect(today.object("tomorrow")["commitment"] as? String == tomorrow["commitment"] as? String)
        #expect(today.object("tomorrow")["puzzle"] as? String == puzzle(world, days: 1).text)
    }

    @Test("Commitments and dates are kept up to a bound, and are the same when they are worked out again")
    func keptUpToABound() throws {
        let library = try TestWords.library()
        let (day, answer) = (try #require(Day("2026-11-21")), Word("crane".utf8.map { Letter($0 - 0x61) }))
        func seal(_ number: Int) -> PuzzleSeal {
            let puzzle = PuzzleID(line: .standard, day: day.advanced(by: number))
            return library.seal(of: PinnedPuzzle(puzzle: puzzle, answer: answer, listVersion: "00ff"))
        }
        let first = seal(0)
        for number in 1..<PuzzleSource.sealsKept { _ = seal(number) }
        #expect(library.seals.count == PuzzleSource.sealsKept)
        _ = seal(PuzzleSource.sealsKept)
        #expect(library.seals.count == 1)
        #expect(seal(0).commitment == first.commitment)
        for number in 0..<PuzzleSource.datesKept {
            #expect(library.hasDay(day.advanced(by: number)))
        }
        #expect(library.dates.count == PuzzleSource.datesKept)
        #expect(library.hasDay(day.advanced(by: PuzzleSource.datesKept)))
        #expect(library.dates.count == 1)
    }

    @Test("Tomorrow's puzzle gives away its commitment and nothing else")
    func nothingElseOfTomorrow() throws {
        let world = try HubWorld()
        world.tick()
        let client = try world.guest()
        for days in [1, 2] {
            for archive in [false, true] {
                let open = ClientMessage.open(puzzle: puzzle(world, days: days), hard: .off, archive: archive)
                #expect(client.ask(open).code == "future_puzzle")
            }
        }
        let word = try #require(world.storage.stored.pinned[puzzle(world, days: 1)]?.answer)
        let text = try #require(world.hub.context.puzzleSource.words(of: .standard)).alphabet.text(word)
        #expect(client.ask(.guess(puzzle: puzzle(world, days: 1), row: 0, word: text)).type == "error")
        #expect(throws: QueryFault.self) { try ask(world, puzzle(world, days: 2)) }
        #expect(world.storage.stored.pinned[puzzle(world, days: 2)] == nil, "nor is it drawn")
        #expect(throws: QueryFault.self) { try Query.board(world, puzzle(world, days: 1).text) }
        for before in [nil, 1, 2, 1_000] {
            let day = before.map { world.today.day.advanced(by: $0) }
            let list = try Query.answer(world) {
                world.hub.documents.puzzles(of: .standard, before: day, limit: 9, then: $0)
            }
            #expect(list.list("puzzles").map { $0["puzzle"] as? String } == [world.today.text])
        }
    }

    @Test("A commitment stays the same over the day and a restart, and fits the word")
    func sameCommitment() throws {
        let world = try HubWorld()
        world.tick()
        let tomorrow = puzzle(world, days: 1)
        let noted = try ask(world, tomorrow)
        world.nextDay()
        #expect(world.today == tomorrow)
        #expect(sorted(try ask(world, tomorrow)) == sorted(noted))
        #expect(world.hub.today?.commitment == noted["commitment"] as? String)
        let later = try world.restarted()
        #expect(sorted(try ask(later, tomorrow)) == sorted(noted))
        later.nextDay(2)
        let opened = try ask(later, tomorrow)
        #expect(sorted(opened["seal"]) == sorted(noted["seal"]))
        let salt = try #require((opened["salt"] as? String).flatMap { Salt(hexadecimal: $0) })
        let word = try #require(opened["answer"] as? String)
        #expect(Commitment.verify(noted["commitment"] as? String ?? "", salt: salt, puzzle: tomorrow, answer: word))
    }

    @Test("A puzzle that is first wanted on its day or later says so in its seal")
    func sealedOnOrAfter() throws {
        let world = try HubWorld()
        #expect(
            sorted(try seal(world, world.today))
                == sorted(["when": "on", "at": HubWorld.morning, "time": "10:00"] as [String: Any]))
        #expect(
            sorted(try seal(world, puzzle(world, days: -1)))
                == sorted(["when": "after", "at": HubWorld.morning] as [String: Any]))
        // For the archive too, though nobody waits for that.
        _ = try world.guest().ask(.open(puzzle: puzzle(world, days: -9), hard: .off, archive: true))
        #expect(world.storage.stored.pinned[puzzle(world, days: -9)]?.publication == .at(HubWorld.morning, .after))
    }

    /// A day that was raced in the east would else be said to have been sealed before it began in the west.
    @Test("A later change of the time zone has no seal claim more")
    func laterZones() throws {
        let day = Day(number: 20_779)
        let start = day.number * 86_400_000
        let pinned = PinnedPuzzle(
            puzzle: PuzzleID(line: .standard, day: day), answer: try #require(Alphabet(language: "en")).word("crane"),
            listVersion: "")
        let east = try TestWords.library(zone: "Pacific/Kiritimati")
        let west = try TestWords.library(zone: "Pacific/Pago_Pago")
        let instant = start + 3 * 3_600_000
        #expect(east.when(instant, isTo: day) == .on && west.when(instant, isTo: day) == .before)
        for library in [east, west] {
            let seal = library.sealTime(of: pinned.published(at: instant, east.when(instant, isTo: day)))
            #expect(seal.when == .on && seal.at == instant)
            #expect(seal.time == (library === east ? "17:00" : nil), "in the west it is the day before")
            #expect(seal.isPlausible(for: day))
        }
    }

    /// A day that was sealed in the west, while it had begun in the east already, was raced in the east on that day.
    @Test("A seal made before its day in one zone does not count as that where the day had begun")
    func earlierZones() throws {
        let day = Day(number: 20_779)
        let pinned = PinnedPuzzle(
            puzzle: PuzzleID(line: .standard, day: day), answer: try #require(Alphabet(language: "en")).word("crane"),
            listVersion: "")
        let east = try TestWords.library(zone: "Pacific/Kiritimati")
        let west = try TestWords.library(zone: "Pacific/Pago_Pago")
        let begins = (east: east.start(of: day), west: west.start(of: day))
        let cases: [(instant: Int, when: SealTime.When)] = [
            (begins.east - 1, .before), (begins.east, .on), (begins.east + SealTests.day - 1, .on),
            (begins.east + SealTests.day, .after), (begins.west - 1, .after),
        ]
        for (instant, when) in cases {
            let published = pinned.published(at: instant, west.when(instant, isTo: day))
            #expect(west.sealTime(of: published).when == .before)
            #expect(east.sealTime(of: published).when == when, "\(instant)")
        }
    }

    @Test("A day on which the server did not run is sealed after it")
    func daysWithoutServer() throws {
        let world = try HubWorld()
        world.tick()
        world.advance(ms: 4 * SealTests.day)
        let later = try world.restarted()
        later.tick()
        #expect(later.today.day.number == world.today.day.number + 4)
        let whens = try (-4...1).map { try seal(later, puzzle(later, days: $0))["when"] as? String }
        #expect(whens == ["on", "before", "after", "after", "on", "before"])
    }

    @Test("A clock that was set back by days is reported at the start, and one that runs on is not")
    func clocksSetBack() throws {
        let world = try HubWorld()
        #expect(!world.reports.contains { $0.hasPrefix("clock") })
        world.nextDay(5)
        let newest = world.today.day
        #expect(try !world.restarted().reports.contains { $0.hasPrefix("clock") })
        world.advance(ms: -5 * SealTests.day)
        let later = try world.restarted()
        #expect(later.today.day.number == newest.number - 5)
        let report = later.reports.first { $0.hasPrefix("clock") }
        #expect(report?.contains("\(newest) has begun here") == true, "\(later.reports)")
    }

    @Test("A restart does not take a day for begun because its puzzle is sealed")
    func aRestartStaysOnItsDay() throws {
        let world = try HubWorld()
        world.tick()
        #expect(world.storage.stored.pinned[puzzle(world, days: 1)] != nil)
        #expect(try world.restarted().today == world.today)
    }

    /// One step of the disk takes a moment: what is said to be readable at an instant was on disk by then.
    @Test("The instant of a seal is not before the commitment is durable")
    func instantOfASeal() throws {
        let world = try HubWorld()
        let tomorrow = puzzle(world, days: 1)
        world.hub.tick()
        var durable: Int?
        var now = HubWorld.morning
        for _ in 0..<50 {
            world.advance(ms: 7)
            now += 7
            world.runStorageOnce()
            if durable == nil, world.storage.stored.pinned[tomorrow] != nil { durable = now }
        }
        let at = try #require(try seal(world, tomorrow)["at"] as? Int)
        #expect(at >= (try #require(durable)) && at < now)
        #expect(durable ?? 0 > HubWorld.morning)
    }

    /// A server that fails before it notes the publication shows the commitment to nobody that night.
    @Test("A puzzle that was pinned and not published is sealed at the next chance")
    func publishedLater() throws {
        let world = try HubWorld()
        let tomorrow = puzzle(world, days: 1)
        world.hub.tick()
        while world.storage.stored.pinned[tomorrow] == nil { world.runStorageOnce() }
        world.storage.failNextCommit(.unavailable("the power is gone"))
        world.run()
        #expect(world.storage.stored.pinned[tomorrow]?.publication == .unknown)
        world.storage.restart()
        world.advance(ms: SealTests.day)
        let later = try world.restarted()
        #expect(try seal(later, tomorrow)["when"] as? String == "on")
    }

    @Test("A full disk delays tomorrow's seal alone, which is tried again once a minute")
    func fullDisk() throws {
        let world = try HubWorld()
        let tomorrow = puzzle(world, days: 1)
        _ = try seal(world, world.today)
        world.storage.failNextCommit(.unavailable("the disk is full"))
        world.tick()
        #expect(world.storage.stored.pinned[tomorrow] == nil)
        #expect(world.reports.contains { $0.contains("the disk is full") })
        let reports = world.reports.count
        let client = try world.guest()
        #expect(client.open().type == "game", "today's race goes on")
        world.advance(ms: 59_000)
        world.tick()
        #expect(world.storage.stored.pinned[tomorrow] == nil && world.reports.count == reports, "not at every tick")
        world.advance(ms: 1_000)
        world.tick()
        #expect(try seal(world, tomorrow)["at"] as? Int == HubWorld.morning + 60_000)
    }

    @Test("A line whose puzzle cannot be read does not hold up the other lines")
    func oneLineFails() throws {
        let world = try HubWorld(lengths: [5, 6])
        let six = try #require(world.hub.context.puzzleSource.lines.last)
        // Today's of the second line cannot be: its word has five letters.
        let wrong = PinnedPuzzle(
            puzzle: puzzle(world, days: 0, line: six),
            answer: try #require(world.hub.library.puzzles[world.today]).answer,
            listVersion: "")
        world.storage.submit(Transaction(writes: [.pinPuzzle(wrong)])) { _ in }
        world.run()
        world.tick()
        for line in world.hub.context.puzzleSource.lines {
            #expect(world.storage.stored.pinned[puzzle(world, days: 1, line: line)]?.publication.isExact == true)
        }
    }

    /// The wall's clock is set: the first instant stays, and no day that is over was ever sealed before.
    @Test("A change of the wall clock moves no seal")
    func wallClockIsSet() throws {
        let world = try HubWorld()
        world.tick()
        let noted = try ask(world, puzzle(world, days: 1))
        world.setWall(ms: -3 * SealTests.day)
        world.tick()
        #expect(sorted(try ask(world, puzzle(world, days: 1))) == sorted(noted))
        #expect(try seal(world, puzzle(world, days: -1))["when"] as? String == "after")
        #expect(try seal(world, puzzle(world, days: -2))["when"] as? String == "after")
        world.setWall(ms: 3 * SealTests.day)
        #expect(sorted(try ask(world.restarted(), puzzle(world, days: 1))) == sorted(noted))
    }

    /// Pinned before publications were noted: what is over stays as it is, what is not is published now.
    @Test("A puzzle pinned before publications were noted has an unknown seal")
    func oldPins() throws {
        let world = try HubWorld()
        let word = try #require(world.hub.library.puzzles[world.today]).answer
        let old = puzzle(world, days: -5)
        let write = Write.pinPuzzle(PinnedPuzzle(puzzle: old, answer: word, listVersion: ""))
        world.storage.submit(Transaction(writes: [write])) { _ in }
        world.run()
        #expect(sorted(try seal(world, old)) == sorted(["when": "unknown"]))
        world.tick()
        #expect(sorted(try seal(world, old)) == sorted(["when": "unknown"]))
        let played = PinnedPuzzle(puzzle: old, answer: word, listVersion: "", publication: .played(1_794_900_000_000))
        #expect(world.hub.context.puzzleSource.sealTime(of: played).when == .on)
    }

    @Test("Tomorrow is the next day that the server's zone has")
    func skippedDay() throws {
        let library = try TestWords.library(zone: "Pacific/Apia")
        let day = try #require(Day("2011-12-29"))
        #expect(library.day(after: day).text == "2011-12-31")
        #expect(library.day(after: day.advanced(by: -1)) == day)
    }
}
