import GameRules
import Messages
import Rooms
import TestKit

@testable import Sessions
@testable import Storage

/// Invariants that hold at every step. They are checked against the state on disk alone.
final class Invariants {
    unowned let simulation: Simulation
    /// Each room's log, folded, and as pages should see it at each point. Grows with the log.
    private var histories: [RoomID: History] = [:]
    /// The broadcast that was checked last: it goes to many.
    private var checked: (json: [UInt8], message: JSONTree)?

    /// Puzzles whose words somebody was called before they were dealt; and those that are known.
    private(set) var spokenDays: Set<PuzzleID> = []
    private var days: Set<PuzzleID> = []
    /// The commitments that were told.
    var seals = SealWatch()
    /// The clients that were asked to resync.
    var resyncs = ResyncWatch()
    /// Every code that a room has had.
    private(set) var rooms: [String: RoomID] = [:]
    /// The rooms that were deleted.
    private(set) var forgotten: Set<RoomID> = []
    /// The words and tiles that players know by practice games, which are forgotten.
    private(set) var practiced: [PlayerID: Practiced] = [:]
    private var practicedCommits = -1

    /// Words that a player has played, or was told, and tiles.
    struct Practiced {
        var words: Set<Int> = []
        var tiles: Set<Int> = []
        /// Words of games that have ended, by puzzle.
        var ended: [PuzzleID: [UInt8]] = [:]
    }

    private struct History {
        var record: RoomRecord
        var state = RoomState()
        /// Words that everybody in the room may know, by `SecretWord.number`.
        var published: Set<Int> = []
        var rounds: [SimulatedRound] = []
        /// Mirrors by sequence number, made when needed.
        var mirrors: [Int: RoomMirror] = [:]
        var events: [LoggedEvent] = []
    }

    init(_ simulation: Simulation) { self.simulation = simulation }

    // MARK: At every commit

    /// Follows the logs as they are on disk.
    func stepped() {
        let stored = simulation.storage.stored
        for (id, room) in stored.rooms where room.log.count != histories[id]?.events.count {
            follow(id, room, stored)
        }
        if stored.rooms.count + forgotten.count < histories.count {
            for (id, history) in histories where stored.rooms[id] == nil && forgotten.insert(id).inserted {
                checkForgotten(history.record.code.text, history.state, history.events)
            }
        }
        seals.stepped(stored, now: simulation.now)
        if practicedCommits != simulation.storage.commits {
            practicedCommits = simulation.storage.commits
            for game in stored.games.values where game.key.puzzle.isPractice { practice(game) }
        }
        guard stored.pinned.count != days.count else { return }
        for pinned in stored.pinned.values where days.insert(pinned.puzzle).inserted && isSpoken(pinned.answer) {
            spokenDays.insert(pinned.puzzle)
        }
    }

    private func practice(_ game: GameRecord) {
        let told = game.finish == nil ? [] : [game.secret?.answer].compactMap(\.self)
        let words = (game.moves.map(\.word) + told).map { SecretWord.number(simulation.text(of: $0)) }
        practiced[game.key.player, default: Practiced()].words.formUnion(words)
        guard let tiles = game.secret?.tiles.map({ simulation.text(of: $0.letters) }) else { return }
        practiced[game.key.player]?.tiles.insert(SecretWord.number(tiles))
        if game.finish != nil { practiced[game.key.player]?.ended[game.key.puzzle] = Array(tiles.utf8) }
    }

    private func isSpoken(_ word: Word) -> Bool {
        simulation.spoken.contains(SecretWord.number(simulation.text(of: word)))
    }

    private func follow(_ id: RoomID, _ room: StoredRoom, _ stored: StoredState) {
        guard !forgotten.contains(id) else {
            return simulation.violated("room \(id.number) is there again")
        }
        var history = histories[id, default: History(record: room.record)]
        history.record = room.record
        let code = room.record.code.text
        rooms[code] = id
        guard room.log.starts(with: history.events) else {
            return simulation.violated("the log of \(code) was rewritten")
        }
        for logged in room.log.dropFirst(history.events.count) {
            guard logged.sequence == history.state.sequence + 1 else {
                return simulation.violated("the log of \(code) has a gap at \(logged.sequence)")
            }
            if case .roundOver(let result) = logged.event { checkStandings(result, history.state) }
            if case .code(let new) = logged.event { rooms[new.text] = id }
            history.state.apply(logged)
            history.events.append(logged)
            take(logged.event, of: id, to: &history)
        }
        let state = history.state
        histories[id] = history
        let isClosed = state.door.isClosed
        let seats = isClosed ? [] : state.members.map(\.seat)
        if !isClosed, Set(state.members.map(\.player)).count != seats.count {
            simulation.violated("a player has two seats in \(code)")
        }
        if !isClosed, state.host.map({ !seats.contains($0) }) ?? !seats.isEmpty {
            simulation.violated("\(code) has no host of its own")
        }
        let held = stored.seats[id] ?? [:]
        let members = isClosed ? [] : state.members
        if held != Dictionary(members.map { ($0.seat, $0.player) }, uniquingKeysWith: { a, _ in a }) {
            simulation.violated("the index of seats of \(code) is not what its log says")
        }
    }

