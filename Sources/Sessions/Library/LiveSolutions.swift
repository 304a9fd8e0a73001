import GameRules
import Messages
import WordLists

/// The words that can be laid from the tiles of puzzles that have ended. Found on another thread, once for each set of
/// letters, and kept for all who ask next.
final class LiveSolutions: HubPart {
    let context: HubContext
    private var found: [Letters: AnagramDictionary.Solutions] = [:]
    /// The keys of `found`, the oldest first.
    private var order: [Letters] = []
    private var searches = LoadTable<Letters, AnagramDictionary.Solutions, ErrorReply>()

    /// The maximum number of sets of letters whose words are kept: some 4 KB each.
    static let kept = 256

    /// Tiles in any order, which have the same words.
    private struct Letters: Hashable {
        let line: PuzzleLine
        let sorted: [Letter]
    }

    init(_ context: HubContext) { self.context = context }

    /// Returns the words of these tiles. Refused while too much else waits to be computed.
    func get(
        _ tiles: Tiles, of line: PuzzleLine,
        then: @escaping (Result<AnagramDictionary.Solutions, ErrorReply>) -> Void
    ) {
        let letters = Letters(line: line.daily, sorted: tiles.sorted())
        if let known = found[letters] { return then(.success(known)) }
        guard let dictionary = lists.words(of: line.daily)?.dictionary else { return then(.failure(.badPuzzle)) }
        guard searches.wait(for: letters, then) else { return }
        context.compute({ dictionary.solutions(of: tiles) }) { [self] result in
            if case .success(let solutions) = result { keep(solutions, of: letters) }
            for waiter in searches.loaded(letters) { waiter(result) }
        }
    }

    private func keep(_ solutions: AnagramDictionary.Solutions, of letters: Letters) {
        if order.count >= LiveSolutions.kept { found[order.removeFirst()] = nil }
        order.append(letters)
        found[letters] = solutions
    }
}
