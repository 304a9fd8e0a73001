import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

/// Decides the games of players: a player's board, and the events for the player's rooms.
struct GameDesk: HubPart {
    let context: HubContext
    let views: Views
    let races: DailyRaces
    let library: Library
    let refused: RefusedWords

    /// The options of `open`.
    struct Opening {
        let hard: HardMode
        /// Whether to watch a game that another connection plays.
        let follow: Bool
        /// Whether a past day is accepted.
        let archive: Bool
    }

    // MARK: Opening

    /// Returns the needs of `open`.
    func need(_ puzzle: PuzzleID, _ opening: Opening) throws(ErrorReply) -> Need {
        if puzzle.isPractice { return try need(puzzle) }
        guard puzzleSource.words(of: puzzle.line) != nil else { throw .badPuzzle }
        guard let today = days.today, puzzle.day <= today.puzzle.day else { throw .futurePuzzle }
        // Pinning a puzzle costs two shuffles and a commit, and there are 700,000 days to ask for.
        let isToBegin =
            !opening.follow && days.canBeOpened(puzzle, archive: opening.archive) && isDailyRace(puzzle)
        return .board(puzzle, isToBegin: isToBegin)
    }

    /// Returns the needs of `guess` and `hard_mode`.
    func need(_ puzzle: PuzzleID) throws(ErrorReply) -> Need {
        _ = try words(for: puzzle)
        return .game(puzzle)
    }

    /// Returns the needs of `practice`.
    func need(practiceOf line: PuzzleLine, seconds: Int?) throws(ErrorReply) -> Need {
        guard puzzleSource.words(of: line) != nil else { throw .badPuzzle }
        if let seconds, seconds != 0, line.kind.limits?.contains(seconds) == false { throw .badSettings("seconds") }
        return .practice(line)
    }

    /// `open`: the board of today, of a past day, or of the last practice game.
    func open(
        _ asker: Asker, _ puzzle: PuzzleID, _ opening: Opening, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        if let game = gathered.game {
            if opening.archive, !puzzle.isPractice { continueInArchive(game) }
            return show(asker, game, follow: opening.follow)
        }
        guard !opening.follow, !puzzle.isPractice else { throw .notOpen }
        guard isDailyRace(puzzle) else { throw .badPuzzle }
        // The day may have ended meanwhile.
        guard let pinned = gathered.puzzle, days.canBeOpened(puzzle, archive: opening.archive) else {
            throw .dayIsOver
        }
        if puzzle.day != days.today?.puzzle.day,
            let retry = asker.player.pastDays.take(of: settings.pastDayRate, now: now)
        {
            throw ErrorReply(.rateLimited, "That is one past day too many. Try again in a moment.", .retry(retry))
        }
        let game = makeGame(
            of: asker.player, puzzle, puzzleSource.secret(of: pinned), opening.hard,
            seconds: puzzle.line.kind.usualLimit,
            // The game of a player to whom the word is known does not count.
            isArchive: puzzle.day != days.today?.puzzle.day || pinned.knownTo == asker.player.id)
        return begin(asker, game)
    }

    /// Whether today's puzzle is one of the server's daily races. Past days of every line that has words can be opened.
    private func isDailyRace(_ puzzle: PuzzleID) -> Bool {
        puzzle.day != days.today?.puzzle.day || settings.lines.contains(puzzle.line)
    }

    /// Continues a game whose time is over in the archive, where it does not count.
    private func continueInArchive(_ game: LiveGame) {
        // The clock ends a timed game, and it counts: all of its words came in time.
        guard game.game.status == .playing, game.endsAt == nil, !days.canBeFinished(game.key.puzzle) else { return }
        game.continueInArchive()
    }

    private func makeGame(
        of player: LivePlayer, _ puzzle: PuzzleID, _ secret: PuzzleSecret, _ hard: HardMode, seconds: Int?,
        isArchive: Bool
    ) -> LiveGame {
        let options = GameOptions(rows: settings.rows, hardMode: hard, seconds: seconds)
        return LiveGame(
            key: GameKey(player: player.id, puzzle: puzzle), openedAt: now,
            game: Game(of: puzzle.line, secret: secret, options: options), isArchive: isArchive)
    }

    /// Shows the player the empty board for the first time and starts the clock.
    private func begin(_ asker: Asker, _ game: LiveGame, forgetting last: LiveGame? = nil) -> Decision {
        var decision = Decision()
        if let last {
            decision.write(.forgetGame(last.key))
            asker.player.forgetGame(of: last.key.puzzle)
        }
        library.games.keep(game, of: asker.player)
        decision.write(.openGame(game.record))
        decision.touch(game, of: asker.player)
        races.follow(game, of: asker.player, in: library.rooms, &decision)
        game.play(from: asker.session, of: asker.player)
        decision.answer(asker, .game(views.view(of: game)))
        watch(game, &decision)
        return decision
    }

