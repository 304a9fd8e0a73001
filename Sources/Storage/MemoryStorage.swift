import GameRules
import Rooms
import Synchronization

/// A storage engine in memory, for tests and simulations. It gives the same answers as the durable engines, in an order
/// that the executor decides, and fails on demand. Every transaction commits alone.
package final class MemoryStorage: Storage {
    /// Runs each piece of work once, now or later. A simulation passes a seeded scheduler, under which reads overtake
    /// writes. Within a lane the order of submission holds under every executor.
    package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct State {
        var stored = StoredState()
        var fence = Fence()
        var faults: [(error: StorageError, isDurable: Bool)] = []
        var readFaults = 0..<0
        var unreadable: Set<RoomCode> = []
        var reads = 0
        var isClosed = false
        var commits = 0
        var failures: [(transaction: Transaction, error: StorageError)] = []
    }

    private let state = Mutex(State())
    private let writes: WorkLane
    private let reads: WorkLane

    /// Creates an empty store. By default all work is done before the call returns.
    package init(executor: @escaping Executor = { $0() }) {
        writes = WorkLane(executor: executor)
        reads = WorkLane(executor: executor)
    }

    /// Makes the next commit fail with `error`. A second call does so for the commit after that. `isDurable`: it is
    /// durable all the same, as where a connection breaks before the answer.
    package func failNextCommit(_ error: StorageError, isDurable: Bool = false) {
        state.withLock { $0.faults.append((error, isDurable)) }
    }

    /// Makes `count` reads fail, behind the next `good` ones.
    package func failNextReads(_ count: Int, after good: Int = 0) {
        state.withLock { $0.readFaults = $0.reads + good..<$0.reads + good + count }
    }

    /// Makes every read of these rooms fail.
    package func failReads(of rooms: Set<RoomCode>) { state.withLock { $0.unreadable = rooms } }

    /// Reads answered so far.
    package var readCount: Int { state.withLock { $0.reads } }

    /// Transactions committed so far.
    package var commits: Int { state.withLock { $0.commits } }

    /// Transactions that failed since the last `restart`, with the error of each.
    package var failures: [(transaction: Transaction, error: StorageError)] { state.withLock { $0.failures } }

    /// The committed state.
    var stored: StoredState { state.withLock { $0.stored } }

    /// Simulates the death and restart of the process. Committed writes stay. Work that waits is dropped without an
    /// answer, and transaction numbers begin anew.
    package func restart() {
        writes.drop()
        reads.drop()
        state.withLock { state in
            state.fence = Fence()
            state.failures = []
        }
    }

    package func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>) {
        let isClosed = state.withLock { $0.isClosed }
        writes.add { [self] in completion(isClosed ? .failure(.closed) : commit(transaction)) }
    }

    /// Refuses later calls, and performs all submitted work at once, without the executor.
    package func close() {
        state.withLock { $0.isClosed = true }
        writes.finish()
        reads.finish()
    }

    private func commit(_ transaction: Transaction) -> Result<Void, StorageError> {
        state.withLock { state in
            guard state.fence.admits(transaction) else {
                state.failures.append((transaction, .superseded))
                return .failure(.superseded)
            }
            do throws(StorageError) {
                var next = state.stored
                try next.apply(transaction.writes)
                let fault = state.faults.isEmpty ? nil : state.faults.removeFirst()
                if fault?.isDurable ?? true {
                    state.stored = next
                    state.commits += 1
                }
                if let fault { throw fault.error }
                return .success(())
            } catch {
                state.fence.failed(transaction, error)
                state.failures.append((transaction, error))
                return .failure(error)
            }
        }
    }

    private func read<Value: Sendable>(
        _ completion: @escaping StorageReply<Value>, _ value: @escaping @Sendable (StoredState) -> Value
    ) {
        let isClosed = state.withLock { $0.isClosed }
        reads.add { [self] in
            guard !isClosed else { return completion(.failure(.closed)) }
            let stored: StoredState? = state.withLock { state in
                defer { state.reads += 1 }
                return state.readFaults.contains(state.reads) ? nil : state.stored
            }
            completion(stored.map { .success(value($0)) } ?? .failure(.unavailable("planted")))
        }
    }
}

