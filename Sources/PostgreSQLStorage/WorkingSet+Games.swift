import GameRules
import Storage
import StoredRows

// Games and moves.
extension WorkingSet {
    mutating func open(_ game: GameRecord) throws(StorageError) {
        let key = game.key
        try WriteRules.openGame(game, playerExists: isThere(key.player), gameExists: games.row(key) != nil)
        lastGame += 1
        let head = GameHead(moveCount: 0, hardMode: game.hardMode, isFinished: false)
        games.set(key, Game(id: lastGame, head: head, isPractice: game.secret != nil))
        add(
            .integer(lastGame), .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day),
            .integer(game.openedAt), .integer(Int(game.hardMode.rawValue)), .flag(game.isArchive),
            game.secret.map { .word($0.answer) } ?? .null, game.secret?.tiles.map { .word($0.letters) } ?? .null,
            .optional(game.seconds), to: .gamesOpened)
    }

    mutating func append(_ move: MoveRecord, finish: FinishRecord?, to key: GameKey) throws(StorageError) {
        let game = try games.row(key)
        try WriteRules.appendMove(key, move, to: game?.head)
        guard let game else { preconditionFailure("checked above") }
        add(
            .integer(game.id), .integer(move.row), .word(move.word), .verdict(move.verdict), .integer(move.elapsed),
            .integer(move.credit), to: .moves)
        note(key, game, moveCount: move.row + 1, isFinished: finish != nil)
        if let finish { end(game, finish) }
    }

    mutating func end(_ key: GameKey, _ finish: FinishRecord) throws(StorageError) {
        let game = try games.row(key)
        try WriteRules.endGame(key, of: game?.head)
        guard let game else { preconditionFailure("checked above") }
        note(key, game, moveCount: game.head.moveCount, isFinished: true)
        end(game, finish)
    }

    private mutating func end(_ game: Game, _ finish: FinishRecord) {
        add(
            .integer(game.id), .flag(finish.solved), .integer(finish.turns), .optional(finish.points),
            .integer(finish.elapsed), .score(finish), to: .gamesEnded)
    }

    private mutating func note(_ key: GameKey, _ game: Game, moveCount: Int, isFinished: Bool) {
        var game = game
        game.head = GameHead(moveCount: moveCount, hardMode: game.head.hardMode, isFinished: isFinished)
        games.set(key, game)
    }

    mutating func setHardMode(_ mode: HardMode, of key: GameKey) throws(StorageError) {
        let stored = try games.row(key)
        try WriteRules.setHardMode(key, mode, of: stored?.head)
        guard var game = stored else { preconditionFailure("checked above") }
        game.head = GameHead(moveCount: game.head.moveCount, hardMode: mode, isFinished: false)
        games.set(key, game)
        add(.integer(game.id), .integer(Int(mode.rawValue)), to: .hardModes)
    }

    mutating func forget(_ key: GameKey) throws(StorageError) {
        let game = try games.row(key)
        try WriteRules.forgetGame(key, isPractice: game?.isPractice)
        guard let game else { preconditionFailure("checked above") }
        games.set(key, nil)
        add(.integer(game.id), to: .gamesForgotten)
    }
}
