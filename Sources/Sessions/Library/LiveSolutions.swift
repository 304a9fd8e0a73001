import GameRules
import Messages
import WordLists

/// The words that can be laid from the tiles of puzzles. They are found on another thread, once for each puzzle, and
/// kept for all who ask next. Players may ask for their number during a game, and for the words after its end.
///
/// The words found for one puzzle are not given for another one of the same letters. A quick answer would say that
/// somebody has asked for these letters, so that they may be those of today.
final class LiveSolutions: HubPart {
    let context: HubContext
    private var found: [Asked: Solutions] = [:]
    /// The keys of `found`, the oldest first.
    private var order: [Asked] = []
    private var searches = LoadTable<Asked, Solutions, ErrorReply>()

    /// The maximum number of puzzles whose words are kept: some 4 KB each.
    static let kept = 256

    /// The puzzle that is asked about.
    enum Puzzle: Hashable {
        /// A puzzle of a day, the same for everybody.
        case day(PuzzleID)
        /// A practice game of a player.
        case practice(PuzzleID, PlayerID)
        /// A round of a sprint: its tiles in their order.
        case round

        /// The puzzle of a player's game.
        static func game(_ puzzle: PuzzleID, of player: PlayerID) -> Puzzle {
            puzzle.isPractice ? .practice(puzzle, player) : .day(puzzle)
        }
    }

    private struct Asked: Hashable {
        let line: PuzzleLine
        let puzzle: Puzzle
        let tiles: [Letter]
    }

    init(_ context: HubContext) { self.context = context }

    /// Returns the words of these tiles if they have been found before.
    func known(_ tiles: Tiles, of puzzle: Puzzle, on line: PuzzleLine) -> Solutions? {
        found[Asked(line: line.daily, puzzle: puzzle, tiles: Array(tiles))]
    }

    /// Returns the words of these tiles. Refused while too much else is looked for.
    func get(
        _ tiles: Tiles, of puzzle: Puzzle, on line: PuzzleLine,
        then: @escaping (Result<Solutions, ErrorReply>) -> Void
    ) {
        let asked = Asked(line: line.daily, puzzle: puzzle, tiles: Array(tiles))
        if let known = found[asked] { return then(.success(known)) }
        guard let dictionary = puzzleSource.words(of: line.daily)?.dictionary else { return then(.failure(.badPuzzle)) }
        guard searches.wait(for: asked, then) else { return }
        context.searchWords({ dictionary.solutions(of: tiles) }) { [self] result in
            if case .success(let solutions) = result { keep(solutions, of: asked) }
            for waiter in searches.loaded(asked) { waiter(result) }
        }
    }

    private func keep(_ solutions: Solutions, of asked: Asked) {
        if order.count >= LiveSolutions.kept { found[order.removeFirst()] = nil }
        order.append(asked)
        found[asked] = solutions
    }
}
