import GameRules
import Messages
import Puzzles
import Storage

// Commitments are published: those of tomorrow today, so that whoever keeps one can show that the word was fixed before
// its day.
extension SessionHub {
    /// The day after today, in the server's zone; nil until there is a today.
    var tomorrow: Day? { today.map { library.day(after: $0.puzzle.day) } }

    /// Tomorrow's puzzle of a line, once its commitment is published.
    func sealedForTomorrow(of line: PuzzleLine) -> PinnedPuzzle? {
        guard let tomorrow, let pinned = puzzles[PuzzleID(line: line, day: tomorrow)] else { return nil }
        return pinned.publication.isExact ? pinned : nil
    }

    /// The puzzle, as it is when what is under way about its publication has ended. That of a day that is over and of
    /// which nobody knows when it was published stays so: to publish it now would show nothing.
    func withSeal(_ puzzle: PuzzleID, then: @escaping (Result<PinnedPuzzle, StorageError>) -> Void) {
        withPuzzle(puzzle) { [self] result in
            guard case .success(let pinned) = result, let today else { return then(result) }
            let isDue = pinned.publication == .unknown && puzzle.day >= today.puzzle.day
            guard isDue || publications.isLoading(puzzle) else { return then(result) }
            publish(puzzle, then: then)
        }
    }

    /// Notes when the commitment of a pinned puzzle could be read for the first time: now, as it is on disk already and
    /// told to whoever asks. Had that been noted in the commit that pinned it, a server that dies in between would
    /// claim an instant at which nobody could read it.
    func publish(_ puzzle: PuzzleID, then: @escaping (Result<PinnedPuzzle, StorageError>) -> Void) {
        guard !isDraining else { return then(.failure(.closed)) }
        guard publications.wait(for: puzzle, then) else { return }
        let instant = sealInstant
        let when = library.when(instant, isTo: puzzle.day)
        commit(Decision(writes: [.publishPuzzle(puzzle, at: instant, when: when)])) { [self] durable in
            guard durable else {
                let failure = StorageError.unavailable("when \(puzzle.text) was published is not noted")
                return settle(publications.loaded(puzzle), .failure(failure))
            }
            // Read again: a commit that was thought to have failed may have noted an instant before this one, and the
            // first counts.
            ask({ environment.storage.pinned(puzzle, completion: $0) }) { [self] result in
                let pinned = result.flatMap { pinned in
                    pinned.map { .success($0) } ?? .failure(StorageError.corrupt("\(puzzle.text) is not pinned"))
                }
                if case .success(let pinned) = pinned { puzzles[puzzle] = pinned }
                settle(publications.loaded(puzzle), pinned)
            }
        }
    }

    /// The instant at which what is published now can be read, by the wall's clock. As days are not taken back when
    /// that clock is, this is never before the day that has begun: no commitment of a day that is over could claim that
    /// it was made before.
    private var sealInstant: Int {
        let wall = now + environment.wallAhead()
        return today.map { max(wall, library.start(of: $0.puzzle.day)) } ?? wall
    }

    /// Publishes the commitments of today and tomorrow, of every line: one after the other, since to draw a word takes
    /// as long as hundreds of guesses. What fails is tried again later, and holds up nothing else.
    func publishSeals() {
        guard let today, !isTurning, !isDraining, !sealing.isUnderWay else { return }
        if sealing.begins(on: today.puzzle.day, now: now) {
            sealing.waiting = [today.puzzle.day, library.day(after: today.puzzle.day)].flatMap { day in
                library.lines.map { PuzzleID(line: $0, day: day) }
            }
        }
        publishNextSeal()
    }

    private func publishNextSeal() {
        guard !isTurning, !isDraining, let puzzle = sealing.next() else { return }
        withSeal(puzzle) { [self] result in
            if case .failure = result { sealing.failed(at: now) }
            inAnotherTurn { [self] in
                sealing.isUnderWay = false
                publishNextSeal()
            }
        }
    }
}

/// Which commitments of a day and the next are still to be published.
struct SealRound {
    /// The commitments that were not looked at yet.
    var waiting: [PuzzleID] = []
    /// Whether one is being published.
    var isUnderWay = false
    private var day: Day?
    /// When those that failed are tried again; nil if none did.
    private var retry: Int?

    /// ms until those that failed are tried again: each attempt that fails costs every room a resync.
    private static let patience = 60_000

    /// Whether there is a new round to be made: a new day, or a second attempt. Counts it as begun.
    mutating func begins(on today: Day, now: Int) -> Bool {
        let isDue = retry.map { now >= $0 } ?? false
        guard day != today || isDue && waiting.isEmpty else { return false }
        day = today
        retry = nil
        return true
    }

    /// The next one, which is under way from now on; nil if another one is, or there is none.
    mutating func next() -> PuzzleID? {
        guard !isUnderWay, !waiting.isEmpty else { return nil }
        isUnderWay = true
        return waiting.removeFirst()
    }

    /// One could not be published.
    mutating func failed(at now: Int) { retry = now + SealRound.patience }
}

extension SealTime {
    /// As fields of a JSON object.
    func write(to json: inout JSONWriter) {
        json.field("when", when.rawValue)
        if let at { json.field("at", at) }
        if let time { json.field("time", time) }
    }
}
