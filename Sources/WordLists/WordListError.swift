/// A reason why bytes are not a word list. It stops the start of the server.
package enum WordListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the files of a list.
    package enum File: String, Hashable, Sendable {
        /// `answers-N.txt`
        case answers
        /// `guesses-N.txt`
        case guesses
        /// `common-N.txt`
        case common
    }

    /// The file has no words.
    case empty(File)
    /// A byte is not part of a lower-case letter of the language. `line` counts from 1, here and below.
    case badLetter(File, line: Int)
    /// A word, or an empty line, does not have the list's number of letters.
    case wrongLength(File, line: Int)
    /// A word repeats the line before.
    case duplicate(File, line: Int)
    /// A word sorts before the line before.
    case unsorted(File, line: Int)
    /// The answer on this line of `answers` is missing from the guesses.
    case answerNotInGuesses(line: Int)
    /// The common word on this line of `common` is missing from the guesses.
    case commonNotInGuesses(line: Int)

    /// The reason in words for the host, behind the folder of the lists.
    package var description: String {
        switch self {
        case .empty(let file): "\(file.rawValue): there is no word"
        case .badLetter(let file, let line):
            "\(file.rawValue), line \(line): must be small letters of the language, and nothing else"
        case .wrongLength(let file, let line): "\(file.rawValue), line \(line): has another number of letters"
        case .duplicate(let file, let line): "\(file.rawValue), line \(line): stands twice"
        case .unsorted(let file, let line): "\(file.rawValue), line \(line): does not stand in the order of bytes"
        case .answerNotInGuesses(let line): "answers, line \(line): is not among the guesses"
        case .commonNotInGuesses(let line): "common, line \(line): is not among the guesses"
        }
    }
}
