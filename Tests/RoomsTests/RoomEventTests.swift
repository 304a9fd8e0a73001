import Foundation
import GameRules
import Testing

@testable import Rooms

@Suite struct RoomEventTests {
    /// The stored form of every event. A change here loses people's rooms: add, never alter.
    private static let stored: [(RoomEvent, String)] = {
        let player = PlayerID(high: 1, low: 2)
        let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))
        let race = RaceID.daily(puzzle)
        return [
            (.created(name: "Kites"), #"{"created":{"name":"Kites"}}"#),
            (
                .joined(seat: 2, player: player, name: "Mika"),
                #"{"joined":{"name":"Mika","player":"00000000000000010000000000000002","seat":2}}"#
            ),
            (.left(seat: 2), #"{"left":{"seat":2}}"#),
            (.renamed(seat: 2, name: "Noor"), #"{"renamed":{"name":"Noor","seat":2}}"#),
            (.pseudonym(seat: 2, on: true), #"{"pseudonym":{"on":true,"seat":2}}"#),
            (.nameHeld(seat: 2, held: true), #"{"nameHeld":{"held":true,"seat":2}}"#),
            (.hosted(seat: 1), #"{"hosted":{"seat":1}}"#),
            (
                .opened(race: race, puzzle: puzzle),
                #"{"opened":{"puzzle":"guess-en-5/2026-11-21","race":"guess-en-5/2026-11-21"}}"#
            ),
            (.started(race: race, seat: 1), #"{"started":{"race":"guess-en-5/2026-11-21","seat":1}}"#),
            (
                .guessed(
                    race: race, seat: 1, row: 0,
                    pattern: .marks(Pattern([.absent, .present, .correct, .absent, .absent])), elapsed: 812),
                #"{"guessed":{"elapsed":812,"pattern":"01200","race":"guess-en-5/2026-11-21","row":0,"seat":1}}"#
            ),
            (
                .finished(race: race, seat: 1, solved: true, turns: 4, elapsed: 41_000),
                #"{"finished":{"elapsed":41000,"race":"guess-en-5/2026-11-21","seat":1,"solved":true,"turns":4}}"#
            ),
        ] + powers + sprints
    }()

    private static var powers: [(RoomEvent, String)] {
        guard let code = RoomCode("KYTE7") else { preconditionFailure("a code") }
        return [
            (.named(name: "Larks"), #"{"named":{"name":"Larks"}}"#),
            (.daily(line: .standard), #"{"daily":{"line":"guess-en-5"}}"#),
            (.locked(locked: true), #"{"locked":{"locked":true}}"#),
            (
                .password(hash: RoomPassword(salt: "0a", digest: "ff")),
                #"{"password":{"hash":{"digest":"ff","salt":"0a"}}}"#
            ),
            (.password(hash: nil), #"{"password":{}}"#),
            (.listed(listed: false), #"{"listed":{"listed":false}}"#),
            (.barred(barred: true), #"{"barred":{"barred":true}}"#),
            (.code(code: code), #"{"code":{"code":"KYTE7"}}"#),
            (.kicked(seat: 2), #"{"kicked":{"seat":2}}"#),
            (.unkicked(seat: 2), #"{"unkicked":{"seat":2}}"#),
            (.closed, #"{"closed":{}}"#),
            (.satOut(seat: 2, out: true), #"{"satOut":{"out":true,"seat":2}}"#),
            (.ready(seat: 2, ready: true), #"{"ready":{"ready":true,"seat":2}}"#),
        ]
    }

    private static var sprints: [(RoomEvent, String)] {
        let settings = SprintSettings()
        let sprint =
            #"{"hard":"off","late":"start","limit":180,"line":"guess-en-5","next":"auto","rounds":3,"rows":6}"#
        let race = RaceID.sprint(series: 2, round: 1)
        let word = TestRoom.word("adieu")
        let pattern = Verdict.marks(Pattern([.absent, .present, .correct, .absent, .absent]))
        let standing = SprintStanding(
            seat: 1, place: 1, points: 10, solved: true, turns: 1, elapsed: 812, words: [word])
        return [
            (.settings(sprint: settings), #"{"settings":{"sprint":\#(sprint)}}"#),
            (.series(series: 2, sprint: settings), #"{"series":{"series":2,"sprint":\#(sprint)}}"#),
            (
                .round(
                    deal: SprintDeal(
                        series: 2, round: 1, seats: [1, 3], starts: 1_000, ends: 181_000,
                        word: SprintWord(PuzzleSecret(answer: word), salt: "0a", commitment: "ff"), sprint: settings)),
                #"{"round":{"deal":{"answer":"adieu","commitment":"ff","ends":181000,"race":"sprint-2-1","round":1,"#
                    + #""salt":"0a","seats":[1,3],"series":2,"sprint":\#(sprint),"starts":1000}}}"#
            ),
            (
                .dealt(race: race, line: .standard, tiles: word),
                #"{"dealt":{"line":"guess-en-5","race":"sprint-2-1","tiles":"adieu"}}"#
            ),
            (
                .played(
                    race: race, seat: 1, row: 0, word: Word([Letter(0), Letter(26), Letter(31)]), pattern: pattern,
                    elapsed: 812),
                #"{"played":{"elapsed":812,"pattern":"01200","race":"sprint-2-1","row":0,"seat":1,"word":"a05"}}"#
            ),
            (
                .roundOver(
                    result: SprintResult(
                        race: race, line: .standard, answer: word, salt: "0a", standings: [standing], next: 9)),
                #"{"roundOver":{"result":{"answer":"adieu","line":"guess-en-5","next":9,"race":"sprint-2-1","#
                    + #""salt":"0a","standings":[{"elapsed":812,"place":1,"points":10,"seat":1,"solved":true,"#
                    + #""turns":1,"words":["adieu"]}]}}}"#
            ),
            (
                .roundOver(
                    result: SprintResult(
                        race: race, line: .standard, answer: word, salt: "0a", standings: [], next: nil,
                        isEndedByHost: true)),
                #"{"roundOver":{"result":{"answer":"adieu","endedByHost":true,"line":"guess-en-5","#
                    + #""race":"sprint-2-1","salt":"0a","standings":[]}}}"#
            ),
            (
                .seriesOver(series: 2, podium: [PodiumPlace(seat: 1, place: 1, points: 10)], cancelled: false),
                #"{"seriesOver":{"cancelled":false,"podium":[{"place":1,"points":10,"seat":1}],"series":2}}"#
            ),
        ]
    }

    @Test("An event takes 96 bytes of memory at most: rooms keep hundreds")
    func size() { #expect(MemoryLayout<LoggedEvent>.stride <= 96) }

    /// A log must not be able to stop the server: what does not hold together is refused when it is read.
    @Test(
        "A stored event with impossible values is refused",
        arguments: [
            #"{"settings":{"sprint":{"hard":"off","late":"start","limit":180,"line":"guess-en-5","next":"auto","rounds":0,"rows":6}}}"#,
            #"{"settings":{"sprint":{"hard":"off","late":"start","limit":180,"line":"guess-en-5","next":"auto","rounds":3,"rows":99}}}"#,
            #"{"round":{"deal":{"answer":"adieus","commitment":"ff","ends":2,"race":"sprint-2-1","round":1,"salt":"0a","seats":[],"series":2,"sprint":{"hard":"off","late":"start","limit":180,"line":"guess-en-5","next":"auto","rounds":3,"rows":6},"starts":1}}}"#,
            #"{"played":{"elapsed":1,"pattern":"0","race":"sprint-2-1","row":0,"seat":1,"word":"É"}}"#,
            #"{"code":{"code":"KYTE"}}"#,
        ])
    func whatCannotBeIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RoomEvent.self, from: Data(text.utf8)) }
    }

    /// Logs from before there were sprints are rooms still.
    @Test("A log from before sprints folds to a room")
    func oldLogsFold() throws {
        let log = try Self.stored.prefix(10).enumerated().map { index, stored in
            LoggedEvent(
                sequence: index + 1, time: 0, event: try JSONDecoder().decode(RoomEvent.self, from: Data(stored.1.utf8))
            )
        }
        let room = RoomState(replaying: log)
        #expect(room.name == "Kites" && room.series == nil && room.door == RoomDoor())
        #expect(room.sprintSettings == SprintSettings() && room.ready.isEmpty)
    }

    @Test("The stored form of every event is frozen")
    func theStoredFormIsFrozen() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (event, text) in Self.stored {
            #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(RoomEvent.self, from: Data(text.utf8)) == event)
        }
    }

    @Test("Every kind of event has a frozen form, under the name of the kind")
    func everyKindIsFrozen() {
        #expect(Set(Self.stored.map(\.0.kind)) == Set(RoomEvent.Kind.allCases))
        for (event, text) in Self.stored { #expect(text.hasPrefix("{\"\(event.kind.rawValue)\":")) }
    }

    /// Text that is written without an encoder equals that of the encoder.
    @Test("The fast encoding gives the encoder's text")
    func theShortWayGivesTheSameText() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let short = Self.stored.filter { $0.0.storedText != nil }
        #expect(short.count == 2)
        for (event, text) in short { #expect(event.storedText == text) }
        // A race of another kind, whose name would have to be escaped.
        let odd = try JSONDecoder().decode(RaceID.self, from: Data(#""a\"b""#.utf8))
        let event = RoomEvent.finished(race: odd, seat: 1, solved: false, turns: 6, elapsed: 0)
        #expect(event.storedText == nil)
    }
}
