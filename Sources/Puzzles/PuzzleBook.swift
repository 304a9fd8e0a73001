import GameRules
import WordLists

/// The words of every puzzle line of a server, by its seed and lists.
///
/// What it says is a draft: the first time a puzzle is needed its draft is pinned in storage, and from then on the pin
/// counts, whatever becomes of the lists.
package struct PuzzleBook: Sendable {
    /// A word drawn for a puzzle.
    package struct Draft: Hashable, Sendable {
        /// The puzzle.
        package let puzzle: PuzzleID
        /// Its word.
        package let answer: Word
        /// Version of the list it was drawn from.
        package let listVersion: String
    }

    private let seed: Seed
    private let lexicons: [String: Lexicon]
    /// The order last used for each line: the days people ask for are near one another.
    private var orders: [PuzzleLine: CycleOrder] = [:]

    /// The book of these lexicons. Precondition: each language once.
    package init(seed: Seed, lexicons: [Lexicon]) {
        self.seed = seed
        self.lexicons = Dictionary(uniqueKeysWithValues: lexicons.map { ($0.language, $0) })
    }

    /// The lexicon of a language, or nil.
    package func lexicon(_ language: String) -> Lexicon? { lexicons[language] }

    /// The list behind a line; nil if there is none, or the line is of a kind that is not played with it.
    package func list(for line: PuzzleLine) -> WordList? {
        line.kind == .guess ? lexicons[line.language]?[line.length] : nil
    }

    /// The word of `puzzle`; nil if its line has no list.
    package mutating func draft(for puzzle: PuzzleID) -> Draft? {
        guard let list = list(for: puzzle.line) else { return nil }
        let order: CycleOrder
        if let known = orders[puzzle.line], known.contains(puzzle.day) {
            order = known
        } else {
            let picker = Picker(
                seed: seed, line: puzzle.line, listVersion: list.version, count: list.answerCount)
            order = picker.order(ofCycle: picker.cycle(of: puzzle.day))
            orders[puzzle.line] = order
        }
        let answer = list.answer(at: order.index(on: puzzle.day))
        return Draft(puzzle: puzzle, answer: answer, listVersion: list.version)
    }
}
