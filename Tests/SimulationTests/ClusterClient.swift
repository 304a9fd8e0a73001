import EventLoops
import GameRules
import Messages
import Rooms
import Sessions
import TestKit

/// A player's page on a node. It keeps the messages it gets, and checks that the cluster may send them.
///
/// Each client has words and names of its own, and uses each once: what is stored twice, or shown to others, is seen.
final class ClusterClient {
    /// Words of each.
    static let wordCount = 50

    let player: PlayerID
    let number: Int
    private unowned let world: ClusterSimulation
    private weak var place: ClusterPlace?
    private var connection = ConnectionID(slot: 0, generation: 0)
    private var shard = 0
    private var asked: [Int: ClientMessage] = [:]
    private var lastID = 0
    private(set) var isGreeted = false
    /// Rows of today's board that it knows to be filled; nil before that is open.
    private var rows: Int?
    private var isOver = false
    private var wordsUsed = 0
    /// Words that it guessed, by row, whether the guess was answered or not.
    private(set) var guessed: [Int: Set<String>] = [:]
    /// Guesses that were acknowledged.
    private(set) var acknowledged: [Int: String] = [:]
    /// Whether today's game is over as far as it was told.
    private(set) var hasFinished = false
    /// The board of the round that it plays in, as far as it was told.
    private var round: Round?
    /// Words that it guessed in rounds, and those that were acknowledged, by row.
    private var guessedIn: [String: [Int: Set<String>]] = [:]
    private(set) var acknowledgedIn: [String: [Int: String]] = [:]
    private var namesUsed = 0
    /// Names that were acknowledged for the room.
    private(set) var named: Set<String> = []
    /// The room, as it knows it, and whether it is there now.
    private(set) var mirror: RoomMirror?
    private(set) var isInRoom = false
    /// The number of times that it was told to begin anew.
    private(set) var beginnings = 0
    /// The events that it heard as a watcher, as they happened.
    private(set) var watched = 0

    private struct Round {
        let race: String
        var rows: Int
        var isOver: Bool
    }

    /// Whether it watches, as one of three clients does.
    private var watches: Bool { number % 3 == 2 }

    init(_ number: Int, _ player: PlayerID, in world: ClusterSimulation) {
        self.number = number
        self.player = player
        self.world = world
    }

    /// Whether nothing is on its way that it waits for.
    var isAtRest: Bool { isGreeted && asked.isEmpty && (isInRoom || world.room == nil) }

    // MARK: Requests

    /// Opens a line to some node. What it had asked is not answered any more.
    func connect() {
        let place = world.anyPlace()
        self.place = place
        (connection, shard) = place.add(self)
        beginAnew()
    }

    /// Leaves its node, as a page that is loaded again.
    func reconnect() {
        place?.remove(connection, of: shard)
        connect()
    }

    private func beginAnew() {
        asked = [:]
        (isGreeted, isInRoom, rows, round) = (false, false, nil, nil)
        greet()
    }

    private func greet() { ask(.hello(protocol: ProtocolVersion.current, token: nil)) }

    private func ask(_ message: ClientMessage) {
        lastID += 1
        asked[lastID] = message
        place?.receive(ClientRequest(id: lastID, message: message).encoded(), from: connection, of: shard)
    }

    /// Does something, or goes on where it was.
    func act() {
        guard isGreeted, isInRoom else { return settle() }
        guard asked.count < 3 else { return }
        switch world.pick(12) {
        case 0..<3: guess()
        case 3..<5: nameRoom()
        case 5: ask(.ping)
        case 6: lead()
        case 7..<11: play()
        default: if number > 0, world.pick(6) == 0, let room = world.room { ask(.leave(room: room)) }
        }
    }

    /// Does what is left to be where it was.
    func settle() {
        // Its greeting was refused.
        guard isGreeted else { return asked.isEmpty ? greet() : () }
        enter()
    }

    private func enter() {
        guard !isInRoom, !asked.values.contains(where: \.isEntry) else { return }
        guard let room = world.room else {
            if number == 0 { ask(.createRoom(name: "Room", line: nil)) }
            return
        }
        let point = mirror.flatMap { known in
            UInt64(known.epoch, radix: 16).map { ResumePoint(epoch: $0, sequence: known.sequence) }
        }
        ask(watches ? .watch(room: room, resume: point) : .join(room: room, resume: point))
    }

