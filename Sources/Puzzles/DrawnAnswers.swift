import GameRules
import WordLists

/// The answers of a list that can be drawn: all but those that are left out.
package struct DrawnAnswers: Sendable {
    private let list: WordList
    /// The indexes in the list of the answers that are left out.
    let leftOut: Set<Int>
    /// The indexes of all others; nil if nothing is left out.
    private let kept: [Int32]?

    /// Creates the answers of a list without some words. Words that are no answers of it change nothing. A list of
    /// which nothing would be left has all its answers.
    package init(_ list: WordList, leavingOut words: some Sequence<Word> = []) {
        self.list = list
        let indexes = Set(words.compactMap(list.answerIndex))
        leftOut = indexes.count < list.answerCount ? indexes : []
        kept =
            leftOut.isEmpty
            ? nil : (0..<list.answerCount).filter { [leftOut] in !leftOut.contains($0) }.map(Int32.init)
    }

    /// The number of answers that can be drawn, at least 1.
    package var count: Int { kept?.count ?? list.answerCount }

    /// Returns the answer at `index` of those that can be drawn, in alphabet order.
    package func answer(at index: Int) -> Word { list.answer(at: kept.map { Int($0[index]) } ?? index) }
}
