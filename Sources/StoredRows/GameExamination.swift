import GameRules
import Leaderboards
import Storage

/// Games: whether marks, ends and scores follow from the moves.
enum GameExamination {
    static func run<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try examinePinned(rows, &faults)
        try examineDays(rows, &faults)
        var id: Int?
        var game: ExaminedGame?
        try rows.forEach(
            """
            SELECT games.id, player, games.line, games.day, coalesce(games.answer, pinned_puzzles.answer),
                games.answer IS NOT NULL, is_archive, solved, turns, games.elapsed, points, score,
                moves.row, word, verdict, moves.elapsed, credit, opened_at, hard_mode, seconds, tiles
            FROM games LEFT JOIN pinned_puzzles ON pinned_puzzles.line = games.line AND pinned_puzzles.day = games.day
            LEFT JOIN moves ON game = games.id ORDER BY games.id, moves.row
            """
        ) { row throws(StorageError) in
            if id != row.integer(0) {
                id = row.integer(0)
                game?.finish(&faults)
                game = nil
                try faults.unlessCorrupt("game \(row.integer(0))") { _ throws(StorageError) in
                    game = try ExaminedGame(row)
                }
            }
            guard row.optionalInteger(12) != nil, var next = game else { return }
            game = nil
            try faults.unlessCorrupt(next.name) { faults throws(StorageError) in
                next.examine(try row.move(12), &faults)
            }
            game = next
        }
        game?.finish(&faults)
    }

    private static func examinePinned<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try rows.forEach(
            "SELECT line, day, answer, published_at, played_at, published_when FROM pinned_puzzles"
        ) { row throws(StorageError) in
            try faults.unlessCorrupt("a pinned word") { faults throws(StorageError) in
                let puzzle = try row.puzzle(line: 0, day: 1)
                _ = try row.publication(3)
                guard try row.word(2).count != puzzle.line.length else { return }
                faults.add("the word of \(puzzle.text) does not have \(puzzle.line.length) letters")
            }
        }
    }
}

extension GameExamination {
    /// No day begins before its words are on disk. Which lines the server had on that day nobody noted.
    private static func examineDays<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try rows.forEach(
            "SELECT day, day IN (SELECT day FROM pinned_puzzles), began_at FROM days"
        ) { row throws(StorageError) in
            try faults.unlessCorrupt("a day that has begun") { faults throws(StorageError) in
                let day = try row.day(0, of: .standard)
                _ = try row.optionalInstant(2)
                if row.integer(1) == 0 { faults.add("\(day.text) has begun and has no word") }
            }
        }
    }
}

/// A game under examination, whose moves come one by one.
private struct ExaminedGame {
    let name: String
    private let kind: PuzzleLine.Kind
    /// The game as its moves have it so far; nil without a sound secret.
    private var game: Game?
    private let isRankable: Bool
    private let end: FinishRecord?
    private let rank: StoredScore?
    private var moves = 0
    private var last: MoveRecord?
    /// One sentence for each game is enough.
    private var isFaulty = false

    init(_ row: borrowing some StoredRow & ~Copyable) throws(StorageError) {
        let puzzle = try row.puzzle(line: 2, day: 3)
        name = GameKey(player: try row.player(1), puzzle: puzzle).text
        kind = puzzle.line.kind
        if let answer = try row.optionalWord(4), answer.count == puzzle.line.length {
            // The number of rows of a game is not stored.
            let secret = PuzzleSecret(inAnyOrder: answer, of: puzzle.line.kind)
            let options = GameOptions(
                rows: puzzle.line.kind.turns.upperBound, seconds: try row.seconds(19, of: puzzle.line.kind))
            game = Game(of: puzzle.line, secret: secret, options: options)
        }
        isRankable = row.integer(5) == 0 && row.integer(6) == 0
        rank = row.optionalInteger(11) == nil ? nil : try row.score(11, of: puzzle.line.kind)
        end = try row.finish(7, of: puzzle.line.kind, rank: rank)
        // Nothing follows from these columns; they must be within their ranges.
        _ = try (
            row.instant(17), row.hardMode(18), row.seconds(19, of: puzzle.line.kind), row.tiles(20, of: puzzle.line)
        )
    }

    private mutating func blame(_ text: String, _ faults: inout FaultList) {
        if !isFaulty { faults.add("\(name) \(text)") }
        isFaulty = true
    }

    mutating func examine(_ move: MoveRecord, _ faults: inout FaultList) {
        if move.row != moves { blame("has a gap before row \(move.row)", &faults) }
        if let game, game.verdict(of: move.word) != move.verdict {
            blame("has marks in row \(move.row) that do not follow from the guess", &faults)
        }
        do throws(JournalFault) {
            try game?.replay(move.move)
        } catch {
            blame(
                error.isAfterTheAnswer
                    ? "goes on after the word was found"
                    : "has a move \(move.row) that cannot follow those before it", &faults)
        }
        if let last, isTurnedBack(from: last, to: move) {
            blame("goes back in time in row \(move.row)", &faults)
        }
        moves += 1
        last = move
    }

    /// Whether time goes back between two moves. Where credits do not add up, the credit of each move says nothing: the
    /// measured round trip may fall from word to word.
    private func isTurnedBack(from last: MoveRecord, to move: MoveRecord) -> Bool {
        guard kind.creditAddsUp else { return move.elapsed < last.elapsed }
        return move.credit < last.credit || move.elapsed &+ move.credit < last.elapsed &+ last.credit
    }

    mutating func finish(_ faults: inout FaultList) {
        if game == nil { blame("has no word", &faults) }
        let standing = game?.standing
        guard let end else {
            if game?.result != nil { blame("is solved and not over", &faults) }
            return
        }
        let isFollowing = standing.map { $0.solved == end.solved && $0.points == end.points } ?? true
        if !isFollowing || end.turns != moves || end.elapsed != last?.elapsed ?? 0 {
            blame("is said to have ended otherwise than its moves show", &faults)
        }
        guard let rank else { return }
        if !isRankable { blame("is ranked, though it was no live play of its day", &faults) }
        if rank.score != end.score { blame("is ranked otherwise than it ended", &faults) }
        if let game, rank.isHasty != game.isHasty { blame("is marked otherwise than the times of its moves", &faults) }
    }
}
