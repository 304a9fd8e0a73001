import GameRules
import Testing

@testable import Rooms

/// A room's log as it is shown to pupils: nothing of a lane before its race is over.
@Suite struct VeiledLogTests {
    private static let base = 1_000_000

    /// Everything that a veil shows of a log, with the veil at its end.
    private func shown(_ log: [LoggedEvent]) -> (events: [LoggedEvent], veil: VeiledLog) {
        var veil = VeiledLog(recalling: [], base: VeiledLogTests.base)
        return (log.flatMap { veil.apply($0) }, veil)
    }

    @Test("Moves of a round are kept back, and come before the event that ends it")
    func round() throws {
        var room = TestRoom(seats: 3)
        try room.start { $0.rounds = 1 }
        let before = shown(room.log).events
        try room.play("cello", row: 0, by: 2)
        room.advance(ms: 1_000)
        try room.play("adieu", row: 1, by: 2)
        try room.play("banjo", row: 0, by: 3)
        let during = shown(room.log)
        #expect(during.events == before, "three moves and an end are not to be seen")
        #expect(during.veil.keptCount == 4)
        #expect(during.veil.state.series?.round?.games.values.allSatisfy { $0.moveCount == 0 } == true)
        try room.use(.endRound)
        let after = shown(room.log)
        #expect(
            after.events.dropFirst(before.count).map(\.event.kind.rawValue).prefix(5) == [
                "played", "played", "finished", "played", "roundOver",
            ])
        #expect(
            after.events.map(\.sequence) == Array(VeiledLogTests.base + 1...VeiledLogTests.base + after.events.count))
        #expect(after.veil.keptCount == 0)
        #expect(after.veil.state.series == room.state.series, "in the end everybody has the same picture")
    }

    @Test("The day's lanes are kept back until the next day opens, and then nothing of the old day is")
    func day() throws {
        let line = PuzzleLine.standard
        let (today, tomorrow) = (
            PuzzleID(line: line, day: Day(number: 20_000)), PuzzleID(line: line, day: Day(number: 20_001))
        )
        var room = TestRoom(seats: 2)
        let (race, next) = (RaceID.daily(today), RaceID.daily(tomorrow))
        room.take(.opened(race: race, puzzle: today), .started(race: race, seat: 2))
        room.take(.finished(race: race, seat: 2, solved: true, turns: 1, elapsed: 5))
        #expect(shown(room.log).veil.keptCount == 2)
        #expect(shown(room.log).veil.state.races.last?.lanes.isEmpty == true)
        room.take(.opened(race: next, puzzle: tomorrow), .started(race: race, seat: 1), .started(race: next, seat: 1))
        let (events, veil) = shown(room.log)
        #expect(events.suffix(4).map(\.event.kind.rawValue) == ["started", "finished", "opened", "started"])
        #expect(veil.keptCount == 1 && veil.state.races.last?.lanes.isEmpty == true)
        #expect(veil.state.races.first == room.state.races.first)
    }

    @Test("Moves of a member in a running race are never told once the member has left")
    func departures() throws {
        for leave in [RoomEvent.left(seat: 2), .kicked(seat: 2)] {
            var room = TestRoom(seats: 2)
            try room.start { $0.rounds = 1 }
            try room.play("cello", row: 0, by: 2)
            room.take(leave)
            try room.use(.endRound)
            let (events, veil) = shown(room.log)
            #expect(!events.contains { if case .played = $0.event { true } else { false } })
            #expect(veil.state.series?.points == room.state.series?.points && veil.keptCount == 0)
        }
    }

    @Test("A veil that is made of a room's log begins above its base, and keeps back what still runs")
    func recalled() throws {
        var room = TestRoom(seats: 2)
        try room.start()
        try room.play("cello", row: 0, by: 2)
        let log = RoomState.needed(of: room.log, tail: 2)
        let veil = VeiledLog(recalling: log, base: 77)
        #expect(veil.keptCount == 1 && veil.state.sequence > 77)
        #expect(veil.state.members == room.state.members)
        #expect(VeiledLog(recalling: [], base: 77).state.sequence == 0, "nothing has happened yet")
    }
}
