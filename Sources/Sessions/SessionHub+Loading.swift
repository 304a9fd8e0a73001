import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

// What is in memory is used; what is not is read, once, and then kept while it is wanted.
extension SessionHub {
    /// The player in memory, read if needed; nil if there is no such player.
    func withPlayer(_ id: PlayerID, then: @escaping (Result<LivePlayer?, StorageError>) -> Void) {
        guard !playersBeingDeleted.contains(id) else { return then(.failure(SessionHub.beingDeleted)) }
        if let player = players[id] { return then(.success(player)) }
        let late: (Result<LivePlayer?, StorageError>) -> Void = { [self] result in
            // By one of those who waited for the same player before.
            then(playersBeingDeleted.contains(id) ? .failure(SessionHub.beingDeleted) : result)
        }
        guard playerLoads.wait(for: id, late) else { return }
        let storage = environment.storage
        ask({ storage.player(id, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): settle(playerLoads.loaded(id), .failure(error))
            case .success(nil): settle(playerLoads.loaded(id), .success(nil))
            case .success(let record?):
                ask({ storage.rooms(of: id, completion: $0) }) { [self] result in
                    switch result {
                    case .failure(let error): settle(playerLoads.loaded(id), .failure(error))
                    case .success(let seats):
                        namesKept[id] = record.nameResetUntil
                        loadGamesInReach(of: LivePlayer(record, seats: seats))
                    }
                }
            }
        }
    }

    /// Reads today's and yesterday's game of the usual line, which `welcome` names.
    private func loadGamesInReach(of player: LivePlayer) {
        withGamesInReach(of: player, lines: [.today]) { [self] fault in
            if let fault { return settle(playerLoads.loaded(player.id), .failure(fault)) }
            catchUp(player)
            players[player.id] = player
            considerLettingGo(of: player)
            settle(playerLoads.loaded(player.id), .success(player))
        }
    }

    /// Has a player's games of today and yesterday in memory: those that can still be finished.
    func withGamesInReach(
        of player: LivePlayer, lines: [PuzzleLine], then: @escaping (StorageError?) -> Void
    ) {
        let days = [-1, 0].map { currentDay.advanced(by: $0) }
        withGames(player, lines.flatMap { line in days.map { PuzzleID(line: line, day: $0) } }[...], then)
    }

    private func withGames(
        _ player: LivePlayer, _ puzzles: ArraySlice<PuzzleID>, _ then: @escaping (StorageError?) -> Void
    ) {
        guard let puzzle = puzzles.first else { return then(nil) }
        withGame(player, puzzle) { [self] result in
            if case .failure(let fault) = result { return then(fault) }
            withGames(player, puzzles.dropFirst(), then)
        }
    }

    /// What the rooms in memory have decided about a player meanwhile.
    private func catchUp(_ player: LivePlayer) {
        for id in player.seats.keys {
            guard let room = rooms[id] else { continue }
            let isMember = room.state.member(for: player.id) != nil && !room.state.door.isClosed
            player.seats[id] = isMember ? room.record : nil
            player.ticket = max(player.ticket, room.ticket)
        }
    }

    /// The player's game in memory, read if needed; nil if the player has not opened the puzzle.
    func withGame(
        _ player: LivePlayer, _ puzzle: PuzzleID, then: @escaping (Result<LiveGame?, StorageError>) -> Void
    ) {
        if let game = player.games[puzzle] { return then(.success(game)) }
        let key = GameKey(player: player.id, puzzle: puzzle)
        guard gameLoads.wait(for: key, then) else { return }
        ask({ environment.storage.game(key, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): settle(gameLoads.loaded(key), .failure(error))
            case .success(nil): settle(gameLoads.loaded(key), .success(player.games[puzzle]))
            case .success(let record?):
                guard !puzzle.isPractice else {
                    return settle(gameLoads.loaded(key), rememberPractice(record, player))
                }
                withPuzzle(puzzle) { [self] result in
                    let game = result.flatMap { remember(record, player, answer: $0.answer) }
                    settle(gameLoads.loaded(key), game)
                }
            }
        }
    }