extension MemoryStorage {
    package func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>) {
        read(completion) { $0.deleted.contains(id) ? nil : $0.players[id] }
    }

    package func players(_ ids: [PlayerID], completion: @escaping StorageReply<[PlayerRecord]>) {
        read(completion) { stored in Set(ids).compactMap { stored.players[$0] } }
    }

    package func players(named text: String, limit: Int, completion: @escaping StorageReply<[FoundPlayer]>) {
        read(completion) { $0.players(named: text, limit: limit) }
    }

    package func visits(
        before day: Day, after place: LastVisit, limit: Int, completion: @escaping StorageReply<[LastVisit]>
    ) {
        read(completion) { $0.visits(before: day, after: place, limit: limit) }
    }

    package func bannedPlayers(limit: Int, completion: @escaping StorageReply<[PlayerRecord]>) {
        read(completion) { $0.bannedPlayers(limit: limit) }
    }

    package func acts(before number: Int?, limit: Int, completion: @escaping StorageReply<[LoggedAct]>) {
        read(completion) { $0.acts(before: number, limit: limit) }
    }

    package func announcement(completion: @escaping StorageReply<StoredAnnouncement?>) {
        read(completion) { $0.announcement }
    }

    package func wordsLeftOut(completion: @escaping StorageReply<[LeftOutWord]>) {
        read(completion) { $0.wordsLeftOut }
    }

    package func refusedWords(
        on days: ClosedRange<Day>, limit: Int, completion: @escaping StorageReply<[RefusedWord]>
    ) {
        read(completion) { $0.refusedWords(on: days, limit: limit) }
    }

    package func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>) {
        read(completion) { $0.games[key] }
    }

    package func games(_ keys: [GameKey], completion: @escaping StorageReply<[GameRecord]>) {
        read(completion) { stored in keys.compactMap { stored.games[$0] } }
    }

    package func games(of player: PlayerID, completion: @escaping StorageReply<[GameRecord]>) {
        read(completion) { $0.games(of: player) }
    }

    package func history(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<[PlayedGame]>) {
        read(completion) { stored in
            stored.games(of: player).filter { $0.key.puzzle.line == line }.map {
                PlayedGame(
                    day: $0.key.puzzle.day, openedAt: $0.openedAt, isArchive: $0.isArchive, finish: $0.finish)
            }
        }
    }

    package func practice(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<GameRecord?>) {
        read(completion) { $0.games(of: player).last { $0.key.puzzle.line == line && $0.secret != nil } }
    }

    package func timedGames(completion: @escaping StorageReply<[TimedGame]>) {
        read(completion) { $0.timedGames }
    }

    package func foldResults<T: Sendable>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, completion: @escaping StorageReply<T>
    ) {
        let isClosed = state.withLock { $0.isClosed }
        // The snapshot is taken in the lane of the writes, so that the fold has its place among them.
        writes.add { [self] in
            guard !isClosed else { return completion(.failure(.closed)) }
            let results = state.withLock { $0.stored.results(of: line, days: days) }
            reads.add {
                var value = initial
                for start in stride(from: 0, to: results.count, by: RankedResult.chunk) {
                    add(&value, Array(results[start...].prefix(RankedResult.chunk)))
                }
                completion(.success(value))
            }
        }
    }

    package func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>) {
        read(completion) { $0.pinned[puzzle] }
    }

    package func pinned(
        of line: PuzzleLine, before day: Day, limit: Int, completion: @escaping StorageReply<[PinnedPuzzle]>
    ) {
        read(completion) { stored in
            let past = stored.pinned.values.filter { $0.puzzle.line == line && $0.puzzle.day < day }
            return Array(past.sorted { $0.puzzle.day > $1.puzzle.day }.prefix(limit))
        }
    }

    package func begin(after day: Day, completion: @escaping StorageReply<Int?>) {
        read(completion) { stored in stored.days.filter { $0.key > day }.min { $0.key < $1.key }?.value }
    }

    package func lastDay(before day: Day, completion: @escaping StorageReply<Day?>) {
        read(completion) { stored in stored.days.keys.filter { $0 < day }.max() }
    }

    package func earlierDay(before day: Day, later: Int, completion: @escaping StorageReply<Day?>) {
        read(completion) { stored in
            stored.days.keys.filter { $0 < day }.sorted(by: >).dropFirst(later).first
        }
    }

    package func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>) {
        read(completion) { stored in stored.codes[code].flatMap { stored.rooms[$0] } }
    }

    package func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>) {
        guard !state.withLock({ $0.unreadable.contains(code) }) else {
            return reads.add { completion(.failure(.unavailable("planted"))) }
        }
        read(completion) { stored in
            stored.codes[code].flatMap { stored.rooms[$0] }.map {
                RecalledRoom(record: $0.record, log: RoomState.needed(of: $0.log, tail: tail))
            }
        }
    }

    package func room(formerly code: RoomCode, completion: @escaping StorageReply<RoomRecord?>) {
        read(completion) { stored in stored.formerCodes[code].flatMap { stored.rooms[$0]?.record } }
    }

    package func rooms(
        named text: String, code: RoomCode?, limit: Int, completion: @escaping StorageReply<[RoomRecord]>
    ) {
        read(completion) { $0.rooms(named: text, code: code, limit: limit) }
    }

    package func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>) {
        read(completion) { $0.rooms(of: player) }
    }

    package func quietRooms(
        before instant: Int, after place: RoomID?, limit: Int, completion: @escaping StorageReply<QuietRooms>
    ) {
        read(completion) { $0.quietRooms(before: instant, after: place, limit: limit) }
    }

    package func sittings(of player: PlayerID, completion: @escaping StorageReply<[Sitting]>) {
        read(completion) { $0.sittings(of: player) }
    }

    package func names(of player: PlayerID, after place: NamePlace?, completion: @escaping StorageReply<NamePlace?>) {
        read(completion) { stored in
            stored.names(of: player).filter { name in place.map { $0 < name } ?? true }.prefix(NamePlace.piece).last
        }
    }

    package func seatEvents(
        of player: PlayerID, in room: RoomID, after sequence: Int, completion: @escaping StorageReply<SeatEvents>
    ) {
        read(completion) { $0.seatEvents(of: player, in: room, after: sequence) }
    }

    package func races(
        of room: RoomID, before sequence: Int, limit: Int, completion: @escaping StorageReply<[StoredRace]>
    ) {
        read(completion) { stored in
            let races = RaceIndex(of: stored.rooms[room]?.log ?? []).races
            return Array(races.reversed().filter { $0.players > 0 && $0.first.sequence < sequence }.prefix(limit))
        }
    }

    package func roomsInRound(completion: @escaping StorageReply<[RoomRecord]>) {
        read(completion) { $0.roomsInRound }
    }

    package func race(_ race: RaceID, of room: RoomID, completion: @escaping StorageReply<RaceLog?>) {
        read(completion) { stored in
            let log = stored.rooms[room]?.log ?? []
            guard let found = RaceIndex(of: log).races.first(where: { $0.race == race }) else { return nil }
            return RaceLog(race: found, events: log.filter(found.isTold(by:)))
        }
    }
}
