import GameRules
import Messages
import Storage

// Words of coming days.
extension AdminActs {
    /// Makes a word that of a coming day.
    func setWord(_ word: AdminRequest.HostWord, _ asker: AdminAsker, then: @escaping Reply) {
        let pinned: PinnedPuzzle
        do throws(AdminRefusal) {
            pinned = try words.puzzle(with: word)
        } catch {
            return then(.failure(error))
        }
        guard !word.isForced else { return setWord(pinned, asker, then: then) }
        compare(pinned, asker) { [self] refusal in
            if let refusal { then(.failure(refusal)) } else { setWord(pinned, asker, then: then) }
        }
    }

    private func setWord(_ pinned: PinnedPuzzle, _ asker: AdminAsker, then: @escaping Reply) {
        guard let player = pinned.knownTo else { return choose(pinned, for: pinned.puzzle, asker, then: then) }
        library.players.get(player) { [self] result in
            switch result {
            case .failure: then(.failure(AdminDesk.unavailable))
            case .success(nil): then(.failure(AdminDesk.noPlayer))
            case .success: choose(pinned, for: pinned.puzzle, asker, then: then)
            }
        }
    }

    /// Compares a word with those of other days. Returns the refusal if one has it.
    private func compare(_ new: PinnedPuzzle, _ asker: AdminAsker, then: @escaping (AdminRefusal?) -> Void) {
        guard let compared = words.compared else { return then(AdminDesk.unavailable) }
        records.pinned(of: new.puzzle.line, before: compared.before, limit: compared.limit) { [self] result in
            guard case .success(let found) = result, !isBusy else { return then(AdminDesk.unavailable) }
            guard let (refusal, isAhead) = words.refusal(of: new, among: found) else { return then(nil) }
            guard isAhead else { return then(refusal) }
            noteReading(by: asker.actor) { durable in then(durable ? refusal : AdminDesk.unavailable) }
        }
    }

    /// Has the word of a coming day drawn, as if none had been chosen.
    func clearWord(of puzzle: PuzzleID, _ asker: AdminAsker, then: @escaping Reply) {
        do throws(AdminRefusal) {
            try words.check(puzzle)
        } catch {
            return then(.failure(error))
        }
        choose(nil, for: puzzle, asker, then: then)
    }

    private func choose(_ pinned: PinnedPuzzle?, for puzzle: PuzzleID, _ asker: AdminAsker, then: @escaping Reply) {
        // The word itself is in no log.
        library.puzzles.choose(pinned, for: puzzle, noting: asker.act(puzzle.text, at: now)) { [self] result in
            guard case .success(let choice) = result else { return then(.failure(AdminDesk.unavailable)) }
            do throws(AdminRefusal) {
                then(.success(try words.answer(to: choice, pinned, of: puzzle)))
            } catch {
                then(.failure(error))
            }
        }
    }

    /// Lists the words that the host has chosen.
    func listWords(_ asker: AdminAsker, then: @escaping Reply) {
        readWords(of: puzzleSource.lines[...], []) { [self] result in
            guard case .success(let found) = result, !isBusy else { return then(.failure(AdminDesk.unavailable)) }
            noteReading(by: asker.actor) { [self] durable in
                then(durable ? .success(words.list(found)) : .failure(AdminDesk.unavailable))
            }
        }
    }

    /// Notes that somebody is told chosen words: nobody reads ahead without a trace of it.
    private func noteReading(by actor: AdminActor, then: @escaping (_ durable: Bool) -> Void) {
        var decision = Decision()
        decision.note(AdminAsker(actor: actor, verb: AdminRequest.hostWords.verb).act("", at: now))
        committer.commit(decision, then: then)
    }

    /// Reads the puzzles that are pinned ahead, one line after the other.
    private func readWords(
        of lines: ArraySlice<PuzzleLine>, _ found: [AdminAnswer.HostWord],
        then: @escaping (Result<[AdminAnswer.HostWord], StorageError>) -> Void
    ) {
        guard let line = lines.first, let tomorrow = days.tomorrow else { return then(.success(found)) }
        let end = tomorrow.advanced(by: WordDesk.daysAhead + 1)
        records.pinned(of: line, before: end, limit: WordDesk.daysAhead) { [self] result in
            guard case .success(let pinned) = result else { return then(result.map { _ in [] }) }
            readWords(of: lines.dropFirst(), found + words.chosen(pinned, after: tomorrow), then: then)
        }
    }
}
