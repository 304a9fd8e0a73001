/// One player's game of any kind.
///
/// Code that keeps, tells or ranks games asks here; properties of one kind are in the kind's own type.
public enum Game: Hashable, Sendable {
    /// A game of guessing a word row by row.
    case guess(GuessGame)
    /// A game of laying words from tiles.
    case anagram(AnagramGame)
}

/// The secret of a puzzle of any kind.
public struct PuzzleSecret: Hashable, Sendable {
    /// The word that everybody looks for; in the anagram game the word that the tiles were made of.
    public let answer: Word
    /// The tiles, in kinds of games that have tiles.
    public let tiles: Tiles?

    /// Creates a secret.
    public init(answer: Word, tiles: Tiles? = nil) {
        self.answer = answer
        self.tiles = tiles
    }
}

extension PuzzleSecret {
    /// The part of a puzzle that its players see from their start on. Before that start it is as secret as the answer;
    /// in sprints the start is common.
    public enum Shown: Hashable, Sendable {
        /// Nothing: an empty board.
        case nothing
        /// Tiles in their order.
        case tiles(Tiles)
    }

    /// The secret of an answer where the order of its tiles makes no difference, as for the words that can be laid.
    public init(inAnyOrder answer: Word, of kind: PuzzleLine.Kind) {
        switch kind.material {
        case .answer: self.init(answer: answer)
        case .tiles: self.init(answer: answer, tiles: Tiles(answer))
        }
    }

    /// Returns what players see of this secret in a kind of game.
    public func shown(in kind: PuzzleLine.Kind) -> Shown {
        switch kind.material {
        case .answer: .nothing
        case .tiles: tiles.map { .tiles($0) } ?? .nothing
        }
    }

    /// Whether the secret has the parts that a puzzle of a kind is made of, and no others. The letters of the answer
    /// are not checked.
    public func isWhole(for kind: PuzzleLine.Kind) -> Bool {
        switch kind.material {
        case .answer: tiles == nil
        case .tiles: tiles?.count == answer.count
        }
    }
}

/// The settings of a game of any kind. Each kind reads those that it has.
public struct GameOptions: Hashable, Sendable {
    /// The number of guesses that a player has.
    public var rows: Int
    /// The strictness with which earlier clues bind later guesses.
    public var hardMode: HardMode
    /// The time limit of a timed game, in seconds; nil for a game for practice without one.
    public var seconds: Int?

    /// Creates options. Those of another kind of game may have any value.
    public init(rows: Int = 6, hardMode: HardMode = .off, seconds: Int? = 90) {
        self.rows = rows
        self.hardMode = hardMode
        self.seconds = seconds
    }
}

extension Game {
    /// A game of a line without a move. Preconditions: the answer has the length of the line, the secret has tiles if
    /// the kind has, and the options are valid for the kind.
    public init(of line: PuzzleLine, secret: PuzzleSecret, options: GameOptions) {
        switch line.kind {
        case .guess:
            let rules = GuessRules(length: line.length, rows: options.rows, hardMode: options.hardMode)
            self = .guess(GuessGame(answer: secret.answer, rules: rules))
        case .anagram:
            guard let tiles = secret.tiles else { preconditionFailure("an anagram puzzle has tiles") }
            let rules = AnagramRules(seconds: options.seconds)
            self = .anagram(AnagramGame(source: secret.answer, tiles: tiles, rules: rules))
        }
    }

    /// The kind of game.
    public var kind: PuzzleLine.Kind {
        switch self {
        case .guess: .guess
        case .anagram: .anagram
        }
    }

    /// The words of full length that the player knows to be right: those that were played, and the answer once the game
    /// has ended. Several words may be laid from the same tiles. While the game goes on, nothing says which of them is
    /// the answer.
    public var toldWords: [Word] {
        let answer = secret.answer
        switch self {
        case .guess: return result != nil || moves.contains { $0.word == answer } ? [answer] : []
        case .anagram:
            let laid = moves.map(\.word).filter { $0.count == answer.count }
            return result != nil && !laid.contains(answer) ? laid + [answer] : laid
        }
    }

    /// The secret of the puzzle.
    public var secret: PuzzleSecret {
        switch self {
        case .guess(let game): PuzzleSecret(answer: game.answer)
        case .anagram(let game): PuzzleSecret(answer: game.source, tiles: game.tiles)
        }
    }

