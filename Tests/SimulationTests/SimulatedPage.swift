import GameRules
import Messages
import TestKit

/// One tab. It keeps the messages it gets, as the real page does, and notices those that a page must never see.
final class SimulatedPage {
    let connection: SimulatedConnection
    unowned let player: SimulatedPlayer
    unowned let simulation: Simulation
    private var asked: [Int: ClientMessage] = [:]
    /// Powers of a host that are asked for.
    private var uses: [Int: HostUse] = [:]
    private var lastID = 0
    private(set) var isGreeted = false
    /// The rooms it is in, or was, as it knows them.
    private(set) var rooms: [String: RoomMirror] = [:]
    /// The rooms that it is in: let in, and not sent away since.
    private(set) var entered: Set<String> = []
    /// The seats that it has in them, where it does not just watch.
    private(set) var seats: [String: Int] = [:]
    /// Its boards of sprints, by room.
    private(set) var sprints: [String: SprintBoard] = [:]
    /// Codes that rooms had, and which they got then.
    private var newCodes: [String: String] = [:]
    /// Rows of today's board that it knows to be filled; nil before it is open.
    private var rows: Int?
    private(set) var isOver = false
    /// Rooms in which another page of the player plays, as far as it knows.
    private var following: Set<String> = []
    /// The last word that it came to know by playing.
    private(set) var found: String?
    /// Games of anagrams that it has opened, by puzzle: the day's, those of past days, and for practice.
    var trays: [String: Tray] = [:]

    struct Tray {
        let tiles: String
        var isOver: Bool
    }

    struct SprintBoard {
        let race: String
        var rows: Int
        var isOver: Bool
        /// Whether it is one of anagrams, and its letters, which come later.
        var isAnagram = false
        var tiles: String?
    }

    init(_ connection: SimulatedConnection, of player: SimulatedPlayer, in simulation: Simulation) {
        self.connection = connection
        self.player = player
        self.simulation = simulation
    }

    var awaitsAnswers: Bool { !asked.isEmpty }
    /// Whether a guess of a sprint is on its way.
    var awaitsPlay: Bool {
        asked.values.contains { if case .inRoom(_, .play) = $0 { true } else { false } }
    }

    // MARK: Requests

    func ask(_ message: ClientMessage, unless condition: Bool = false) {
        guard !condition else { return }
        lastID += 1
        asked[lastID] = message
        if case .inRoom(let code, let request) = message { uses[lastID] = use(of: request, in: code) }
        connection.say(ClientRequest(id: lastID, message: message))
    }

    func open() { ask(.open(puzzle: simulation.today, hard: simulation.pick(4) == 0 ? .hard : .off)) }

    /// A guess for the next row, or, as clumsy fingers and bad networks have it, for the one before.
    func guess() {
        guard let rows, !isOver else { return open() }
        let row = max(0, rows - (simulation.pick(8) == 0 ? 1 : 0))
        let guess = ClientMessage.guess(puzzle: simulation.today, row: row, word: simulation.word())
        ask(guess)
        if simulation.pick(6) == 0 { ask(guess) }
    }

    /// Comes in, unless it is on its way in or out already: pages ask such things one after the other.
    func enter(_ code: String, asPlayer: Bool, resuming: Bool) {
        guard !isMoving(code) else { return }
        let known = resuming ? rooms[code] ?? player.remembered[code] : nil
        // Who is after secrets asks for all that was said.
        let isFromFirst = simulation.isProbing(player) && simulation.pick(2) == 0
        let point = known.flatMap { known in
            UInt64(known.epoch, radix: 16).map { ResumePoint(epoch: $0, sequence: isFromFirst ? 0 : known.sequence) }
        }
        if let known { rooms[code] = known }
        let password = Simulation.password
        ask(
            asPlayer
                ? .join(room: code, resume: point, password: password, manner: manner())
                : .watch(room: code, resume: point, password: password))
    }

    private func manner() -> JoiningManner {
        JoiningManner(pseudonym: [nil, true, false][simulation.pick(3)], follow: simulation.pick(4) == 0)
    }

    /// Takes the word for a name that it has just found, to see whether that gets through.
    func shout() {
        guard let word = found, simulation.speak(word, player) else { return }
        ask(.rename(name: "Aha \(word)"))
    }

    func leave() {
        guard let code = entered.sorted().randomElement(using: &simulation.random), !isMoving(code) else { return }
        ask(.leave(room: code))
    }

