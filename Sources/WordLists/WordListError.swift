/// Why bytes are no word list. The start of the server stops with it.
package enum WordListError: Error, Hashable, Sendable {
    /// Which of the two files of a list.
    package enum File: Hashable, Sendable {
        /// `answers-N.txt`
        case answers
        /// `guesses-N.txt`
        case guesses
    }

    /// No word at all.
    case empty(File)
    /// A byte that is no lower-case letter of the language. `line` from 1, here and below.
    case badLetter(File, line: Int)
    /// A word (or an empty line) that does not have the letters of the list.
    case wrongLength(File, line: Int)
    /// The same word as on the line before.
    case duplicate(File, line: Int)
    /// A word that sorts before that on the line before.
    case unsorted(File, line: Int)
    /// The answer on this line of `answers` is not among the guesses.
    case answerNotInGuesses(line: Int)
}
