import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

// The guess game: a player's board, and what the player's rooms hear of it.
extension SessionHub {
    /// How a board is wanted that is opened.
    struct Opening {
        let hard: HardMode
        /// Only to look at the game that another connection plays.
        let follow: Bool
        /// Also if its day is over.
        let archive: Bool
    }

    func open(_ id: Int, _ session: Session, _ player: LivePlayer, _ puzzle: PuzzleID, _ opening: Opening) {
        if puzzle.isPractice { return openPractice(id, session, player, puzzle, follow: opening.follow) }
        guard library.words(of: puzzle.line) != nil else {
            return session.refuse(id, SessionHub.badPuzzle)
        }
        guard let today, puzzle.day <= today.puzzle.day else {
            return session.refuse(id, ErrorReply(.futurePuzzle, "That day has not begun."))
        }
        busy(session) { done in
            withGame(player, puzzle) { [self] result in
                guard session.isOpen else { return done() }
                switch result {
                case .failure:
                    session.refuse(id, SessionHub.unavailable)
                case .success(let game?):
                    if opening.archive { continueInArchive(game) }
                    show(id, session, player, game, follow: opening.follow)
                case .success(nil) where opening.follow:
                    session.refuse(id, SessionHub.notOpen)
                case .success(nil):
                    return begin(id, session, player, puzzle, opening, done)
                }
                done()
            }
        }
    }

    /// The player sees the empty board for the first time: from now on the clock runs.
    private func begin(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ puzzle: PuzzleID, _ opening: Opening,
        _ done: @escaping () -> Void
    ) {
        // Before the puzzle is wanted: to pin one costs two shuffles and a commit, and there are 700,000 days to ask
        // for.
        guard canBeOpened(puzzle, archive: opening.archive) else {
            session.refuse(id, SessionHub.dayIsOver)
            return done()
        }
        withPuzzle(puzzle) { [self] result in
            defer { done() }
            guard session.isOpen else { return }
            // Midnight may have come meanwhile.
            guard canBeOpened(puzzle, archive: opening.archive) else {
                return session.refuse(id, SessionHub.dayIsOver)
            }
            guard case .success(let pinned) = result else { return session.refuse(id, SessionHub.unavailable) }
            // Another tab may have opened it while this one waited.
            if let game = player.games[puzzle] { return show(id, session, player, game, follow: false) }
            let game = makeGame(
                of: player, puzzle, answer: pinned.answer, opening.hard, isArchive: puzzle.day != today?.puzzle.day)
            var decision = Decision(writes: [.openGame(game.record)])
            tellRooms(of: player, game, in: &decision)
            begin(id, session, player, game, &decision)
        }
    }

    /// A game with an empty board, in memory.
    func makeGame(
        of player: LivePlayer, _ puzzle: PuzzleID, answer: Word, _ hard: HardMode, isArchive: Bool
    ) -> LiveGame {
        let rules = GuessRules(length: puzzle.line.length, rows: settings.rows, hardMode: hard)
        let game = LiveGame(
            key: GameKey(player: player.id, puzzle: puzzle), openedAt: now,
            game: GuessGame(answer: answer, rules: rules), isArchive: isArchive)
        player.games[puzzle] = game
        letGoOfOldGames(of: player, but: puzzle)
        return game
    }

    /// Shows the empty board of a new game, when it is on disk.
    func begin(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ game: LiveGame, _ decision: inout Decision
    ) {
        decision.touch(game, of: player)
        game.playing = session
        // By the time it is told, a guess may be under way that is not on disk yet.
        let reply = ServerMessage.game(view(of: game))
        commit(decision) { durable in
            durable ? session.reply(to: id, reply) : session.refuse(id, SessionHub.unavailable)
        }
    }

    /// Shows a board that is open already; the connection plays it from now on, unless it only follows.
    func show(_ id: Int, _ session: Session, _ player: LivePlayer, _ game: LiveGame, follow: Bool) {
        if !follow {
            take(game, session, player)
        }
        let reply = ServerMessage.game(view(of: game))
        whenDurable(game.ticket) { durable in
            durable ? session.reply(to: id, reply) : session.refuse(id, SessionHub.unavailable)
        }
    }

    private func take(_ game: LiveGame, _ session: Session, _ player: LivePlayer) {
        if let before = game.playing, before !== session, before.isOpen {
            // Not before its own board, which may wait for the disk.
            whenDurable(game.ticket) { _ in before.push(.moved(puzzle: game.key.puzzle)) }
        }
        game.playing = session
    }

    /// Not before it is told so by a push.
    private func refuseMoved(_ id: Int, _ session: Session, _ game: LiveGame) {
        whenDurable(game.ticket) { _ in session.refuse(id, SessionHub.moved) }
    }

