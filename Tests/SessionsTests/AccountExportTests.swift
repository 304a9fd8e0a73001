import GameRules
import Messages
import Rooms
import Storage
import Testing
import WordLists

@testable import Sessions

/// The events of a player's seats in an export.
@Suite struct AccountExportTests {
    private func events(of logged: [LoggedEvent], showsNumbersOfLog: Bool) throws -> String {
        let world = try HubWorld()
        let player = PlayerRecord(id: PlayerID(high: 7, low: 7), name: "Mika", createdAt: 0)
        let export = AccountExport(
            of: player, games: [], at: 0, serverName: "Kytes", alphabet: Alphabet(language: "en"),
            views: Views(context: world.hub.context), most: 10_000, showsNumbersOfLog: showsNumbersOfLog)
        #expect(!export.goOn())
        export.beginRooms()
        export.begin(Sitting(room: RoomID(number: 9), code: nil, name: "", seats: [1], isSeated: false))
        let before = export.bytes.count
        export.add(logged)
        return String(decoding: export.bytes[before...], as: UTF8.self)
    }

    @Test("An export has a seat's events as its room saw them, and the player's own words of sprints besides")
    func ownWords() throws {
        let race = try #require(RaceID("sprint-1-1"))
        let alphabet = try #require(Alphabet(language: "en"))
        let word = try alphabet.word("crane")
        let verdict = try #require(Verdict(text: "22012"))
        let happened: [RoomEvent] = [
            .joined(seat: 1, player: PlayerID(high: 7, low: 7), name: "Mika"),
            .nameHeld(seat: 1, held: true),
            .played(race: race, seat: 1, row: 3, word: word, pattern: verdict, elapsed: 4_200),
            .finished(race: race, seat: 1, solved: false, turns: 4, elapsed: 4_200, points: 16),
        ]
        let logged = happened.enumerated().map { LoggedEvent(sequence: 10 * $0.offset, time: 5, event: $0.element) }
        let told = [
            #""event":{"kind":"joined","seat":1,"name":"Mika"}}"#,
            #""event":{"kind":"pseudonym","seat":1,"on":true,"held":true}}"#,
            #""event":{"kind":"played","race":"sprint-1-1","seat":1,"row":3,"word":"crane","marks":"22012","ms":4200}}"#,
            #""event":{"kind":"finished","race":"sprint-1-1","seat":1,"solved":false,"turns":4,"points":16,"ms":4200}}"#,
        ]
        for showsNumbersOfLog in [true, false] {
            let lines = told.enumerated().map {
                "{\"seq\":\(showsNumbersOfLog ? 10 * $0.offset : $0.offset + 1),\"time\":5,\($0.element)"
            }
            #expect(try events(of: logged, showsNumbersOfLog: showsNumbersOfLog) == lines.joined(separator: ","))
        }
    }
}
