import GameRules
import Puzzles
import Rooms
import TestKit

@testable import Sessions
@testable import Storage

// Invariants of games that the clock ends, of the words told at their end, and of rankings.
extension Invariants {
    /// A welcome tells the name that is on disk, unless another one was decided since the welcome was.
    func checkName(_ message: JSONTree, of player: SimulatedPlayer) {
        guard message.type == "welcome", let told = message["player"]?["name"]?.text,
            let stored = simulation.storage.stored.players[player.id]?.name, stored != told
        else { return }
        let hub = simulation.server.hub
        guard let live = hub.library.players[player.id], live.name == told, hub.teller.isSettled(live.ticket) else {
            return
        }
        simulation.violated("player \(player.number) is greeted as \(told), and called \(stored) on disk")
    }

    /// Checks that a player who is told `solutions` has ended the game, or sees the room of a round that is over. The
    /// words are all that could have been found, and no others. Returns their tiles.
    func checkSolutions(_ message: JSONTree, of player: SimulatedPlayer) -> [UInt8] {
        guard let tiles = solvedTiles(message, of: player) else {
            simulation.violated("player \(player.number) was told what could be found: \(message.json)")
            return []
        }
        let expected = simulation.words.layable(from: tiles)
        // Every word is a common one here.
        if message["common"]?.elements.compactMap(\.text) != expected || message["count"]?.integer != expected.count {
            simulation.violated("what can be laid is \(expected), told was \(message.json)")
        }
        return tiles
    }

    /// Checks that a player who is told `counts` has begun the game, or sees the room of a round whose tiles are dealt.
    func checkCounts(_ message: JSONTree, of player: SimulatedPlayer) {
        func text(_ word: Word?) -> [UInt8]? { word.map { Array(simulation.text(of: $0).utf8) } }
        var tiles: [UInt8]?
        if let race = message["race"]?.text {
            let id = message["room"]?.text.flatMap { rooms[$0] }
            let round = rounds.first { $0.room == id && $0.race.text == race }
            if let round, round.isDealt || !round.isOn { tiles = text(round.tiles) }
        } else if let puzzle = message["puzzle"]?.text.flatMap({ PuzzleID($0) }) {
            let stored = simulation.storage.stored
            let game = stored.games[GameKey(player: player.id, puzzle: puzzle)]
            // A practice game may be forgotten by now, as another one was begun.
            if puzzle.isPractice, game == nil { return }
            let answer = puzzle.isPractice ? game?.secret?.answer : stored.pinned[puzzle].map(\.answer)
            if game != nil { tiles = text(answer) }
        }
        guard let tiles else {
            return simulation.violated("player \(player.number) was told how much can be found: \(message.json)")
        }
        let words = simulation.words.layable(from: tiles)
        let expected = (3...tiles.count).map { length in words.count { $0.utf8.count == length } }
        if message["counts"]?.elements.compactMap(\.integer) != expected {
            simulation.violated("\(expected) words can be laid, told was \(message.json)")
        }
    }

    private func solvedTiles(_ message: JSONTree, of player: SimulatedPlayer) -> [UInt8]? {
        func text(_ word: Word?) -> [UInt8]? { word.map { Array(simulation.text(of: $0).utf8) } }
        if let race = message["race"]?.text {
            guard let code = message["room"]?.text, let id = rooms[code] else { return nil }
            let round = rounds.first { $0.room == id && $0.race.text == race }
            return round?.isOn == false ? text(round?.tiles) : nil
        }
        guard let puzzle = message["puzzle"]?.text.flatMap({ PuzzleID($0) }) else { return nil }
        let stored = simulation.storage.stored
        let game = stored.games[GameKey(player: player.id, puzzle: puzzle)]
        guard puzzle.isPractice else {
            guard game?.finish != nil else { return nil }
            return stored.pinned[puzzle].map(\.answer).flatMap { text($0) }
        }
        // It may be forgotten by now, as another one was begun.
        guard let game else { return practiced[player.id]?.ended[puzzle] }
        return game.finish == nil ? nil : text(game.secret?.answer)
    }

    /// The clock has ended every game whose time was up, also if nobody was there, and took no word after that. A game
    /// for practice ends when its player comes back.
    func checkClocks() {
        for game in simulation.storage.stored.games.values {
            guard let seconds = game.seconds else { continue }
            if let last = game.moves.last, last.elapsed >= 1_000 * seconds {
                simulation.violated("\(game.key.puzzle.text) has a word at \(last.elapsed) ms")
            }
            let due = game.openedAt + 1_000 * seconds + game.key.puzzle.line.kind.slack
            if game.finish == nil, !game.key.puzzle.isPractice, due + 10 < simulation.now {
                simulation.violated(
                    "\(game.key.puzzle.text) was to end \(simulation.now - due) ms ago, and goes on")
            }
            guard let finish = game.finish else { continue }
            let points = game.moves.reduce(0) { sum, move in
                guard case .found(let found) = move.verdict else { return sum }
                return sum + found.points
            }
            if (finish.points, finish.turns, finish.solved) != (points, game.moves.count, !game.moves.isEmpty) {
                simulation.violated("\(game.key.puzzle.text) ended with \(finish), and its words are \(game.moves)")
            }
        }
    }

    /// The ranking of a day, worked out the slow way: by comparing everybody with everybody.
    func checkRanking(_ body: JSONTree, of puzzle: PuzzleID) {
        let stored = simulation.storage.stored
        let results = stored.games.values.compactMap { game in
            game.key.puzzle == puzzle && game.finish?.isRanked == true ? game.finish.map { (game.key.player, $0) } : nil
        }
        func isBetter(_ a: FinishRecord, _ b: FinishRecord) -> Bool {
            if let points = a.points, let others = b.points {
                return (-points, a.turns, a.elapsed) < (-others, b.turns, b.elapsed)
            }
            if a.solved != b.solved { return a.solved }
            return a.solved && (a.turns, a.elapsed) < (b.turns, b.elapsed)
        }
        let expected = results.map { player, finish in
            let rank = 1 + results.count { isBetter($0.1, finish) }
            let name = stored.players[player]?.name ?? "nobody"
            let time = finish.solved ? finish.elapsed : 0
            return "\(rank) \(name) \(finish.solved) \(finish.turns) \(finish.points ?? 0) \(time)"
        }
        let told = (body["entries"]?.elements ?? []).map { entry in
            "\(entry["rank"]?.integer ?? 0) \(entry["name"]?.text ?? "") \(entry["solved"] == .boolean(true)) "
                + "\(entry["turns"]?.integer ?? 0) \(entry["score"]?.integer ?? 0) \(entry["ms"]?.integer ?? 0)"
        }
        if expected.sorted() != told.sorted() {
            simulation.violated("the ranking is \(told), and should be \(expected)")
        }
    }
}

extension JSONTree {
    /// The verdict of a move, as storage writes it.
    var verdict: String? {
        if let marks = self["marks"]?.text { return marks }
        guard let length = self["length"]?.integer, let points = self["points"]?.integer else { return nil }
        return "\(length):\(points)"
    }
}
