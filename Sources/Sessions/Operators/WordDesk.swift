import GameRules
import Messages
import Storage

/// Decides the requests of the server's operator that concern the words of coming days. ``LivePuzzles`` stores the
/// choice: it alone knows which words are drawn.
///
/// A word can be chosen for a day after tomorrow. The commitments to the words of today and tomorrow are public, and a
/// word that changed after that would be seen to have changed.
struct WordDesk: HubPart {
    let context: HubContext

    /// The number of days ahead for which words can be chosen.
    static let daysAhead = 366
    /// The number of days before today with whose words a new one is compared.
    static let daysBack = 365
    /// The number of days that a refusal names.
    private static let named = 5

    // MARK: Choosing

    /// Returns the puzzle of a coming day with the word that the operator wants for it.
    func puzzle(with word: AdminRequest.HostWord) throws(AdminRefusal) -> PinnedPuzzle {
        let words = try words(of: word.puzzle)
        return PinnedPuzzle(
            puzzle: word.puzzle, answer: try answer(word, words), listVersion: PinnedPuzzle.hostList,
            knownTo: word.knownTo)
    }

    /// Refuses a puzzle whose word the operator may not choose.
    func check(_ puzzle: PuzzleID) throws(AdminRefusal) { _ = try words(of: puzzle) }

    /// Returns the answer to a choice. `pinned`: the puzzle with the word that was wanted; nil if it is to be drawn.
    func answer(
        to choice: HostChoice, _ pinned: PinnedPuzzle?, of puzzle: PuzzleID
    ) throws(AdminRefusal) -> AdminAnswer {
        switch choice {
        case .changed: return .word(pinned.flatMap(hostWord), of: puzzle, isChanged: true)
        case .unchanged: return .word(pinned.flatMap(hostWord), of: puzzle, isChanged: false)
        case .fixed:
            throw AdminRefusal(
                .wordIsFixed, "The word of \(puzzle.text) is drawn already, and who plays could tell.")
        }
    }

    /// Returns the words of a puzzle that the host may choose one for.
    private func words(of puzzle: PuzzleID) throws(AdminRefusal) -> LineWords {
        guard let words = puzzleSource.words(of: puzzle.line) else {
            throw AdminRefusal(.noSuchPuzzle, "This server has no words of \(puzzle.line.text).")
        }
        guard let tomorrow = days.tomorrow else { throw AdminDesk.unavailable }
        guard puzzle.day > tomorrow else {
            throw AdminRefusal(
                .wordIsFixed,
                "The word of \(puzzle.day.text) is fixed: its seal is public. "
                    + "The first day to choose for is \(puzzleSource.day(after: tomorrow).text)."
            )
        }
        guard puzzle.day <= tomorrow.advanced(by: WordDesk.daysAhead), puzzleSource.hasDay(puzzle.day) else {
            throw AdminRefusal(
                .noSuchPuzzle, "Words can be chosen for the days to come, \(WordDesk.daysAhead) of them.")
        }
        return words
    }

    private func answer(_ word: AdminRequest.HostWord, _ words: LineWords) throws(AdminRefusal) -> Word {
        let line = word.puzzle.line
        // One sentence for every fault: the refusals of a game are worded for who guesses.
        guard let answer = try? words.spelled(word.text.lowercased()), words.fits(answer) else {
            throw AdminRefusal(
                .badWord, "A word of \(line.text) has \(line.length) letters of its language, and nothing else.")
        }
        guard !line.kind.hasListedAnswers || words.list.isAnswer(answer) else {
            throw AdminRefusal(.badWord, "That word is none of those from which tiles are dealt.")
        }
        guard word.isForced || words.list.contains(answer) else {
            throw AdminRefusal(.badWord, "That word is in no list. If it is meant, ask for it with “force”.")
        }
        // One operator may have left the word out, and another choose it without knowing.
        guard word.isForced || !puzzleSource.isLeftOut(words.alphabet.text(answer)) else {
            throw AdminRefusal(.badWord, "That word is left out here. If it is meant, ask for it with “force”.")
        }
        return answer
    }

    // MARK: Words that come again

    /// The puzzles to read before ``refusal(of:among:)``: all of the line before a day, at most so many. Nil before the
    /// first day has begun.
    var compared: (before: Day, limit: Int)? {
        days.tomorrow.map { tomorrow in
            // Both days that are told to nobody lie between.
            (
                before: tomorrow.advanced(by: WordDesk.daysAhead + 1),
                limit: WordDesk.daysBack + WordDesk.daysAhead + 2
            )
        }
    }

    /// Returns the refusal of a word that another day has, and whether it tells of a word that is to come. Nil if no
    /// other day has it. `pinned`: the puzzles of the line.
    ///
    /// It tells of words that are public, and of those that the host has chosen, which an owner may list. A word that
    /// was drawn and can still be played is told to nobody, not even by a refusal: it is taken.
    func refusal(of new: PinnedPuzzle, among pinned: [PinnedPuzzle]) -> (AdminRefusal, isAhead: Bool)? {
        guard let today = days.today?.puzzle.day, let tomorrow = days.tomorrow else { return nil }
        let first = today.advanced(by: -WordDesk.daysBack)
        let others = pinned.filter { $0.answer == new.answer && $0.puzzle.day != new.puzzle.day }
        let past = others.map(\.puzzle).filter { $0.day >= first && $0.day < today && days.isPublic($0) }
        let ahead = chosen(others, after: tomorrow).map(\.puzzle)
        let told = (past + ahead).map(\.day).sorted()
        guard !told.isEmpty else { return nil }
        let more = told.count > WordDesk.named ? " and \(told.count - WordDesk.named) more" : ""
        let refusal = AdminRefusal(
            .badWord,
            "That is also the word of \(told.prefix(WordDesk.named).map(\.text).joined(separator: ", "))\(more). "
                + "If it is meant, ask for it with “force”.")
        return (refusal, isAhead: !ahead.isEmpty)
    }

    // MARK: Reading ahead

    /// Returns the words that the host has chosen, of puzzles after `tomorrow`. What the lists draw is not told.
    func chosen(_ pinned: [PinnedPuzzle], after tomorrow: Day) -> [AdminAnswer.HostWord] {
        pinned.filter { $0.puzzle.day > tomorrow && $0.isHosts }.compactMap(hostWord)
    }

    /// Returns the answer that lists words, in the order of the days.
    func list(_ words: [AdminAnswer.HostWord]) -> AdminAnswer {
        func place(_ word: AdminAnswer.HostWord) -> (Day, String) { (word.puzzle.day, word.puzzle.line.text) }
        return .hostWords(words.sorted { place($0) < place($1) })
    }

    private func hostWord(_ pinned: PinnedPuzzle) -> AdminAnswer.HostWord? {
        puzzleSource.words(of: pinned.puzzle.line).map { words in
            AdminAnswer.HostWord(
                puzzle: pinned.puzzle, word: words.alphabet.text(pinned.answer), knownTo: pinned.knownTo)
        }
    }
}
