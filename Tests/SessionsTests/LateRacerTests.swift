import Messages
import Testing

@testable import Sessions

/// Members who come to a round that runs.
@Suite struct LateRacerTests {
    @Test("A member who races along again, or is heard again, comes late to the round that runs")
    func latecomers() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        #expect(race.rival.ask(.inRoom(room: race.code, .sitOut(true))).type == "done")
        race.start()
        #expect(race.rival.pushes("board").isEmpty)
        #expect(race.rival.ask(.inRoom(room: race.code, .sitOut(false))).type == "done")
        #expect(race.rival.pushes("board").count == 1)
        #expect(race.play(race.rival, race.wrong(1)[0], row: 0).type == "played")

        let other = try SprintSessionTests.Race(HubWorld())
        let session = try #require(other.rival.session)
        other.world.hub.fellSilent(session)
        other.start()
        #expect(other.rival.pushes("board").isEmpty)
        other.world.hub.isHeard(session)
        other.world.run()
        #expect(other.rival.pushes("board").count == 1)
        #expect(other.play(other.rival, other.wrong(1)[0], row: 0).type == "played")

        // A member who only looks on, as from home, races with no connection.
        let home = try SprintSessionTests.Race(HubWorld())
        let looking = home.world.connect(home.rival.player)
        _ = looking.ask(.watch(room: home.code, resume: nil))
        home.rival.disconnect()
        home.world.hub.fellSilent(try #require(looking.session))
        home.start()
        home.world.hub.isHeard(try #require(looking.session))
        home.world.run()
        #expect(home.room?.state.series?.sprint?.games.count == 1)

        // Where latecomers look on, so does this one.
        let strict = try SprintSessionTests.Race(HubWorld())
        #expect(strict.rival.ask(.inRoom(room: strict.code, .sitOut(true))).type == "done")
        strict.start(SprintChange(late: "wait"))
        #expect(strict.rival.ask(.inRoom(room: strict.code, .sitOut(false))).type == "done")
        #expect(strict.rival.pushes("board").isEmpty)
    }
}
