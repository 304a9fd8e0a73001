import Foundation
import GameRules
import Testing

@testable import Rooms

@Suite struct RoomEventTests {
    /// The stored form of every event. A change here loses people's rooms: add, never alter.
    private static let stored: [(RoomEvent, String)] = {
        let player = PlayerID(high: 1, low: 2)
        let puzzle = PuzzleID(line: .today, day: Day(number: 20_778))
        let race = RaceID.daily(puzzle)
        return [
            (.created(name: "Kites"), #"{"created":{"name":"Kites"}}"#),
            (
                .joined(seat: 2, player: player, name: "Mika"),
                #"{"joined":{"name":"Mika","player":"00000000000000010000000000000002","seat":2}}"#
            ),
            (.left(seat: 2), #"{"left":{"seat":2}}"#),
            (.renamed(seat: 2, name: "Noor"), #"{"renamed":{"name":"Noor","seat":2}}"#),
            (.hosted(seat: 1), #"{"hosted":{"seat":1}}"#),
            (
                .opened(race: race, puzzle: puzzle),
                #"{"opened":{"puzzle":"guess-en-5/2026-11-21","race":"guess-en-5/2026-11-21"}}"#
            ),
            (.started(race: race, seat: 1), #"{"started":{"race":"guess-en-5/2026-11-21","seat":1}}"#),
            (
                .guessed(
                    race: race, seat: 1, row: 0, pattern: Pattern([.absent, .present, .correct, .absent, .absent]),
                    elapsed: 812),
                #"{"guessed":{"elapsed":812,"pattern":"01200","race":"guess-en-5/2026-11-21","row":0,"seat":1}}"#
            ),
            (
                .finished(race: race, seat: 1, solved: true, turns: 4, elapsed: 41_000),
                #"{"finished":{"elapsed":41000,"race":"guess-en-5/2026-11-21","seat":1,"solved":true,"turns":4}}"#
            ),
        ]
    }()

    @Test func theStoredFormIsFrozen() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (event, text) in Self.stored {
            #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(RoomEvent.self, from: Data(text.utf8)) == event)
        }
    }

    /// What is written without an encoder is what the encoder writes.
    @Test func theShortWayGivesTheSameText() throws {
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