    private func rememberPractice(
        _ record: GameRecord, _ player: LivePlayer
    ) -> Result<LiveGame?, StorageError> {
        // Forgotten since it was read: another one was begun.
        let newest = player.games.keys.filter { $0.line == record.key.puzzle.line }.map(\.number).max() ?? 0
        guard newest <= record.key.puzzle.number else { return .success(nil) }
        guard let answer = record.answer, library.words(for: record.key.puzzle)?.fits(answer) == true else {
            return .failure(.corrupt("\(record.key.text) has no word"))
        }
        return remember(record, player, answer: answer)
    }

    private func remember(
        _ record: GameRecord, _ player: LivePlayer, answer: Word
    ) -> Result<LiveGame?, StorageError> {
        if let game = player.games[record.key.puzzle] { return .success(game) }
        guard let words = library.words(for: record.key.puzzle), record.moves.allSatisfy({ words.fits($0.word) })
        else { return .failure(.corrupt("game of \(record.key.puzzle.text): words of another line")) }
        do {
            let game = try LiveGame(record, answer: answer, rows: settings.rows)
            player.games[record.key.puzzle] = game
            letGoOfOldGames(of: player, but: record.key.puzzle)
            return .success(game)
        } catch {
            return .failure(.corrupt("game of \(record.key.puzzle.text): \(error)"))
        }
    }

    /// The puzzle with its answer, pinned if this is the first time that it is wanted.
    func withPuzzle(_ puzzle: PuzzleID, then: @escaping (Result<PinnedPuzzle, StorageError>) -> Void) {
        if let pinned = puzzles[puzzle] { return then(.success(pinned)) }
        guard puzzleLoads.wait(for: puzzle, then) else { return }
        ask({ environment.storage.pinned(puzzle, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): settle(puzzleLoads.loaded(puzzle), .failure(error))
            case .success(let pinned?):
                guard library.words(of: puzzle.line)?.fits(pinned.answer) == true else {
                    return settle(puzzleLoads.loaded(puzzle), .failure(.corrupt("\(puzzle.text) is pinned to no word")))
                }
                puzzles[puzzle] = pinned
                settle(puzzleLoads.loaded(puzzle), .success(pinned))
            case .success(nil):
                guard let drawn = library.draw(puzzle) else {
                    return settle(puzzleLoads.loaded(puzzle), .failure(.corrupt("no list for \(puzzle.text)")))
                }
                commit(Decision(writes: [.pinPuzzle(drawn)])) { [self] durable in
                    if durable {
                        puzzles[puzzle] = drawn
                        // Before those who waited go on: who wants to know when it was published waits for that too.
                        publish(puzzle) { _ in }
                    }
                    let failure = StorageError.unavailable("the puzzle was not pinned")
                    settle(puzzleLoads.loaded(puzzle), durable ? .success(drawn) : .failure(failure))
                }
            }
        }
    }

    /// The room in memory, read if needed, with today's race open and the lanes of every race that can still move up to
    /// date; nil if there is none.
    func withRoom(_ code: RoomCode, then: @escaping (Result<LiveRoom?, StorageError>) -> Void) {
        if let room = rooms[code] { return then(.success(room)) }
        guard roomLoads.wait(for: code, then) else { return }
        let storage = environment.storage
        let tail = settings.eventsKept
        let deletions = deletions
        ask({ storage.recall(code, tail: tail, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): settle(roomLoads.loaded(code), .failure(error))
            case .success(nil): settle(roomLoads.loaded(code), .success(nil))
            case .success(let stored?):
                guard LiveRoom.isTail(stored.log.suffix(tail)) else {
                    return settle(roomLoads.loaded(code), .failure(.corrupt("the log of room \(code.text) has a gap")))
                }
                let room = makeRoom(stored)
                // Those of the races, which somebody may have finished after midnight, and today's.
                let puzzles = Set(room.state.races.map(\.puzzle) + [usualPuzzle])
                readGames(of: room.state.members.map(\.player), puzzles.sorted { $0.day < $1.day }) { [self] result in
                    let waiters = roomLoads.loaded(code)
                    // Somebody whose name it has is nobody any more: what is stored is another log by now.
                    let isOld = namesGone[room.record.id].map { $0 > deletions } ?? false
                    if roomLoads.isEmpty { namesGone = [:] }
                    guard !isOld else {
                        for waiter in waiters { withRoom(code, then: waiter) }
                        return
                    }
                    settle(waiters, result.map { install(room, $0) })
                }
            }
        }
    }

