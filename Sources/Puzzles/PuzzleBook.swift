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
    /// The answers that can be drawn, for the lines of which words are left out.
    private var answers: [PuzzleLine: DrawnAnswers] = [:]
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

    /// Returns the answers of a line that can be drawn. Nil if it has no list, or is for practice.
    package func answers(of line: PuzzleLine) -> DrawnAnswers? {
        answers[line] ?? list(for: line).map { DrawnAnswers($0) }
    }

    /// Leaves words out of what is drawn for a line from now on, in place of those that were left out before. Words
    /// that are no answers of it change nothing.
    package mutating func leaveOut(_ words: some Sequence<Word>, of line: PuzzleLine) {
        guard let list = list(for: line) else { return }
        answers[line] = DrawnAnswers(list, leavingOut: words)
    }

    /// Returns the number of days for which a word of the line rests; 0 if it has no list.
    package func gap(of line: PuzzleLine) -> Int { list(for: line).map { picker(of: line, $0).gap } ?? 0 }

    /// Whether the word that the order has for a day is left out, so that another one stands in.
    package mutating func isLeftOut(on puzzle: PuzzleID) -> Bool {
        guard let list = list(for: puzzle.line), let leftOut = answers[puzzle.line]?.leftOut else { return false }
        return leftOut.contains(order(for: puzzle, picker(of: puzzle.line, list)).index(on: puzzle.day))
    }

    /// Drafts the word of `puzzle`; nil if its line has no list. A day whose word is left out gets another one, and all
    /// other days keep theirs. `besides`: words that days near it have, of which none stands in.
    package mutating func draft(for puzzle: PuzzleID, besides near: Set<Word> = []) -> Draft? {
        guard let list = list(for: puzzle.line) else { return nil }
        let picker = picker(of: puzzle.line, list)
        let order = order(for: puzzle, picker)
        var index = order.index(on: puzzle.day)
        if let leftOut = answers[puzzle.line]?.leftOut, leftOut.contains(index) {
            let near = Set(near.compactMap(list.answerIndex))
            index = picker.standIn(on: puzzle, in: order, besides: near, leavingOut: leftOut)
        }
        return Draft(puzzle: puzzle, answer: list.answer(at: index), listVersion: list.version)
    }

    private func picker(of line: PuzzleLine, _ list: WordList) -> Picker {
        Picker(seed: seed, line: line, listVersion: list.version, count: list.answerCount)
    }

    private mutating func order(for puzzle: PuzzleID, _ picker: Picker) -> CycleOrder {
        if let known = orders[puzzle.line], known.contains(puzzle.day) { return known }
        let order = picker.order(ofCycle: picker.cycle(of: puzzle.day))
        orders[puzzle.line] = order
        return order
    }
}