    // MARK: Sprints

    /// All rounds that were dealt, with what was guessed.
    var rounds: [SimulatedRound] { histories.values.flatMap(\.rounds) }

    private func take(_ event: RoomEvent, of room: RoomID, to history: inout History) {
        switch event {
        case .round(let deal):
            if history.rounds.contains(where: { $0.race == deal.race }) {
                simulation.violated("\(deal.race.text) twice")
            }
            history.rounds.append(SimulatedRound(deal, in: room, wasSpoken: isSpoken(deal.answer)))
        case .dealt(let race, _, let tiles):
            guard let index = history.rounds.firstIndex(where: { $0.race == race && $0.isOn && !$0.isDealt }),
                history.rounds[index].tiles == tiles
            else { return simulation.violated("tiles are dealt that are not those of the round: \(race.text)") }
            if simulation.now < history.rounds[index].starts {
                simulation.violated("tiles are dealt before the boards open: \(race.text)")
            }
            history.rounds[index].isDealt = true
        case .played(let race, let seat, _, let word, _, _):
            guard let index = history.rounds.firstIndex(where: { $0.race == race && $0.isOn }),
                let player = history.state.member(at: seat)?.player
            else { return simulation.violated("a guess in a round that does not run") }
            history.rounds[index].words[player, default: []].append(word)
        case .roundOver(let result):
            guard let index = history.rounds.firstIndex(where: { $0.race == result.race && $0.isOn }) else {
                return simulation.violated("a round ends that does not run")
            }
            history.rounds[index].end(at: simulation.now)
            let words = [result.answer] + result.standings.flatMap(\.words)
            history.published.formUnion(words.map { SecretWord.number(simulation.text(of: $0)) })
        default: break
        }
    }

    /// The standings of a round, worked out the slow way: by comparing everybody with everybody.
    private func checkStandings(_ result: SprintResult, _ state: RoomState) {
        guard let games = state.series?.round?.games else {
            return simulation.violated("a round ends that never began")
        }
        func key(_ game: Game) -> [Int] {
            if case .anagram(let game) = game {
                guard let last = game.journal.last else { return [1] }
                return [0, -game.journal.reduce(0) { $0 + $1.points }, game.journal.count, last.elapsed]
            }
            guard case .marks(let pattern) = game.moves.last?.verdict, pattern.isSolved else { return [1] }
            return [0, game.moveCount, game.moves.last?.elapsed ?? 0]
        }
        let expected = games.map { seat, game in
            let place = 1 + games.values.count { key($0).lexicographicallyPrecedes(key(game)) }
            let points = key(game)[0] == 0 ? [10, 7, 5, 4, 3, 2, 1][min(place, 7) - 1] : 0
            return "\(place) \(seat) \(points) \(game.moves.map(\.word))"
        }
        let told = result.standings.map { "\($0.place) \($0.seat) \($0.points) \($0.words)" }
        if told.sorted() != expected.sorted() || result.standings.map(\.place) != result.standings.map(\.place).sorted()
        {
            simulation.violated("the standings of \(result.race.text) are \(told), and should be \(expected)")
        }
    }

    // MARK: At every message

    /// The server says something to a player: it must be on disk, and nothing in it may be too much.
    func sent(_ json: [UInt8], to player: SimulatedPlayer) {
        let message: JSONTree
        if let checked, checked.json == json {
            message = checked.message
        } else {
            guard let parsed = try? JSONTree(parsing: json) else { return simulation.violated("that is no JSON") }
            message = parsed
            checked = (json, parsed)
            stepped()
            checkRoom(message)
            checkKeyboard(message)
            if message.type == "resync", let code = message["room"]?.text { resyncs.told(rooms[code]) }
        }
        if message.type == "counts" { checkCounts(message, of: player) }
        scan(json, for: player, asked: message.type == "solutions" ? checkSolutions(message, of: player) : [])
        checkName(message, of: player)
        checkBoard(message, of: player)
        checkSprint(message, of: player)
    }

