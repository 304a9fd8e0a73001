import Foundation
import GameRules
import TestKit
import Testing

@testable import Rooms

@Suite struct SeriesTests {
    @Test("A series runs from its start to the podium")
    func aSeriesFromTheStartToThePodium() throws {
        var room = TestRoom()
        try room.start { $0.rounds = 2 }
        #expect(room.round?.race.text == "sprint-1-1")
        #expect(room.round?.deal.seats == [1, 2])
        room.advance(ms: 4_000)
        try room.play("crane", row: 0, by: 2)
        try room.play("adieu", row: 1, by: 2)
        #expect(room.tick().isEmpty, "the other one plays")
        room.advance(ms: 1_000)
        try room.play("adieu", row: 0, by: 1)
        let over = room.tick()
        let standings = try #require(
            over.compactMap { event in
                if case .roundOver(let result) = event { result.standings } else { nil }
            }.first)
        #expect(standings.map(\.seat) == [1, 2], "fewer turns before less time")
        #expect(standings.map(\.points) == [10, 7])
        #expect(standings.map(\.elapsed) == [5_000, 4_000])
        #expect(standings.map(\.words.count) == [1, 2])
        #expect(room.series?.phase == .pause)
        #expect(room.state.nextDue(room.presence) == room.now + RoomState.pause)
        room.advance(ms: RoomState.pause - 1)
        #expect(room.tick().isEmpty)
        room.advance(ms: 1)
        room.tick()
        #expect(room.round?.race.text == "sprint-1-2")
        #expect(room.round?.deal.answer == TestRoom.word("banjo"))
        room.advance(ms: RoomState.countdown)
        try room.play("banjo", row: 0, by: 2)
        try room.play("banjo", row: 0, by: 1)
        let end = room.tick()
        #expect(
            end.last
                == .seriesOver(
                    series: 1,
                    podium: [PodiumPlace(seat: 1, place: 1, points: 20), PodiumPlace(seat: 2, place: 2, points: 17)],
                    cancelled: false))
        #expect(room.series?.phase == .over)
        #expect(room.state.nextDue(room.presence) == nil)
        try room.use(.start)
        #expect(room.round?.race.text == "sprint-2-1")
        #expect(room.series?.points.isEmpty == true)
    }

    @Test("The page and the protocol have the points of the code")
    func pointsElsewhere() throws {
        let points = Round.points.map(String.init).joined(separator: ", ")
        for (file, text) in [
            ("web/components/sprint/pace.js", "const placePoints = [\(points)];"),
            ("docs/protocol.md", "those\nwho solve it: \(points), and 1 for every later place"),
        ] {
            let content = try String(contentsOfFile: "\(TestServer.root)/\(file)", encoding: .utf8)
            #expect(content.contains(text), "\(file)")
        }
    }

    @Test("Equal results share the place and the points")
    func equalOnesShareThePlaceAndThePoints() throws {
        var room = TestRoom(seats: 4)
        try room.start()
        for player in [1, 2] { try room.play("adieu", row: 0, by: player) }
        room.advance(ms: 1_000)
        try room.play("adieu", row: 0, by: 3)
        for row in 0..<6 { try room.play("crane", row: row, by: 4) }
        room.tick()
        let places = try #require(room.series).podium
        #expect(places.map(\.seat) == [1, 2, 3, 4])
        #expect(places.map(\.place) == [1, 1, 3, 4])
        #expect(places.map(\.points) == [10, 10, 5, 0])
    }

    @Test("Every solve earns at least one point")
    func pointsGoDownToOneForASolve() throws {
        var room = TestRoom(seats: 9)
        try room.start()
        for player in 1...9 {
            room.advance(ms: 1)
            try room.play("adieu", row: 0, by: player)
        }
        room.tick()
        #expect(room.series?.podium.map(\.points) == [10, 7, 5, 4, 3, 2, 1, 1, 1])
    }

    @Test("A guess before the start or after the time limit is refused")
    func theClockBoundsTheRound() throws {
        var room = TestRoom()
        try room.use(.start)
        room.advance(ms: RoomState.countdown - 1)
        #expect(throws: SprintMoveRefusal.room(.notStarted)) { try room.play("crane", row: 0, by: 1) }
        room.advance(ms: 1)
        try room.play("crane", row: 0, by: 1)
        room.advance(ms: 180_000 - 1)
        try room.play("slate", row: 1, by: 1)
        #expect(room.tick().isEmpty)
        room.advance(ms: 1)
        #expect(throws: SprintMoveRefusal.room(.roundOver)) { try room.play("adieu", row: 2, by: 1) }
        #expect(room.tick().count == 1)
        #expect(room.series?.podium.map(\.points) == [0, 0])
    }

    @Test("A round says whether the host ended it before its time", arguments: [HostPower.endRound, .endSeries])
    func anEndByTheHost(power: HostPower) throws {
        var room = TestRoom()
        try room.start { $0.rounds = 2 }
        room.advance(ms: 4_000)
        try room.play("crane", row: 0, by: 1)
        #expect(try room.use(power).contains { if case .roundOver(let end) = $0 { end.isEndedByHost } else { false } })
        #expect(room.round?.isOver == true && room.round?.isEndedByHost == true)
    }

    @Test("A round whose time is out, or whose racers are done, was not ended by the host")
    func anEndByItself() throws {
        var late = TestRoom()
        try late.start { $0.rounds = 2 }
        late.advance(ms: RoomState.countdown + 180_000)
        let events = try late.use(.endRound)
        #expect(events.isEmpty, "words that were read in time may still be on their way")
        late.tick()
        #expect(late.round?.isOver == true && late.round?.isEndedByHost == false)
        var done = TestRoom()
        try done.start { $0.rounds = 2 }
        done.advance(ms: 4_000)
        for player in [1, 2] { try done.play("adieu", row: 0, by: player) }
        done.tick()
        #expect(done.round?.isOver == true && done.round?.isEndedByHost == false)
    }

    @Test("A guess sent again gets the same answer, even after the round")
    func aGuessSentTwiceIsAnsweredTwiceAlsoWhenTheRoundIsOver() throws {
        var room = TestRoom()
        try room.start()
        room.advance(ms: 500)
        let first = try room.play("crane", row: 0, by: 1)
        #expect(first.events.count == 1)
        room.advance(ms: 500)
        let again = try room.play("crane", row: 0, by: 1)
        #expect(again.events.isEmpty && again.game == first.game)
        #expect(throws: SprintMoveRefusal.move(.guess(.staleRow(next: 1)))) { try room.play("slate", row: 0, by: 1) }
        room.advance(ms: 200_000)
        room.tick()
        #expect(try room.play("crane", row: 0, by: 1).events.isEmpty)
        #expect(throws: SprintMoveRefusal.room(.roundOver)) { try room.play("slate", row: 1, by: 1) }
    }

    @Test("A guess is judged by the rules of the series")
    func aGuessIsJudgedByTheRulesOfTheSeries() throws {
        var room = TestRoom()
        try room.start {
            $0.hard = .hard
            $0.rows = 4
        }
        let move = SprintMove(race: "sprint-1-1", row: 0, word: TestRoom.word("zzzzz"))
        #expect(throws: SprintMoveRefusal.move(.guess(.notInWordList))) {
            try room.state.decide(move, by: TestRoom.player(1), now: room.now, isInList: { $0 != move.word })
        }
        try room.play("audio", row: 0, by: 1)
        #expect(throws: SprintMoveRefusal.self, "a, d and i are known") { try room.play("crane", row: 1, by: 1) }
        for (row, word) in ["aidau", "aidau", "aidau"].enumerated() { try room.play(word, row: row + 1, by: 1) }
        #expect(room.round?.isDone(1) == true)
        #expect(throws: SprintMoveRefusal.room(.noSuchRace)) {
            try room.state.decide(
                SprintMove(race: "sprint-1-2", row: 0, word: TestRoom.word("audio")), by: TestRoom.player(1),
                now: room.now, isInList: { _ in true })
        }
    }

    @Test("If the answer has left the list, any word is accepted and costs a row")
    func theWordHasLeftTheList() throws {
        for (word, status) in [("adieu", GameStatus.solved), ("zzzzz", .playing)] {
            var room = TestRoom()
            try room.start()
            let move = SprintMove(race: "sprint-1-1", row: 0, word: TestRoom.word(word))
            let result = try room.state.decide(move, by: TestRoom.player(1), now: room.now, isInList: { _ in false })
            #expect(result.game.status == status && result.game.moveCount == 1)
        }
    }

    @Test("A member who was briefly disconnected at the deal is not late")
    func whoBlinksAtTheDealIsNotLate() throws {
        var room = TestRoom(seats: 3)
        room.lose(3)
        try room.start {
            $0.late = .wait
            $0.rounds = 2
        }
        let third = TestRoom.player(3)
        #expect(room.state.decideLateStart(third, now: room.now - 1).count == 1, "the boards are not open yet")
        #expect(room.state.decideLateStart(third, now: room.now).isEmpty)
        for player in [1, 2] { try room.play("adieu", row: 0, by: player) }
        room.tick()
        room.lose(2)
        room.advance(ms: RoomState.pause)
        room.tick()
        room.advance(ms: RoomState.countdown + 1_000)
        #expect(room.round?.deal.seats == [1])
        let second = room.state.decideLateStart(TestRoom.player(2), now: room.now)
        #expect(second == [.started(race: .sprint(series: 1, round: 2), seat: 2)], "the series is the player's too")
        #expect(room.state.decideLateStart(third, now: room.now).isEmpty)
    }

    @Test("An abandoned series is cancelled once its grace period is over", arguments: [0, 1])
    func aSeriesDoesNotGoOnWithWhoComesNextDay(late: Int) throws {
        var room = TestRoom()
        try room.start { $0.limit = 60 }
        for seat in [1, 2] { room.lose(seat) }
        room.advance(ms: 60_000 + RoomState.seriesPatience - 1 + late)
        room.comeBack(1)
        room.tick()
        #expect(room.series?.phase == (late == 0 ? .pause : .over))
        #expect(room.series?.isCancelled == (late == 1))
    }

    /// Else whoever has found the word, or used up the rows, would come back to an empty board and know it.
    @Test("A player who gave up a game of the round gets no second one", arguments: [true, false])
    func whoGivesAGameUpGetsNoSecondOne(isKicked: Bool) throws {
        var room = TestRoom()
        try room.start { $0.late = .start }
        room.advance(ms: 500)
        try room.play("crane", row: 0, by: 2)
        if isKicked {
            try room.use(.kick(2))
            try room.use(.unkick(2))
        } else {
            room.take(try room.state.decide(.leave(TestRoom.player(2))))
        }
        room.take(try room.state.decide(.join(TestRoom.player(2), name: "Back")))
        room.lose(2)
        room.comeBack(3)
        #expect(room.state.decideLateStart(TestRoom.player(2), now: room.now).isEmpty)
        #expect(throws: SprintMoveRefusal.room(.notInRound)) { try room.play("slate", row: 0, by: 2) }
        try room.play("adieu", row: 0, by: 1)
        room.tick()
        room.advance(ms: RoomState.pause)
        room.tick()
        #expect(room.round?.deal.seats == [1, 3], "the next round has another word")
    }

    @Test("A latecomer starts at once or waits, as the settings say", arguments: [true, false])
    func lateOnesStartOrWait(starts: Bool) throws {
        var room = TestRoom()
        room.lose(2)
        try room.start { $0.late = starts ? .start : .wait }
        #expect(room.round?.deal.seats == [1])
        room.advance(ms: 7_000)
        room.comeBack(2)
        let events = room.state.decideLateStart(TestRoom.player(2), now: room.now)
        guard starts else {
            #expect(events.isEmpty)
            #expect(throws: SprintMoveRefusal.room(.notInRound)) { try room.play("crane", row: 0, by: 2) }
            return
        }
        #expect(events == [.started(race: .sprint(series: 1, round: 1), seat: 2)])
        room.take(events)
        #expect(room.state.decideLateStart(TestRoom.player(2), now: room.now).isEmpty)
        let result = try room.play("crane", row: 0, by: 2)
        #expect(result.game.moves.first?.elapsed == 7_000, "the clock of the round is everybody's")
        room.advance(ms: 180_000)
        #expect(room.state.decideLateStart(TestRoom.player(3), now: room.now).isEmpty)
    }

    @Test("A member who leaves loses the game and the points")
    func whoLeavesTakesTheGameAndThePointsAlong() throws {
        var room = TestRoom(seats: 3)
        try room.start()
        try room.play("adieu", row: 0, by: 3)
        try room.play("adieu", row: 0, by: 2)
        room.take(try room.state.decide(.leave(TestRoom.player(2))))
        try room.use(.kick(3))
        #expect(room.round?.games.keys.sorted() == [1])
        try room.play("adieu", row: 0, by: 1)
        room.tick()
        #expect(room.series?.points == [1: 10])
        room.take(try room.state.decide(.leave(TestRoom.player(1))))
        #expect(room.series?.points.isEmpty == true)
    }

    @Test("The host can start the next round at once and end the series")
    func theHostCanEndItAndGoOnAtOnce() throws {
        var room = TestRoom()
        try room.start { $0.next = .host }
        try room.play("adieu", row: 0, by: 1)
        try room.play("adieu", row: 0, by: 2)
        room.tick()
        #expect(room.state.nextDue(room.presence) == nil, "the host begins the next round")
        room.advance(ms: 86_400_000)
        #expect(room.tick().isEmpty)
        try room.use(.nextRound)
        #expect(room.round?.deal.round == 2)
        room.advance(ms: RoomState.countdown)
        try room.play("banjo", row: 0, by: 2)
        let events = try room.use(.endSeries)
        #expect(events.count == 2)
        #expect(
            events.last
                == .seriesOver(
                    series: 1,
                    podium: [PodiumPlace(seat: 2, place: 1, points: 20), PodiumPlace(seat: 1, place: 2, points: 10)],
                    cancelled: true))
        #expect(room.series?.isCancelled == true && room.round?.isOver == true)
    }

    @Test("A word recurs only after all words were used")
    func wordsComeBackOnlyWhenAllWereUsed() throws {
        var room = TestRoom()
        var words: [Word] = []
        for _ in 0..<6 {
            try room.use(.start)
            words.append(try #require(room.round?.deal.answer))
            try room.use(.endSeries)
        }
        #expect(words == ["adieu", "banjo", "cello", "fjord", "adieu", "banjo"].map(TestRoom.word))
    }

    @Test("A series in a language without words is refused")
    func aLineWithoutWordsIsNoSeries() throws {
        var room = TestRoom()
        let line = try #require(PuzzleLine(kind: .guess, language: "de", length: 5))
        try room.use(
            .settings(
                {
                    var settings = SprintSettings(); settings.line = line; return settings
                }()))
        #expect(throws: RoomRefusal.badSettings(.language)) { try room.use(.start) }
    }

    @Test("Folding the log gives the same room")
    func whoFoldsTheLogHasTheSameRoom() throws {
        var room = TestRoom(seats: 3)
        try room.start { $0.rounds = 2 }
        try room.play("crane", row: 0, by: 1)
        try room.play("adieu", row: 0, by: 2)
        room.take(try room.state.decideReady(TestRoom.player(3), true))
        room.advance(ms: 200_000)
        room.tick()
        try room.use(.kick(3))
        #expect(RoomState(replaying: room.log) == room.state)
    }

    @Test("Logged moves that the rules do not allow are dropped")
    func movesThatAreNoneAreDropped() throws {
        var room = TestRoom()
        try room.start()
        let race = RaceID.sprint(series: 1, round: 1)
        let solved = Verdict.marks(Pattern(repeatElement(.correct, count: 5)))
        room.take(
            .played(race: race, seat: 1, row: 0, word: TestRoom.word("crane"), pattern: solved, elapsed: 1),
            .played(race: race, seat: 1, row: 0, word: TestRoom.word("ox"), pattern: solved, elapsed: 1),
            .played(race: race, seat: 9, row: 0, word: TestRoom.word("adieu"), pattern: solved, elapsed: 1))
        #expect(room.round?.games[1]?.moveCount == 0)
    }
}
