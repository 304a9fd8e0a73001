import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// A classroom: who is let in, under which name, and what pupils are sent of each other.
@Suite struct ClassroomTests {
    /// A class with its teacher, in a room that the teacher has founded.
    struct Lesson {
        let world: HubWorld
        let teacher: TestClient
        let pupil: TestClient
        let rival: TestClient
        /// A pupil who looks on from no seat.
        let watcher: TestClient
        let code: String

        static let names = ["Ms Ada", "Mika", "Noor", "Chidi"]
        static func id(_ number: Int) -> PlayerID { PlayerID(high: 7, low: UInt64(number)) }
        static func roll(least: Int = 0, without: Int? = nil) -> ClassRoll {
            var places: [PlayerID: ClassRoll.Place] = [:]
            for (number, name) in names.enumerated() where number != without {
                places[id(number)] = ClassRoll.Place(
                    name: name, isTeacher: number == 0, leastSignOuts: number == 2 ? least : 0)
            }
            return ClassRoll(places)
        }

        static func settings() -> HubSettings {
            var settings = HubSettings()
            settings.classroom = roll()
            return settings
        }

        init() throws {
            world = try HubWorld(settings: Lesson.settings())
            (teacher, pupil) = (try Lesson.enter(world, 0), try Lesson.enter(world, 1))
            (rival, watcher) = (try Lesson.enter(world, 2), try Lesson.enter(world, 3))
            code = teacher.ask(.createRoom(name: "Class 7b"))["room"] as? String ?? ""
            for client in [pupil, rival] { #expect(client.ask(.join(room: code, resume: nil)).type == "joined") }
            #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching")
        }

        static func enter(_ world: HubWorld, _ number: Int) throws -> TestClient {
            #expect(account(world, number)?.name == names[number])
            return world.connect(id(number))
        }

        /// Shows the code of somebody.
        static func account(_ world: HubWorld, _ number: Int) -> Account? {
            let found = Mutable<Account?>(nil)
            world.hub.accounts.enterClass(id(number)) { found.value = (try? $0.get()) ?? nil }
            world.run()
            return found.value
        }

        var room: LiveRoom? { world.hub.library.rooms.values.first { $0.toldCode.text == code } }
        var race: String { room?.state.series?.round?.race.text ?? "" }
        var answer: String {
            guard let deal = room?.state.series?.round?.deal,
                let words = world.hub.context.puzzleSource.words(of: deal.sprint.line)
            else { return "" }
            return words.alphabet.text(deal.answer)
        }
        func play(_ client: TestClient, _ word: String, row: Int) {
            #expect(client.ask(.inRoom(room: code, .play(race: race, row: row, word: word))).type == "played")
        }
        func pass(_ ms: Int) {
            world.advance(ms: ms)
            world.run()
            world.tick()
        }
        func start(rounds: Int = 2) {
            #expect(teacher.ask(.inRoom(room: code, .settings(SprintChange(rounds: rounds)))).type == "done")
            #expect(teacher.ask(.inRoom(room: code, .start)).type == "done")
            pass(RoomState.countdown)
        }
        /// A rival solves the day and a round, in so many moves each, or does nothing.
        func race(_ moves: Int) {
            if moves > 0 { world.finish(rival, turns: moves, ms: 0) }
            start()
            let wrong = Array(TestWords.words.filter { $0 != answer }.prefix(6))
            for row in 0..<max(0, moves - 1) { play(rival, wrong[row], row: row) }
            if moves > 0 { play(rival, answer, row: moves - 1) }
            pass(1_000)
        }
        /// Somebody who comes back by the number of the last event that was heard, and somebody who comes anew.
        func comeBack() -> [TestClient] {
            let back = world.connect(Lesson.id(1))
            let sequence = pupil.pushes("event").last?["seq"] as? Int ?? 0
            let epoch = room?.record.wireEpoch ?? 0
            _ = back.ask(.join(room: code, resume: ResumePoint(epoch: epoch, sequence: sequence)))
            let anew = world.connect(Lesson.id(1))
            _ = anew.ask(.join(room: code, resume: nil))
            return [back, anew]
        }
        var veiled: [TestClient] { [pupil, watcher] }

        /// The documents of a pupil over HTTP: the export, and the first page of the room's races.
        func documents() throws -> [String] {
            let export = Mutable<[UInt8]?>(nil)
            world.hub.accounts.export(of: Lesson.id(1)) { export.value = (try? $0.get()) ?? nil }
            world.run()
            let code = try #require(RoomCode(code))
            let page = try Query.answer(world) {
                world.hub.documents.history(of: code, player: Lesson.id(1), before: nil, limit: 1, then: $0)
            }
            return [String(decoding: try #require(export.value), as: UTF8.self), sorted(page)]
        }
    }

    @Test("Every byte that a pupil is sent is the same whether a rival has solved day and round, or done nothing")
    func nothingOfRivals() throws {
        for moves in [1, 2, 4] {
            let (busy, idle) = (try Lesson(), try Lesson())
            busy.race(moves)
            idle.race(0)
            for (one, other) in zip(busy.veiled + busy.comeBack(), idle.veiled + idle.comeBack()) {
                #expect(one.bytes.count > 100)
                #expect(String(decoding: one.bytes, as: UTF8.self) == String(decoding: other.bytes, as: UTF8.self))
            }
            // Rankings and the day's figures tell nothing either.
            let board = "guess-en-5/\(busy.world.today.day.text)"
            for text in [board, "guess-en-5/all", "guess-en-5/2026-W47", "guess-en-5/2026-11"] {
                #expect(busy.pupil.ask(.look(RankingRequest(board: text, room: nil, isClean: false))).type == "error")
            }
            for room in [nil, busy.code] {
                let reply = busy.pupil.ask(.look(RankingRequest(board: board, room: room, isClean: false)))
                #expect(reply.type == "error")
            }
            let today = { (world: HubWorld) throws in
                try Query.answer(world) { world.hub.documents.today(then: $0) }
            }
            #expect(try today(busy.world)["finished"] as? Int == 0)
            #expect(sorted(try today(busy.world)) == sorted(try today(idle.world)))
        }
    }

    @Test("A pupil's export and the room's list of races count no move of a rival in a race that runs")
    func nothingOfRivalsInDocuments() throws {
        let documents = try [0, 1, 4].map { moves in
            let lesson = try Lesson()
            // Before what the pupil does, whose numbers in the room's log are higher by that.
            if moves > 0 { lesson.world.finish(lesson.rival, turns: moves, ms: 0) }
            lesson.world.finish(lesson.pupil, turns: 2, ms: 1_000)
            lesson.start(rounds: 6)
            for _ in 0..<5 {
                #expect(lesson.teacher.ask(.inRoom(room: lesson.code, .endRound)).type == "done")
                lesson.pass(RoomState.pause)
                lesson.pass(RoomState.countdown)
            }
            let wrong = Array(TestWords.words.filter { $0 != lesson.answer }.prefix(6))
            for row in 0..<moves { lesson.play(lesson.rival, wrong[row], row: row) }
            lesson.play(lesson.pupil, wrong[0], row: 0)
            return try lesson.documents()
        }
        #expect(documents[0] == documents[1] && documents[0] == documents[2])
        #expect(documents[0][0].contains(#"{"seq":1,"#) && documents[0][0].contains(#""kind":"played""#))
        #expect(documents[0][1].contains(#""next":"sprint-1-5""#), "there is a page behind this one")
        // Where nobody is veiled, an export has the numbers of the log.
        let teacher = Mutable<[UInt8]?>(nil)
        let lesson = try Lesson()
        lesson.world.hub.accounts.export(of: Lesson.id(0)) { teacher.value = (try? $0.get()) ?? nil }
        lesson.world.run()
        #expect(String(decoding: teacher.value ?? [], as: UTF8.self).contains(#"{"seq":2,"#))
    }

    @Test("No byte sent to pupils holds a rival's colours, words or end before the round is over; then all does")
    func bytes() throws {
        let lesson = try Lesson()
        lesson.start(rounds: 1)
        let wrong = TestWords.words.first { $0 != lesson.answer } ?? ""
        let answer = lesson.answer
        lesson.play(lesson.rival, wrong, row: 0)
        lesson.play(lesson.rival, answer, row: 1)
        for client in lesson.veiled + lesson.comeBack() {
            let text = String(decoding: client.bytes, as: UTF8.self)
            for secret in [wrong, answer, "marks", "guessed", "finished", "solved", "22222"] {
                #expect(!text.contains("\"\(secret)\""), "\(secret)")
            }
        }
        let kinds = { (client: TestClient) in
            client.pushes("event").compactMap { $0.object("event")["kind"] as? String }
        }
        #expect(kinds(lesson.teacher).suffix(3) == ["guessed", "guessed", "finished"], "the teacher sees the lanes")
        #expect(lesson.teacher.ask(.inRoom(room: lesson.code, .endRound)).type == "done")
        for client in lesson.veiled {
            #expect(kinds(client).suffix(5) == ["guessed", "guessed", "finished", "round_over", "series_over"])
            let numbers = client.pushes("event").compactMap { $0["seq"] as? Int }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
            let over = client.pushes("event").dropLast().last?.object("event") ?? [:]
            #expect(over["answer"] as? String == answer)
        }
        // A page that was there from the start and one that comes now have the same room.
        let anew = lesson.world.connect(Lesson.id(1))
        let reply = anew.ask(.join(room: lesson.code, resume: nil))
        #expect(reply["seq"] as? Int == lesson.pupil.pushes("event").last?["seq"] as? Int)
        #expect(String(decoding: anew.bytes, as: UTF8.self).contains(wrong))
    }

    @Test("The lanes of a day are told at its end, also in a room that was out of memory meanwhile")
    func dayIsOver() throws {
        for isRestarted in [false, true] {
            let lesson = try Lesson()
            lesson.world.finish(lesson.rival, turns: 2)
            #expect(!String(decoding: lesson.pupil.bytes, as: UTF8.self).contains("\"guessed\""))
            guard isRestarted else {
                lesson.world.nextDay()
                let kinds = lesson.pupil.pushes("event").compactMap { $0.object("event")["kind"] as? String }
                #expect(kinds.suffix(5) == ["started", "guessed", "guessed", "finished", "opened"])
                continue
            }
            let world = try lesson.world.restarted()
            let before = world.connect(Lesson.id(1))
            _ = before.ask(.join(room: lesson.code, resume: nil))
            #expect(!String(decoding: before.bytes, as: UTF8.self).contains("\"solved\""))
            world.nextDay()
            let after = world.connect(Lesson.id(1))
            #expect(after.ask(.join(room: lesson.code, resume: nil)).type == "joined")
            #expect(String(decoding: after.bytes, as: UTF8.self).contains("\"solved\":true"))
        }
    }

    @Test("Names are the roster's: nobody takes another, nor a pseudonym, and the roster's new name is taken")
    func names() throws {
        let lesson = try Lesson()
        for client in [lesson.pupil, lesson.teacher] {
            #expect(client.ask(.rename(name: "Somebody")).code == "not_in_class")
            #expect(client.ask(.inRoom(room: lesson.code, .pseudonym(true))).code == "not_in_class")
        }
        let manner = JoiningManner(pseudonym: true)
        _ = lesson.rival.ask(.leave(room: lesson.code))
        _ = lesson.rival.ask(.join(room: lesson.code, resume: nil, password: nil, manner: manner))
        #expect(lesson.room?.state.members.map(\.name) == ["Ms Ada", "Mika", "Noor"])
        lesson.world.hub.accounts.take(
            ClassRoll([Lesson.id(1): ClassRoll.Place(name: "Mika B"), Lesson.id(0): .init(name: "A", isTeacher: true)]))
        #expect(Lesson.account(lesson.world, 1)?.name == "Mika B")
        #expect(lesson.room?.state.members.map(\.name).contains("Mika B") == true)
        #expect(lesson.pupil.pushes("renamed").last?["name"] as? String == "Mika B")
    }

    @Test("There is no lobby and no reaction, and pupils found and host nothing")
    func powers() throws {
        let lesson = try Lesson()
        #expect(lesson.pupil.ask(.createRoom(name: "Mine")).code == "not_in_class")
        #expect(lesson.pupil.ask(.inRoom(room: lesson.code, .react(.wow))).code == "not_in_class")
        #expect(lesson.teacher.ask(.inRoom(room: lesson.code, .list(true))).code == "not_in_class")
        #expect(lesson.pupil.ask(.lobby(on: true)).list("rooms").isEmpty)
        // The seat of the host falls to a pupil, and its powers to nobody, until the teacher is back.
        lesson.teacher.disconnect()
        lesson.pass(RoomState.hostPatience + 1_000)
        #expect(lesson.room?.state.host == 2)
        for request in [RoomRequest.start, .close, .kick(seat: 3), .lock(true), .newCode, .stageKey] {
            #expect(lesson.pupil.ask(.inRoom(room: lesson.code, request)).code == "not_in_class", "\(request)")
        }
        let back = lesson.world.connect(Lesson.id(0))
        _ = back.ask(.join(room: lesson.code, resume: nil))
        #expect(lesson.room?.state.host == 1)
        #expect(back.ask(.inRoom(room: lesson.code, .start)).type == "done")
    }

    @Test("Nobody who is not on the roll gets in, and who is taken off it is put out at once")
    func roll() throws {
        let lesson = try Lesson()
        let stranger = try #require(try? lesson.world.hub.createdGuest(lesson.world))
        let client = TestClient(lesson.world, stranger)
        #expect(client.ask(.hello(protocol: 1, token: nil)).code == "unauthorized")
        lesson.world.hub.accounts.take(Lesson.roll(without: 2))
        lesson.world.run()
        #expect(lesson.rival.closeCode == SessionEnd.signedOut && lesson.pupil.closeCode == nil)
        #expect(TestClient(lesson.world, Lesson.id(2)).ask(.hello(protocol: 1, token: nil)).code == "unauthorized")
        #expect(Lesson.account(lesson.world, 2) == nil)
    }

    @Test("A renewed code ends what the one before has opened, and its first use signs in anew")
    func renewed() throws {
        let lesson = try Lesson()
        lesson.world.hub.accounts.take(Lesson.roll(least: 9))
        lesson.world.run()
        #expect(lesson.rival.closeCode == SessionEnd.signedOut)
        #expect(TestClient(lesson.world, Lesson.id(2)).ask(.hello(protocol: 1, token: nil)).code == "unauthorized")
        let account = try #require(Lesson.account(lesson.world, 2))
        #expect(account.signOuts >= 9)
        let token = lesson.world.hub.context.environment.tokens.token(for: SessionClaim(account))
        let client = TestClient(lesson.world, Lesson.id(2), identity: false)
        #expect(client.ask(.hello(protocol: 1, token: token)).type == "welcome")
        #expect(Lesson.account(lesson.world, 2)?.signOuts == account.signOuts, "that is done once")
    }

    @Test("The code of a player who was deleted opens nothing")
    func deleted() throws {
        let lesson = try Lesson()
        lesson.world.hub.accounts.deletePlayer(Lesson.id(2), name: "Noor") { _ in }
        lesson.world.run()
        #expect(Lesson.account(lesson.world, 2) == nil)
        #expect(lesson.world.reports.isEmpty, "and is no fault of the disk")
    }

    @Test("A welcome says what there is: rankings for the teacher alone")
    func features() throws {
        let lesson = try Lesson()
        let features = { (client: TestClient) in
            client.messages.first { $0.type == "welcome" }?["features"] as? [String] ?? []
        }
        #expect(features(lesson.pupil) == ["guess", "archive", "practice", "sprint", "classroom"])
        #expect(features(lesson.teacher).suffix(3) == ["sprint", "classroom", "teacher"])
        let board = "guess-en-5/\(lesson.world.today.day.text)"
        let reply = lesson.teacher.ask(.look(RankingRequest(board: board, room: nil, isClean: false)))
        #expect(reply.type == "ranking")
    }
}

extension SessionHub {
    /// A guest of the time before the class.
    fileprivate func createdGuest(_ world: HubWorld) throws -> PlayerID {
        let found = Mutable<PlayerRecord?>(nil)
        accounts.createGuest { found.value = try? $0.get() }
        world.run()
        return try #require(found.value).id
    }
}
