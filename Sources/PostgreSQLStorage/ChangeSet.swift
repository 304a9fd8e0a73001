import StoredRows

/// A set of rows that a group of transactions adds to a table or changes in it, written by one statement or two. The
/// sets are written in the order of the cases: parents before children, rows that make room before rows that take it.
enum ChangeSet: Int, CaseIterable, Sendable {
    /// `id, name, folded, created_at, sessions, name_reset_until, banned_at, seen_on`.
    case playersMade
    /// `id, name, folded, sessions, name_reset_until, banned_at, seen_on`.
    case playersChanged
    /// `line, day, answer, list_version, known_to`: the word that the puzzle has now, or NULLs.
    case puzzlesPinned
    /// `line, day, published_at, published_when`.
    case puzzlesPublished
    /// `day`.
    case days
    /// `id`.
    case gamesForgotten
    /// `id, player, line, day, opened_at, hard_mode, is_archive, answer, tiles, seconds`.
    case gamesOpened
    /// `game, row, word, verdict, elapsed, credit`.
    case moves
    /// `id, hard_mode`.
    case hardModes
    /// `id, solved, turns, points, elapsed, score`.
    case gamesEnded
    /// `id, code, name, folded, epoch, created_at, restored`.
    case roomsMade
    /// `id, name, folded`.
    case roomsNamed
    /// `id, code`.
    case codes
    /// `room`: closed ones, which no former code leads to any more.
    case formersClosed
    /// `code, room`: the room that had the code last, or NULL.
    case formers
    /// `room, sequence, time, event`.
    case events
    /// `room, seat, player`: who has the seat now, or NULL.
    case seats
    /// `player, room, seat, sequence`.
    case seatNames
    /// `room, first, players, name`.
    case racesBegun
    /// `room, name, sequence`.
    case racesJoined
    /// `room, name, sequence`.
    case racesEnded
}

extension ChangeSet {
    /// The types of the columns.
    var columns: [Parameter.Element] {
        switch self {
        case .playersMade: [.bytes, .bytes, .bytes, .integer, .integer, .integer, .integer, .integer]
        case .playersChanged: [.bytes, .bytes, .bytes, .integer, .integer, .integer, .integer]
        case .puzzlesPinned: [.text, .integer, .integer, .text, .bytes]
        case .puzzlesPublished: [.text, .integer, .integer, .text]
        case .gamesForgotten, .formersClosed: [.integer]
        case .gamesOpened:
            [.integer, .bytes, .text, .integer, .integer, .integer, .integer, .integer, .integer, .integer]
        case .moves, .gamesEnded: Array(repeating: .integer, count: 6)
        case .days, .hardModes: [.integer, .integer]
        case .roomsMade: [.integer, .text, .bytes, .bytes, .integer, .integer, .integer]
        case .roomsNamed: [.integer, .bytes, .bytes]
        case .codes: [.integer, .text]
        case .formers: [.text, .integer]
        case .events: [.integer, .integer, .integer, .text]
        case .seats: [.integer, .integer, .bytes]
        case .seatNames: [.bytes, .integer, .integer, .integer]
        case .racesBegun: [.integer, .integer, .integer, .text]
        case .racesJoined, .racesEnded: [.integer, .text, .integer]
        }
    }

    /// The number of leading columns that name a row of which the last change alone counts; 0 where all count.
    var key: Int {
        switch self {
        case .playersChanged, .hardModes, .gamesEnded, .roomsNamed, .codes, .formers: 1
        case .puzzlesPinned, .seats: 2
        case .playersMade, .puzzlesPublished, .days, .gamesForgotten, .gamesOpened, .moves, .roomsMade,
            .formersClosed, .events, .seatNames, .racesBegun, .racesJoined, .racesEnded:
            0
        }
    }

    /// Whether the first column is the number of a game, which is not written if the group has forgotten the game.
    var isOfGame: Bool {
        switch self {
        case .gamesOpened, .moves, .hardModes, .gamesEnded: true
        case .playersMade, .playersChanged, .puzzlesPinned, .puzzlesPublished, .days, .gamesForgotten, .roomsMade,
            .roomsNamed, .codes, .formersClosed, .formers, .events, .seats, .seatNames, .racesBegun, .racesJoined,
            .racesEnded:
            false
        }
    }