    private func guess() {
        guard !asked.values.contains(where: \.isOfGame) else { return }
        guard let rows else { return ask(.open(puzzle: world.puzzle, hard: .off)) }
        guard !isOver, !watches, wordsUsed < ClusterClient.wordCount else { return }
        let word = nextWord()
        guessed[rows, default: []].insert(word)
        ask(.guess(puzzle: world.puzzle, row: rows, word: word))
    }

    private func play() {
        guard let room = world.room, let round, !round.isOver, wordsUsed < ClusterClient.wordCount else { return }
        guard !asked.values.contains(where: \.isPlay) else { return }
        let word = nextWord()
        guessedIn[round.race, default: [:]][round.rows, default: []].insert(word)
        ask(.inRoom(room: room, .play(race: round.race, row: round.rows, word: word)))
    }

    /// The host has the next sprint begin, and ends none but by chance.
    private func lead() {
        guard number == 0, let room = world.room else { return }
        switch mirror?.fields["series"]?["phase"]?.text {
        case "round": if world.pick(8) == 0 { ask(.inRoom(room: room, .endRound)) }
        case "pause": ask(.inRoom(room: room, .nextRound))
        default: ask(.inRoom(room: room, .start))
        }
    }

    private func nextWord() -> String {
        wordsUsed += 1
        return world.words.answers[number * ClusterClient.wordCount + wordsUsed - 1]
    }

    private func nameRoom() {
        guard number == 0, let room = world.room else { return }
        namesUsed += 1
        ask(.inRoom(room: room, .name("Room \(namesUsed)")))
    }

    // MARK: Answers and pushes

    func heard(_ text: String) {
        guard let message = try? JSONTree(parsing: Array(text.utf8)) else { return violated("no JSON: \(text)") }
        guard let id = message["re"]?.integer else { return pushed(message) }
        guard let request = asked.removeValue(forKey: id) else {
            return violated("an answer to nothing, or a second one: \(text)")
        }
        // A move passes a request that waits. Nothing else does, and no move is asked for while another is.
        if let earlier = asked.keys.min(), earlier < id, !request.isPlay, !["error", "pong"].contains(message.type) {
            violated("\(id) is answered before \(earlier): \(text)")
        }
        answered(message, to: request)
    }

    private func violated(_ what: String) { world.violated("client \(number): \(what)") }

    private func pushed(_ message: JSONTree) {
        switch message.type {
        case "error" where message.code == "hello_first":
            beginnings += 1
            beginAnew()
        case "event":
            if watches { watched += 1 }
            take(message)
        case "snapshot": entered(message)
        case "board": begin(message["board"])
        case "moved": if message["room"] != nil { round = nil }
        case "resync", "left": isInRoom = false
        default: break
        }
    }

    private func answered(_ message: JSONTree, to request: ClientMessage) {
        switch message.type {
        case "welcome": isGreeted = true
        case "joined", "watching":
            entered(message)
            begin(message["board"])
        case "played": played(message)
        case "left": (isInRoom, round) = (false, nil)
        case "game": board(message)
        case "judged": judged(message)
        case "done": if case .inRoom(_, .name(let name)) = request { wasNamed(name) }
        case "error": refused(message, request)
        default: break
        }
    }

    /// Refusals that a page can meet by bad luck, and no others.
    private func refused(_ message: JSONTree, _ request: ClientMessage) {
        let luck: Set = [
            "storage_unavailable", "hello_first", "rate_limited", "stale_row", "row_ahead", "not_open", "moved",
            "game_over", "not_in_room", "no_such_room", "not_host", "series_running", "no_series", "round_running",
            "no_racers", "no_such_race", "not_started", "round_over", "not_in_round",
        ]
        guard let code = message.code, luck.contains(code) else {
            return violated("\(request) was refused: \(message.json)")
        }
        let isPlay = request.isPlay
        if ["stale_row", "row_ahead", "not_open", "moved", "game_over"].contains(code) {
            // A page that is behind looks again: into the day's game, or into the room, which has its board.
            if isPlay { isInRoom = false } else { rows = nil }
        }
        if code == "not_in_room" { isInRoom = false }
    }

    // MARK: The board

    private func board(_ message: JSONTree) {
        let words = message["guesses"]?.elements.compactMap { $0["word"]?.text } ?? []
        rows = words.count
        isOver = message["state"]?.text != "playing"
        hasFinished = hasFinished || isOver
        for (row, word) in words.enumerated() where guessed[row]?.contains(word) != true {
            violated("\(word) stands in row \(row), and was not guessed there")
        }
        for (row, word) in acknowledged where row >= words.count || words[row] != word {
            violated("\(word) was acknowledged in row \(row), and the board has \(words)")
        }
    }