    private func isMoving(_ code: String) -> Bool {
        asked.values.contains {
            switch $0 {
            case .join(let room, _, _, _), .watch(let room, _, _, _), .leave(let room): current(room) == code
            default: false
            }
        }
    }

    // MARK: Answers and pushes

    func heard(_ message: JSONTree) {
        if let id = message["re"]?.integer {
            guard let request = asked.removeValue(forKey: id) else {
                return simulation.violated("an answer to nothing, or a second one: \(message.json)")
            }
            let use = uses.removeValue(forKey: id)
            if let use, !["not_host", "not_in_room", "no_such_room"].contains(message.code) { simulation.note(use) }
            answered(message, to: request)
        } else {
            pushed(message)
        }
    }

    private func answered(_ message: JSONTree, to request: ClientMessage) {
        switch message.type {
        case "welcome": isGreeted = true
        case "game", "judged": board(message)
        case "played": played(message)
        case "joined", "watching":
            if case .join(let asked, _, _, let manner) = request {
                moved(asked, to: message)
                if let code = message["room"]?.text {
                    if manner.follow { following.insert(code) } else { following.remove(code) }
                }
            }
            if case .watch(let asked, _, _, _) = request { moved(asked, to: message) }
            enter(message)
        case "left": if let code = message["room"]?.text { forget(code) }
        case "error": refused(message, request)
        default: break
        }
    }

    private func pushed(_ message: JSONTree) {
        guard let code = message["room"]?.text else {
            if ["judged", "game"].contains(message.type) { board(message) }
            if message.type == "day" { (rows, isOver) = (nil, false) }
            return
        }
        switch message.type {
        case "event":
            guard entered.contains(code) else { return simulation.violated("an event of a room it is not in: \(code)") }
            take(message, code)
            if message["event"]?["kind"] == "code", let new = message["event"]?["code"]?.text { move(code, to: new) }
        case "snapshot": enter(message)
        case "resync":
            let hadSeat = seats[current(code)] != nil
            forget(code)
            if simulation.pick(4) > 0 { enter(current(code), asPlayer: hadSeat, resuming: true) }
        case "left": forget(code)
        case "board": sprint(message["board"], code)
        case "played": played(message)
        case "moved": following.insert(current(code))
        default: break
        }
    }

    // MARK: Rooms that change their codes

    private func current(_ code: String) -> String {
        var code = code
        while let new = newCodes[code] { code = new }
        return code
    }

    /// A room came to have another code while the page asked for it by the old one.
    private func moved(_ asked: String, to answer: JSONTree) {
        if let new = answer["room"]?.text, new != current(asked) { move(current(asked), to: new) }
    }

    private func move(_ old: String, to new: String) {
        newCodes[old] = new
        simulation.note(room: new)
        rooms[new] = rooms.removeValue(forKey: old)
        player.remembered[new] = player.remembered.removeValue(forKey: old)
        if entered.remove(old) != nil { entered.insert(new) }
        seats[new] = seats.removeValue(forKey: old)
        if following.remove(old) != nil { following.insert(new) }
        sprints[new] = sprints.removeValue(forKey: old)
    }

    // MARK: Boards

    private func sprint(_ board: JSONTree?, _ code: String) {
        guard let board, let race = board["race"]?.text else { return sprints[code] = nil }
        sprints[code] = SprintBoard(
            race: race, rows: board["guesses"]?.elements.count ?? 0, isOver: board["state"]?.text != "playing",
            isAnagram: board["game"] == "anagram", tiles: board["tiles"]?.text)
    }

    private func played(_ message: JSONTree) {
        guard let code = message["room"]?.text.map(current), let row = message["row"]?.integer,
            var board = sprints[code],
            board.race == message["race"]?.text
        else { return }
        board.rows = max(board.rows, row + 1)
        board.isOver = board.isOver || message["state"]?.text != "playing"
        if let answer = message["answer"]?.text { found = answer }
        sprints[code] = board
    }

    private func board(_ message: JSONTree) {
        if let puzzle = message["puzzle"]?.text, take(message, of: puzzle) {
            if let answer = message["answer"]?.text { found = answer }
            return
        }
        guard message["puzzle"]?.text == simulation.today.text else { return }
        isOver = message["state"]?.text != "playing"
        if let answer = message["answer"]?.text { found = answer }
        if let guesses = message["guesses"] { rows = guesses.elements.count }
        if let row = message["row"]?.integer { rows = max(rows ?? 0, row + 1) }
    }

