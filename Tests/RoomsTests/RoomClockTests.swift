import GameRules
import Testing

@testable import Rooms

@Suite struct RoomClockTests {
    @Test("A racer without a connection holds up a round for 15 seconds")
    func aSleepingPhoneHoldsARoundForFifteenSeconds() throws {
        var room = TestRoom(seats: 3)
        try room.start()
        room.advance(ms: 1_000)
        room.lose(3)
        try room.play("adieu", row: 0, by: 1)
        try room.play("adieu", row: 0, by: 2)
        #expect(room.state.nextDue(room.presence) == room.now + RoomState.racerPatience)
        room.advance(ms: RoomState.racerPatience - 1)
        #expect(room.tick().isEmpty)
        room.advance(ms: 1)
        #expect(room.tick().count == 1)
        #expect(room.series?.phase == .pause)
    }

    @Test("A racer who reconnects within 15 seconds is waited for")
    func whoComesBackInTimeIsWaitedFor() throws {
        var room = TestRoom()
        try room.start()
        room.lose(2)
        try room.play("adieu", row: 0, by: 1)
        room.advance(ms: RoomState.racerPatience - 1)
        room.comeBack(2)
        room.advance(ms: 100_000)
        #expect(room.tick().isEmpty)
        try room.play("adieu", row: 0, by: 2)
        #expect(room.tick().count == 1)
    }

    @Test("A round runs to its time limit when all racers have gone")
    func theClockRunsOnWhenAllHaveGone() throws {
        var room = TestRoom()
        try room.start()
        room.lose(1)
        room.lose(2)
        room.advance(ms: 100_000)
        #expect(room.tick().isEmpty)
        room.advance(ms: 80_000)
        #expect(room.tick().count == 1, "the round ends, though nobody sees it")
        room.advance(ms: 600_000)
        #expect(room.tick().isEmpty, "and the next one waits for somebody")
        #expect(room.state.nextDue(room.presence) == nil)
        room.comeBack(2)
        #expect(room.tick() == [.hosted(seat: 2)], "who comes first waits for the others")
        room.advance(ms: RoomState.pause)
        room.tick()
        #expect(room.round?.deal.round == 2 && room.round?.deal.seats == [2])
    }

    @Test("An abandoned series is not resumed the next day")
    func aSeriesThatAllHaveLeftIsNotResumedTheNextDay() throws {
        var room = TestRoom()
        try room.start()
        room.lose(1)
        room.lose(2)
        room.advance(ms: 180_000)
        room.tick()
        room.advance(ms: RoomState.seriesPatience + RoomState.pause)
        room.comeBack(1)
        #expect(room.tick().count == 1)
        #expect(room.series?.phase == .over && room.series?.isCancelled == true)
    }

    @Test("A round without racers ends")
    func aRoundWithoutRacersEnds() throws {
        var room = TestRoom()
        try room.start { $0.rounds = 2 }
        room.take(.left(seat: 1), .left(seat: 2))
        room.presence.present = []
        #expect(room.tick().count == 1)
    }

    @Test("An absent host is followed by the longest-seated member who is present")
    func anAbsentHostIsFollowedByTheLongestSeatedWhoIsThere() throws {
        var room = TestRoom(seats: 4)
        room.lose(2)
        room.lose(1)
        room.advance(ms: RoomState.hostPatience - 1)
        #expect(room.tick().isEmpty)
        room.advance(ms: 1)
        #expect(room.tick() == [.hosted(seat: 3)])
        try room.use(.kick(4), by: 3)
        room.comeBack(1)
        #expect(room.tick().isEmpty, "who was host is a member now")
        #expect(throws: RoomRefusal.notHost) { try room.use(.lock(true)) }
    }

    /// The host was deleted while the room could not be read: only the seat was given up.
    @Test("A room without a host goes to the longest-seated present member at once")
    func aRoomWithoutHostIsGivenToTheLongestSeatedAtOnce() throws {
        var room = TestRoom(seats: 3)
        room.take(.left(seat: 1))
        #expect(room.state.host == nil)
        room.lose(2)
        #expect(room.tick() == [.hosted(seat: 3)])
        #expect(room.tick().isEmpty)
        try room.use(.lock(true), by: 3)
    }

    @Test("A host who reconnects in time stays host")
    func aHostWhoComesBackInTimeStaysHost() throws {
        var room = TestRoom()
        room.lose(1)
        room.advance(ms: RoomState.hostPatience - 1)
        room.comeBack(1)
        room.advance(ms: 1)
        #expect(room.tick().isEmpty)
        #expect(room.state.nextDue(room.presence) == nil)
    }

    @Test("A room without present members gets no new host")
    func nobodyFollowsWhereNobodyIs() {
        var room = TestRoom()
        room.lose(1)
        room.lose(2)
        room.advance(ms: 10 * RoomState.hostPatience)
        #expect(room.tick().isEmpty && room.state.nextDue(room.presence) == nil)
        room.comeBack(2)
        #expect(room.tick() == [.hosted(seat: 2)], "then at once")
    }

    @Test("An absence that nobody saw begin counts from the room's loading")
    func whoWasNotSeenCountsFromWhenOneCouldSee() {
        var room = TestRoom()
        room.presence = RoomPresence(present: [2], seenSince: room.now)
        room.advance(ms: RoomState.hostPatience - 1)
        #expect(room.tick().isEmpty)
        room.advance(ms: 1)
        #expect(room.tick() == [.hosted(seat: 2)])
    }

    @Test("A member who is made host while away has the host's patience from then on")
    func anHeirWhoIsAway() throws {
        var room = TestRoom(seats: 3)
        room.lose(3)
        room.advance(ms: 10 * RoomState.hostPatience)
        try room.use(.handOver(3))
        #expect(room.tick().isEmpty, "the host has chosen")
        room.advance(ms: RoomState.hostPatience - 1)
        #expect(room.tick().isEmpty)
        room.comeBack(3)
        room.advance(ms: 1)
        #expect(room.tick().isEmpty && room.state.host == 3)
        // Nor does it go to another at once where the host gives up the seat.
        room.lose(1)
        room.advance(ms: 10 * RoomState.hostPatience)
        room.take(try room.state.decide(.leave(TestRoom.player(3))))
        #expect(room.state.host == 1)
        room.advance(ms: RoomState.hostPatience - 1)
        #expect(room.tick().isEmpty)
        room.advance(ms: 1)
        #expect(room.tick() == [.hosted(seat: 2)])
    }

    @Test("Nothing is due in a closed room")
    func nothingIsDueInAClosedRoom() throws {
        var room = TestRoom()
        try room.start()
        try room.use(.close)
        room.lose(1)
        room.advance(ms: 1_000_000)
        #expect(room.tick().isEmpty && room.state.nextDue(room.presence) == nil)
    }
}