    /// The statements, which have the columns as arrays for parameters, as `rows` names them.
    var sql: [String] {
        let rows = rows
        return switch self {
        case .playersMade:
            [
                """
                INSERT INTO players (id, name, folded, created_at, sessions, name_reset_until, banned_at, seen_on)
                SELECT * FROM \(rows)
                """
            ]
        case .playersChanged:
            [
                """
                UPDATE players SET name = n.b, folded = n.c, sessions = n.d, name_reset_until = n.e,
                    banned_at = n.f, seen_on = n.g
                FROM \(rows) AS n (a, b, c, d, e, f, g) WHERE id = n.a
                """
            ]
        case .puzzlesPinned:
            [
                // A row is there already only if this group takes its word back.
                "DELETE FROM pinned_puzzles USING \(rows) AS n (a, b, c, d, e) WHERE line = n.a AND day = n.b",
                """
                INSERT INTO pinned_puzzles (line, day, answer, list_version, known_to)
                SELECT a, b, c, d, e FROM \(rows) AS n (a, b, c, d, e) WHERE c IS NOT NULL
                """,
            ]
        case .puzzlesPublished:
            [
                """
                UPDATE pinned_puzzles SET published_at = n.c, published_when = n.d
                FROM \(rows) AS n (a, b, c, d) WHERE line = n.a AND day = n.b AND published_at IS NULL
                """
            ]
        case .days:
            [
                """
                INSERT INTO days (day, began_at) SELECT a, max(b) FROM \(rows) AS n (a, b) GROUP BY a
                ON CONFLICT (day) DO UPDATE SET began_at = GREATEST(days.began_at, excluded.began_at)
                """
            ]
        case .gamesForgotten:
            ["DELETE FROM moves WHERE game = ANY($1::bigint[])", "DELETE FROM games WHERE id = ANY($1::bigint[])"]
        case .gamesOpened:
            [
                """
                INSERT INTO games (id, player, line, day, opened_at, hard_mode, is_archive, answer, tiles, seconds)
                SELECT * FROM \(rows)
                """
            ]
        case .moves: ["INSERT INTO moves (game, row, word, verdict, elapsed, credit) SELECT * FROM \(rows)"]
        case .hardModes: ["UPDATE games SET hard_mode = n.b FROM \(rows) AS n (a, b) WHERE id = n.a"]
        case .gamesEnded:
            [
                """
                UPDATE games SET solved = n.b, turns = n.c, points = n.d, elapsed = n.e, score = n.f
                FROM \(rows) AS n (a, b, c, d, e, f) WHERE id = n.a
                """
            ]
        case .roomsMade:
            ["INSERT INTO rooms (id, code, name, folded, epoch, created_at, restored) SELECT * FROM \(rows)"]
        case .roomsNamed: ["UPDATE rooms SET name = n.b, folded = n.c FROM \(rows) AS n (a, b, c) WHERE id = n.a"]
        case .codes: ["UPDATE rooms SET code = n.b FROM \(rows) AS n (a, b) WHERE id = n.a"]
        case .formersClosed: ["DELETE FROM former_codes WHERE room = ANY($1::bigint[])"]
        case .formers:
            [
                "DELETE FROM former_codes USING \(rows) AS n (a, b) WHERE code = n.a",
                "INSERT INTO former_codes (code, room) SELECT a, b FROM \(rows) AS n (a, b) WHERE b IS NOT NULL",
            ]
        case .events: ["INSERT INTO room_events (room, sequence, time, event) SELECT * FROM \(rows)"]
        case .seats:
            [
                "DELETE FROM seats USING \(rows) AS n (a, b, c) WHERE room = n.a AND seat = n.b",
                """
                INSERT INTO seats (room, seat, player) SELECT a, b, c FROM \(rows) AS n (a, b, c) WHERE c IS NOT NULL
                """,
            ]
        case .seatNames:
            ["INSERT INTO seat_names (player, room, seat, sequence) SELECT * FROM \(rows) ON CONFLICT DO NOTHING"]
        // A calendar that was set back opens a day twice: it stays one race.
        case .racesBegun:
            ["INSERT INTO races (room, first, players, name) SELECT * FROM \(rows) ON CONFLICT DO NOTHING"]
        // Events before the start of a race do not belong to it.
        case .racesJoined:
            [
                """
                UPDATE races SET players = players + n.count FROM (
                    SELECT r.room, r.first, count(*) AS count FROM \(rows) AS e (a, b, c)
                    JOIN races AS r ON r.room = e.a AND r.name = e.b AND r.first < e.c GROUP BY r.room, r.first
                ) AS n WHERE races.room = n.room AND races.first = n.first
                """
            ]
        case .racesEnded:
            [
                """
                UPDATE races SET last = n.last FROM (
                    SELECT r.room, r.first, max(e.c) AS last FROM \(rows) AS e (a, b, c)
                    JOIN races AS r ON r.room = e.a AND r.name = e.b AND r.first < e.c GROUP BY r.room, r.first
                ) AS n WHERE races.room = n.room AND races.first = n.first
                """
            ]
        }
    }

    /// `unnest($1::bigint[], $2::text[])`.
    private var rows: String {
        let arrays = columns.enumerated().map { index, element in
            switch element {
            case .bytes: "$\(index + 1)::bytea[]"
            case .integer: "$\(index + 1)::bigint[]"
            case .text: "$\(index + 1)::text[]"
            }
        }
        return "unnest(\(arrays.joined(separator: ", ")))"
    }

    /// The texts of all sets, made once.
    static let statements = allCases.map(\.sql)
}

/// The rows that a group of transactions adds or changes.
struct Changes {
    private var sets: [[[StoredValue]]] = Array(repeating: [], count: ChangeSet.allCases.count)

    subscript(set: ChangeSet) -> [[StoredValue]] { sets[set.rawValue] }

    /// A point to which changes can be undone.
    var mark: [Int] { sets.map(\.count) }

    mutating func add(_ row: [StoredValue], to set: ChangeSet) { sets[set.rawValue].append(row) }

    mutating func rollBack(to mark: [Int]) {
        for (index, count) in mark.enumerated() where sets[index].count > count {
            sets[index].removeLast(sets[index].count - count)
        }
    }

    /// The statements that make the changes, in their order.
    var statements: [Statement] {
        let forgotten = Set(self[.gamesForgotten].map { $0[0] })
        return ChangeSet.allCases.flatMap { set -> [Statement] in
            var rows = self[set]
            if set.isOfGame && !forgotten.isEmpty { rows.removeAll { forgotten.contains($0[0]) } }
            guard !rows.isEmpty else { return [] }
            if set.key > 0 { rows = Changes.last(rows, key: set.key) }
            let parameters = set.columns.enumerated().map { column, element in
                Parameter.column(rows.map { $0[column] }, element)
            }
            return ChangeSet.statements[set.rawValue].map { Statement($0, parameters: parameters) }
        }
    }

    /// The last row of each key, in any order.
    private static func last(_ rows: [[StoredValue]], key: Int) -> [[StoredValue]] {
        Array(Dictionary(rows.map { (Array($0[..<key]), $0) }) { $1 }.values)
    }
}
