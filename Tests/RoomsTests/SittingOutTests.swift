import GameRules
import Testing

@testable import Rooms

/// Members who have a seat and no lane, as a host who only hosts.
@Suite struct SittingOutTests {
    /// A room whose host sits out, with this number of other members.
    private func room(others: Int = 2) throws -> TestRoom {
        var room = TestRoom(seats: 1 + others)
        room.take(try room.state.decideSitOut(TestRoom.player(1), true))
        return room
    }

    @Test("A host without a lane starts a round for the others, and nobody waits for the host")
    func hosting() throws {
        var room = try room()
        try room.use(.start)
        #expect(room.round?.deal.seats == [2, 3])
        room.advance(ms: RoomState.countdown)
        #expect(throws: SprintMoveRefusal.room(.notInRound)) { try room.play("crane", row: 0, by: 1) }
        try room.play("adieu", row: 0, by: 2)
        #expect(room.tick().isEmpty)
        try room.play("adieu", row: 0, by: 3)
        #expect(room.tick().count == 1 && room.state.series?.phase == .pause)
        #expect(room.state.series?.points[1] == nil)
        // It has all the powers.
        try room.use(.kick(3))
        try room.use(.endSeries)
    }

    @Test("Neither a member who sits out nor one who returns during a round starts late")
    func lateStart() throws {
        var room = try room()
        try room.use(.start)
        room.advance(ms: 1_000)
        #expect(room.state.decideLateStart(TestRoom.player(1), now: room.now).isEmpty)
        room.take(try room.state.decideSitOut(TestRoom.player(1), false))
        #expect(room.state.decideLateStart(TestRoom.player(1), now: room.now).count == 1, "the boards are not open yet")
    }

    @Test("A round does not wait for a racer who sits out during it")
    func middle() throws {
        var room = TestRoom(seats: 2)
        try room.use(.start)
        room.advance(ms: RoomState.countdown)
        try room.play("adieu", row: 0, by: 2)
        #expect(room.tick().isEmpty)
        room.take(try room.state.decideSitOut(TestRoom.player(1), true))
        #expect(room.tick().contains { if case .roundOver = $0 { true } else { false } })
        // The next one begins without the seat.
        room.advance(ms: RoomState.pause)
        room.tick()
        #expect(room.round?.deal.round == 2 && room.round?.deal.seats == [2])
    }

    @Test("Without racers no round begins, and a running series waits")
    func nobody() throws {
        var room = try room(others: 1)
        room.take(try room.state.decideSitOut(TestRoom.player(2), true))
        #expect(throws: RoomRefusal.noRacers) { try room.use(.start) }
        room.take(try room.state.decideSitOut(TestRoom.player(2), false))
        try room.use(.start)
        try room.use(.endRound)
        room.take(try room.state.decideSitOut(TestRoom.player(2), true))
        let next = try #require(room.series?.next)
        #expect(room.state.nextDue(room.presence) == next + RoomState.seriesPatience, "it is over then")
        room.advance(ms: RoomState.pause)
        #expect(room.tick().isEmpty)
        #expect(throws: RoomRefusal.noRacers) { try room.use(.nextRound) }
        room.take(try room.state.decideSitOut(TestRoom.player(2), false))
        #expect(room.tick().count == 1 && room.round?.deal.round == 2)
    }

    @Test("The host ends a round and the series goes on; the last round ends it")
    func endOfRound() throws {
        var room = TestRoom(seats: 2)
        #expect(throws: RoomRefusal.noSeries) { try room.use(.endRound) }
        try room.use(.start)
        let rounds = try #require(room.state.series?.settings.rounds)
        for round in 1...rounds {
            room.advance(ms: RoomState.countdown + 1)
            try room.play("adieu", row: 0, by: 2)
            try room.use(.endRound)
            #expect(room.state.series?.phase == (round == rounds ? .over : .pause))
            if round == rounds { break }
            #expect(throws: RoomRefusal.roundOver) { try room.use(.endRound) }
            #expect(room.state.nextDue(room.presence) == room.now + RoomState.pause)
            room.advance(ms: RoomState.pause)
            room.tick()
        }
        #expect(room.state.series?.isCancelled == false)
        #expect(throws: RoomRefusal.noSeries) { try room.use(.endRound) }
    }

    @Test("Sitting out lasts until it is taken back or the seat is given up")
    func lasting() throws {
        var room = try room()
        #expect(try room.state.decideSitOut(TestRoom.player(1), true).isEmpty)
        #expect(RoomState(replaying: room.log).member(at: 1)?.sitsOut == true)
        room.take(try room.state.decide(.leave(TestRoom.player(1))))
        room.take(try room.state.decide(.join(TestRoom.player(1), name: "Racer 1")))
        #expect(room.state.member(for: TestRoom.player(1))?.sitsOut == false)
        #expect(throws: RoomRefusal.notAMember) { try room.state.decideSitOut(TestRoom.player(9), true) }
    }
}
