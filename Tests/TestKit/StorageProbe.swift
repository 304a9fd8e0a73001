import GameRules
import Rooms
import Storage
import Synchronization

/// A storage engine as tests like to talk to it: calls that return, and a generation that is kept for them.
package final class StorageProbe: Sendable {
    package let engine: any Storage
    private let generation = Mutex(1)

    package init(_ engine: any Storage) {
        self.engine = engine
    }

    /// Goes on after a failure, as a caller does that has read again.
    package func nextGeneration() { generation.withLock { $0 += 1 } }

    /// Submits one transaction and waits for its answer; nil is success.
    package func write(_ writes: Write...) async -> StorageError? {
        await write(all: writes)
    }

    /// Submits one transaction and waits for its answer; nil is success.
    package func write(all writes: [Write]) async -> StorageError? {
        await answers(to: [writes])[0]
    }

    /// Submits transactions without waiting between them. Returns their answers in the order in which they came.
    package func answers(to transactions: [[Write]]) async -> [StorageError?] {
        await numberedAnswers(to: transactions).map(\.answer)
    }

    /// Like `answers`, each with the place of its transaction in the submission.
    package func numberedAnswers(to transactions: [[Write]]) async -> [(number: Int, answer: StorageError?)] {
        let generation = generation.withLock { $0 }
        let (stream, continuation) = AsyncStream.makeStream(of: (Int, StorageError?).self)
        for (number, writes) in transactions.enumerated() {
            engine.submit(Transaction(generation: generation, writes: writes)) { result in
                if case .failure(let error) = result {
                    continuation.yield((number, error))
                } else {
                    continuation.yield((number, nil))
                }
            }
        }
        var answers: [(number: Int, answer: StorageError?)] = []
        for await (number, answer) in stream {
            answers.append((number, answer))
            if answers.count == transactions.count { break }
        }
        return answers
    }

    package func player(_ id: PlayerID) async throws -> PlayerRecord? {
        try await answer { engine.player(id, completion: $0) }
    }

    package func game(_ key: GameKey) async throws -> GameRecord? {
        try await answer { engine.game(key, completion: $0) }
    }

    package func games(of players: [PlayerID], puzzle: PuzzleID) async throws -> [GameRecord] {
        try await answer { engine.games(of: players, puzzle: puzzle, completion: $0) }
    }

    package func results(of puzzle: PuzzleID) async throws -> [ResultRecord] {
        try await answer { engine.results(of: puzzle, completion: $0) }
    }

    package func pinned(_ puzzle: PuzzleID) async throws -> PinnedPuzzle? {
        try await answer { engine.pinned(puzzle, completion: $0) }
    }

    package func room(_ code: RoomCode) async throws -> StoredRoom? {
        try await answer { engine.room(code, completion: $0) }
    }

    package func recall(_ code: RoomCode, tail: Int) async throws -> RecalledRoom? {
        try await answer { engine.recall(code, tail: tail, completion: $0) }
    }

    package func rooms(of player: PlayerID) async throws -> [RoomRecord] {
        try await answer { engine.rooms(of: player, completion: $0) }
    }

    package func races(of room: RoomID, before sequence: Int = .max, limit: Int = .max) async throws -> [StoredRace] {
        try await answer { engine.races(of: room, before: sequence, limit: limit, completion: $0) }
    }

    package func race(_ race: RaceID, of room: RoomID) async throws -> RaceLog? {
        try await answer { engine.race(race, of: room, completion: $0) }
    }

    private func answer<Value: Sendable>(_ call: (@escaping StorageReply<Value>) -> Void) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            call { continuation.resume(with: $0.mapError { $0 as any Error }) }
        }
    }
}
