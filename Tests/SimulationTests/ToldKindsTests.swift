import GameRules
import Messages
import Rooms
import TestKit
import Testing

@testable import Server

/// The kinds that are counted as told are those of the server.
@Suite struct ToldKindsTests {
    private static let puzzle = PuzzleID(line: .standard, day: Day(number: 20_000))

    @Test(
        "A message has the same kind as a case and as JSON",
        arguments: [
            .renamed(name: "Mika"), .hardMode(puzzle: puzzle, hard: .off), .left(room: "KYTE7"), .done(room: "KYTE7"),
            .code(room: "KYTE7", code: "QRSTV"), .reaction(room: "KYTE7", seat: 1, .gg), .rankingEnded, .lobby([]),
            .solutions(of: .game(puzzle), common: ["crane"], count: 2), .counts(of: .game(puzzle), [2, 1]),
            .pong(time: 1),
            .error(ErrorReply(.moved, "Moved.")),
            .presence(room: "KYTE7", Presence(seats: [1], watchers: 0)), .moved(puzzle: puzzle),
            .movedInRoom(room: "KYTE7"), .resync(room: "KYTE7"),
            .announcement(HostAnnouncement(text: "Cups at six", time: 1)), .announcement(nil),
            .day(time: 1, today: PuzzleView(puzzle: puzzle, rows: 6, ends: 1, commitment: "ff"), lines: []),
        ] as [ServerMessage])
    func aMessageIsOfOneKindAsACaseAndAsJSON(message: ServerMessage) {
        #expect(MessageKind(message.encoded(re: 7)) == MessageKind(message))
    }

    @Test(
        "An event has the same kind as a case and as JSON",
        arguments: [
            .created(name: "Kites"), .joined(seat: 1, name: "Mika"), .left(seat: 1), .renamed(seat: 1, name: "Mika"),
            .pseudonym(seat: 1, on: true, held: false), .pseudonym(seat: 1, on: true, held: true), .hosted(seat: 1),
            .opened(race: "sprint-1-1", puzzle: puzzle, rows: 6), .started(race: "sprint-1-1", seat: 1),
            .named(name: "Kites"), .daily(.standard), .locked(true), .password(needed: true), .listed(true),
            .code("QRSTV"),
            .kicked(seat: 1), .unkicked(seat: 1), .closed, .ready(seat: 1, true),
        ] as [RoomEventView.Kind])
    func anEventIsOfOneKindAsACaseAndAsJSON(event: RoomEventView.Kind) throws {
        let message = ServerMessage.event(
            room: "KYTE7", epoch: 1, RoomEventView(sequence: 1, time: 1, kind: event))
        #expect(MessageKind(message.encoded()) == MessageKind(message))
        #expect(EventKind(try JSONTree(parsing: message.encoded())) == EventKind(event))
    }

    @Test("Every document has an address")
    func everyDocumentHasAnAddress() throws {
        let code = try #require(RoomCode("KYTE7"))
        let resources: [HubResource] = [
            .health, .account(.session), .account(.me), .account(.newLink), .account(.link), .account(.signOut),
            .account(.export), .today, .puzzle(ToldKindsTests.puzzle), .results(.puzzles(.standard)),
            .results(.leaderboard("guess-en-5/all")),
            .results(.statistics), .results(.games), .rooms, .history(code),
            .replay(code, .daily(ToldKindsTests.puzzle)), .boards(code, ToldKindsTests.puzzle),
        ]
        let kinds = resources.compactMap { DocumentKind(.hub($0)) }
        #expect(kinds.count == DocumentKind.allCases.count && Set(kinds) == Set(DocumentKind.allCases))
    }
}
