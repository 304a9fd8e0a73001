import GameRules
import Messages
import Rooms
import TestKit

@testable import Sessions
@testable import Storage

/// What must hold at every step, whatever happens: checked against what is on disk, and nothing else.
final class Invariants {
    private unowned let simulation: Simulation
    /// Each room's log, folded, and as pages should see it at each point. Grows with the log.
    private var histories: [RoomID: History] = [:]
    /// The broadcast that was checked last: it goes to many.
    private var checked: (json: [UInt8], message: JSONTree)?

    private struct History {
        var state = RoomState()
        /// By sequence number, made when wanted.
        var mirrors: [Int: RoomMirror] = [:]
        var events: [LoggedEvent] = []
    }

    init(_ simulation: Simulation) { self.simulation = simulation }

    // MARK: At every commit

    /// Follows the logs as they are on disk.
    func stepped() {
        let stored = simulation.storage.stored
        for (id, room) in stored.rooms where room.log.count != histories[id, default: History()].events.count {
            follow(id, room, stored)
        }
    }

    private func follow(_ id: RoomID, _ room: StoredRoom, _ stored: StoredState) {
        var history = histories[id, default: History()]
        let code = room.record.code.text
        guard room.log.starts(with: history.events) else {
            return simulation.violated("the log of \(code) was rewritten")
        }
        for logged in room.log.dropFirst(history.events.count) {
            guard logged.sequence == history.state.sequence + 1 else {
                return simulation.violated("the log of \(code) has a gap at \(logged.sequence)")
            }
            history.state.apply(logged)
            history.events.append(logged)
        }
        let state = history.state
        histories[id] = history
        let seats = state.members.map(\.seat)
        if Set(state.members.map(\.player)).count != seats.count {
            simulation.violated("a player has two seats in \(code)")
        }
        if state.host.map({ !seats.contains($0) }) ?? !seats.isEmpty {
            simulation.violated("\(code) has no host of its own")
        }
        let held = stored.seats[id] ?? [:]
        if held != Dictionary(state.members.map { ($0.seat, $0.player) }, uniquingKeysWith: { a, _ in a }) {
            simulation.violated("the index of seats of \(code) is not what its log says")
        }
    }

    // MARK: At every message

    /// The server says something to a player: it must be on disk, and nothing in it may be too much.
    func sent(_ json: [UInt8], to player: SimulatedPlayer) {
        scan(json, for: player)
        let message: JSONTree
        if let checked, checked.json == json {
            message = checked.message
        } else {
            guard let parsed = try? JSONTree(parsing: json) else { return simulation.violated("that is no JSON") }
            message = parsed
            checked = (json, parsed)
            stepped()
            checkRoom(message)
        }
        checkBoard(message, of: player)
    }

    /// What is told of a room is its log on disk.
    private func checkRoom(_ message: JSONTree) {
        guard let code = message["room"]?.text, let room = room(code), let history = histories[room.record.id] else {
            return
        }
        let events = message.type == "event" ? [message] : message["events"]?.elements ?? []
        for event in events {
            guard let sequence = event["seq"]?.integer, history.events.indices.contains(sequence - 1) else {
                return simulation.violated("\(code) told of what is not on disk: \(event.json)")
            }
            let view = simulation.server.hub.view(of: history.events[sequence - 1])
            let expected = try? JSONTree(
                parsing: ServerMessage.event(room: code, epoch: room.record.epoch, view).encoded())
            if event["event"] != expected?["event"] || event["time"] != expected?["time"] {
                simulation.violated("\(code) told otherwise than it was: \(event.json)")
            }
        }
        if let picture = RoomMirror(message), picture.sequence > history.events.count {
            simulation.violated(
                "\(code) shown as of \(picture.sequence), and \(history.events.count) events are on disk")
        }
    }

    /// What a player is told of the own board is on disk: an acknowledged move is never lost.
    private func checkBoard(_ message: JSONTree, of player: SimulatedPlayer) {
        guard message.type == "judged" || message.type == "game",
            let puzzle = message["puzzle"]?.text.flatMap({ PuzzleID($0) })
        else { return }
        let moves = simulation.storage.stored.games[GameKey(player: player.id, puzzle: puzzle)]?.moves
        guard let moves else { return simulation.violated("\(puzzle.text) is told, and not on disk") }
        var guesses = message["guesses"]?.elements.enumerated().map { ($0.offset, $0.element) } ?? []
        if let row = message["row"]?.integer { guesses.append((row, message)) }
        for (row, guess) in guesses {
            let isStored =
                moves.indices.contains(row)
                && simulation.text(of: moves[row].word) == guess["word"]?.text
                && moves[row].pattern.digits == guess["marks"]?.text && moves[row].elapsed == guess["ms"]?.integer
            if !isStored { simulation.violated("row \(row) is told, and not on disk: \(guess.json)") }
        }
    }

