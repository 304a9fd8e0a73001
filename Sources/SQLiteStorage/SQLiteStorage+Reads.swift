import GameRules
import Rooms
import Storage

extension SQLiteStorage {
    package func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>) {
        read(completion) { (db) throws(StorageError) in try PlayerRows.player(id, db) }
    }

    package func players(_ ids: [PlayerID], completion: @escaping StorageReply<[PlayerRecord]>) {
        read(completion) { (db) throws(StorageError) in try PlayerRows.players(ids, db) }
    }

    package func players(named text: String, limit: Int, completion: @escaping StorageReply<[FoundPlayer]>) {
        read(completion) { (db) throws(StorageError) in try PlayerRows.players(named: text, limit: limit, db) }
    }

    package func visits(
        before day: Day, after place: LastVisit, limit: Int, completion: @escaping StorageReply<[LastVisit]>
    ) {
        read(completion) { (db) throws(StorageError) in
            try PlayerRows.visits(before: day, after: place, limit: limit, db)
        }
    }

    package func bannedPlayers(limit: Int, completion: @escaping StorageReply<[PlayerRecord]>) {
        read(completion) { (db) throws(StorageError) in try PlayerRows.banned(limit: limit, db) }
    }

    package func acts(before number: Int?, limit: Int, completion: @escaping StorageReply<[LoggedAct]>) {
        read(completion) { (db) throws(StorageError) in try ModerationRows.acts(before: number, limit: limit, db) }
    }

    package func announcement(completion: @escaping StorageReply<StoredAnnouncement?>) {
        read(completion) { (db) throws(StorageError) in try ModerationRows.announcement(db) }
    }

    package func wordsLeftOut(completion: @escaping StorageReply<[LeftOutWord]>) {
        read(completion) { (db) throws(StorageError) in try ModerationRows.wordsLeftOut(db) }
    }

    package func refusedWords(
        on days: ClosedRange<Day>, limit: Int, completion: @escaping StorageReply<[RefusedWord]>
    ) {
        read(completion) { (db) throws(StorageError) in try ModerationRows.refused(on: days, limit: limit, db) }
    }

    package func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>) {
        read(completion) { (db) throws(StorageError) in try GameRows.game(key, db) }
    }

    package func games(_ keys: [GameKey], completion: @escaping StorageReply<[GameRecord]>) {
        read(completion) { (db) throws(StorageError) in
            var games: [GameRecord] = []
            for key in keys {
                if let game = try GameRows.game(key, db) { games.append(game) }
            }
            return games
        }
    }

    package func games(of player: PlayerID, completion: @escaping StorageReply<[GameRecord]>) {
        read(completion) { (db) throws(StorageError) in try GameRows.games(of: player, db) }
    }

    package func history(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<[PlayedGame]>) {
        read(completion) { (db) throws(StorageError) in try GameRows.history(of: player, line: line, db) }
    }

    package func practice(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<GameRecord?>) {
        read(completion) { (db) throws(StorageError) in try GameRows.practice(of: player, line: line, db) }
    }

    package func timedGames(completion: @escaping StorageReply<[TimedGame]>) {
        read(completion) { (db) throws(StorageError) in try GameRows.timed(db) }
    }

    package func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>) {
        read(completion) { (db) throws(StorageError) in try PuzzleRows.pinned(puzzle, db) }
    }

    package func pinned(
        of line: PuzzleLine, before day: Day, limit: Int, completion: @escaping StorageReply<[PinnedPuzzle]>
    ) {
        read(completion) { (db) throws(StorageError) in
            try PuzzleRows.pinned(of: line, before: day, limit: limit, db)
        }
    }

    package func begin(after day: Day, completion: @escaping StorageReply<Int?>) {
        read(completion) { (db) throws(StorageError) in try PuzzleRows.begin(after: day, db) }
    }

    package func lastDay(before day: Day, completion: @escaping StorageReply<Day?>) {
        read(completion) { (db) throws(StorageError) in try PuzzleRows.lastDay(before: day, db) }
    }

    package func earlierDay(before day: Day, later: Int, completion: @escaping StorageReply<Day?>) {
        read(completion) { (db) throws(StorageError) in try PuzzleRows.earlierDay(before: day, later: later, db) }
    }

    package func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>) {
        read(completion) { (db) throws(StorageError) in try RoomRows.room(code, db) }
    }

    package func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>) {
        read(completion) { (db) throws(StorageError) in try RoomRows.recall(code, tail: tail, db) }
    }

    package func room(formerly code: RoomCode, completion: @escaping StorageReply<RoomRecord?>) {
        read(completion) { (db) throws(StorageError) in try RoomRows.room(formerly: code, db) }
    }

    package func rooms(
        named text: String, code: RoomCode?, limit: Int, completion: @escaping StorageReply<[RoomRecord]>
    ) {
        read(completion) { (db) throws(StorageError) in
            try RoomRows.rooms(named: text, code: code, limit: limit, db)
        }
    }

    package func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>) {
        read(completion) { (db) throws(StorageError) in try RoomRows.rooms(of: player, db) }
    }

    package func quietRooms(
        before instant: Int, after place: RoomID?, limit: Int, completion: @escaping StorageReply<QuietRooms>
    ) {
        read(completion) { (db) throws(StorageError) in
            try QuietRoomRows.find(before: instant, after: place, limit: limit, db)
        }
    }

    package func sittings(of player: PlayerID, completion: @escaping StorageReply<[Sitting]>) {
        read(completion) { (db) throws(StorageError) in try SittingRows.sittings(of: player, db) }
    }

    package func names(of player: PlayerID, after place: NamePlace?, completion: @escaping StorageReply<NamePlace?>) {
        read(completion) { (db) throws(StorageError) in try SittingRows.names(of: player, after: place, db) }
    }

    package func seatEvents(
        of player: PlayerID, in room: RoomID, after sequence: Int, completion: @escaping StorageReply<SeatEvents>
    ) {
        read(completion) { (db) throws(StorageError) in
            try SittingRows.events(of: player, in: room, after: sequence, db)
        }
    }

    package func races(
        of room: RoomID, before sequence: Int, limit: Int, completion: @escaping StorageReply<[StoredRace]>
    ) {
        read(completion) { (db) throws(StorageError) in
            try RaceRows.races(of: room, before: sequence, limit: limit, db)
        }
    }

    package func roomsInRound(completion: @escaping StorageReply<[RoomRecord]>) {
        read(completion) { (db) throws(StorageError) in try RoomRows.inRound(db) }
    }

    package func race(_ race: RaceID, of room: RoomID, completion: @escaping StorageReply<RaceLog?>) {
        read(completion) { (db) throws(StorageError) in try RaceRows.race(race, of: room, db) }
    }
}
