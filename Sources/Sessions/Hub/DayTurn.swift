import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// The rollover from one day to the next, and the publication of commitments for each day and the day after.
final class DayTurn: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let teller: Teller
    private let races: DailyRaces
    private let hooks: HookReader
    /// Whether a new day is being prepared.
    private var isTurning = false
    /// Puzzles of today and tomorrow whose commitments are being published.
    private var sealing = SealRound()
    /// The time of the start.
    private var started = 0

    /// The maximum number of days that a wall clock is trusted to have been ahead.
    static let daysAhead = 2
    /// A day that no clock shows.
    private static let never = Day(number: 5_000_000)
    /// The drift of the wall clock, in ms, that is not announced.
    private static let wallTolerance = 2_000
    /// ms after the start of a hub that takes over from which commitments are published: players come first.
    private static let sealsLater = 1_000

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ races: DailyRaces) {
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.races = races
        hooks = HookReader(context, library, committer)
    }

    // MARK: The day

    /// Reads or draws today's puzzle. A restart does not take back a day that has begun: players of its word may
    /// continue, and a public word never counts again. A day far ahead came from a wrong clock: it is ignored and
    /// reported. If the clock is wrong now instead, words that are public come round again.
    func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        started = now
        start(before: DayTurn.never, then: then)
    }

    private func start(before end: Day, then: @escaping (Result<Void, StorageError>) -> Void) {
        let day = days.current
        records.lastDay(before: end) { [self] result in
            switch result {
            case .failure(let error): return then(.failure(error))
            case .success(let last?) where last >= day:
                records.begin(after: last.advanced(by: -1)) { [self] result in
                    guard case .success(let instant) = result else { return then(result.map { _ in }) }
                    guard !isBelieved(last, begunAt: instant) else {
                        return turn(to: last, begunAt: instant, then: then)
                    }
                    environment.report(
                        .clock, "\(last) has begun here, today is \(day): the clock was wrong then, or is now")
                    start(before: last, then: then)
                }
            case .success: turn(to: day, then: then)
            }
        }
    }

    /// Whether a day that began at `instant` (nil: nobody noted it) is not far ahead of today, and was not when it
    /// began. The day of a wrong clock is not believed even when it is near.
    private func isBelieved(_ day: Day, begunAt instant: Int?) -> Bool {
        let then = instant.map { puzzleSource.day(at: $0 + environment.wallAhead()) } ?? day
        return day <= min(then, days.current).advanced(by: DayTurn.daysAhead)
    }

    /// Does what is due: the rollover, a change of the wall clock, commitments.
    func tick() {
        guard !isDraining else { return }
        if let today = days.today, !isTurning, days.current > today.puzzle.day {
            turn(to: days.current) { [self] result in
                switch result {
                case .success: announce()
                // Retried at the next tick; the old day's puzzle stays playable meanwhile.
                case .failure(let error): environment.report(.rollover, "\(error)")
                }
            }
        }
        // Announces a changed end of the day: pages count down to it.
        if !isTurning, days.followWall(tolerance: DayTurn.wallTolerance) { announce() }
        publishSeals()
    }

    /// Makes a day today that begins now.
    private func turn(to day: Day, then: @escaping (Result<Void, StorageError>) -> Void) {
        let instant = begin(of: day)
        turn(to: day, begunAt: instant, writes: [.beginDay(day, at: instant)], then: then)
    }

    /// Makes a day today whose begin is durable already: by `instant`, or nobody knows when.
    private func turn(
        to day: Day, begunAt instant: Int?, writes: [Write] = [], then: @escaping (Result<Void, StorageError>) -> Void
    ) {
        isTurning = true
        pin(settings.lines.map { PuzzleID(line: $0, day: day) }[...]) { [self] result in
            guard case .success(let pinned) = result else {
                isTurning = false
                return then(result.map { _ in })
            }
            // Durable before anybody plays: a restart does not take back a day that has begun.
            committer.commit(Decision(writes: writes)) { [self] durable in
                isTurning = false
                guard durable else { return then(.failure(.unavailable("the day was not begun"))) }
                days.begin(pinned.map { view(of: $0, ends: days.end(of: day)) }, at: instant ?? now)
                if environment.hooks != nil { context.inAnotherTurn { [self] in hooks.dayBegan(day) } }
                then(.success(()))
            }
        }
    }

    /// The instant by the server's clock at which a day began that begins now: that of the calendar, unless the wall's
    /// clock was set. Then it is this one: nothing that has counted yet is taken back.
    private func begin(of day: Day) -> Int {
        let begin = puzzleSource.start(of: day) - environment.wallAhead()
        return (0...DayTurn.wallTolerance).contains(now - begin) ? begin : now
    }

    /// Reads or draws the puzzle of each line, one after the other.
    private func pin(
        _ puzzles: ArraySlice<PuzzleID>, then: @escaping (Result<[PinnedPuzzle], StorageError>) -> Void
    ) {
        guard let puzzle = puzzles.first else { return then(.success([])) }
        library.puzzles.get(puzzle) { [self] result in
            guard case .success(let pinned) = result else { return then(result.map { [$0] }) }
            pin(puzzles.dropFirst()) { rest in then(rest.map { [pinned] + $0 }) }
        }
    }

    private func view(of pinned: PinnedPuzzle, ends: Int) -> PuzzleView {
        let kind = pinned.puzzle.line.kind
        return PuzzleView(
            puzzle: pinned.puzzle, rows: settings.rows, seconds: kind.limits.map { _ in kind.usualLimit }, ends: ends,
            commitment: puzzleSource.commitment(to: pinned).text, isHosts: pinned.isHosts)
    }

    private func announce() {
        guard let today = days.today else { return }
        teller.pushToEverybody(OutgoingMessage(.day(time: now, today: today, lines: days.running)))
        openToday(in: library.rooms.values[...])
    }

    /// Opens today's race in rooms, a slice in one turn. The next slice follows once these are told, so that players do
    /// not wait for thousands of rooms. A player who is faster opens the race in the own rooms (``DailyRaces``).
    private func openToday(in left: Dictionary<RoomID, LiveRoom>.Values.SubSequence) {
        var left = left
        var told = 0
        while told < SessionHub.toldInOneTurn, let room = left.popFirst() {
            guard library.rooms.contains(room) else { continue }
            told += 1 + room.players.count
            // By itself: a room whose race cannot be recorded costs no other.
            var decision = Decision()
            races.open(in: room, &decision)
            committer.commit(decision)
        }
        committer.afterwards(teller.submitted) { [self, left] _ in
            // Rooms that are loaded later open it then.
            if !left.isEmpty && !isDraining { context.inAnotherTurn { [self] in openToday(in: left) } }
        }
    }

    // MARK: Commitments

    /// Publishes the commitments of today and tomorrow for every line, so that anybody can prove that the word was
    /// fixed before its day. One at a time: drawing a word takes as long as hundreds of guesses. A failure is retried
    /// later and delays no other.
    private func publishSeals() {
        guard let today = days.today, !isTurning, !sealing.isUnderWay else { return }
        guard !settings.takesOver || now - started >= DayTurn.sealsLater else { return }
        if sealing.begins(on: today.puzzle.day, now: now) {
            sealing.waiting = [today.puzzle.day, puzzleSource.day(after: today.puzzle.day)].flatMap { day in
                puzzleSource.lines.map { PuzzleID(line: $0, day: day) }
            }
        }
        publishNextSeal()
    }

    private func publishNextSeal() {
        guard !isTurning, !isDraining, let puzzle = sealing.next() else { return }
        library.puzzles.getSeal(puzzle) { [self] result in
            if case .failure = result { sealing.failed(at: now) }
            context.inAnotherTurn { [self] in
                sealing.isUnderWay = false
                publishNextSeal()
            }
        }
    }
}

/// The commitments of a day and the next that are still to be published.
struct SealRound {
    /// The commitments not yet tried.
    var waiting: [PuzzleID] = []
    /// Whether one is being published.
    var isUnderWay = false
    private var day: Day?
    /// The time of the retry; nil if none failed.
    private var retry: Int?

    /// The delay in ms before a retry: while the disk is broken, each failed attempt costs every room a resync.
    private static let patience = 60_000

    /// Whether a new round begins, on a new day or as a retry. Marks it as begun.
    mutating func begins(on today: Day, now: Int) -> Bool {
        let isDue = retry.map { now >= $0 } ?? false
        guard day != today || isDue && waiting.isEmpty else { return false }
        day = today
        retry = nil
        return true
    }

    /// Takes the next commitment, which is under way from now on; nil if one is, or none is left.
    mutating func next() -> PuzzleID? {
        guard !isUnderWay, !waiting.isEmpty else { return nil }
        isUnderWay = true
        return waiting.removeFirst()
    }

    /// Records that a commitment could not be published.
    mutating func failed(at now: Int) { retry = now + SealRound.patience }
}