    /// Reads the members' games of some puzzles, one puzzle after the other.
    private func readGames(
        of members: [PlayerID], _ puzzles: [PuzzleID], _ read: [GameRecord] = [],
        then: @escaping (Result<[GameRecord], StorageError>) -> Void
    ) {
        guard let puzzle = puzzles.first else { return then(.success(read)) }
        ask({ environment.storage.games(of: members, puzzle: puzzle, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let games): readGames(of: members, Array(puzzles.dropFirst()), read + games, then: then)
            }
        }
    }

    /// Takes a room that was just read into memory, and adds what happened while nobody had it there.
    private func install(_ room: LiveRoom, _ games: [GameRecord]) -> LiveRoom {
        // Founded while it was read: what is in memory is the room.
        if let known = rooms[room.record.id] { return known }
        rooms.insert(room)
        considerLettingGo(of: room)
        let stored = Dictionary(
            games.compactMap(raced).map { ($0.key, Lane($0)) }, uniquingKeysWith: { first, _ in first })
        var decision = Decision()
        openToday(room, in: &decision)
        for race in room.state.races {
            for member in room.state.members {
                // What is in memory is newer than what was read; when the time is over, nothing new comes.
                let key = GameKey(player: member.player, puzzle: race.puzzle)
                let game = canBeFinished(race.puzzle) ? players[member.player]?.games[race.puzzle] : nil
                if let lane = game?.lane ?? stored[key] {
                    follow(member.player, race.puzzle, lane, room, in: &decision)
                }
            }
        }
        commit(decision) { _ in }
        lookSoon(at: room)
        return room
    }

    /// A room that comes into memory. Rooms are kept there until their hosts have been away for long enough to be
    /// followed by others, so that of one that was not there this is known: nobody was in it for so long, or since the
    /// hub began.
    func makeRoom(_ stored: RecalledRoom) -> LiveRoom {
        LiveRoom(
            stored, eventsKept: settings.eventsKept, shards: environment.feeds.count,
            seenSince: max(startedAt, now - RoomState.hostPatience))
    }

    /// Opens today's race in a room, if it is not open.
    func openToday(_ room: LiveRoom, in decision: inout Decision) {
        do {
            decision.append(try room.state.decide(.openDaily(usualPuzzle)), to: room, time: now)
        } catch {
            preconditionFailure("opening a race is never refused")
        }
    }

    /// Opens today's race in a room, if it is not open, and shows it how far a member has come.
    func catchUp(_ room: LiveRoom, with player: LivePlayer, in decision: inout Decision) {
        openToday(room, in: &decision)
        guard let lane = player.games[usualPuzzle]?.lane else { return }
        follow(player.id, usualPuzzle, lane, room, in: &decision)
    }

    /// What "today's word" means at this instant.
    var usualPuzzle: PuzzleID { PuzzleID(line: .today, day: currentDay) }

    /// Tells those who waited, and the host if there is nothing to tell. They may ask for more at once, so the table is
    /// not held meanwhile.
    func settle<Value>(
        _ waiters: [(Result<Value, StorageError>) -> Void], _ result: Result<Value, StorageError>
    ) {
        if case .failure(let error) = result { environment.report("read", "\(error)") }
        for waiter in waiters { waiter(result) }
    }
}

extension Lane {
    /// The lane of a stored game.
    init(_ record: GameRecord) {
        self.init(
            rows: record.moves.map { LaneRow(pattern: $0.pattern, elapsed: $0.elapsed) },
            finish: record.finish.map { LaneFinish(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) })
    }
}
