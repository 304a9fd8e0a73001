import Dispatch
import Foundation
import GameRules
import PostgreSQLStorage
import Rooms
import SQLiteStorage
import Storage
import Synchronization

// Measures what a guess costs in storage, in both durable engines in turn: `tilerace-storage FOLDER ADDRESS`.
// A guess is one transaction with a move and an event, in rooms of four, as the server writes it.

let players = 500
let rounds = 60
let singles = 400

/// Waits for the answers to transactions.
final class Answers: Sendable {
    private let failed = Atomic(0)
    private let group = DispatchGroup()

    func submit(_ writes: [Write], to engine: any Storage) {
        group.enter()
        engine.submit(Transaction(writes: writes)) { [self] result in
            if case .failure(let error) = result, failed.add(1, ordering: .relaxed).oldValue == 0 { print(error) }
            group.leave()
        }
    }

    func wait() {
        group.wait()
        precondition(failed.load(ordering: .relaxed) == 0, "all of it fits")
    }
}

func milliseconds(_ work: () -> Void) -> Double {
    let begun = DispatchTime.now().uptimeNanoseconds
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e6
}

struct Crowd {
    let keys: [GameKey]
    let rooms: [RoomID]
    var rows = 0

    init(_ engine: any Storage) {
        let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))
        let seed = UInt64.random(in: 1...UInt64.max)
        let ids = (0..<players).map { PlayerID(high: seed, low: UInt64($0)) }
        keys = ids.map { GameKey(player: $0, puzzle: puzzle) }
        rooms = (0..<players / 4).map { _ in RoomID(number: Int.random(in: 1...Int.max)) }
        var writes: [Write] = ids.map { .createPlayer(PlayerRecord(id: $0, name: "Somebody", createdAt: 0)) }
        writes += keys.map { .openGame(GameRecord(key: $0, openedAt: 0, hardMode: .off)) }
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        for room in rooms {
            var code: RoomCode?
            while code == nil { code = RoomCode(String((0..<5).map { _ in letters.randomElement() ?? "A" })) }
            if let code {
                writes.append(.createRoom(RoomRecord(id: room, code: code, name: "", epoch: 1, createdAt: 0)))
            }
        }
        let answers = Answers()
        answers.submit(writes, to: engine)
        answers.wait()
    }

    /// The guess of a player in the round that goes on.
    func guess(_ player: Int) -> [Write] {
        let word = Word([2, 17, 0, 13, 4].map(Letter.init))
        let verdict = Verdict.marks(Pattern([.absent, .present, .correct, .absent, .present]))
        let move = MoveRecord(row: rows, word: word, verdict: verdict, elapsed: 4_100)
        let event = LoggedEvent(
            sequence: rows * 4 + player % 4 + 1, time: 1_763_700_000_000,
            event: .guessed(
                race: .daily(keys[player].puzzle), seat: player % 4 + 1, row: rows, pattern: verdict, elapsed: 4_100))
        return [.appendMove(keys[player], move, finish: nil), .appendEvent(rooms[player / 4], event)]
    }
}

/// Prints the guesses a second, and the median and the 99th percentile of a guess alone.
func measure(_ name: String, _ engine: any Storage) {
    var crowd = Crowd(engine)
    let batches = (0..<rounds).map { _ in
        let time = milliseconds {
            let answers = Answers()
            for player in 0..<players { answers.submit(crowd.guess(player), to: engine) }
            answers.wait()
        }
        crowd.rows += 1
        return time
    }.sorted()
    let alone = (0..<singles).map { index in
        let player = index % players
        if index > 0 && player == 0 { crowd.rows += 1 }
        return milliseconds {
            let answers = Answers()
            answers.submit(crowd.guess(player), to: engine)
            answers.wait()
        }
    }.sorted()
    engine.close()
    let median = batches[batches.count / 2]
    print(
        name, String(format: "%d guesses at once: p50 %.2f ms,", players, median),
        String(format: "%.0f guesses a second;", Double(players) / median * 1_000),
        String(format: "one alone: p50 %.2f ms, p99 %.2f ms", alone[singles / 2], alone[singles * 99 / 100]))
}

let arguments = CommandLine.arguments
precondition(arguments.count == 3, "tilerace-storage FOLDER ADDRESS")
for _ in 0..<3 {
    measure("SQLite     ", try SQLiteStorage(folder: arguments[1]) { print($0) })
    measure(
        "PostgreSQL ", try PostgreSQLStorage(DatabaseAddress(arguments[2]), holder: "measure") { print($0) })
}
