import GameRules
import Puzzles
import Rooms
import Storage

/// An engine that does what another one does, but for what it says itself: at least how it commits.
protocol ForwardingStorage: Storage {
    var base: any Storage { get }
}

extension ForwardingStorage {
    func close() { base.close() }

    func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>) {
        base.player(id, completion: completion)
    }

    func players(_ ids: [PlayerID], completion: @escaping StorageReply<[PlayerRecord]>) {
        base.players(ids, completion: completion)
    }

    func players(named text: String, limit: Int, completion: @escaping StorageReply<[FoundPlayer]>) {
        base.players(named: text, limit: limit, completion: completion)
    }

    func rooms(
        named text: String, code: RoomCode?, limit: Int, completion: @escaping StorageReply<[RoomRecord]>
    ) {
        base.rooms(named: text, code: code, limit: limit, completion: completion)
    }

    func visits(before day: Day, after place: LastVisit, limit: Int, completion: @escaping StorageReply<[LastVisit]>) {
        base.visits(before: day, after: place, limit: limit, completion: completion)
    }

    func bannedPlayers(limit: Int, completion: @escaping StorageReply<[PlayerRecord]>) {
        base.bannedPlayers(limit: limit, completion: completion)
    }

    func acts(before number: Int?, limit: Int, completion: @escaping StorageReply<[LoggedAct]>) {
        base.acts(before: number, limit: limit, completion: completion)
    }

    func announcement(completion: @escaping StorageReply<StoredAnnouncement?>) {
        base.announcement(completion: completion)
    }

    func wordsLeftOut(completion: @escaping StorageReply<[LeftOutWord]>) {
        base.wordsLeftOut(completion: completion)
    }

    func refusedWords(
        on days: ClosedRange<Day>, limit: Int, completion: @escaping StorageReply<[RefusedWord]>
    ) {
        base.refusedWords(on: days, limit: limit, completion: completion)
    }

    func games(of player: PlayerID, completion: @escaping StorageReply<[GameRecord]>) {
        base.games(of: player, completion: completion)
    }

    func history(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<[PlayedGame]>) {
        base.history(of: player, line: line, completion: completion)
    }

    func practice(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<GameRecord?>) {
        base.practice(of: player, line: line, completion: completion)
    }

    func timedGames(completion: @escaping StorageReply<[TimedGame]>) { base.timedGames(completion: completion) }

    func foldResults<T: Sendable>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, completion: @escaping StorageReply<T>
    ) {
        base.foldResults(of: line, days: days, into: initial, add: add, completion: completion)
    }

    func pinned(
        of line: PuzzleLine, before day: Day, limit: Int, completion: @escaping StorageReply<[PinnedPuzzle]>
    ) {
        base.pinned(of: line, before: day, limit: limit, completion: completion)
    }

    func begin(after day: Day, completion: @escaping StorageReply<Int?>) {
        base.begin(after: day, completion: completion)
    }

    func lastDay(before day: Day, completion: @escaping StorageReply<Day?>) {
        base.lastDay(before: day, completion: completion)
    }

    func earlierDay(before day: Day, later: Int, completion: @escaping StorageReply<Day?>) {
        base.earlierDay(before: day, later: later, completion: completion)
    }

    func sittings(of player: PlayerID, completion: @escaping StorageReply<[Sitting]>) {
        base.sittings(of: player, completion: completion)
    }

    func names(of player: PlayerID, after place: NamePlace?, completion: @escaping StorageReply<NamePlace?>) {
        base.names(of: player, after: place, completion: completion)
    }

    func seatEvents(
        of player: PlayerID, in room: RoomID, after sequence: Int, completion: @escaping StorageReply<SeatEvents>
    ) {
        base.seatEvents(of: player, in: room, after: sequence, completion: completion)
    }

    func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>) {
        base.game(key, completion: completion)
    }

    func games(_ keys: [GameKey], completion: @escaping StorageReply<[GameRecord]>) {
        base.games(keys, completion: completion)
    }

    func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>) {
        base.pinned(puzzle, completion: completion)
    }

    func room(formerly code: RoomCode, completion: @escaping StorageReply<RoomRecord?>) {
        base.room(formerly: code, completion: completion)
    }

    func quietRooms(
        before instant: Int, after place: RoomID?, limit: Int, completion: @escaping StorageReply<QuietRooms>
    ) {
        base.quietRooms(before: instant, after: place, limit: limit, completion: completion)
    }

    func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>) {
        base.rooms(of: player, completion: completion)
    }

    func races(
        of room: RoomID, before sequence: Int, limit: Int, completion: @escaping StorageReply<[StoredRace]>
    ) {
        base.races(of: room, before: sequence, limit: limit, completion: completion)
    }

    func roomsInRound(completion: @escaping StorageReply<[RoomRecord]>) { base.roomsInRound(completion: completion) }

    func race(_ race: RaceID, of room: RoomID, completion: @escaping StorageReply<RaceLog?>) {
        base.race(race, of: room, completion: completion)
    }

    func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>) {
        base.room(code, completion: completion)
    }

    func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>) {
        base.recall(code, tail: tail, completion: completion)
    }
}
