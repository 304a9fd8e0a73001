import GameRules
import Messages
import Storage

/// Decides the requests of the server's operator that concern the words of coming days.
///
/// A word can be chosen for a day after tomorrow. The commitments to the words of today and tomorrow are public, and a
/// word that changed after that would be seen to have changed.
final class WordDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer

    init(_ context: HubContext, _ library: Library, _ committer: Committer) {
        self.context = context
        self.library = library
        self.committer = committer
    }

    /// The number of days ahead for which words can be chosen.
    static let daysAhead = 366

    private static let unavailable = AdminRefusal(
        .unavailable, "The server cannot use its disk, or is behind with it. Nothing was changed. Try again.")

    // MARK: Choosing

    /// Makes a word that of a coming day.
    func set(_ word: AdminRequest.HostWord, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        let puzzle = word.puzzle
        let pinned: PinnedPuzzle
        do throws(AdminRefusal) {
            let words = try words(of: puzzle)
            pinned = PinnedPuzzle(
                puzzle: puzzle, answer: try answer(word, words), listVersion: PinnedPuzzle.hostList,
                knownTo: word.knownTo)
        } catch {
            return then(.failure(error))
        }
        guard let player = word.knownTo else { return choose(pinned, for: puzzle, asker, then: then) }
        library.players.get(player) { [self] result in
            switch result {
            case .failure: then(.failure(WordDesk.unavailable))
            case .success(nil): then(.failure(AdminRefusal(.noSuchPlayer, "There is no player with that ID.")))
            case .success: choose(pinned, for: puzzle, asker, then: then)
            }
        }
    }

    /// Has the word of a coming day drawn, as if none had been chosen.
    func clear(_ puzzle: PuzzleID, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        do throws(AdminRefusal) {
            _ = try words(of: puzzle)
        } catch {
            return then(.failure(error))
        }
        choose(nil, for: puzzle, asker, then: then)
    }

    private func choose(
        _ pinned: PinnedPuzzle?, for puzzle: PuzzleID, _ asker: AdminAsker, then: @escaping AdminDesk.Reply
    ) {
        // The word itself is in no log.
        library.puzzles.choose(pinned, for: puzzle, noting: asker.act(puzzle.text, at: now)) { [self] result in
            switch result {
            case .failure: then(.failure(WordDesk.unavailable))
            case .success(.fixed):
                then(
                    .failure(
                        AdminRefusal(
                            .wordIsFixed, "The word of \(puzzle.text) is drawn already, and who plays could tell.")))
            case .success(let choice):
                let isChanged =
                    switch choice {
                    case .changed: true
                    case .unchanged, .fixed: false
                    }
                then(.success(.word(pinned.flatMap(answer), of: puzzle, isChanged: isChanged)))
            }
        }
    }

    /// Returns the words of a puzzle that the host may choose one for.
    private func words(of puzzle: PuzzleID) throws(AdminRefusal) -> LineWords {
        guard let words = lists.words(of: puzzle.line) else {
            throw AdminRefusal(.noSuchPuzzle, "This server has no words of \(puzzle.line.text).")
        }
        guard let tomorrow = days.tomorrow else { throw WordDesk.unavailable }
        guard puzzle.day > tomorrow else {
            throw AdminRefusal(
                .wordIsFixed,
                "The word of \(puzzle.day.text) is fixed: its seal is public. "
                    + "The first day to choose for is \(lists.day(after: tomorrow).text)."
            )
        }
        guard puzzle.day <= tomorrow.advanced(by: WordDesk.daysAhead), lists.hasDay(puzzle.day) else {
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
        return answer
    }

    // MARK: Reading ahead

    /// Lists the words that the host has chosen. What the lists draw is not told.
    func list(_ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        read(lists.lines[...], []) { [self] result in
            guard case .success(let words) = result, !isDraining, !committer.isBehind else {
                return then(.failure(WordDesk.unavailable))
            }
            func place(_ word: AdminAnswer.HostWord) -> (Day, String) { (word.puzzle.day, word.puzzle.line.text) }
            var decision = Decision()
            decision.note(asker.act("", at: now))
            // Nobody reads ahead without a trace of it.
            committer.commit(decision) { durable in
                guard durable else { return then(.failure(WordDesk.unavailable)) }
                then(.success(.hostWords(words.sorted { place($0) < place($1) })))
            }
        }
    }

    /// Reads what is pinned ahead, one line after the other.
    private func read(
        _ lines: ArraySlice<PuzzleLine>, _ found: [AdminAnswer.HostWord],
        then: @escaping (Result<[AdminAnswer.HostWord], StorageError>) -> Void
    ) {
        guard let line = lines.first, let tomorrow = days.tomorrow else { return then(.success(found)) }
        let end = tomorrow.advanced(by: WordDesk.daysAhead + 1)
        let storage = environment.storage
        context.ask({ storage.pinned(of: line, before: end, limit: WordDesk.daysAhead, completion: $0) }) {
            [self] result in
            guard case .success(let pinned) = result else { return then(result.map { _ in [] }) }
            let ahead = pinned.filter { $0.puzzle.day > tomorrow && $0.isHosts }.compactMap(answer)
            read(lines.dropFirst(), found + ahead, then: then)
        }
    }

    private func answer(_ pinned: PinnedPuzzle) -> AdminAnswer.HostWord? {
        lists.words(of: pinned.puzzle.line).map { words in
            AdminAnswer.HostWord(
                puzzle: pinned.puzzle, word: words.alphabet.text(pinned.answer), knownTo: pinned.knownTo)
        }
    }
}