    /// A keyboard tells letters too: there is one beside the receiver's own guesses, with their letters, and nowhere
    /// else.
    private func checkKeyboard(_ message: JSONTree) {
        let own = ["game", "judged", "played"].contains(message.type) ? message : message["board"]
        let told = own?["keyboard"]?.fields?.keys.joined() ?? ""
        // `judged` and `played` name one of several guesses.
        let words = own?["guesses"]?.elements.compactMap { $0["word"]?.text }
        if let words, !Set(told).isSubset(of: words.joined()) {
            simulation.violated("a keyboard with letters of no guess: \(message.json)")
        }
        if keyboards(in: message) != (own?["keyboard"] == nil ? 0 : 1) {
            simulation.violated("a keyboard that is not the receiver's own: \(message.json)")
        }
    }

    private func keyboards(in tree: JSONTree) -> Int {
        let own = tree["keyboard"] == nil ? 0 : 1
        let parts = tree.fields.map { Array($0.values) } ?? tree.elements
        return parts.reduce(own) { $0 + keyboards(in: $1) }
    }

    /// The server answers to a player over HTTP, in a question about a room or none. `words` may be in it.
    func fetched(_ json: [UInt8], of room: String?, by player: SimulatedPlayer, knowing words: Set<Int>) {
        scan(json, for: player, of: room, knowing: words)
        if (try? JSONTree(parsing: json)) == nil { simulation.violated("that is no JSON") }
    }

    /// Checks that a message about a room agrees with its log on disk.
    private func checkRoom(_ message: JSONTree) {
        guard let code = message["room"]?.text, let history = history(of: code) else { return }
        let events = message.type == "event" ? [message] : message["events"]?.elements ?? []
        for event in events {
            guard let sequence = event["seq"]?.integer, history.events.indices.contains(sequence - 1) else {
                return simulation.violated("\(code) told of what is not on disk: \(event.json)")
            }
            let view = Views(context: simulation.server.hub.context).view(of: history.events[sequence - 1])
            let expected = try? JSONTree(
                parsing: ServerMessage.event(room: code, epoch: history.record.epoch, view).encoded())
            if event["event"] != expected?["event"] || event["time"] != expected?["time"] {
                simulation.violated("\(code) told otherwise than it was: \(event.json)")
            }
        }
        if let picture = RoomMirror(message), picture.sequence > history.events.count {
            simulation.violated(
                "\(code) shown as of \(picture.sequence), and \(history.events.count) events are on disk")
        }
    }

    /// Checks that the board a player is shown is on disk, as an acknowledged move is never lost.
    private func checkBoard(_ message: JSONTree, of player: SimulatedPlayer) {
        guard message.type == "judged" || message.type == "game",
            let puzzle = message["puzzle"]?.text.flatMap({ PuzzleID($0) })
        else { return }
        let games = simulation.storage.stored.games
        guard let moves = games[GameKey(player: player.id, puzzle: puzzle)]?.moves else {
            // A practice game is forgotten when the next one begins, which may be on disk before this one is told.
            let isForgotten = games.keys.contains {
                $0.player == player.id && $0.puzzle.line == puzzle.line && $0.puzzle.number > puzzle.number
            }
            if puzzle.isPractice, isForgotten { return }
            return simulation.violated("\(puzzle.text) is told, and not on disk")
        }
        let told = message["guesses"] ?? message["words"]
        var guesses = told?.elements.enumerated().map { ($0.offset, $0.element) } ?? []
        if let row = message["row"]?.integer { guesses.append((row, message)) }
        for (row, guess) in guesses {
            let isStored =
                moves.indices.contains(row)
                && simulation.text(of: moves[row].word) == guess["word"]?.text
                && moves[row].verdict.text == guess.verdict && moves[row].elapsed == guess["ms"]?.integer
            if !isStored { simulation.violated("row \(row) is told, and not on disk: \(guess.json)") }
        }
    }

