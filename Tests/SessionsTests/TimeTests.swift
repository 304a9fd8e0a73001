import GameRules
import Messages
import Testing

@testable import Sessions
@testable import Storage

/// The clock of a game, and that of the days.
@Suite struct TimeTests {
    private static let hour = 3_600_000

    @Test("The round trip, up to 500 ms, is taken off each guess's time and shown")
    func roundTrip() throws {
        let world = try HubWorld()
        let client = try world.guest()
        client.lag = 120
        #expect(client.open()["lag"] as? Int == 0)
        world.advance(ms: 10_000)
        #expect(client.guess(world.wrongWords(1)[0], row: 0)["ms"] as? Int == 9_880)
        world.advance(ms: 10_000)
        client.lag = 900
        let solved = client.guess(world.answer, row: 1)
        #expect(solved["ms"] as? Int == 20_000 - 120 - 500)
        #expect(solved.object("result")["ms"] as? Int == 19_380)
        #expect(solved.object("result")["lag"] as? Int == 620)
        // The same after a restart: it is in the journal.
        let again = try world.restarted().connect(client.player)
        let shown = again.ask(.open(puzzle: world.today, hard: .off))
        #expect(shown["lag"] as? Int == 620)
        #expect(shown.object("result")["lag"] as? Int == 620)
        #expect(shown["elapsed"] as? Int == 19_380)
    }

    @Test("Times that a client sends are ignored")
    func clientTimes() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        world.advance(ms: 10_000)
        client.send(
            raw:
                #"{"id":77,"type":"guess","puzzle":"\#(world.today.text)","row":0,"word":"\#(world.answer)","lag":500,"ms":1,"credit":9}"#
        )
        world.run()
        #expect(client.reply(to: 77)?.object("result")["ms"] as? Int == 10_000)
    }

    @Test("A jump of the wall clock does not change a game's time")
    func wallClockJumps() throws {
        for jump in [-5 * TimeTests.hour, -1_000, 3 * TimeTests.hour, 13 * TimeTests.hour] {
            let world = try HubWorld()
            let client = try world.guest()
            _ = client.open()
            let (puzzle, word) = (world.today, world.answer)
            world.advance(ms: 4_000)
            world.setWall(ms: jump)
            world.tick()
            world.advance(ms: 4_000)
            let judged = client.ask(.guess(puzzle: puzzle, row: 0, word: world.wrongWords(1)[0]))
            #expect(judged["ms"] as? Int == 8_000)
            world.setWall(ms: -2 * jump)
            world.tick()
            world.advance(ms: 4_000)
            #expect(client.ask(.guess(puzzle: puzzle, row: 1, word: word)).object("result")["ms"] as? Int == 12_000)
        }
    }

    @Test("The day follows the wall clock and never goes back")
    func dayFollowsTheClock() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let ends = try #require(client.messages.first?.object("today")["ends"] as? Int)
        world.setWall(ms: TimeTests.hour)
        world.tick()
        let told = try #require(client.pushes("day").last?.object("today"))
        #expect(told["puzzle"] as? String == "guess-en-5/2026-11-21")
        #expect(told["ends"] as? Int == ends - TimeTests.hour, "the countdown is right again")
        world.setWall(ms: 13 * TimeTests.hour)
        world.tick()
        #expect(world.today.text == "guess-en-5/2026-11-22")
        world.setWall(ms: -14 * TimeTests.hour)
        world.tick()
        #expect(world.today.text == "guess-en-5/2026-11-22", "a day that has begun goes on")
        #expect(client.ask(.open(puzzle: world.today, hard: .off)).type == "game")
        let restarted = try world.restarted()
        #expect(restarted.today.text == "guess-en-5/2026-11-22", "also after a restart")
        #expect(restarted.connect(client.player).guess(restarted.wrongWords(1)[0], row: 0).type == "judged")
    }

    /// A clock that was wrong by more than hours is not waited for.
    @Test("A restart forgets a day more than two days ahead")
    func dayFarAhead() throws {
        let world = try HubWorld()
        world.setWall(ms: 3 * 24 * TimeTests.hour)
        world.tick()
        #expect(world.today.text == "guess-en-5/2026-11-24")
        #expect(try world.restarted().today.text == "guess-en-5/2026-11-21")
        let near = try HubWorld()
        near.setWall(ms: 2 * 24 * TimeTests.hour)
        near.tick()
        #expect(try near.restarted().today.text == "guess-en-5/2026-11-23")
    }

    /// Such a day is not to be believed even when real time has come near it. Days would be passed over, and their
    /// words told.
    @Test("A day that a wrong clock began is forgotten by restarts on the days before it, and begins at its own time")
    func dayOfAWrongClock() throws {
        var world = try HubWorld()
        world.setWall(ms: 3 * 24 * TimeTests.hour)
        world.tick()
        #expect(world.today.text == "guess-en-5/2026-11-24")
        world.setWall(ms: -3 * 24 * TimeTests.hour)
        for day in 21...23 {
            world = try world.restarted()
            #expect(world.today.text == "guess-en-5/2026-11-\(day)")
            if day < 23 { world.nextDay() }
        }
        let wrong = try #require(world.storage.stored.days[world.today.day.advanced(by: 1)])
        world.nextDay()
        #expect(world.today.text == "guess-en-5/2026-11-24")
        let right = try #require(world.storage.stored.days[world.today.day])
        #expect(right - wrong > 2 * 24 * TimeTests.hour, "races of the days before end when it really began")
        #expect(try world.restarted().today.text == "guess-en-5/2026-11-24")
    }

    @Test("A drift of the wall clock below two seconds is sent to nobody")
    func drift() throws {
        let world = try HubWorld()
        let client = try world.guest()
        world.setWall(ms: 1_999)
        world.tick()
        #expect(client.pushes("day").isEmpty)
        world.setWall(ms: 1)
        world.tick()
        #expect(client.pushes("day").count == 1)
    }
}
