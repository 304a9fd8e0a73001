import GameRules
import Puzzles
import Storage

/// The outcome of choosing a puzzle's word.
enum HostChoice {
    case changed
    case unchanged
    /// The word was drawn, or its commitment is public.
    case fixed
}

/// The puzzles in memory, with their answers and publication times. Kept only once they are durable, and never evicted:
/// they are few.
final class LivePuzzles: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let committer: Committer
    private var pinned: [PuzzleID: PinnedPuzzle] = [:]
    private var loads = LoadTable<PuzzleID, PinnedPuzzle, StorageError>()
    private var publications = LoadTable<PuzzleID, PinnedPuzzle, StorageError>()

    init(_ context: HubContext, _ library: Library, _ committer: Committer) {
        self.context = context
        self.library = library
        self.committer = committer
    }

    subscript(puzzle: PuzzleID) -> PinnedPuzzle? { pinned[puzzle] }

    var keys: Dictionary<PuzzleID, PinnedPuzzle>.Keys { pinned.keys }

    /// The text of a puzzle's answer; nil if the puzzle is not in memory.
    func answer(of puzzle: PuzzleID) -> String? {
        guard let pinned = pinned[puzzle] else { return nil }
        return puzzleSource.words(of: puzzle.line)?.alphabet.text(pinned.answer)
    }

    /// Returns the puzzle with its answer. Draws and pins it on first use.
    func get(_ puzzle: PuzzleID, then: @escaping (Result<PinnedPuzzle, StorageError>) -> Void) {
        if let pinned = pinned[puzzle] { return then(.success(pinned)) }
        guard loads.wait(for: puzzle, then) else { return }
        context.ask({ environment.storage.pinned(puzzle, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): library.settle(loads.loaded(puzzle), .failure(error))
            case .success(let found?):
                guard puzzleSource.words(of: puzzle.line)?.fits(found.answer) == true else {
                    return library.settle(
                        loads.loaded(puzzle), .failure(.corrupt("\(puzzle.text) is pinned to no word")))
                }
                pinned[puzzle] = found
                library.settle(loads.loaded(puzzle), .success(found))
            case .success(nil): pin(puzzle)
            }
        }
    }

    /// Reads puzzles that will be wanted, where they are pinned already. Whoever wants one asks again.
    func foresee(_ puzzles: [PuzzleID]) {
        for puzzle in puzzles {
            context.ask({ environment.storage.pinned(puzzle, completion: $0) }) { [self] result in
                guard case .success(let found?) = result, pinned[puzzle] == nil, !loads.isLoading(puzzle),
                    puzzleSource.words(of: puzzle.line)?.fits(found.answer) == true
                else { return }
                pinned[puzzle] = found
            }
        }
    }

    private func pin(_ puzzle: PuzzleID) {
        guard puzzleSource.isLeftOut(on: puzzle) else { return pin(puzzle, besides: []) }
        let gap = puzzleSource.gap(of: puzzle.line)
        let days = puzzle.day.advanced(by: -gap)...puzzle.day.advanced(by: gap)
        func isNear(_ other: PinnedPuzzle) -> Bool {
            other.puzzle.line == puzzle.line && days.contains(other.puzzle.day)
        }
        let end = days.upperBound.advanced(by: 1)
        records.pinned(of: puzzle.line, before: end, limit: 2 * gap + 1) { [self] result in
            var near = pinned.values.filter(isNear)
            switch result {
            case .success(let found): near += found.filter(isNear)
            // A damaged day keeps no other from its word.
            case .failure(.corrupt(let why)): environment.report(.read, "days near \(puzzle.text): \(why)")
            case .failure(let error): return library.settle(loads.loaded(puzzle), .failure(error))
            }
            pin(puzzle, besides: Set(near.map(\.answer)))
        }
    }

    /// Draws a puzzle and pins it. `besides`: words of days near it, none of which may replace a word that is left out.
    private func pin(_ puzzle: PuzzleID, besides near: Set<Word>) {
        guard let drawn = puzzleSource.draw(puzzle, besides: near) else {
            return library.settle(loads.loaded(puzzle), .failure(.corrupt("no list for \(puzzle.text)")))
        }
        committer.commit(Decision(writes: [.pinPuzzle(drawn)])) { [self] durable in
            if durable {
                pinned[puzzle] = drawn
                // Started before the waiters continue, because requests for its publication time wait for it too.
                publish(puzzle) { _ in }
            }
            let failure = StorageError.unavailable("the puzzle was not pinned")
            library.settle(loads.loaded(puzzle), durable ? .success(drawn) : .failure(failure))
        }
    }

    // MARK: Words of the host

    /// Makes a word the answer of a puzzle, or with nil lets the answer be drawn. The result is `fixed` if the word of
    /// the puzzle cannot change any more. Requests for the puzzle fail as `unavailable` meanwhile. Precondition: the
    /// day is after tomorrow, so that nobody has asked for its commitment.
    func choose(
        _ new: PinnedPuzzle?, for puzzle: PuzzleID, noting act: AdminAct,
        then: @escaping (Result<HostChoice, StorageError>) -> Void
    ) {
        guard pinned[puzzle] == nil else { return then(.success(.fixed)) }
        guard !loads.isLoading(puzzle) else { return then(.failure(.unavailable("\(puzzle.text) is being read"))) }
        _ = loads.wait(for: puzzle) { _ in }
        let end = { [self] (result: Result<HostChoice, StorageError>) in
            for waiter in loads.loaded(puzzle) { waiter(.failure(.unavailable("its word was being chosen"))) }
            then(result)
        }
        context.ask({ environment.storage.pinned(puzzle, completion: $0) }) { [self] result in
            guard case .success(let before) = result else { return end(result.map { _ in .fixed }) }
            if let before, !before.isHosts || before.publication != .unknown { return end(.success(.fixed)) }
            guard before != new else { return end(.success(.unchanged)) }
            var decision = Decision()
            if before != nil { decision.write(.unpinPuzzle(puzzle)) }
            if let new { decision.write(.pinPuzzle(new)) }
            decision.note(act)
            committer.commit(decision) { durable in
                end(durable ? .success(.changed) : .failure(.unavailable("the word was not stored")))
            }
        }
    }

    // MARK: Commitments

    /// Returns the puzzle after any publication under way has ended. A past puzzle whose publication time is unknown
    /// stays so: publishing it now would prove nothing.
    func getSeal(_ puzzle: PuzzleID, then: @escaping (Result<PinnedPuzzle, StorageError>) -> Void) {
        get(puzzle) { [self] result in
            guard case .success(let pinned) = result, let today = days.today else { return then(result) }
            let isDue = pinned.publication == .unknown && puzzle.day >= today.puzzle.day
            guard isDue || publications.isLoading(puzzle) else { return then(result) }
            publish(puzzle, then: then)
        }
    }

    /// Records when the commitment of a pinned puzzle became public: now, as it is durable and served on request. The
    /// commit that pins it must not record this: a crash in between would claim a time at which nobody could read it.
    private func publish(_ puzzle: PuzzleID, then: @escaping (Result<PinnedPuzzle, StorageError>) -> Void) {
        guard !isDraining else { return then(.failure(.closed)) }
        guard publications.wait(for: puzzle, then) else { return }
        let instant = days.sealInstant
        let when = puzzleSource.when(instant, isTo: puzzle.day)
        committer.commit(Decision(writes: [.publishPuzzle(puzzle, at: instant, when: when)])) { [self] durable in
            guard durable else {
                let failure = StorageError.unavailable("when \(puzzle.text) was published is not noted")
                return library.settle(publications.loaded(puzzle), .failure(failure))
            }
            // Read again, because a commit reported as failed may have recorded an earlier time, and the first one
            // counts.
            context.ask({ environment.storage.pinned(puzzle, completion: $0) }) { [self] result in
                let read = result.flatMap { pinned in
                    pinned.map { .success($0) } ?? .failure(StorageError.corrupt("\(puzzle.text) is not pinned"))
                }
                if case .success(let read) = read { pinned[puzzle] = read }
                library.settle(publications.loaded(puzzle), read)
            }
        }
    }

    /// Returns tomorrow's puzzle of a line once its commitment is published.
    func sealedForTomorrow(of line: PuzzleLine) -> PinnedPuzzle? {
        guard let tomorrow = days.tomorrow, let pinned = pinned[PuzzleID(line: line, day: tomorrow)] else {
            return nil
        }
        return pinned.publication.isExact ? pinned : nil
    }
}
