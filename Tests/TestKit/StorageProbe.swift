import GameRules
import Rooms
import Storage
import Synchronization

/// A storage engine as tests like to talk to it: calls that return. What is submitted rests on all that was submitted
/// before it, as far as `goOn` does not say otherwise.
package final class StorageProbe: Sendable {
    package let engine: any Storage
    private let submitted = Mutex((count: 0, heard: 0))

    package init(_ engine: any Storage) {
        self.engine = engine
    }

    /// Continues after a failure, as a caller does that has read again.
    package func goOn() { submitted.withLock { $0.heard = $0.count } }

    /// The next transaction.
    private func next(_ writes: [Write]) -> Transaction {
        submitted.withLock { submitted in
            submitted.count += 1
            let last = submitted.count - 1
            return Transaction(
                number: submitted.count, heard: submitted.heard, rests: last > submitted.heard ? [last] : [],
                writes: writes)
        }
    }

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
        await numberedAnswers(to: transactions.map(next))
    }

    /// Submits transactions as they are without waiting between them.
    package func answers(to transactions: [Transaction]) async -> [StorageError?] {
        await numberedAnswers(to: transactions).map(\.answer)
    }

    private func numberedAnswers(to transactions: [Transaction]) async -> [(number: Int, answer: StorageError?)] {
        let (stream, continuation) = AsyncStream.makeStream(of: (Int, StorageError?).self)
        for (number, transaction) in transactions.enumerated() {
            engine.submit(transaction) { result in
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

    package func players(_ ids: [PlayerID]) async throws -> Set<PlayerRecord> {
        let players = try await answer { engine.players(ids, completion: $0) }
        precondition(Set(players).count == players.count, "each once")
        return Set(players)
    }

    package func players(named text: String, limit: Int = 20) async throws -> [FoundPlayer] {
        try await answer { engine.players(named: text, limit: limit, completion: $0) }
    }

    package func visits(before day: Day, after place: LastVisit = .none, limit: Int = 20) async throws -> [LastVisit] {
        try await answer { engine.visits(before: day, after: place, limit: limit, completion: $0) }
    }

    package func quietRooms(
        before instant: Int, after place: RoomID? = nil, limit: Int = 20
    ) async throws -> QuietRooms {
        try await answer { engine.quietRooms(before: instant, after: place, limit: limit, completion: $0) }
    }

    package func bannedPlayers(limit: Int = 20) async throws -> [PlayerRecord] {
        try await answer { engine.bannedPlayers(limit: limit, completion: $0) }
    }

    package func acts(before number: Int? = nil, limit: Int = 20) async throws -> [LoggedAct] {
        try await answer { engine.acts(before: number, limit: limit, completion: $0) }
    }

    package func announcement() async throws -> StoredAnnouncement? {
        try await answer { engine.announcement(completion: $0) }
    }

    package func wordsLeftOut() async throws -> [LeftOutWord] {
        try await answer { engine.wordsLeftOut(completion: $0) }
    }

    package func refusedWords(on days: ClosedRange<Day>, limit: Int = 20) async throws -> [RefusedWord] {
        try await answer { engine.refusedWords(on: days, limit: limit, completion: $0) }
    }

    package func rooms(named text: String, code: RoomCode? = nil, limit: Int = 20) async throws -> [RoomRecord] {
        try await answer { engine.rooms(named: text, code: code, limit: limit, completion: $0) }
    }

    package func games(of player: PlayerID) async throws -> [GameRecord] {
        try await answer { engine.games(of: player, completion: $0) }
    }

    package func history(of player: PlayerID, line: PuzzleLine = .standard) async throws -> [PlayedGame] {
        try await answer { engine.history(of: player, line: line, completion: $0) }
    }

    package func practice(of player: PlayerID, line: PuzzleLine = .standard) async throws -> GameRecord? {
        try await answer { engine.practice(of: player, line: line, completion: $0) }
    }

    package func timedGames() async throws -> [TimedGame] { try await answer { engine.timedGames(completion: $0) } }

    /// The pieces in which the ranked results come.
    package func foldedResults(
        of line: PuzzleLine = .standard, days: ClosedRange<Day>
    ) async throws -> [[RankedResult]] {
        try await answer {
            engine.foldResults(of: line, days: days, into: [], add: { $0.append($1) }, completion: $0)
        }
    }

    package func pinned(of line: PuzzleLine, before day: Day, limit: Int) async throws -> [PinnedPuzzle] {
        try await answer { engine.pinned(of: line, before: day, limit: limit, completion: $0) }
    }

    package func begin(after day: Day) async throws -> Int? {
        try await answer { engine.begin(after: day, completion: $0) }
    }

    package func lastDay(before day: Day) async throws -> Day? {
        try await answer { engine.lastDay(before: day, completion: $0) }
    }

    package func earlierDay(before day: Day, later: Int) async throws -> Day? {
        try await answer { engine.earlierDay(before: day, later: later, completion: $0) }
    }

    package func sittings(of player: PlayerID) async throws -> [Sitting] {
        try await answer { engine.sittings(of: player, completion: $0) }
    }

    /// All pieces of what a room's log has about a player.
    package func seatEvents(of player: PlayerID, in room: RoomID) async throws -> [SeatEvents] {
        var pieces: [SeatEvents] = []
        var next: Int? = 0
        while let sequence = next {
            let piece = try await seatEvents(of: player, in: room, after: sequence)
            precondition(piece.next.map { $0 > sequence } ?? true, "each piece is after the one before")
            pieces.append(piece)
            next = piece.next
        }
        return pieces
    }

    package func seatEvents(of player: PlayerID, in room: RoomID, after sequence: Int) async throws -> SeatEvents {
        try await answer { engine.seatEvents(of: player, in: room, after: sequence, completion: $0) }
    }

    package func names(of player: PlayerID, after place: NamePlace? = nil) async throws -> NamePlace? {
        try await answer { engine.names(of: player, after: place, completion: $0) }
    }

    /// Takes a player's names out of the logs, piece by piece. Returns how many pieces those were.
    @discardableResult
    package func renameInLogs(_ player: PlayerID, name: String) async throws -> Int {
        var pieces = 0
        var start: NamePlace?
        while let end = try await names(of: player, after: start) {
            if let fault = await write(.renameInLogs(player, name: name, after: start, through: end)) { throw fault }
            pieces += 1
            start = end
        }
        return pieces
    }

    /// The rooms in which a player ever sat, each with all that its log has about the player.
    package func roomLogs(
        of player: PlayerID
    ) async throws -> [(sitting: Sitting, events: [LoggedEvent])] {
        var logs: [(sitting: Sitting, events: [LoggedEvent])] = []
        for sitting in try await sittings(of: player) {
            logs.append((sitting, try await seatEvents(of: player, in: sitting.room).flatMap(\.events)))
        }
        return logs
    }

    package func game(_ key: GameKey) async throws -> GameRecord? {
        try await answer { engine.game(key, completion: $0) }
    }

    package func games(_ keys: [GameKey]) async throws -> [GameRecord] {
        try await answer { engine.games(keys, completion: $0) }
    }

    /// The ranked games of one puzzle.
    package func results(of puzzle: PuzzleID) async throws -> [RankedResult] {
        try await foldedResults(of: puzzle.line, days: puzzle.day...puzzle.day).flatMap { $0 }
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

    package func room(formerly code: RoomCode) async throws -> RoomRecord? {
        try await answer { engine.room(formerly: code, completion: $0) }
    }

    package func rooms(of player: PlayerID) async throws -> [RoomRecord] {
        try await answer { engine.rooms(of: player, completion: $0) }
    }

    package func races(of room: RoomID, before sequence: Int = .max, limit: Int = .max) async throws -> [StoredRace] {
        try await answer { engine.races(of: room, before: sequence, limit: limit, completion: $0) }
    }

    package func roomsInRound() async throws -> [RoomRecord] {
        try await answer { engine.roomsInRound(completion: $0) }
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