    /// The state of the game.
    public var status: GameStatus {
        switch self {
        case .guess(let game): game.status
        case .anagram(let game): game.status
        }
    }

    /// The end of the game; nil while it is played.
    public var result: GameResult? {
        switch self {
        case .guess(let game): game.result
        case .anagram(let game): game.result
        }
    }

    /// The result of the game as it stands, as if it ended now.
    public var standing: GameResult {
        switch self {
        case .guess(let game): game.standing
        case .anagram(let game): game.standing
        }
    }

    /// Whether moves came faster than a hand makes them, by the rules of the kind: people should check the game then.
    public var isHasty: Bool {
        switch self {
        case .guess: false
        case .anagram(let game): game.isHasty
        }
    }

    /// Returns the verdict of the rules on a word, whichever player plays it; nil if nobody can play it.
    public func verdict(of word: Word) -> Verdict? {
        switch self {
        case .guess(let game):
            word.count == game.rules.length ? .marks(Pattern(judging: word, against: game.answer)) : nil
        case .anagram(let game): game.tiles.found(word).map { .found($0) }
        }
    }

    /// The part of the puzzle that its player sees from the start on.
    public var shown: PuzzleSecret.Shown { secret.shown(in: kind) }

    /// The points of the moves up to that at `place`, and with it; nil in kinds of games without points.
    public func points(through place: Int) -> Int? {
        switch self {
        case .guess: nil
        case .anagram(let game): game.journal.prefix(place + 1).reduce(0) { $0 + $1.points }
        }
    }

    /// The number of rows; nil in kinds of games without rows.
    public var rows: Int? {
        switch self {
        case .guess(let game): game.rules.rows
        case .anagram: nil
        }
    }

    /// The time limit in seconds; nil for a game without one.
    public var seconds: Int? {
        switch self {
        case .guess: nil
        case .anagram(let game): game.rules.limit.map { $0 / 1_000 }
        }
    }

    /// The level of hard mode; off in kinds of games without it.
    public var hardMode: HardMode {
        switch self {
        case .guess(let game): game.rules.hardMode
        case .anagram: .off
        }
    }

    /// ms from the opening of the board to the instant at which the server ends the game; nil for a game without a time
    /// limit.
    public var closesAfter: Int? {
        switch self {
        case .guess: nil
        case .anagram(let game): game.rules.limit.map { $0 + AnagramRules.slack }
        }
    }

    /// The keyboard after the move at `place`, from 0; -1 before the first. Nil in kinds of games without clues to
    /// letters.
    public func keyboard(through place: Int) -> Keyboard? {
        switch self {
        case .guess(let game): Keyboard(game.journal.prefix(place + 1))
        case .anagram: nil
        }
    }

    // MARK: The journal

    /// The number of accepted moves.
    public var moveCount: Int {
        switch self {
        case .guess(let game): game.journal.count
        case .anagram(let game): game.journal.count
        }
    }

    /// The accepted moves, in order.
    public var moves: [Move] {
        switch self {
        case .guess(let game): game.journal.map(Move.init)
        case .anagram(let game): game.journal.map(Move.init)
        }
    }

    /// Returns the move at `place`, from 0.
    public func move(at place: Int) -> Move {
        switch self {
        case .guess(let game): Move(game.journal[place])
        case .anagram(let game): Move(game.journal[place])
        }
    }

    /// ms of lag credit so far; 0 in timed games, which have theirs at their end.
    public var credit: Int {
        switch self {
        case .guess(let game): game.journal.last?.credit ?? 0
        case .anagram: 0
        }
    }

    // MARK: Changes

