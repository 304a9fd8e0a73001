import GameRules
import Puzzles
import Rooms
import Storage

/// Reads of records that memory does not keep. Each is one read of storage, answered on the hub's thread; its meaning
/// stands at the function of the same name in `Storage`. What it finds is committed, and may be older than memory.
struct RecordReader: HubPart {
    let context: HubContext

    /// Takes the records, or the error of storage.
    typealias Reply<Value> = (Result<Value, StorageError>) -> Void

    // MARK: Players

    func player(_ id: PlayerID, then: @escaping Reply<PlayerRecord?>) {
        context.ask({ environment.storage.player(id, completion: $0) }, then: then)
    }

    func players(_ ids: [PlayerID], then: @escaping Reply<[PlayerRecord]>) {
        context.ask({ environment.storage.players(ids, completion: $0) }, then: then)
    }

    func players(named text: String, limit: Int, then: @escaping Reply<[FoundPlayer]>) {
        context.ask({ environment.storage.players(named: text, limit: limit, completion: $0) }, then: then)
    }

    func visits(before day: Day, after place: LastVisit, limit: Int, then: @escaping Reply<[LastVisit]>) {
        context.ask({ environment.storage.visits(before: day, after: place, limit: limit, completion: $0) }, then: then)
    }

    // MARK: For operators

    func bannedPlayers(limit: Int, then: @escaping Reply<[PlayerRecord]>) {
        context.ask({ environment.storage.bannedPlayers(limit: limit, completion: $0) }, then: then)
    }

    func acts(before number: Int?, limit: Int, then: @escaping Reply<[LoggedAct]>) {
        context.ask({ environment.storage.acts(before: number, limit: limit, completion: $0) }, then: then)
    }

    func announcement(then: @escaping Reply<StoredAnnouncement?>) {
        context.ask({ environment.storage.announcement(completion: $0) }, then: then)
    }

    func wordsLeftOut(then: @escaping Reply<[LeftOutWord]>) {
        context.ask({ environment.storage.wordsLeftOut(completion: $0) }, then: then)
    }

    func refusedWords(on days: ClosedRange<Day>, limit: Int, then: @escaping Reply<[RefusedWord]>) {
        context.ask({ environment.storage.refusedWords(on: days, limit: limit, completion: $0) }, then: then)
    }

    // MARK: Games, puzzles and days

    func game(_ key: GameKey, then: @escaping Reply<GameRecord?>) {
        context.ask({ environment.storage.game(key, completion: $0) }, then: then)
    }

    func games(_ keys: [GameKey], then: @escaping Reply<[GameRecord]>) {
        context.ask({ environment.storage.games(keys, completion: $0) }, then: then)
    }

    func games(of player: PlayerID, then: @escaping Reply<[GameRecord]>) {
        context.ask({ environment.storage.games(of: player, completion: $0) }, then: then)
    }

    func history(of player: PlayerID, line: PuzzleLine, then: @escaping Reply<[PlayedGame]>) {
        context.ask({ environment.storage.history(of: player, line: line, completion: $0) }, then: then)
    }

    func timedGames(then: @escaping Reply<[TimedGame]>) {
        context.ask({ environment.storage.timedGames(completion: $0) }, then: then)
    }

    func roomsInRound(then: @escaping Reply<[RoomRecord]>) {
        context.ask({ environment.storage.roomsInRound(completion: $0) }, then: then)
    }

    func pinned(of line: PuzzleLine, before day: Day, limit: Int, then: @escaping Reply<[PinnedPuzzle]>) {
        context.ask({ environment.storage.pinned(of: line, before: day, limit: limit, completion: $0) }, then: then)
    }

    func begin(after day: Day, then: @escaping Reply<Int?>) {
        context.ask({ environment.storage.begin(after: day, completion: $0) }, then: then)
    }

    func lastDay(before day: Day, then: @escaping Reply<Day?>) {
        context.ask({ environment.storage.lastDay(before: day, completion: $0) }, then: then)
    }

    func earlierDay(before day: Day, later: Int, then: @escaping Reply<Day?>) {
        context.ask({ environment.storage.earlierDay(before: day, later: later, completion: $0) }, then: then)
    }

    // MARK: Rooms

    func room(formerly code: RoomCode, then: @escaping Reply<RoomRecord?>) {
        context.ask({ environment.storage.room(formerly: code, completion: $0) }, then: then)
    }

    func rooms(named text: String, code: RoomCode?, limit: Int, then: @escaping Reply<[RoomRecord]>) {
        context.ask({ environment.storage.rooms(named: text, code: code, limit: limit, completion: $0) }, then: then)
    }

    func rooms(of player: PlayerID, then: @escaping Reply<[RoomRecord]>) {
        context.ask({ environment.storage.rooms(of: player, completion: $0) }, then: then)
    }

    func quietRooms(before instant: Int, after place: RoomID?, limit: Int, then: @escaping Reply<QuietRooms>) {
        context.ask(
            { environment.storage.quietRooms(before: instant, after: place, limit: limit, completion: $0) }, then: then)
    }

    func sittings(of player: PlayerID, then: @escaping Reply<[Sitting]>) {
        context.ask({ environment.storage.sittings(of: player, completion: $0) }, then: then)
    }

    func names(of player: PlayerID, after place: NamePlace?, then: @escaping Reply<NamePlace?>) {
        context.ask({ environment.storage.names(of: player, after: place, completion: $0) }, then: then)
    }

    func seatEvents(of player: PlayerID, in room: RoomID, after sequence: Int, then: @escaping Reply<SeatEvents>) {
        context.ask(
            { environment.storage.seatEvents(of: player, in: room, after: sequence, completion: $0) }, then: then)
    }

    func races(of room: RoomID, before sequence: Int, limit: Int, then: @escaping Reply<[StoredRace]>) {
        context.ask({ environment.storage.races(of: room, before: sequence, limit: limit, completion: $0) }, then: then)
    }

    func race(_ race: RaceID, of room: RoomID, then: @escaping Reply<RaceLog?>) {
        context.ask({ environment.storage.race(race, of: room, completion: $0) }, then: then)
    }
}

extension HubPart {
    var records: RecordReader { RecordReader(context: context) }
}
