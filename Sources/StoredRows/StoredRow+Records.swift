import GameRules
import Leaderboards
import Puzzles
import Rooms
import Storage

// Records, each in adjacent columns from a given one on, but for games, whose columns `StoredGame` lists.
extension StoredRow where Self: ~Copyable {
    /// The columns `id, code`, the first and the last sequence of the log, and the instant of its last event.
    package func quietRoom(members: [PlayerID]) throws(StorageError) -> QuietRoom {
        QuietRoom(
            id: try room(0), code: RoomCode(try text(1)), first: try sequence(2), last: try lastSequence(3),
            time: try instant(4), members: members)
    }

    /// The columns `id, name, created_at, sessions, name_reset_until, banned_at, seen_on`.
    package func playerRecord() throws(StorageError) -> PlayerRecord {
        PlayerRecord(
            id: try player(0), name: try text(1), createdAt: try instant(2), sessions: try sessions(3),
            nameResetUntil: try optionalInstant(4), bannedAt: try optionalInstant(5),
            seenOn: Day(number: try integer(6, in: StoredRange.visits, "day of a visit")))
    }

    /// The columns `id, seen_on`, whatever the day is: a damaged one is no reason to keep everybody else.
    package func visit() throws(StorageError) -> LastVisit {
        LastVisit(player: try player(0), day: Day(number: integer(1)))
    }

    /// The columns `number, time, actor, verb, subject`.
    package func loggedAct() throws(StorageError) -> LoggedAct {
        let number = try integer(0, in: 1...Int.max, "number of an act")
        let act = AdminAct(time: try instant(1), actor: try text(2), verb: try text(3), subject: try text(4))
        return LoggedAct(number: number, act: act)
    }

    /// The columns `text, time`.
    package func announcement() throws(StorageError) -> StoredAnnouncement {
        StoredAnnouncement(text: try text(0), time: try instant(1))
    }

    /// The columns `word, time`. An impossible time is none, and the word is left out all the same.
    package func leftOutWord() throws(StorageError) -> LeftOutWord {
        let time = StoredRange.milliseconds.contains(integer(1)) ? integer(1) : 0
        return LeftOutWord(word: try text(0), time: time)
    }

    /// The columns `line, word`, and the number of tries.
    package func refusedWord() throws(StorageError) -> RefusedWord {
        // Days are summed up, each at most what can be counted.
        let most = StoredRange.counts.upperBound * RefusedWord.daysKept
        return RefusedWord(line: try line(0), word: try word(1), count: try integer(2, in: 0...most, "count"))
    }

    /// The columns of a player, and the instant of the last game or NULL.
    package func foundPlayer() throws(StorageError) -> FoundPlayer {
        FoundPlayer(record: try playerRecord(), lastGame: try optionalInstant(7))
    }

    /// The columns `id, code, name, epoch, created_at, restored`.
    package func roomRecord() throws(StorageError) -> RoomRecord {
        let code = try text(1)
        guard let code = RoomCode(code) else { throw .corrupt("no room code: \(code)") }
        return RoomRecord(
            id: try room(0), code: code, name: try text(2), epoch: bits(3), createdAt: try instant(4),
            restored: bits(5))
    }

    /// The columns `sequence, time, event`.
    package func loggedEvent(_ column: Int32 = 0) throws(StorageError) -> LoggedEvent {
        LoggedEvent(
            sequence: try sequence(column), time: try instant(column + 1),
            event: try StoredEvent.event(try text(column + 2)))
    }

    /// The columns `name, players`, then the first event of a race and the last one or NULLs.
    package func storedRace() throws(StorageError) -> StoredRace {
        let name = try text(0)
        guard let race = RaceID(name) else { throw .corrupt("no race: \(name)") }
        return StoredRace(
            race: race, players: try count(1), first: try loggedEvent(2),
            last: optionalInteger(5) == nil ? nil : try loggedEvent(5))
    }

    /// The columns `room, seat, sequence`, whatever the numbers are: a damaged one is no reason not to delete a player.
    package func namePlace() -> NamePlace {
        NamePlace(room: RoomID(number: integer(0)), seat: integer(1), sequence: integer(2))
    }

    /// The columns `answer, list_version, published_at, played_at, published_when, known_to` of a puzzle.
    package func pinned(_ puzzle: PuzzleID, _ column: Int32 = 0) throws(StorageError) -> PinnedPuzzle {
        PinnedPuzzle(
            puzzle: puzzle, answer: try answer(column, of: puzzle.line), listVersion: try text(column + 1),
            knownTo: optionalInteger(column + 5) == nil ? nil : try player(column + 5),
            publication: try publication(column + 2))
    }

    /// The columns `line, day, opened_at, player, seconds` of a game that ends by the clock; nil if they cannot be
    /// read. Such a game ends when its player opens it, and keeps no other from its end.
    package func timedGame() -> TimedGame? {
        do throws(StorageError) { return try readTimedGame() } catch { return nil }
    }

    private func readTimedGame() throws(StorageError) -> TimedGame {
        let puzzle = try puzzle(line: 0, day: 1)
        guard let seconds = try seconds(4, of: puzzle.line.kind) else { throw corrupt("time limit", 4) }
        return TimedGame(
            key: GameKey(player: try player(3), puzzle: puzzle), openedAt: try instant(2), seconds: seconds)
    }

    /// The columns `player, day, score`, of a game of `line` that is ranked.
    @inlinable @inline(__always)
    package func rankedResult(of line: PuzzleLine) throws(StorageError) -> RankedResult {
        let stored = try score(2, of: line.kind)
        return RankedResult(
            player: try player(0), day: try day(1, of: line), score: stored.score, isHasty: stored.isHasty)
    }
}

/// A game without its moves, and the rows' own number for it.
package struct StoredGame: Sendable {
    /// The columns that `init` reads, of `games`.
    package static let columns = """
        id, line, day, opened_at, hard_mode, is_archive, answer, tiles, solved, turns, elapsed, points,
            score, player, seconds
        """

    package let id: Int
    package let game: GameRecord

    /// Reads `columns`.
    package init(_ row: borrowing some StoredRow & ~Copyable) throws(StorageError) {
        let puzzle = try row.puzzle(line: 1, day: 2)
        id = row.integer(0)
        game = GameRecord(
            key: GameKey(player: try row.player(13), puzzle: puzzle), openedAt: try row.instant(3),
            hardMode: try row.hardMode(4), seconds: try row.seconds(14, of: puzzle.line.kind),
            isArchive: row.integer(5) == 1,
            secret: row.optionalInteger(6) == nil
                ? nil
                : PuzzleSecret(
                    answer: try row.answer(6, of: puzzle.line), tiles: try row.tiles(7, of: puzzle.line)),
            finish: try row.finish(
                8, of: puzzle.line.kind,
                rank: row.optionalInteger(12) == nil ? nil : try row.score(12, of: puzzle.line.kind)))
    }

    /// The game as a player's calendar has it.
    package var played: PlayedGame {
        PlayedGame(
            day: game.key.puzzle.day, openedAt: game.openedAt, isArchive: game.isArchive, finish: game.finish)
    }

    /// The game with its journal, which must have no gap.
    package func with(_ moves: [MoveRecord]) throws(StorageError) -> GameRecord {
        var game = game
        game.moves = moves
        guard moves.enumerated().allSatisfy({ $0.offset == $0.element.row }) else {
            throw .corrupt("\(game.key.text) has a gap in its rows")
        }
        return game
    }
}