    /// Has the clock end a game that has a time limit.
    private func watch(_ game: LiveGame, _ decision: inout Decision) {
        if let instant = game.endsAt { decision.tell(.outcome(.timed(game.key, endsAt: instant))) }
    }

    /// Shows a board that was opened before. The connection plays it from now on, unless it only follows.
    private func show(_ asker: Asker, _ game: LiveGame, follow: Bool) -> Decision {
        var decision = Decision()
        decision.rests(on: game.ticket)
        if !follow {
            if let before = game.play(from: asker.session, of: asker.player) {
                decision.tell(.anyway(OutgoingMessage(.moved(puzzle: game.key.puzzle)), to: before))
            }
        }
        decision.answer(asker, .game(views.view(of: game)))
        watch(game, &decision)
        return decision
    }

    // MARK: Practice

    /// `practice`: shows a player's last practice game of a line. Begins a new one on request, or if there was none.
    /// `seconds`: its time limit; 0 for none, nil for the usual one.
    func practice(
        _ asker: Asker, _ line: PuzzleLine, _ hard: HardMode, seconds: Int?, isNew: Bool, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        guard let answers = puzzleSource.answers(of: line) else { throw .badPuzzle }
        let last = gathered.game
        if let last, !isNew { return show(asker, last, follow: false) }
        let number = last.map { $0.key.puzzle.number } ?? 0
        guard number < PuzzleID.lastPractice else { throw .badPuzzle }
        // Any word but the last one. Today's word is not excluded: its absence would be a hint.
        var answer = answers.answer(at: context.random(below: answers.count))
        while answer == last?.game.secret.answer, answers.count > 1 {
            answer = answers.answer(at: context.random(below: answers.count))
        }
        let secret = PuzzleSecret(answer: answer, of: line, salt: Salt(random: context.randomBytes()))
        let puzzle = PuzzleID(practice: number + 1, of: line)
        let limit = seconds == 0 ? nil : seconds ?? line.kind.usualLimit
        let game = makeGame(of: asker.player, puzzle, secret, hard, seconds: limit, isArchive: false)
        return begin(asker, game, forgetting: last)
    }

    /// Returns the needs of `end_practice`. Games that end by their moves are not ended otherwise.
    func need(endOf puzzle: PuzzleID) throws(ErrorReply) -> Need {
        guard puzzle.isPractice, puzzle.line.kind.limits != nil else { throw .badPuzzle }
        return try need(puzzle)
    }

    /// `end_practice`: ends a practice game at the player's word. Idempotent: a game that has ended is shown again.
    func endPractice(_ asker: Asker, _ puzzle: PuzzleID, _ gathered: Gathered) throws(ErrorReply) -> Decision {
        guard let game = gathered.game else { throw .notOpen }
        guard game.mayPlay(asker.session) else { throw .moved }
        guard game.game.status == .playing else { return show(asker, game, follow: false) }
        game.play(from: asker.session, of: asker.player)
        var decision = Decision()
        close(game, isRanked: false, in: &decision)
        decision.touch(game, of: asker.player)
        decision.answer(asker, .game(views.view(of: game)))
        tell(of: game, to: asker.player, but: asker.session, in: &decision)
        return decision
    }

    // MARK: Solutions

    /// Returns the needs of `solutions` and `counts` for an own game.
    func need(_ wanted: SolutionsWanted, of puzzle: PuzzleID) throws(ErrorReply) -> Need {
        guard puzzle.line.kind.hasSolutions, puzzleSource.words(for: puzzle) != nil else { throw .badPuzzle }
        return .laid(puzzle, wanted)
    }

    /// `solutions`: the words that could have been found in a game that the player has ended. `counts`: how many there
    /// are in one that the player has begun.
    func tell(
        _ wanted: SolutionsWanted, _ asker: Asker, of puzzle: PuzzleID, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        guard let game = gathered.game else { throw .notOpen }
        guard wanted.mayBeTold(of: game.game) else { throw .notOver }
        guard let found = gathered.solutions else { throw .unavailable }
        var decision = Decision()
        // The end of the game may not be durable yet. If it is lost, the game goes on, and its words must not have been
        // told. The same holds for the beginning of a game and its counts.
        decision.rests(on: game.ticket)
        decision.answer(asker, try views.solutions(wanted, found, of: .game(puzzle), words(for: puzzle)))
        return decision
    }

    // MARK: The clock

    /// Ends a game whose time is up. Precondition: it has a time limit, and has not ended.
    func end(_ game: LiveGame, of player: LivePlayer) -> Decision {
        var decision = Decision()
        // All of its moves came within minutes of its opening, however late it is now.
        let finish = close(game, isRanked: game.isRaced, in: &decision)
        decision.touch(game, of: player)
        tell(of: game, to: player, in: &decision)
        if finish.isRanked { decision.tell(.outcome(.ranked(player.id, game.key.puzzle, finish))) }
        races.follow(game, of: player, in: library.rooms, &decision)
        return decision
    }

