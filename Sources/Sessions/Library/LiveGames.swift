import GameRules
import Puzzles
import Storage
import WordLists

/// The games in memory. Each is held by its player.
final class LiveGames: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let teller: Teller
    private var loads = LoadTable<GameKey, LiveGame?, StorageError>()

    /// The maximum number of old games of a player in memory, so that the archive cannot fill it.
    private static let oldGamesKept = 16

    init(_ context: HubContext, _ library: Library, _ teller: Teller) {
        self.context = context
        self.library = library
        self.teller = teller
    }

    // MARK: Reading

    /// Returns the player's game, read if needed; nil if the player has not opened the puzzle.
    func get(
        _ puzzle: PuzzleID, of player: LivePlayer, then: @escaping (Result<LiveGame?, StorageError>) -> Void
    ) {
        if let game = player.games[puzzle] { return then(.success(game)) }
        let key = GameKey(player: player.id, puzzle: puzzle)
        guard loads.wait(for: key, then) else { return }
        context.ask({ environment.storage.game(key, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): library.settle(loads.loaded(key), .failure(error))
            case .success(nil): library.settle(loads.loaded(key), .success(player.games[puzzle]))
            case .success(let record?): remember(record, player) { [self] in library.settle(loads.loaded(key), $0) }
            }
        }
    }

    private func remember(
        _ record: GameRecord, _ player: LivePlayer, then: @escaping (Result<LiveGame?, StorageError>) -> Void
    ) {
        guard !record.key.puzzle.isPractice else { return then(rememberPractice(record, player)) }
        library.puzzles.get(record.key.puzzle) { [self] result in
            then(result.flatMap { remember(record, player, puzzleSource.secret(of: $0)) })
        }
    }

    private func rememberPractice(_ record: GameRecord, _ player: LivePlayer) -> Result<LiveGame?, StorageError> {
        // Evicted since it was read, and another one was begun.
        let newest = player.games.keys.filter { $0.line == record.key.puzzle.line }.map(\.number).max() ?? 0
        guard newest <= record.key.puzzle.number else { return .success(nil) }
        guard let secret = record.secret, puzzleSource.words(for: record.key.puzzle)?.fits(secret) == true else {
            return .failure(.corrupt("\(record.key.text) has no word"))
        }
        return remember(record, player, secret)
    }

    private func remember(
        _ record: GameRecord, _ player: LivePlayer, _ secret: PuzzleSecret
    ) -> Result<LiveGame?, StorageError> {
        if let game = player.games[record.key.puzzle] { return .success(game) }
        guard let words = puzzleSource.words(for: record.key.puzzle),
            record.moves.allSatisfy({ words.alphabet.has($0.word) })
        else { return .failure(.corrupt("game of \(record.key.puzzle.text): words of another line")) }
        do {
            let game = try LiveGame(record, secret: secret, options: settings.options)
            keep(game, of: player)
            return .success(game)
        } catch {
            return .failure(.corrupt("game of \(record.key.puzzle.text): \(error)"))
        }
    }

    /// Loads a player's games of today and yesterday, which can still end with a result. Games that are not in memory
    /// come in one read, however many lines there are.
    func getInReach(of player: LivePlayer, lines: [PuzzleLine], then: @escaping (StorageError?) -> Void) {
        let inReach = [-1, 0].map { days.current.advanced(by: $0) }
        let missing = lines.flatMap { line in inReach.map { PuzzleID(line: line, day: $0) } }
            .filter { player.games[$0] == nil }
        guard !missing.isEmpty else { return then(nil) }
        let keys = missing.map { GameKey(player: player.id, puzzle: $0) }
        let doubts = player.doubts
        context.ask({ environment.storage.games(keys, completion: $0) }) { [self] result in
            // A failed commit dropped games meanwhile: the read may be older than what came into memory before that.
            guard player.doubts == doubts else { return getInReach(of: player, lines: lines, then: then) }
            switch result {
            case .failure(let error): failed(error, then)
            case .success(let records):
                remember(records[...], player, doubts) { [self] result in
                    guard let result else { return getInReach(of: player, lines: lines, then: then) }
                    if case .failure(let error) = result { return failed(error, then) }
                    then(nil)
                }
            }
        }
    }

    /// Remembers games that were read. `then` gets nil if a failed commit dropped games of the player since: what is
    /// not remembered yet may be older than what was dropped.
    private func remember(
        _ records: ArraySlice<GameRecord>, _ player: LivePlayer, _ doubts: UInt8,
        _ then: @escaping (Result<Void, StorageError>?) -> Void
    ) {
        guard let record = records.first else { return then(.success(())) }
        library.puzzles.get(record.key.puzzle) { [self] result in
            guard player.doubts == doubts else { return then(nil) }
            switch result.flatMap({ remember(record, player, puzzleSource.secret(of: $0)) }) {
            case .failure(let error): then(.failure(error))
            case .success: remember(records.dropFirst(), player, doubts, then)
            }
        }
    }

    private func failed(_ error: StorageError, _ then: (StorageError?) -> Void) {
        context.report(unread: error)
        then(error)
    }

    /// Returns the player's last practice game of a line, read if needed; nil if there was none.
    func getPractice(
        of player: LivePlayer, _ line: PuzzleLine, then: @escaping (Result<LiveGame?, StorageError>) -> Void
    ) {
        let line = line.forPractice
        func newest() -> LiveGame? {
            player.games.values.filter { $0.key.puzzle.line == line }.max {
                $0.key.puzzle.number < $1.key.puzzle.number
            }
        }
        // The newest game in memory is the newest of all: a new one is begun only after the last one was read.
        if let game = newest() { return then(.success(game)) }
        context.ask({ environment.storage.practice(of: player.id, line: line, completion: $0) }) { [self] result in
            if let game = newest() { return then(.success(game)) }
            guard case .success(let record?) = result else { return then(result.map { _ in nil }) }
            get(record.key.puzzle, of: player) { game in
                // Another connection began a game meanwhile.
                if let game = newest() { return then(.success(game)) }
                then(game)
            }
        }
    }

    // MARK: Keeping and evicting

    /// Keeps a game in memory.
    func keep(_ game: LiveGame, of player: LivePlayer) {
        player.keep(game)
        evictOld(of: player, but: game.key.puzzle)
    }

    /// Evicts a player's old games beyond the maximum, except the newest one loaded. Games that no connection plays go
    /// first, then those that were opened first. They are read again on demand.
    private func evictOld(of player: LivePlayer, but puzzle: PuzzleID) {
        let old = player.games.values.filter { game in
            let key = game.key.puzzle
            return key != puzzle && !key.isPractice && !days.canBeFinished(key) && teller.isSettled(game.ticket)
        }
        guard old.count > LiveGames.oldGamesKept else { return }
        let byUse = old.sorted { a, b in
            let (isPlayed, isOther) = (a.isPlayed, b.isPlayed)
            return isPlayed == isOther ? a.openedAt < b.openedAt : isOther
        }
        for game in byUse.prefix(old.count - LiveGames.oldGamesKept) { player.forgetGame(of: game.key.puzzle) }
    }
}

extension LiveGame {
    /// The stored form of a game that was just opened.
    var record: GameRecord {
        GameRecord(
            key: key, openedAt: openedAt, hardMode: game.hardMode, seconds: game.seconds, isArchive: isArchive,
            secret: key.puzzle.isPractice ? game.secret : nil)
    }
}