    private func judged(_ message: JSONTree) {
        guard let row = message["row"]?.integer, let word = message["word"]?.text else {
            return violated("no judgement: \(message.json)")
        }
        acknowledged[row] = word
        rows = max(rows ?? 0, row + 1)
        isOver = message["state"]?.text != "playing"
        hasFinished = hasFinished || isOver
        world.acknowledgements += 1
        if world.storedWord(of: self, row: row) != word { violated("\(word) was acknowledged, and is not stored") }
    }

    // MARK: The board of a round

    private func begin(_ board: JSONTree?) {
        guard let board, let race = board["race"]?.text else { return round = nil }
        let words = board["guesses"]?.elements.compactMap { $0["word"]?.text } ?? []
        round = Round(race: race, rows: words.count, isOver: board["state"]?.text != "playing")
        for (row, word) in words.enumerated() where guessedIn[race]?[row]?.contains(word) != true {
            violated("\(word) stands in row \(row) of \(race), and was not guessed there")
        }
        for (row, word) in acknowledgedIn[race] ?? [:] where row >= words.count || words[row] != word {
            violated("\(word) was acknowledged in row \(row) of \(race), and the board has \(words)")
        }
    }

    private func played(_ message: JSONTree) {
        guard let race = message["race"]?.text, let row = message["row"]?.integer, let word = message["word"]?.text
        else { return violated("no judgement: \(message.json)") }
        if acknowledgedIn[race]?[row] ?? word != word { violated("\(word) is acknowledged where another word was") }
        acknowledgedIn[race, default: [:]][row] = word
        world.acknowledgements += 1
        world.rounds.follow()
        let stored = world.rounds.words(of: player, in: race)
        if row >= stored.count || stored[row] != word {
            violated("\(word) was acknowledged in row \(row) of \(race), and \(stored) are stored")
        }
        guard round?.race == race else { return }
        let known = round?.rows ?? 0
        round?.rows = max(known, row + 1)
        round?.isOver = message["state"]?.text != "playing"
    }

    /// Looks whether what is stored of its rounds is what it did.
    func checkRounds() {
        for (race, acknowledged) in acknowledgedIn {
            let stored = world.rounds.words(of: player, in: race)
            for (row, word) in acknowledged where row >= stored.count || stored[row] != word {
                violated("\(word) was acknowledged in row \(row) of \(race), and \(stored) are stored")
            }
            for (row, word) in stored.enumerated() where guessedIn[race]?[row]?.contains(word) != true {
                violated("\(word) is stored in row \(row) of \(race), and was not guessed there")
            }
        }
    }

    // MARK: The room

    private func wasNamed(_ name: String) {
        named.insert(name)
        world.acknowledgements += 1
        if world.namings(name) != 1 {
            violated("“\(name)” was acknowledged, and is stored \(world.namings(name)) times")
        }
    }

    private func entered(_ message: JSONTree) {
        guard let code = message["room"]?.text else { return violated("no room: \(message.json)") }
        if world.room == nil { world.room = code }
        isInRoom = true
        guard message["recovered"] == .boolean(true) else {
            guard let picture = RoomMirror(message) else { return violated("no picture: \(message.json)") }
            if let mirror, mirror.epoch == picture.epoch, mirror.sequence > picture.sequence {
                violated("a picture of \(picture.sequence), older than \(mirror.sequence)")
            }
            mirror = picture
            return
        }
        for event in message["events"]?.elements ?? [] where event["seq"]?.integer ?? 0 > mirror?.sequence ?? 0 {
            take(event)
        }
        if mirror?.sequence != message["seq"]?.integer { violated("a gap that does not lead to where it says") }
    }

    private func take(_ event: JSONTree) {
        guard isInRoom, let known = mirror else { return violated("an event of a room it is not in") }
        guard event["seq"]?.integer == known.sequence + 1 else {
            return violated("after \(known.sequence) came \(event["seq"]?.json ?? "nothing")")
        }
        mirror?.apply(event)
    }
}

extension ClientMessage {
    /// Whether it asks to be let into a room.
    fileprivate var isEntry: Bool {
        switch self {
        case .join, .watch, .createRoom, .leave: true
        default: false
        }
    }

    /// Whether it is a guess in a round.
    fileprivate var isPlay: Bool {
        if case .inRoom(_, .play) = self { true } else { false }
    }

    /// Whether it changes what is known of the board.
    fileprivate var isOfGame: Bool {
        switch self {
        case .open, .guess: true
        default: false
        }
    }
}
