import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// Names that would tell the word of a round.
@Suite("Names in sprints")
struct SprintNameTests {
    private typealias Race = SprintSessionTests.Race

    @Test("A name that spells the word is refused to a player who knows it")
    func spoilerName() throws {
        let race = try Race(HubWorld())
        race.start()
        let name = race.answer
        #expect(race.rival.ask(.rename(name: name)).type == "renamed", "who does not know the word learns nothing")
        _ = race.play(race.host, race.answer, row: 0)
        #expect(race.host.ask(.rename(name: "x\(name)x"))["reason"] as? String == "spoiler")
        #expect(race.host.ask(.inRoom(room: race.code, .name(name)))["reason"] as? String == "spoiler")
    }

    @Test("A player who solved the word and left cannot bring it back as a name")
    func spoilerNameAfterLeaving() throws {
        let race = try Race(HubWorld())
        race.start()
        let name = race.answer
        _ = race.play(race.rival, race.answer, row: 0)
        #expect(race.rival.ask(.leave(room: race.code)).type == "left")
        let back = race.rival.ask(.join(room: race.code, resume: nil))
        #expect(back.type == "joined" && back["board"] == nil, "there is no second game")
        #expect(race.rival.ask(.rename(name: name))["reason"] as? String == "spoiler")
        _ = race.rival.ask(.leave(room: race.code))
        #expect(race.rival.ask(.rename(name: name))["reason"] as? String == "spoiler", "others look for it still")
        // The next server reads the rooms with a round. Before it has, the name is taken, and shuts the room.
        race.world.storage.failNextReads(1, after: 8)
        let again = try race.world.restarted()
        let rival = again.connect(race.rival.player)
        #expect(rival.ask(.rename(name: name)).type == "renamed", "it was the room's read that failed")
        #expect(rival.ask(.join(room: race.code, resume: nil))["reason"] as? String == "spoiler")
        #expect(rival.ask(.rename(name: name + "s"))["reason"] as? String == "spoiler", "now it is in memory again")
        again.advance(ms: 200_000)
        again.run()
        again.tick()
        #expect(rival.ask(.join(room: race.code, resume: nil)).type == "joined", "now everybody knows the word")
    }

    @Test("A name is checked against known words also after a lost commit")
    func spoilerNameAfterLoss() throws {
        let race = try Race(HubWorld())
        race.start()
        _ = race.rival.open()
        #expect(race.rival.guess(race.world.answer, row: 0)["state"] as? String == "solved")
        let word = race.answer
        _ = race.play(race.rival, word, row: 0)
        race.world.storage.failNextCommit(.unavailable("disk full"))
        #expect(race.rival.ask(.rename(name: "Noor II")).code == "storage_unavailable")
        #expect(race.rival.ask(.rename(name: race.world.answer))["reason"] as? String == "spoiler")
        #expect(race.rival.ask(.createRoom(name: race.world.answer))["reason"] as? String == "spoiler")
        // The room is not in memory, and is read for it.
        #expect(race.rival.ask(.rename(name: word))["reason"] as? String == "spoiler")
        let entry = race.rival.ask(.join(room: race.code, resume: nil))
        #expect(entry.object("snapshot").list("members").last?["name"] as? String == "Noor")
        race.pass(200_000)
        #expect(race.rival.ask(.rename(name: word)).type == "renamed")
        let later = race.rival.ask(.join(room: race.code, resume: nil))
        #expect(later.object("snapshot").list("members").last?["name"] as? String == word, "now everybody knows it")
    }
}