    /// Whether a connection may move in a game: it plays it, or nobody does.
    private func isPlaying(_ session: Session, _ game: LiveGame) -> Bool {
        guard let playing = game.playing else { return true }
        return playing === session || !playing.isOpen
    }

    func guess(_ id: Int, _ session: Session, _ player: LivePlayer, _ puzzle: PuzzleID, row: Int, text: String) {
        guard let words = library.words(for: puzzle) else {
            return session.refuse(id, SessionHub.badPuzzle)
        }
        // The usual case, without a closure.
        if let game = player.games[puzzle] { return judge(id, session, player, game, words, row, text) }
        withOpenGame(id, session, player, puzzle) { [self] in judge(id, session, player, $0, words, row, text) }
    }

    /// A game that the player has, which may have to be read. Refuses the request if there is none.
    func withOpenGame(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ puzzle: PuzzleID, then: @escaping (LiveGame) -> Void
    ) {
        busy(session) { done in
            withGame(player, puzzle) { result in
                defer { done() }
                guard session.isOpen else { return }
                switch result {
                case .failure: session.refuse(id, SessionHub.unavailable)
                case .success(nil): session.refuse(id, SessionHub.notOpen)
                case .success(let game?): then(game)
                }
            }
        }
    }

    private func judge(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ game: LiveGame, _ words: LineWords, _ row: Int,
        _ text: String
    ) {
        let began = environment.meter.clock()
        guard isPlaying(session, game) else { return refuseMoved(id, session, game) }
        guard game.game.status != .playing || canBePlayed(game) else {
            return session.refuse(id, SessionHub.wordIsPublic)
        }
        game.playing = session
        let answer = game.game.answer
        let outcome: GuessOutcome
        switch SessionHub.spell(text, words.alphabet, length: game.key.puzzle.line.length) {
        case .failure(let refusal): return session.refuse(id, refusal)
        case .success(let word):
            do {
                outcome = try game.game.guess(
                    word, row: row, elapsed: max(0, now - game.openedAt), lag: Int(session.lag),
                    isInList: { words.accepts($0, lookedFor: answer) })
            } catch {
                return session.refuse(id, SessionHub.reply(to: error, words.alphabet.text(word), words.alphabet))
            }
        }
        if case .accepted = outcome, game.game.result != nil { game.isRankedEnd = isRanked(game) }
        let judged = ServerMessage.judged(self.judged(row, of: game, words))
        if case .repeated = outcome {
            return whenDurable(game.ticket) { durable in
                durable ? session.reply(to: id, judged) : session.refuse(id, SessionHub.unavailable)
            }
        }
        // As of this move: when it is on disk, memory may be a move ahead.
        let finish = game.finish
        var ticket = 0
        record(game, of: player) { [self] durable in
            guard durable else { return session.refuse(id, SessionHub.unavailable) }
            session.reply(to: id, judged)
            environment.meter.guess(environment.meter.clock() - began)
            if player.sessions.count > 1 {
                let push = OutgoingMessage(judged)
                for other in player.sessions where other !== session && other.isGreeted { other.send(push) }
            }
            if let finish, finish.isRanked { finished(player, game.key.puzzle, finish, ticket: ticket) }
        }
        ticket = game.ticket
    }

    /// Writes the newest move of a game, with what the player's rooms will hear of it.
    private func record(_ game: LiveGame, of player: LivePlayer, then: @escaping (Bool) -> Void) {
        guard let move = game.game.journal.last else { preconditionFailure("a move was just accepted") }
        let record = MoveRecord(
            row: game.game.journal.count - 1, word: move.word, pattern: move.pattern, elapsed: move.elapsed,
            credit: move.credit)
        var decision = Decision(writes: [.appendMove(game.key, record, finish: game.finish)])
        decision.touch(game, of: player)
        tellRooms(of: player, game, in: &decision)
        commit(decision, then: then)
    }

    func setHardMode(_ id: Int, _ session: Session, _ player: LivePlayer, _ puzzle: PuzzleID, _ hard: HardMode) {
        guard let words = library.words(for: puzzle) else {
            return session.refuse(id, SessionHub.badPuzzle)
        }
        busy(session) { done in
            withGame(player, puzzle) { [self] result in
                defer { done() }
                guard session.isOpen else { return }
                guard case .success(let found) = result else { return session.refuse(id, SessionHub.unavailable) }
                guard let game = found else { return session.refuse(id, SessionHub.notOpen) }
                guard isPlaying(session, game) else { return refuseMoved(id, session, game) }
                let before = game.game.rules.hardMode
                do throws(GuessRefusal) {
                    try game.game.setHardMode(hard)
                } catch {
                    return session.refuse(id, SessionHub.reply(to: error, "", words.alphabet))
                }
                let tell: (Bool) -> Void = { durable in
                    durable
                        ? session.reply(to: id, .hardMode(puzzle: puzzle, hard: hard))
                        : session.refuse(id, SessionHub.unavailable)
                }
                guard hard != before else { return whenDurable(game.ticket, tell) }
                var decision = Decision(writes: [.setHardMode(game.key, hard)])
                decision.touch(game, of: player)
                commit(decision, then: tell)
            }
        }
    }

