import GameRules
import Messages
import TestKit

/// One tab, which keeps what it is told as the real page does, and notices what a page must never see.
final class SimulatedPage {
    let connection: SimulatedConnection
    private unowned let player: SimulatedPlayer
    private unowned let simulation: Simulation
    private var asked: [Int: ClientMessage] = [:]
    private var lastID = 0
    private(set) var isGreeted = false
    /// The rooms it is in, or was, as it knows them.
    private(set) var rooms: [String: RoomMirror] = [:]
    /// Those it is in: let in, and not sent away since.
    private(set) var entered: Set<String> = []
    /// Rows of today's board that it knows to be filled; nil before it is open.
    private var rows: Int?
    private var isOver = false

    init(_ connection: SimulatedConnection, of player: SimulatedPlayer, in simulation: Simulation) {
        self.connection = connection
        self.player = player
        self.simulation = simulation
    }

    var awaitsAnswers: Bool { !asked.isEmpty }

    // MARK: What it says

    func ask(_ message: ClientMessage, unless condition: Bool = false) {
        guard !condition else { return }
        lastID += 1
        asked[lastID] = message
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
        let point = known.flatMap { known in
            UInt64(known.epoch, radix: 16).map { ResumePoint(epoch: $0, sequence: known.sequence) }
        }
        if let known { rooms[code] = known }
        ask(asPlayer ? .join(room: code, resume: point) : .watch(room: code, resume: point))
    }

    func leave() {
        guard let code = entered.sorted().randomElement(using: &simulation.random), !isMoving(code) else { return }
        ask(.leave(room: code))
    }

    private func isMoving(_ code: String) -> Bool {
        asked.values.contains {
            switch $0 {
            case .join(let room, _, _), .watch(let room, _, _), .leave(let room): room == code
            default: false
            }
        }
    }

    // MARK: What it hears

    func heard(_ message: JSONTree) {
        if let id = message["re"]?.integer {
            guard let request = asked.removeValue(forKey: id) else {
                return simulation.violated("an answer to nothing, or a second one: \(message.json)")
            }
            answered(message, to: request)
        } else {
            pushed(message)
        }
    }

    private func answered(_ message: JSONTree, to request: ClientMessage) {
        switch message.type {
        case "welcome": isGreeted = true
        case "game", "judged": board(message)
        case "joined", "watching": enter(message)
        case "left": if let code = message["room"]?.text { forget(code) }
        case "error": refused(message, request)
        default: break
        }
    }

    private func pushed(_ message: JSONTree) {
        guard let code = message["room"]?.text else {
            if message.type == "judged" { board(message) }
            if message.type == "day" { (rows, isOver) = (nil, false) }
            return
        }
        switch message.type {
        case "event":
            guard entered.contains(code) else { return simulation.violated("an event of a room it is not in: \(code)") }
            take(message, code)
        case "snapshot": enter(message)
        case "resync": forget(code)
        case "left": forget(code)
        default: break
        }
    }

    private func board(_ message: JSONTree) {
        guard message["puzzle"]?.text == simulation.today.text else { return }
        isOver = message["state"]?.text != "playing"
        if let guesses = message["guesses"] { rows = guesses.elements.count }
        if let row = message["row"]?.integer { rows = max(rows ?? 0, row + 1) }
    }

    private func enter(_ message: JSONTree) {
        guard let code = message["room"]?.text else { return }
        simulation.note(room: code)
        entered.insert(code)
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
        keep(room, code)
    }

    private func keep(_ room: RoomMirror, _ code: String) {
        rooms[code] = room
        player.remembered[code] = room
        simulation.invariants.shown(room, code, to: player)
    }

    /// It is in the room no more. What it knows stays: an answer that is under way may go on from there.
    private func forget(_ code: String) { entered.remove(code) }

    /// Refusals that a page can meet by bad luck, and no others.
    private func refused(_ message: JSONTree, _ request: ClientMessage) {
        let luck: Set = [
            "storage_unavailable", "stale_row", "row_ahead", "game_over", "moved", "not_open", "hard_mode",
            "puzzle_closed",
            "name_taken", "not_in_room", "no_such_room", "future_puzzle", "room_full",
        ]
        guard let code = message.code, luck.contains(code) else {
            return simulation.violated("\(request) was refused: \(message.json)")
        }
        if code == "not_open" || code == "moved" { rows = nil }
        if case .join(let room, _, _) = request { forget(room) }
        if case .watch(let room, _, _) = request { forget(room) }
        // A page that could not say hello tries again.
        if case .hello = request { ask(.hello(protocol: ProtocolVersion.current, token: nil)) }
    }
}