    /// Plays `word`, which arrived `elapsed` ms after the board was opened, on a line with a round trip of `lag` ms.
    /// `row`: where it goes, from 0, in kinds that play row by row. A refusal changes nothing.
    ///
    /// Idempotent: a move that was accepted before is `repeated`, even after the end of the game.
    /// - Throws: ``MoveRefusal/noRow`` if the kind plays row by row and `row` is nil. Otherwise `guess` or `anagram`
    ///   with the first fault, in the order of ``GuessGame/guess(_:row:elapsed:lag:isInList:)`` or of
    ///   ``AnagramGame/find(_:elapsed:lag:isInDictionary:)``.
    public mutating func play(
        _ word: Word, row: Int?, elapsed: Int, lag: Int = 0, isInList: (Word) -> Bool
    ) throws(MoveRefusal) -> MoveOutcome {
        switch self {
        case .guess(var game):
            guard let row else { throw .noRow }
            // A second reference to the journal would have it copied.
            self = .guess(GuessGame(answer: game.answer, rules: game.rules))
            defer { self = .guess(game) }
            let outcome: GuessOutcome
            do throws(GuessRefusal) {
                let answer = game.answer
                // If the answer itself has left the word list, every word counts as listed. Otherwise the answer would
                // be the only unlisted word that is not refused, and free attempts would reveal it.
                outcome = try game.guess(
                    word, row: row, elapsed: elapsed, lag: lag, isInList: { isInList($0) || !isInList(answer) })
            } catch {
                throw .guess(error)
            }
            return outcome.isNew ? .accepted(row) : .repeated(row)
        case .anagram(var game):
            self = .anagram(AnagramGame(source: game.source, tiles: game.tiles, rules: game.rules))
            defer { self = .anagram(game) }
            let outcome: AnagramOutcome
            do throws(AnagramRefusal) {
                outcome = try game.find(word, elapsed: elapsed, lag: lag, isInDictionary: isInList)
            } catch {
                throw .anagram(error)
            }
            let place = game.journal.lastIndex { $0.word == word } ?? 0
            return outcome.isNew ? .accepted(place) : .repeated(place)
        }
    }

    /// Returns the place, from 0, of an accepted move that is sent again; nil if the move is new.
    public func place(of word: Word, row: Int?) -> Int? {
        switch self {
        case .guess(let game):
            row.flatMap { game.journal.indices.contains($0) && game.journal[$0].word == word ? $0 : nil }
        case .anagram(let game): game.journal.firstIndex { $0.word == word }
        }
    }

    /// Sets the level of hard mode: any level before the first guess, a lower one afterwards. Idempotent. Kinds without
    /// hard mode have the level `off` for ever.
    /// - Throws: ``MoveRefusal/guess(_:)`` with `gameOver` or `hardModeLocked`; ``MoveRefusal/noHardMode`` for another
    ///   level than `off` in a kind without hard mode.
    public mutating func setHardMode(_ level: HardMode) throws(MoveRefusal) {
        switch self {
        case .guess(var game):
            do throws(GuessRefusal) {
                try game.setHardMode(level)
            } catch {
                throw .guess(error)
            }
            self = .guess(game)
        case .anagram: if level != .off { throw .noHardMode }
        }
    }

    /// Ends a timed game. Idempotent; a game without a time limit goes on.
    public mutating func end() {
        switch self {
        case .guess: return
        case .anagram(var game):
            game.end()
            self = .anagram(game)
        }
    }

    /// Appends a move that was accepted before, as it was judged then. Neither lists nor hard mode are checked again.
    /// - Throws: ``JournalFault/otherKind(_:)`` if the verdict is of another kind of game; `guess` with `wrongLength`,
    ///   `afterTheEnd` or `contradiction`; `anagram` with `notLayable`, `afterTheEnd` or `repeated`.
    public mutating func replay(_ move: Move) throws(JournalFault) {
        switch (self, move.verdict) {
        case (.guess(var game), .marks(let pattern)):
            guard move.word.count == pattern.count else { throw .guess(.wrongLength(row: moveCount)) }
            do throws(GuessJournalFault) {
                try game.replay(
                    GuessMove(word: move.word, pattern: pattern, elapsed: move.elapsed, credit: move.credit))
            } catch {
                throw .guess(error)
            }
            self = .guess(game)
        case (.anagram(var game), .found(let found)):
            guard move.word.count == found.length else { throw .anagram(.notLayable(moveCount)) }
            do throws(AnagramJournalFault) {
                try game.replay(
                    AnagramMove(
                        word: move.word, points: found.points, elapsed: move.elapsed, credit: move.credit))
            } catch {
                throw .anagram(error)
            }
            self = .anagram(game)
        case (.guess, .found), (.anagram, .marks): throw .otherKind(moveCount)
        }
    }
}

extension Move {
    init(_ move: GuessMove) {
        self.init(word: move.word, verdict: .marks(move.pattern), elapsed: move.elapsed, credit: move.credit)
    }

    init(_ move: AnagramMove) {
        self.init(word: move.word, verdict: .found(FoundLength(move)), elapsed: move.elapsed, credit: move.credit)
    }
}
