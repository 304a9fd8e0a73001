import GameRules
import Puzzles
import Rooms
import Testing
import WordLists

@testable import Replays

/// Replays that a test makes of rooms and games of its own.
enum ReplaySample {
    static let epoch: UInt64 = 0x0f3b_21c0_7d5e_4a18

    static func key(_ byte: UInt8 = 7) throws -> SigningKey {
        SigningKey(seed: try #require(Seed([UInt8](repeating: byte, count: 32))))
    }

    static func alphabet() throws -> Alphabet { try #require(Alphabet(language: "en")) }

    static func word(_ text: String) throws -> Word { try alphabet().word(text) }

    /// The moves of one player: words with the ms at which they were played.
    typealias Play = [(word: String, ms: Int)]

    /// A round for the word GLIDE over thirty seconds, folded from events as a room's log has them. Names are odd on
    /// purpose.
    static func round(
        _ plays: [Play], of line: PuzzleLine = .standard, hard: HardMode = .off, answer: String = "glide"
    ) throws -> Replay {
        var settings = SprintSettings()
        settings.line = line
        settings.limit = 30
        settings.hard = hard
        let salt = Salt(random: [UInt8](0..<16))
        let race = RaceID.sprint(series: 2, round: 1)
        let commitment = Commitment(salt: salt, epoch: epoch, race: race.text, answer: answer)
        let names = ["Mika \"M\" 🎲", "Noor", "Chidi"]
        var events: [RoomEvent] = [.created(name: "Küche \\ Kites")]
        for seat in plays.indices {
            let id = PlayerID(high: 0, low: UInt64(seat))
            events.append(.joined(seat: seat + 1, player: id, name: names[seat]))
        }
        let secret = SprintWord(
            PuzzleSecret(answer: try word(answer), of: line, salt: salt), salt: salt.text, commitment: commitment.text)
        let deal = SprintDeal(
            series: 2, round: 1, seats: Array(1...plays.count), starts: 1_000_000, ends: 1_030_000, word: secret,
            sprint: settings)
        events.append(.round(deal: deal))
        var games: [Seat: Game] = [:]
        for (index, play) in plays.enumerated() {
            var game = deal.game
            for (row, move) in play.enumerated() {
                let word = try word(move.word)
                let place = try game.play(word, row: row, elapsed: move.ms, isInList: { _ in true }).place
                let made = game.move(at: place)
                events.append(
                    .played(
                        race: race, seat: index + 1, row: row, word: made.word, pattern: made.verdict,
                        elapsed: made.elapsed))
            }
            games[index + 1] = game
        }
        events.append(
            .roundOver(
                result: SprintResult(
                    race: race, line: line, answer: deal.answer, salt: salt.text,
                    standings: Round.standings(of: games), next: nil)))
        let log = events.enumerated().map { LoggedEvent(sequence: $0.offset + 1, time: 1_030_000, event: $0.element) }
        let replay = Replay(try #require(SprintReplay(replaying: log)), epoch: epoch, alphabet: try alphabet())
        return replay.sealed(with: try key())
    }

    /// One has solved it in three, one in one, one has played a row.
    static func typical() throws -> Replay {
        try round([[("crane", 4_100), ("slide", 9_000), ("glide", 12_345)], [("glide", 800)], [("bound", 29_999)]])
    }

    /// `published`: when the commitment was, by default on the morning of the day, which began at 1,795,046,400,000.
    static func daily(
        _ plays: [Seat: Play], of line: String = "guess-en-5", hard: HardMode = .off, answer: String = "glide",
        published: Int = 1_795_082_520_000
    ) throws -> Replay {
        let puzzle = try #require(PuzzleID("\(line)/2026-11-19"))
        let salt = Salt(random: [UInt8](1...16))
        let secret = PuzzleSecret(answer: try word(answer), of: puzzle.line, salt: salt)
        let empty = Game(of: puzzle.line, secret: secret, options: GameOptions(hardMode: hard))
        var people = RoomPeople()
        people.apply(.created(name: "Kites"))
        var games: [Seat: Game] = [:]
        for (seat, play) in plays {
            people.apply(.joined(seat: seat, player: PlayerID(high: 0, low: UInt64(seat)), name: "Racer \(seat)"))
            var game = empty
            for (row, move) in play.enumerated() {
                _ = try game.play(try word(move.word), row: row, elapsed: move.ms, isInList: { _ in true })
            }
            game.end()
            games[seat] = game
        }
        return Replay(
            daily: puzzle, game: empty, salt: salt,
            seal: try ServerCalendar(zone: "UTC").sealTime(of: puzzle.day, publishedAt: published), people: people,
            games: games, alphabet: try alphabet()
        ).sealed(with: try key())
    }
}

struct ReplayTests {
    @Test("The form of a sprint's document is frozen")
    func theFormIsFrozen() throws {
        let replay = try ReplaySample.round([[("crane", 4_100), ("glide", 9_000)]])
        let text = String(decoding: replay.json, as: UTF8.self)
        let body = """
            {"answer":"glide","commitment":"\(replay.commitment)","format":"tilerace-replay","key":"\(replay.key)",\
            "kind":"sprint","lanes":[{"finish":{"ms":9000,"solved":true,"turns":2},"hard":"off",\
            "moves":[{"marks":"00002","ms":4100,"word":"crane"},{"marks":"22222","ms":9000,"word":"glide"}],\
            "name":"Mika \\"M\\" 🎲","seat":1}],"language":"en","length":5,"race":"sprint-2-1","room":"Küche \\\\ Kites","rows":6,\
            "salt":"000102030405060708090a0b0c0d0e0f","signature":"\(replay.signature ?? "")",\
            "sprint":{"ends":1030000,"epoch":"0f3b21c07d5e4a18","hard":"off","of":3,"over":1030000,"round":1,"series":2,\
            "starts":1000000},"standings":[{"ms":9000,"place":1,"points":10,"seat":1,"solved":true,"turns":2}],"version":1}
            """
        #expect(text == body)
        #expect(try Replay(reading: replay.json) == replay)
    }

    @Test("A daily race has no points and no times of day")
    func aDailyRaceHasNoPointsAndNoTimesOfDay() throws {
        let replay = try ReplaySample.daily([3: [("glide", 5)], 1: [("crane", 1)]])
        #expect(replay.kind == .daily && replay.number == 410 && replay.sprint == nil)
        #expect(replay.lanes.map(\.seat) == [1, 3])
        #expect(replay.standings.map(\.seat) == [3] && replay.standings[0].points == nil)
    }

    @Test("The form of a daily race's document is frozen")
    func theFormOfDailyRacesIsFrozen() throws {
        let replay = try ReplaySample.daily([3: [("glide", 5)]])
        let text = String(decoding: replay.json, as: UTF8.self)
        let body = """
            {"answer":"glide","commitment":"\(replay.commitment)","format":"tilerace-replay","key":"\(replay.key)",\
            "kind":"daily","lanes":[{"finish":{"ms":5,"solved":true,"turns":1},"hard":"off",\
            "moves":[{"marks":"22222","ms":5,"word":"glide"}],"name":"Racer 3","seat":3}],"language":"en","length":5,\
            "number":410,"race":"guess-en-5/2026-11-19","room":"Kites","rows":6,"salt":"0102030405060708090a0b0c0d0e0f10",\
            "seal":{"at":1795082520000,"time":"10:02","when":"on"},"signature":"\(replay.signature ?? "")",\
            "standings":[{"ms":5,"place":1,"seat":3,"solved":true,"turns":1}],"version":2}
            """
        #expect(text == body)
        #expect(try Replay(reading: replay.json) == replay)
    }

    @Test("An unreadable document is refused with the reason")
    func whatCannotBeReadSaysWhy() throws {
        func error(_ text: String) -> String {
            do throws(ReplayReadError) {
                _ = try Replay(reading: Array(text.utf8))
                return ""
            } catch {
                return "\(error)"
            }
        }
        let good = String(decoding: try ReplaySample.typical().json, as: UTF8.self)
        #expect(error("") == "it is no replay: it is not JSON")
        #expect(error("[]").hasPrefix("it is no replay"))
        #expect(error(#"{"format":"x","version":1}"#) == "it is no replay: its format is “x”")
        #expect(error(#"{"format":"tilerace-replay","version":4}"#).contains("version 4"))
        #expect(error(#"{"format":"tilerace-replay","version":0}"#).contains("no version 0"))
        #expect(error(good.replacing(#""ms":4100"#, with: #""ms":"x""#)).contains("lanes[0].moves[0].ms"))
        #expect(error(good.replacing(#","room":"#, with: #","moor":"#)).contains("room is missing"))
        #expect(error(String(repeating: "[", count: 100_000)).hasPrefix("it is no replay"))
        #expect(error(good + String(repeating: " ", count: Replay.largestFile)) == "it is larger than 1 MiB")
        #expect(error("\u{1B}[31m" + good).hasPrefix("it is no replay"))
    }

    @Test("Text shown on a terminal contains no control characters")
    func whatIsShownOnATerminalDoesNothingThere() {
        #expect(ReplayFault.shown("a\u{1B}[2J\u{202E}b\u{7}") == #"“a\u{1b}[2J\u{202e}b\u{7}”"#)
        #expect(ReplayFault.shown(String(repeating: "x", count: 100)).count == 63)
    }
}

extension ReplaySample {
    /// A daily race as servers wrote it before documents told when the word was sealed.
    static let firstDaily = """
        {"answer":"glide","commitment":"55be85b082976b1025924ecca375cfbeca8caf935021896c4b05bc3ef25d8598","f\
        ormat":"tilerace-replay","key":"c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887491363c156ee2fc","k\
        ind":"daily","lanes":[{"finish":{"ms":5,"solved":true,"turns":1},"hard":"off","moves":[{"marks":"222\
        22","ms":5,"word":"glide"}],"name":"Racer 3","seat":3}],"language":"en","length":5,"number":410,"rac\
        e":"guess-en-5/2026-11-19","room":"Kites","rows":6,"salt":"0102030405060708090a0b0c0d0e0f10","signat\
        ure":"9d2c1e5b9d71a86f1cc76a6a3739b33c40a439a3b673f1e14b8d5b4b30c9b3f4cdbb32838f065c6d888058e5ec32c7\
        0f664ef9bc756d9af152056b0ff81e310b","standings":[{"ms":5,"place":1,"seat":3,"solved":true,"turns":1}\
        ],"version":1}
        """

    /// A round as servers of every version wrote it.
    static let firstSprint = """
        {"answer":"glide","commitment":"e7008ef02fc45e2db702e1ab3a708a77833a9e4ba0f9d9604f33a62e5e934f3a","f\
        ormat":"tilerace-replay","key":"c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887491363c156ee2fc","k\
        ind":"sprint","lanes":[{"finish":{"ms":9000,"solved":true,"turns":2},"hard":"off","moves":[{"marks":\
        "00002","ms":4100,"word":"crane"},{"marks":"22222","ms":9000,"word":"glide"}],"name":"Mika \\"M\\" 🎲\
        ","seat":1}],"language":"en","length":5,"race":"sprint-2-1","room":"Küche \\\\ Kites","rows":6,"salt\
        ":"000102030405060708090a0b0c0d0e0f","signature":"377368de913c486162d4a42204eac358a6de0c01ed3ecb2c8b\
        40b9ee4a9c33895a0ec54b43beb0a85c10073f28b54776221467dae93d42779e96d816fc91dc08","sprint":{"ends":103\
        0000,"epoch":"0f3b21c07d5e4a18","hard":"off","of":3,"over":1030000,"round":1,"series":2,"starts":100\
        0000},"standings":[{"ms":9000,"place":1,"points":10,"seat":1,"solved":true,"turns":2}],"version":1}
        """

    /// A daily race as servers write it since documents tell when the word was sealed.
    static let sealedDaily = """
        {"answer":"glide","commitment":"55be85b082976b1025924ecca375cfbeca8caf935021896c4b05bc3ef25d8598","f\
        ormat":"tilerace-replay","key":"c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887491363c156ee2fc","k\
        ind":"daily","lanes":[{"finish":{"ms":5,"solved":true,"turns":1},"hard":"off","moves":[{"marks":"222\
        22","ms":5,"word":"glide"}],"name":"Racer 3","seat":3}],"language":"en","length":5,"number":410,"rac\
        e":"guess-en-5/2026-11-19","room":"Kites","rows":6,"salt":"0102030405060708090a0b0c0d0e0f10","seal":\
        {"at":1795082520000,"time":"10:02","when":"on"},"signature":"dbdebc7cf544ed6156008850a99627ccb6ab492\
        1b08225086ba567c4f3b26162ff1a95882e79385aaef8b8ac6b0c827c6e08216d7363e1b6c399e8bfa030bd01","standing\
        s":[{"ms":5,"place":1,"seat":3,"solved":true,"turns":1}],"version":2}
        """
}
