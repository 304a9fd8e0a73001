import GameRules
import Messages
import Rooms
import Storage
import WordLists

/// All data kept about a player, as one JSON document for the player alone.
///
/// Written in pieces, so that a long history does not block the hub. Call `goOn` until all games are written, then
/// `beginRooms`, then for each room `begin`, `add` and `endRoom`, and `end` last.
final class AccountExport {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []
    /// The maximum size of the document in bytes.
    private let most: Int
    private let games: [GameRecord]
    private var next = 0
    private let alphabet: Alphabet?
    private let views: Views
    /// Whether a room's events are numbered as the room's log numbers them; else from 1 up in each room.
    private let showsNumbersOfLog: Bool
    /// Events of the room that were written so far.
    private var written = 0

    /// Games written in one turn.
    private static let gamesInOneTurn = 64

    /// `alphabet` is that of the words of sprints; `most` is the maximum size in bytes. `showsNumbersOfLog`: false for
    /// whoever is not to learn how many moves rivals have made, which the numbers of a log count.
    init(
        of player: PlayerRecord, games: [GameRecord], at now: Int, serverName: String, alphabet: Alphabet?,
        views: Views, most: Int, showsNumbersOfLog: Bool
    ) {
        self.most = most
        self.showsNumbersOfLog = showsNumbersOfLog
        self.alphabet = alphabet
        self.views = views
        self.games = games.sorted { ($0.openedAt, $0.key.puzzle.text) < ($1.openedAt, $1.key.puzzle.text) }
        var json = JSONWriter()
        json.object { json in
            json.field("format", "tilerace-export")
            json.field("version", 1)
            json.field("server", serverName)
            json.field("made", now)
            json.object("player") { json in
                json.field("id", player.id.text)
                json.field("name", player.name)
            }
            json.field("since", player.createdAt)
            json.field("last_visit", player.seenOn.text)
            json.field("signed_out", player.sessions)
            if let until = player.nameResetUntil { json.field("name_kept_until", until) }
            if let banned = player.bannedAt { json.field("banned", banned) }
        }
        bytes = json.bytes.dropLast() + Array(#","games":["#.utf8)
    }

    /// Writes some more games. Returns false once all are written.
    func goOn() -> Bool {
        for game in games[next...].prefix(AccountExport.gamesInOneTurn) {
            element { json in json.element { AccountExport.write(game, to: &$0) } }
            next += 1
        }
        return next < games.count
    }

    func beginRooms() { bytes += Array(#"],"rooms":["#.utf8) }

    /// Begins a room.
    func begin(_ sitting: Sitting) {
        element { json in json.element { AccountExport.write(sitting, to: &$0) } }
        written = 0
        // Reopens the object of the room, to append its events.
        bytes.removeLast()
        bytes += Array(#","events":["#.utf8)
    }

    /// Writes some events of the room's log.
    func add(_ events: [LoggedEvent]) {
        for logged in events {
            written += 1
            let number = showsNumbersOfLog ? logged.sequence : written
            element { json in json.element { write(logged, as: number, to: &$0) } }
        }
    }

    func endRoom() { bytes += Array("]}".utf8) }

    func end() { bytes += Array("]}".utf8) }

    /// The reason why the export cannot continue; nil if it can.
    var fault: ExportFault? { bytes.count > most ? .tooLong(most: most) : nil }

    /// Adds an element to the list that is being written.
    private func element(_ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
        bytes += json.bytes
    }

    // MARK: Elements

    private static func write(_ game: GameRecord, to json: inout JSONWriter) {
        let alphabet = Alphabet(language: game.key.puzzle.line.language)
        json.field("puzzle", game.key.puzzle.text)
        json.field("opened", game.openedAt)
        if game.key.puzzle.line.kind.hasRows { json.field("hard", game.hardMode.text) }
        if let seconds = game.seconds { json.field("seconds", seconds) }
        json.field("archive", game.isArchive)
        // The answer of an unfinished game stays secret.
        if let answer = game.secret?.answer, game.finish != nil { json.field("answer", text(answer, alphabet)) }
        json.array("moves") { json in
            for move in game.moves {
                json.element { json in
                    json.field("word", text(move.word, alphabet))
                    move.verdict.write(to: &json)
                    json.field("ms", move.elapsed)
                    json.field("lag", move.credit)
                }
            }
        }
        guard let finish = game.finish else { return json.null("finish") }
        json.object("finish") { json in
            json.field("solved", finish.solved)
            json.field("turns", finish.turns)
            if let points = finish.points { json.field("points", points) }
            json.field("ms", finish.elapsed)
            json.field("ranked", finish.isRanked)
            if finish.isHasty { json.field("hasty", true) }
        }
    }

    /// The letters of a word; its numbers if the alphabet of this server differs.
    private static func text(_ word: Word, _ alphabet: Alphabet?) -> String {
        guard let alphabet, alphabet.has(word) else {
            return word.map { String($0.index) }.joined(separator: " ")
        }
        return alphabet.text(word)
    }

    private static func write(_ sitting: Sitting, to json: inout JSONWriter) {
        // A former or kicked member does not learn the room's present code and name.
        if let code = sitting.code, sitting.isSeated {
            json.field("room", code.text)
            json.field("name", sitting.name)
        } else {
            json.null("room")
            json.null("name")
        }
        json.array("seats") { json in
            for seat in sitting.seats { json.integer(seat) }
        }
    }

    private func write(_ logged: LoggedEvent, as number: Int, to json: inout JSONWriter) {
        guard case .played(let race, let seat, let row, let word, let verdict, let elapsed) = logged.event else {
            let view = views.view(of: logged)
            return RoomEventView(sequence: number, time: view.time, kind: view.kind).writeFields(to: &json)
        }
        // A room sees the colours of a move, as `guessed`. The word is the player's own.
        json.field("seq", number)
        json.field("time", logged.time)
        json.object("event") { json in
            json.field("kind", "played")
            json.field("race", race.text)
            json.field("seat", seat)
            json.field("row", row)
            json.field("word", AccountExport.text(word, alphabet))
            verdict.write(to: &json)
            json.field("ms", elapsed)
        }
    }
}

/// The reason why there is no export.
package enum ExportFault: Error, Hashable, Sendable {
    case storage(StorageError)
    /// The document exceeds the maximum size, in bytes.
    case tooLong(most: Int)
}