    /// Another page plays, or the server knows of no game.
    private func forgetBoard(of request: ClientMessage) {
        switch request {
        case .guess(let puzzle, nil, _): trays[puzzle.text] = nil
        case .guess, .hardMode: rows = nil
        default: break
        }
    }

    private func enter(_ message: JSONTree) {
        guard let code = message["room"]?.text else { return }
        simulation.note(room: code)
        entered.insert(code)
        if message.type != "snapshot" {
            seats[code] = message["seat"]?.integer
            sprint(message["board"], code)
        }
        if message["recovered"] == .boolean(true) {
            // What came between the question and the answer, if it was in before, is there twice.
            for event in message["events"]?.elements ?? [] where event["seq"]?.integer ?? 0 > rooms[code]?.sequence ?? 0
            {
                take(event, code)
            }
            let known = rooms[code]?.sequence
            if known != message["seq"]?.integer {
                simulation.violated("a gap that does not lead to where it says: \(code)")
            }
        } else if let picture = RoomMirror(message) {
            if let known = rooms[code], known.epoch == picture.epoch, known.sequence > picture.sequence {
                simulation.violated("a picture of \(code) older than what was known")
            }
            keep(picture, code)
        }
    }

    private func take(_ event: JSONTree, _ code: String) {
        guard var room = rooms[code] else { return simulation.violated("events without a picture: \(code)") }
        guard event["seq"]?.integer == room.sequence + 1 else {
            return simulation.violated("after \(room.sequence) of \(code) came \(event["seq"]?.json ?? "nothing")")
        }
        room.apply(event)
        if let what = event["event"], what["race"]?.text == sprints[code]?.race {
            if what["kind"] == "dealt" { sprints[code]?.tiles = what["tiles"]?.text }
            if what["kind"] == "round_over" { sprints[code]?.isOver = true }
        }
        keep(room, code)
    }

    private func keep(_ room: RoomMirror, _ code: String) {
        rooms[code] = room
        player.remembered[code] = room
        simulation.invariants.shown(room, code, to: player)
    }

    /// Records that the page is out of a room. It keeps the mirror, as an answer under way may go on from there.
    private func forget(_ code: String) {
        let code = current(code)
        entered.remove(code)
        seats[code] = nil
        sprints[code] = nil
    }

    /// Refusals that a page can meet by bad luck, and no others.
    private func refused(_ message: JSONTree, _ request: ClientMessage) {
        let luck: Set = [
            "storage_unavailable", "stale_row", "row_ahead", "game_over", "moved", "not_open", "hard_mode",
            "puzzle_closed",
            "name_taken", "not_in_room", "no_such_room", "future_puzzle", "room_full", "kicked", "room_locked",
            "not_host", "bad_seat", "series_running", "no_series", "round_running", "no_racers", "no_such_race",
            "not_started",
            "round_over", "not_in_round", "bad_name", "name_held",
            "name_reset", "room_barred",
        ]
        // Impossible moves are refused with these codes.
        let tried: Set = ["not_in_word_list", "wrong_length", "bad_letters", "hard_mode_locked", "too_short"]
        let isProbing = simulation.isProbing(player)
        // A client that looks at one ranking after the other has to wait.
        if case .look = request, message.code == "rate_limited" { return }
        // Not every word can be laid, and `solutions` are not told for every game.
        if let code = message.code, mayBeRefused(request, code) { return }
        guard let code = message.code, luck.contains(code) || isProbing && tried.contains(code) else {
            return simulation.violated("\(request) was refused: \(message.json)")
        }
        if code == "not_open" || code == "moved" { forgetBoard(of: request) }
        // A name is held against what the player knows; who only tries words is refused none.
        let isUnknown = isProbing && !simulation.knowsWord(in: "\(request)", player.id)
        if code == "bad_name", message["reason"] != "spoiler" || isUnknown {
            simulation.violated("no bad name: \(request): \(message.json)")
        }
        if code == "moved", case .inRoom(let room, _) = request,
            !following.contains(where: { current($0) == current(room) })
        {
            simulation.violated("a page that was not told that another plays in \(room) may not play")
        }
        // Whoever is not let in a second time is in the room as before: the server says so when that ends.
        // A page that could not say hello tries again.
        if case .hello = request { ask(.hello(protocol: ProtocolVersion.current, token: nil)) }
    }
}