    /// Checks the same of a board of a sprint.
    private func checkSprint(_ message: JSONTree, of player: SimulatedPlayer) {
        guard let code = message["room"]?.text, let id = rooms[code] else { return }
        let board = message.type == "played" ? message : message["board"]
        guard let board, let race = board["race"]?.text else { return }
        let words = histories[id]?.rounds.first { $0.race.text == race }?.words[player.id] ?? []
        let told = board["guesses"] ?? board["words"]
        var guesses = told?.elements.enumerated().map { ($0.offset, $0.element) } ?? []
        if let row = board["row"]?.integer { guesses.append((row, board)) }
        for (row, guess) in guesses
        where !words.indices.contains(row) || simulation.text(of: words[row]) != guess["word"]?.text {
            simulation.violated("row \(row) of \(race) is told, and not on disk: \(guess.json)")
        }
    }

    /// The spoiler gate: no answer before the receiver has finished or the word is public, and never a letter of
    /// somebody else's board. Looked for in the bytes, wherever in them it stands.
    ///
    /// `asked`: tiles of which the receiver may be told every word; `words`: more that everybody may know.
    private func scan(
        _ json: [UInt8], for player: SimulatedPlayer, of room: String? = nil, knowing words: Set<Int> = [],
        asked tiles: [UInt8] = []
    ) {
        let secret = simulation.secrets(from: player)
        var words = words
        if !tiles.isEmpty { words.formUnion(simulation.words.layable(from: tiles).map(SecretWord.number)) }
        // Where worlds are compared, somebody has words as names by guessing.
        let short = simulation.isCompared ? [] : secret.words.subtracting(words)
        let long = secret.letters.subtracting(words)
        guard !short.isEmpty || !long.isEmpty else { return }
        var (window, longWindow, letters) = (0, 0, 0)
        for (place, byte) in json.enumerated() {
            guard (0x61...0x7A).contains(byte | 0x20) else {
                letters = 0
                continue
            }
            let letter = Int(byte | 0x20) - 0x61
            window = (window * 26 + letter) % SecretWord.count
            longWindow = (longWindow * 26 + letter) % SecretWord.longCount
            letters += 1
            for (word, isTold) in [
                (window, letters >= 5 && short.contains(window)),
                (longWindow, letters >= 7 && long.contains(longWindow)),
            ] where isTold && !isPublished(word, json, of: room, to: player) {
                return simulation.violated(
                    "player \(player.number) was told \(String(decoding: json[...place].suffix(7), as: UTF8.self)): "
                        + String(decoding: json, as: UTF8.self))
            }
        }
    }

    /// Whether a message may have the word. In its room everybody may know it, or somebody who found it in another room
    /// is called by it. No server can prevent what people tell each other elsewhere.
    private func isPublished(_ word: Int, _ json: [UInt8], of room: String?, to player: SimulatedPlayer) -> Bool {
        stepped()
        let history = (try? room ?? JSONTree(parsing: json)["room"]?.text).flatMap { rooms[$0] }.flatMap {
            histories[$0]
        }
        if history?.published.contains(word) == true { return true }
        let isPlayedHere = history?.rounds.contains { $0.isOn && !$0.wasSpoken && isWord($0.answer, word) } ?? false
        return simulation.spoken.contains(word) && !isPlayedHere && !simulation.isDaily(word, hiddenFrom: player)
    }

    private func isWord(_ answer: Word, _ word: Int) -> Bool { SecretWord.number(simulation.text(of: answer)) == word }

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
        guard let history = history(of: code), (1...history.events.count).contains(sequence) else { return nil }
        if let known = history.mirrors[sequence] { return known }
        let state = RoomState(replaying: history.events.prefix(sequence))
        let entry = RoomEntry(
            room: code, epoch: history.record.epoch, sequence: sequence,
            content: .snapshot(EncodedRoom(Views(context: simulation.server.hub.context).view(of: state))),
            presence: Presence(seats: [], watchers: 0))
        let mirror = (try? JSONTree(parsing: ServerMessage.snapshot(entry).encoded())).flatMap { RoomMirror($0) }
        histories[history.record.id]?.mirrors[sequence] = mirror
        return mirror
    }

    private func history(of code: String) -> History? {
        stepped()
        return rooms[code].flatMap { histories[$0] }
    }

    /// A room as it is on disk, or was before it was deleted.
    func state(of code: String) -> RoomState? { history(of: code)?.state }

    /// Whether a room is found by this code.
    func isOpen(_ code: String) -> Bool {
        guard let history = history(of: code), !history.state.door.isClosed else { return false }
        return history.record.code.text == code
    }

    /// Sequence number of a room's last event on disk.
    func last(of code: String) -> Int { history(of: code)?.events.count ?? 0 }
}
