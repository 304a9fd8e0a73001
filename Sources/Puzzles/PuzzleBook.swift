import GameRules
import WordLists

/// The words of every puzzle line of a server, from its seed and lists.
///
/// The book only drafts words. The first use of a puzzle pins its draft in storage. From then on the pin counts,
/// whatever happens to the lists.
package struct PuzzleBook: Sendable {
    /// A word drawn for a puzzle.
    package struct Draft: Hashable, Sendable {
        /// The puzzle.
        package let puzzle: PuzzleID
        /// The word.
        package let answer: Word
        /// The version of the list that the word was drawn from.
        package let listVersion: String
    }

    private let seed: Seed
    private let lexicons: [String: Lexicon]
    /// The order last used for each line. Requests mostly concern days near one another.
    private var orders: [PuzzleLine: CycleOrder] = [:]

    /// Creates the book of these lexicons. Precondition: no language occurs twice.
    package init(seed: Seed, lexicons: [Lexicon]) {
        self.seed = seed
        self.lexicons = Dictionary(uniqueKeysWithValues: lexicons.map { ($0.language, $0) })
    }

    /// Returns the list of a line. Nil if there is none, or for a line of practice.
    package func list(for line: PuzzleLine) -> WordList? {
        line.isPractice ? nil : lexicons[line.language]?.list(of: line.kind, length: line.length)
    }

    /// Drafts the word of `puzzle`; nil if its line has no list.
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