    // MARK: Rooms

    /// Brings the player's lane up to date in every room that is in memory. Rooms that are not catch up when loaded.
    private func tellRooms(of player: LivePlayer, _ game: LiveGame, in decision: inout Decision) {
        guard let lane = game.lane else { return }
        // At midnight it takes a moment until all rooms have it; who has guessed has opened it before.
        let mayBeNew = lane.rows.isEmpty && game.key.puzzle == usualPuzzle
        for record in player.seats.values {
            guard let room = rooms[record.id] else { continue }
            if mayBeNew { openToday(room, in: &decision) }
            follow(player.id, game.key.puzzle, lane, room, in: &decision)
        }
    }

    /// Brings one lane up to date.
    func follow(
        _ player: PlayerID, _ puzzle: PuzzleID, _ lane: Lane, _ room: LiveRoom, in decision: inout Decision
    ) {
        do throws(RoomRefusal) {
            decision.append(
                try room.state.decide(.follow(player, puzzle: puzzle, lane)), to: room, time: now)
        } catch {
            // The player left the room a moment ago: the room does not follow any more.
            return
        }
    }

    /// Whether a game of this puzzle still goes on: until the end of the day after its own. Then the answer is public,
    /// and a guess would prove nothing.
    func canBeFinished(_ puzzle: PuzzleID) -> Bool { puzzle.day.advanced(by: 1) >= currentDay }

    // MARK: Answers

    static let wordIsPublic = ErrorReply(.puzzleClosed, "That race is over, and its word is public.")

    static let badPuzzle = ErrorReply(.badPuzzle, "This server has no such puzzle.")
    static let moved = ErrorReply(.moved, "You play this game in another tab.")
    static let dayIsOver = ErrorReply(.puzzleClosed, "That day is over.")
    static let notOpen = ErrorReply(.notOpen, "Open the puzzle first.")

    /// The word that a text spells. Text is judged as it came: nothing in it is repaired.
    static func spell(_ text: String, _ alphabet: Alphabet, length: Int) -> Result<Word, ErrorReply> {
        do throws(SpellingError) {
            return .success(try alphabet.word(text))
        } catch {
            switch error {
            case .badLetters:
                return .failure(ErrorReply(.badLetters, "Use the letters of the keyboard only."))
            case .wrongLength:
                return .failure(ErrorReply(.wrongLength, "The word has \(length) letters.", .length(length)))
            }
        }
    }

    static func reply(to refusal: GuessRefusal, _ text: String, _ alphabet: Alphabet) -> ErrorReply {
        switch refusal {
        case .staleRow(let next): ErrorReply(.staleRow, "That row has another word.", .row(next))
        case .rowAhead(let next): ErrorReply(.rowAhead, "Fill the rows before it first.", .row(next))
        case .gameOver: ErrorReply(.gameOver, "The game is over.")
        case .wrongLength(let length): ErrorReply(.wrongLength, "The word has \(length) letters.", .length(length))
        case .notInWordList: ErrorReply(.notInWordList, "“\(text)” is not in the word list.")
        case .hardMode(let clue): reply(to: clue, alphabet)
        case .hardModeLocked:
            ErrorReply(.hardModeLocked, "Hard mode can be raised before the first guess only.")
        }
    }

    private static func reply(to clue: HardModeClue, _ alphabet: Alphabet) -> ErrorReply {
        func shown(_ letter: Letter) -> String { alphabet.text(letter).uppercased() }
        func copies(_ letter: Letter, _ count: Int) -> String {
            count == 1 ? shown(letter) : "\(count) × \(shown(letter))"
        }
        switch clue {
        case .position(let index, let letter):
            return ErrorReply(
                .hardMode, "Letter \(index + 1) must be \(shown(letter)).",
                .position(index, letter: alphabet.text(letter)))
        case .copies(let letter, let count):
            return ErrorReply(
                .hardMode, "The word must have \(copies(letter, count)).",
                .copies(letter: alphabet.text(letter), count: count))
        case .absent(let letter, let count):
            let most = count == 0 ? "no \(shown(letter))" : "no more than \(copies(letter, count))"
            return ErrorReply(
                .hardMode, "The word has \(most).", .absent(letter: alphabet.text(letter), count: count))
        case .moved(let index, let letter):
            return ErrorReply(
                .hardMode, "Letter \(index + 1) is not \(shown(letter)).",
                .moved(index, letter: alphabet.text(letter)))
        }
    }
}
