import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// A classroom where things come at once: who is host then, who comes in, and how much is told.
@Suite struct ClassroomFaultTests {
    private typealias Lesson = ClassroomTests.Lesson

    /// A lesson with a second teacher, who sits on the fourth seat, behind two pupils.
    private func lessonOfTwo() throws -> Lesson {
        let lesson = try Lesson()
        let places = Lesson.names.indices.map { number in
            (Lesson.id(number), ClassRoll.Place(name: Lesson.names[number], isTeacher: [0, 3].contains(number)))
        }
        lesson.world.hub.accounts.take(ClassRoll(Dictionary(uniqueKeysWithValues: places)))
        #expect(lesson.watcher.ask(.join(room: lesson.code, resume: nil)).type == "joined")
        return lesson
    }

    @Test("A teacher who is present becomes host before a pupil, whichever way the host goes")
    func heirs() throws {
        let left = try lessonOfTwo()
        #expect(left.teacher.ask(.leave(room: left.code)).type == "left")
        #expect(left.room?.state.host == 4)
        #expect(left.watcher.ask(.leave(room: left.code)).type == "left")
        #expect(left.room?.state.host == 2, "and a pupil's seat where there is no teacher")
        let gone = try lessonOfTwo()
        gone.teacher.disconnect()
        gone.pass(RoomState.hostPatience + 1_000)
        #expect(gone.room?.state.host == 4)
        let deleted = try lessonOfTwo()
        deleted.world.hub.accounts.deletePlayer(Lesson.id(0), name: "Ms Ada") { _ in }
        deleted.world.run()
        #expect(deleted.room?.state.host == 4)
    }

    @Test("A room is handed over to another teacher, and to no pupil")
    func handingOver() throws {
        let lesson = try lessonOfTwo()
        let reply = lesson.teacher.ask(.inRoom(room: lesson.code, .handOver(seat: 2)))
        #expect(reply.code == "not_in_class")
        #expect(lesson.room?.state.host == 1)
        #expect(lesson.teacher.ask(.inRoom(room: lesson.code, .handOver(seat: 4))).type == "done")
        #expect(lesson.room?.state.host == 4)
    }

    @Test("A code that is typed on several devices at once lets all of them in, as one player")
    func severalDevices() throws {
        let world = try HubWorld(settings: Lesson.settings())
        let names = Mutable<[String?]>([])
        for _ in 0..<3 {
            world.hub.accounts.enterClass(Lesson.id(1)) { names.value.append(((try? $0.get()) ?? nil)?.name) }
        }
        world.run()
        #expect(names.value == ["Mika", "Mika", "Mika"] && world.reports.isEmpty)
        #expect(Lesson.account(world, 1)?.name == "Mika")
    }

    @Test("Sign-outs of a pupil run thirty seconds ahead of the time at most, however many there are")
    func signOuts() throws {
        let lesson = try Lesson()
        let world = lesson.world
        let (numbers, refused) = (Mutable<[Int]>([]), Mutable(0))
        func signOut() {
            world.hub.accounts.signOutEverywhere(Lesson.id(1)) { result in
                guard case .success(let account?) = result else { return refused.value += 1 }
                numbers.value.append(account.signOuts)
            }
            world.run()
        }
        for _ in 0..<100 { signOut() }
        let now = AccountDesk.leastSignOuts(at: HubWorld.morning)
        #expect(numbers.value == Array(now...now + AccountDesk.signOutsAhead) && refused.value == 69)
        world.advance(ms: 2_000)
        signOut()
        #expect(numbers.value.last == now + AccountDesk.signOutsAhead + 1 && refused.value == 69)
    }

    @Test("After a race pupils are sent 256 events one by one; where there are more they are asked to enter anew")
    func manyEvents() throws {
        for isMore in [false, true] {
            let (host, pupils, code) = try crowd()
            let (world, teacher, observer) = (host.0, host.1, pupils[0])
            #expect(teacher.ask(.inRoom(room: code, .settings(SprintChange(rows: 6, rounds: 1)))).type == "done")
            #expect(teacher.ask(.inRoom(room: code, .start)).type == "done")
            func pass(_ ms: Int) {
                world.advance(ms: ms)
                world.run()
                world.tick()
            }
            pass(RoomState.countdown)
            let sprint = world.hub.library.rooms.values.first?.state.series?.round
            let race = try #require(sprint?.race.text)
            let words = try #require(sprint.flatMap { world.hub.context.puzzleSource.words(of: $0.deal.sprint.line) })
            let answer = words.alphabet.text(try #require(sprint?.deal.answer))
            let wrong = Array(TestWords.words.filter { $0 != answer }.prefix(6))
            // Six guesses and an end of 36 pupils, and three guesses, or four; then the end of the round.
            for row in 0..<6 {
                for (place, pupil) in pupils.dropFirst().enumerated() where place < 36 || row < (isMore ? 4 : 3) {
                    let message = ClientMessage.inRoom(room: code, .play(race: race, row: row, word: wrong[row]))
                    #expect(pupil.ask(message).type == "played")
                }
                pass(1_000)
            }
            #expect(observer.pushes("event").allSatisfy { $0.object("event")["kind"] as? String != "guessed" })
            #expect(teacher.ask(.inRoom(room: code, .endRound)).type == "done")
            let played = observer.pushes("event").count(where: { $0.object("event")["kind"] as? String == "guessed" })
            #expect(played == (isMore ? 0 : 36 * 6 + 3))
            #expect(observer.pushes("resync").count == (isMore ? 1 : 0))
            #expect(teacher.pushes("resync").isEmpty)
            // Either way there is the same to see for who enters.
            let again = observer.ask(.join(room: code, resume: nil))
            #expect(again.type == "joined" && String(decoding: observer.bytes, as: UTF8.self).contains(wrong[0]))
        }
    }

    /// A room with a teacher and 38 pupils.
    private func crowd() throws -> (host: (HubWorld, TestClient), pupils: [TestClient], code: String) {
        let names = "BCDFGHK".flatMap { first in "PRTVXZ".map { "Kid \(first)\($0)" } }.prefix(38)
        let places = (["Ms Ada"] + names).enumerated().map { number, name in
            (Lesson.id(number), ClassRoll.Place(name: name, isTeacher: number == 0))
        }
        var settings = HubSettings()
        settings.classroom = ClassRoll(Dictionary(uniqueKeysWithValues: places))
        let world = try HubWorld(settings: settings)
        let clients = try places.map { id, _ in
            let found = Mutable<Account?>(nil)
            world.hub.accounts.enterClass(id) { found.value = (try? $0.get()) ?? nil }
            world.run()
            return world.connect(try #require(found.value).id)
        }
        let code = try #require(clients[0].ask(.createRoom(name: "Class 7b"))["room"] as? String)
        for pupil in clients.dropFirst() { #expect(pupil.ask(.join(room: code, resume: nil)).type == "joined") }
        return ((world, clients[0]), Array(clients.dropFirst()), code)
    }
}
