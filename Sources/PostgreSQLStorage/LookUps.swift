import GameRules
import Rooms
import Storage
import StoredRows

/// The rows that a group of transactions needs and that are not known yet: one statement a table, all in one round
/// trip.
struct LookUps {
    private var players: Set<PlayerID> = []
    private var games: Set<GameKey> = []
    private var rooms: Set<RoomID> = []
    private var codes: Set<String> = []
    private var seats: Set<RoomID> = []
    private var puzzles: Set<PuzzleID> = []

    /// Notes the rows that the writes need beyond those of `known`.
    init(for writes: some Sequence<Write>, beyond known: WorkingSet) {
        for write in writes { need(write) }
        players = players.filter { !known.players.knows($0) }
        games = games.filter { !known.games.knows($0) }
        rooms = rooms.filter { !known.rooms.knows($0) }
        codes = codes.filter { !known.codes.knows($0) }
        seats = seats.filter { !known.seats.knows($0) }
        puzzles = puzzles.filter { !known.puzzles.knows($0) }
    }

    private mutating func need(_ write: Write) {
        switch write {
        case .createPlayer(let player): players.insert(player.id)
        case .renamePlayer(let id, _), .resetName(let id, _, _), .setBan(let id, _), .noteVisit(let id, _),
            .endSessions(let id, _):
            players.insert(id)
        case .abandonSeat(_, let room, _):
            rooms.insert(room)
            seats.insert(room)
        case .pinPuzzle(let puzzle):
            puzzles.insert(puzzle.puzzle)
            if let player = puzzle.knownTo { players.insert(player) }
        case .unpinPuzzle(let puzzle), .publishPuzzle(let puzzle, _, _): puzzles.insert(puzzle)
        case .openGame(let game):
            players.insert(game.key.player)
            games.insert(game.key)
        case .appendMove(let key, _, _), .endGame(let key, _), .setHardMode(let key, _), .forgetGame(let key):
            games.insert(key)
        case .createRoom(let room):
            rooms.insert(room.id)
            codes.insert(room.code.text)
        case .appendEvent(let room, let event):
            rooms.insert(room)
            need(event.event, in: room)
        case .beginDay, .deletePlayer, .renameInLogs, .forgetRoom, .noteAct, .announce, .leaveOut, .bringBack,
            .countRefused:
            break
        }
    }

    private mutating func need(_ event: RoomEvent, in room: RoomID) {
        switch event {
        case .joined(_, let player, _):
            players.insert(player)
            seats.insert(room)
        case .renamed, .left, .kicked, .closed: seats.insert(room)
        case .code(let code): codes.insert(code.text)
        case .created, .named, .opened, .round, .started, .roundOver, .pseudonym, .nameHeld, .hosted, .guessed,
            .finished, .daily, .locked, .password, .listed, .barred, .unkicked, .ready, .satOut, .settings, .series,
            .dealt, .played, .seriesOver:
            break
        }
    }

    /// Learns a row of the answer.
    private typealias Read = (Row, inout WorkingSet) throws(StorageError) -> Void

    /// Looks the rows up. `known` then knows each: those that are not there too.
    func run(on session: Connection, into known: inout WorkingSet) throws(ConnectionFault) {
        var asked: [(statement: Statement, read: Read)] = []
        if !players.isEmpty { asked.append((playersStatement, LookUps.player)) }
        if !games.isEmpty { asked.append((gamesStatement, LookUps.game)) }
        if !rooms.isEmpty { asked.append((roomsStatement, LookUps.room)) }
        if !codes.isEmpty { asked.append((codesStatement, LookUps.code)) }
        if !seats.isEmpty { asked.append((seatsStatement, LookUps.seat)) }
        if !puzzles.isEmpty { asked.append((puzzlesStatement, LookUps.puzzle)) }
        guard !asked.isEmpty else { return }
        let answers = try session.run(asked.map(\.statement))
        for id in players { known.players.learn(id, .success(nil)) }
        for key in games { known.games.learn(key, .success(nil)) }
        for id in rooms { known.rooms.learn(id, .success(nil)) }
        for code in codes { known.codes.learn(code, .success(nil)) }
        for id in seats { known.seats.learn(id, .success([:])) }
        for puzzle in puzzles { known.puzzles.learn(puzzle, .success(nil)) }
        for (answer, ask) in zip(answers, asked) {
            do throws(StorageError) {
                try answer.forEach { row throws(StorageError) in try ask.read(row, &known) }
            } catch {
                // A row with an unreadable key cannot be matched with a request.
                throw .lost("a row that was looked up has a damaged key: \(error)")
            }
        }
    }