    /// The spoiler gate: no answer before the receiver has finished or the word is public, and never a letter of somebody
    /// else's board. Looked for in the bytes, wherever in them it stands.
    private func scan(_ json: [UInt8], for player: SimulatedPlayer) {
        let secrets = simulation.secrets(from: player)
        guard !secrets.isEmpty else { return }
        var window = 0
        var letters = 0
        for byte in json {
            guard (0x61...0x7A).contains(byte | 0x20) else {
                letters = 0
                continue
            }
            window = (window * 26 + Int(byte | 0x20) - 0x61) % SecretWord.count
            letters += 1
            if letters >= 5, secrets.contains(window) {
                return simulation.violated(
                    "player \(player.number) was told \(SecretWord.text(window)): \(String(decoding: json, as: UTF8.self))"
                )
            }
        }
    }

    // MARK: At a page, and at rest

    /// A page shows a room: just as the server would show it at that point.
    func shown(_ mirror: RoomMirror, _ code: String, to player: SimulatedPlayer) {
        guard let expected = self.mirror(code, mirror.sequence) else {
            return simulation.violated(
                "player \(player.number) sees \(code) at \(mirror.sequence), which is not on disk")
        }
        if mirror != expected {
            simulation.violated(
                "player \(player.number) sees \(code) at \(mirror.sequence) as\n\(JSONTree.object(mirror.fields).json)\n"
                    + "and it is\n\(JSONTree.object(expected.fields).json)")
        }
    }

    /// A room as of an event of its log on disk.
    private func mirror(_ code: String, _ sequence: Int) -> RoomMirror? {
        guard let room = room(code) else { return nil }
        stepped()
        guard let history = histories[room.record.id], (1...history.events.count).contains(sequence) else { return nil }
        if let known = history.mirrors[sequence] { return known }
        let state = RoomState(replaying: history.events.prefix(sequence))
        let entry = RoomEntry(
            room: code, epoch: room.record.epoch, sequence: sequence,
            content: .snapshot(EncodedRoom(simulation.server.hub.view(of: state))),
            presence: Presence(seats: [], watchers: 0))
        let mirror = (try? JSONTree(parsing: ServerMessage.snapshot(entry).encoded())).flatMap { RoomMirror($0) }
        histories[room.record.id]?.mirrors[sequence] = mirror
        return mirror
    }

    private func room(_ code: String) -> StoredRoom? {
        let stored = simulation.storage.stored
        return RoomCode(code).flatMap { stored.codes[$0] }.flatMap { stored.rooms[$0] }
    }

    /// Sequence number of a room's last event on disk.
    func last(of code: String) -> Int { room(code)?.log.count ?? 0 }

    /// The ranking of a day, worked out the slow way: by comparing everybody with everybody.
    func checkRanking(_ body: JSONTree, of puzzle: PuzzleID) {
        let results = simulation.storage.stored.results(of: puzzle)
        func isBetter(_ a: FinishRecord, _ b: FinishRecord) -> Bool {
            if a.solved != b.solved { return a.solved }
            return a.solved && (a.turns, a.elapsed) < (b.turns, b.elapsed)
        }
        let expected = results.map { result in
            let rank = 1 + results.count { isBetter($0.finish, result.finish) }
            return "\(rank) \(result.name) \(result.finish.solved) \(result.finish.turns) \(result.finish.elapsed)"
        }
        let told = (body["entries"]?.elements ?? []).map { entry in
            "\(entry["rank"]?.integer ?? 0) \(entry["name"]?.text ?? "") \(entry["solved"] == .boolean(true)) "
                + "\(entry["turns"]?.integer ?? 0) \(entry["ms"]?.integer ?? 0)"
        }
        if expected.sorted() != told.sorted() {
            simulation.violated("the ranking is \(told), and should be \(expected)")
        }
    }
}

/// A word of five letters as a number, to look for it in bytes.
enum SecretWord {
    /// 26⁵.
    static let count = 11_881_376

    static func number(_ word: String) -> Int { word.utf8.reduce(0) { $0 * 26 + Int($1) - 0x61 } }

    static func text(_ number: Int) -> String {
        var rest = number
        var letters: [UInt8] = []
        for _ in 0..<5 {
            letters.append(UInt8(0x61 + rest % 26))
            rest /= 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }
}