    /// Ends a game whose time is up and whose player was deleted. The result counts, and belongs to nobody.
    /// Precondition: it has a time limit, and has not ended.
    func endForNobody(_ game: LiveGame) -> Decision {
        var decision = Decision()
        let finish = close(game, isRanked: game.isRaced, in: &decision)
        if finish.isRanked { decision.tell(.outcome(.ranked(game.key.player, game.key.puzzle, finish))) }
        return decision
    }

    /// Decides to show a game as it stands to all connections of its player.
    func show(_ game: LiveGame, to player: LivePlayer) -> Decision {
        var decision = Decision()
        // Its player may have ended it a moment ago.
        decision.rests(on: game.ticket)
        tell(of: game, to: player, in: &decision)
        return decision
    }

    /// Ends a game and writes its end.
    @discardableResult
    private func close(_ game: LiveGame, isRanked: Bool, in decision: inout Decision) -> FinishRecord {
        game.end(isRanked: isRanked)
        guard let finish = game.finish else { preconditionFailure("a timed game was just ended") }
        decision.write(.endGame(game.key, finish))
        return finish
    }

    /// Pushes a game as it stands to the connections of its player, but to that of who asked.
    private func tell(
        of game: LiveGame, to player: LivePlayer, but asking: Session? = nil, in decision: inout Decision
    ) {
        guard player.sessions.count > (asking == nil ? 0 : 1) else { return }
        let push = OutgoingMessage(.game(views.view(of: game)))
        for session in player.sessions where session !== asking { decision.tell(.push(push, to: session)) }
    }

    // MARK: Playing

    /// `guess`: judges a word.
    func guess(
        _ asker: Asker, _ puzzle: PuzzleID, row: Int?, text: String, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        let began = environment.meter.clock()
        let words = try words(for: puzzle)
        guard let game = gathered.game else { throw .notOpen }
        guard game.mayPlay(asker.session) else { throw .moved }
        guard game.game.status != .playing || days.canBePlayed(game) else { throw .wordIsPublic }
        game.play(from: asker.session, of: asker.player)
        let word = try words.spelled(text)
        let outcome: MoveOutcome
        do throws(MoveRefusal) {
            outcome = try game.play(
                word, row: row, elapsed: max(0, asker.arrived - game.openedAt), lag: Int(asker.lag),
                isRanked: { days.isRanked(game) }, isInList: { words.accepts($0) })
        } catch {
            if error.isUnknownWord, !puzzle.isPractice { refused.note(word, of: puzzle.line, by: asker.player.id) }
            throw ErrorReply(error, words.alphabet.text(word), words.alphabet)
        }
        let judged = ServerMessage.judged(views.judged(outcome, of: game, words))
        var decision = Decision()
        decision.reserveForMove()
        decision.answer(asker, judged)
        switch outcome {
        case .repeated: decision.rests(on: game.ticket)
        case .accepted: record(asker, game, judged, began, in: &decision)
        }
        return decision
    }

    /// Writes the newest move of a game, with the messages for the player's connections and rooms.
    private func record(
        _ asker: Asker, _ game: LiveGame, _ judged: ServerMessage, _ began: Int, in decision: inout Decision
    ) {
        let place = game.game.moveCount - 1
        let record = MoveRecord(row: place, game.game.move(at: place))
        let player = asker.player
        decision.write(.appendMove(game.key, record, finish: game.finish))
        decision.touch(game, of: player)
        decision.tell(.outcome(.guessed(began: began)))
        if player.sessions.count > 1 {
            let push = OutgoingMessage(judged)
            for other in player.sessions where other !== asker.session { decision.tell(.push(push, to: other)) }
        }
        if let finish = game.finish, finish.isRanked {
            decision.tell(.outcome(.ranked(player.id, game.key.puzzle, finish)))
        }
        races.follow(game, of: player, in: library.rooms, &decision)
    }

    /// `hard_mode`: sets the level, to any before the first guess and to a lower one afterwards.
    func setHardMode(
        _ asker: Asker, _ puzzle: PuzzleID, _ hard: HardMode, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        let words = try words(for: puzzle)
        guard let game = gathered.game else { throw .notOpen }
        guard game.mayPlay(asker.session) else { throw .moved }
        // Rooms and replays show the level that a race had when its time was over.
        guard !game.isContinued, days.canBePlayed(game) else { throw .wordIsPublic }
        let before = game.game.hardMode
        do throws(MoveRefusal) {
            try game.setHardMode(hard)
        } catch {
            throw ErrorReply(error, "", words.alphabet)
        }
        var decision = Decision()
        decision.rests(on: game.ticket)
        if hard != before {
            decision.write(.setHardMode(game.key, hard))
            decision.touch(game, of: asker.player)
        }
        decision.answer(asker, .hardMode(puzzle: puzzle, hard: hard))
        return decision
    }

    /// The words with which a puzzle is played.
    func words(for puzzle: PuzzleID) throws(ErrorReply) -> LineWords {
        guard let words = puzzleSource.words(for: puzzle) else { throw .badPuzzle }
        return words
    }
}
