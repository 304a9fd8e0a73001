import GameRules
import Messages
import Puzzles
import Storage
import WordLists

// Games that are played for themselves: those of past days, and practice. Rankings, streaks and rooms know nothing of
// them.
extension SessionHub {
    // MARK: What counts

    /// Whether a game's end counts, or will: it is a day's, was opened on that day, and ended while it could be.
    func isRanked(_ game: LiveGame) -> Bool {
        game.isRankedEnd ?? (game.isRaced && canBeFinished(game.key.puzzle))
    }

    /// Whether a guess may be made in a game that goes on.
    func canBePlayed(_ game: LiveGame) -> Bool { !game.isRaced || canBeFinished(game.key.puzzle) }

    // MARK: Past days

    /// Whether a puzzle may be begun: that of the day; from the archive those before, back to the first.
    func canBeOpened(_ puzzle: PuzzleID, archive: Bool) -> Bool {
        guard let today = today?.puzzle.day else { return false }
        return puzzle.day == today || archive && puzzle.day < today && puzzle.day >= PuzzleID.firstDay
    }

    /// A game that was not ended in time is gone on with, and then does not count.
    func continueInArchive(_ game: LiveGame) {
        guard game.game.status == .playing, !canBeFinished(game.key.puzzle) else { return }
        game.isContinued = true
    }

    /// Old games that a player has in memory at most: who goes through the archive must not fill it.
    private static let oldGamesKept = 16

    /// Lets go of old games if there are many, but for the newest comer: of those first that nobody plays, then of
    /// those that were opened first. They are read again when they are wanted.
    func letGoOfOldGames(of player: LivePlayer, but puzzle: PuzzleID) {
        let old = player.games.values.filter { game in
            let key = game.key.puzzle
            return key != puzzle && !key.isPractice && !canBeFinished(key) && outbox.isSettled(game.ticket)
        }
        guard old.count > SessionHub.oldGamesKept else { return }
        let byUse = old.sorted { a, b in
            let (isPlayed, isOther) = (a.playing != nil, b.playing != nil)
            return isPlayed == isOther ? a.openedAt < b.openedAt : isOther
        }
        for game in byUse.prefix(old.count - SessionHub.oldGamesKept) { player.games[game.key.puzzle] = nil }
    }

    /// What rooms and replays show of a stored game: what was played while it counted. Nil for a game of the archive.
    /// One that was gone on with later is to them what it was when its time was over, for ever.
    func raced(_ record: GameRecord) -> GameRecord? {
        guard !record.isArchive, !record.key.puzzle.isPractice else { return nil }
        if record.finish?.isRanked == true { return record }
        let end = end(of: record.key.puzzle.day.advanced(by: 1))
        return GameRecord(
            key: record.key, openedAt: record.openedAt, hardMode: record.hardMode,
            moves: record.moves.filter { record.openedAt + $0.elapsed + $0.credit < end })
    }

    // MARK: Practice

    /// Shows a player's practice game of a line: the last one, or another if that is wanted, or if there was none.
    func practice(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ line: PuzzleLine, _ hard: HardMode, isNew: Bool
    ) {
        guard let words = library.words(of: line) else { return session.refuse(id, SessionHub.badPuzzle) }
        busy(session) { done in
            withPractice(of: player, line) { [self] result in
                defer { done() }
                guard session.isOpen else { return }
                switch result {
                case .failure: session.refuse(id, SessionHub.unavailable)
                case .success(let game?) where !isNew: show(id, session, player, game, follow: false)
                case .success(let last):
                    beginPractice(id, session, player, line, hard, words, after: last)
                }
            }
        }
    }

    /// A practice game by its name: the last one, as those before are forgotten.
    func openPractice(_ id: Int, _ session: Session, _ player: LivePlayer, _ puzzle: PuzzleID, follow: Bool) {
        guard library.words(for: puzzle) != nil else { return session.refuse(id, SessionHub.badPuzzle) }
        withOpenGame(id, session, player, puzzle) { [self] in show(id, session, player, $0, follow: follow) }
    }

    private func beginPractice(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ line: PuzzleLine, _ hard: HardMode,
        _ words: LineWords, after last: LiveGame?
    ) {
        let number = last.map { $0.key.puzzle.number } ?? 0
        guard number < PuzzleID.lastPractice else { return session.refuse(id, SessionHub.badPuzzle) }
        // Any word but the last one: that today's is among them tells nothing, and were it not, that would.
        var answer = words.list.answer(at: draw(below: words.list.answerCount))
        while answer == last?.game.answer, words.list.answerCount > 1 {
            answer = words.list.answer(at: draw(below: words.list.answerCount))
        }
        var decision = Decision()
        if let last {
            decision.writes.append(.forgetGame(last.key))
            player.games[last.key.puzzle] = nil
        }
        let puzzle = PuzzleID(practice: number + 1, of: line)
        let game = makeGame(of: player, puzzle, answer: answer, hard, isArchive: false)
        decision.writes.append(.openGame(game.record))
        begin(id, session, player, game, &decision)
    }

    /// The player's last practice game of a line, read if needed; nil if there was none.
    private func withPractice(
        of player: LivePlayer, _ line: PuzzleLine, then: @escaping (Result<LiveGame?, StorageError>) -> Void
    ) {
        let line = line.asKind(.practice)
        func newest() -> LiveGame? {
            player.games.values.filter { $0.key.puzzle.line == line }.max {
                $0.key.puzzle.number < $1.key.puzzle.number
            }
        }
        // The newest in memory is the newest of all: another one is begun only by what has read the one before.
        if let game = newest() { return then(.success(game)) }
        ask({ environment.storage.practice(of: player.id, line: line, completion: $0) }) { [self] result in
            if let game = newest() { return then(.success(game)) }
            guard case .success(let record?) = result else { return then(result.map { _ in nil }) }
            withGame(player, record.key.puzzle) { game in
                // Begun meanwhile, on another connection.
                if let game = newest() { return then(.success(game)) }
                then(game)
            }
        }
    }

    /// A uniform number below `bound`, by rejection.
    private func draw(below bound: Int) -> Int {
        precondition(bound > 0, "there is something to draw from")
        let bound = UInt64(bound)
        let accepted = UInt64.max - UInt64.max % bound
        while true {
            let bits = environment.random()
            if bits < accepted { return Int(bits % bound) }
        }
    }
}

extension LiveGame {
    /// As it is stored when it is opened.
    var record: GameRecord {
        GameRecord(
            key: key, openedAt: openedAt, hardMode: game.rules.hardMode, isArchive: isArchive,
            answer: key.puzzle.isPractice ? game.answer : nil)
    }
}