    private static func entry<T>(_ read: () throws(StorageError) -> T) -> Result<T?, StorageError> {
        do throws(StorageError) { return .success(try read()) } catch { return .failure(error) }
    }
}

// One statement for each table, and the reading of its rows. The first columns are the key.
extension LookUps {
    private var playersStatement: Statement {
        Statement(
            """
            SELECT id, name, created_at, sessions, name_reset_until, banned_at, seen_on, is_deleted FROM players
            WHERE id = ANY($1::bytea[])
            """, .column(players.map { .player($0) }, .bytes))
    }

    private static func player(_ row: Row, _ known: inout WorkingSet) throws(StorageError) {
        let id = try row.player(0)
        known.players.learn(
            id,
            entry { () throws(StorageError) in
                WorkingSet.Player(record: try row.playerRecord(), isDeleted: row.integer(7) == 1)
            })
    }

    private var gamesStatement: Statement {
        let keys = Array(games)
        return Statement(
            """
            SELECT g.player, g.line, g.day, id, hard_mode, solved IS NOT NULL, answer IS NOT NULL,
                (SELECT coalesce(max(row) + 1, 0) FROM moves WHERE game = g.id)
            FROM games AS g JOIN unnest($1::bytea[], $2::text[], $3::bigint[]) AS k (a, b, c)
                ON g.player = k.a AND g.line = k.b AND g.day = k.c
            """, .column(keys.map { .player($0.player) }, .bytes),
            .column(keys.map { .text($0.puzzle.line.text) }, .text),
            .column(keys.map { .day($0.puzzle.day) }, .integer))
    }

    private static func game(_ row: Row, _ known: inout WorkingSet) throws(StorageError) {
        let key = GameKey(player: try row.player(0), puzzle: try row.puzzle(line: 1, day: 2))
        known.games.learn(
            key,
            entry { () throws(StorageError) in
                let head = GameHead(
                    moveCount: try row.count(7), hardMode: try row.hardMode(4), isFinished: row.integer(5) == 1)
                return WorkingSet.Game(id: row.integer(3), head: head, isPractice: row.integer(6) == 1)
            })
    }

    private var roomsStatement: Statement {
        Statement(
            """
            SELECT id, code, (SELECT coalesce(max(sequence), 0) FROM room_events WHERE room = rooms.id) FROM rooms
            WHERE id = ANY($1::bigint[])
            """, .column(rooms.map { .integer($0.number) }, .integer))
    }

    private static func room(_ row: Row, _ known: inout WorkingSet) {
        known.rooms.learn(
            RoomID(number: row.integer(0)),
            entry { () throws(StorageError) in
                WorkingSet.Room(code: try row.text(1), last: try row.lastSequence(2))
            })
    }

    private var codesStatement: Statement {
        Statement(
            "SELECT code, id FROM rooms WHERE code = ANY($1::text[])", .column(codes.map { .text($0) }, .text))
    }

    private static func code(_ row: Row, _ known: inout WorkingSet) throws(StorageError) {
        known.codes.learn(try row.text(0), .success(RoomID(number: row.integer(1))))
    }

    private var seatsStatement: Statement {
        Statement(
            "SELECT room, seat, player FROM seats WHERE room = ANY($1::bigint[])",
            .column(seats.map { .integer($0.number) }, .integer))
    }

    private static func seat(_ row: Row, _ known: inout WorkingSet) {
        let room = RoomID(number: row.integer(0))
        known.seats.learn(
            room,
            entry { () throws(StorageError) in
                var held = try known.seats.row(room) ?? [:]
                held[try row.seat(1)] = try row.player(2)
                return held
            })
    }

    private var puzzlesStatement: Statement {
        let keys = Array(puzzles)
        return Statement(
            """
            SELECT line, day, answer, list_version, published_at IS NOT NULL FROM pinned_puzzles
            JOIN unnest($1::text[], $2::bigint[]) AS k (a, b) ON line = k.a AND day = k.b
            """, .column(keys.map { .text($0.line.text) }, .text), .column(keys.map { .day($0.day) }, .integer))
    }

    private static func puzzle(_ row: Row, _ known: inout WorkingSet) throws(StorageError) {
        let puzzle = try row.puzzle(line: 0, day: 1)
        known.puzzles.learn(
            puzzle,
            entry { () throws(StorageError) in
                WorkingSet.Puzzle(
                    answer: try row.answer(2, of: puzzle.line), isHosts: try row.text(3) == PinnedPuzzle.hostList,
                    isPublished: row.integer(4) == 1)
            })
    }
}
