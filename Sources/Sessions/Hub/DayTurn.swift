import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// Turns from one day to the next, and publishes the commitments of each day and the day after.
final class DayTurn: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let teller: Teller
    private let races: DailyRaces
    /// Whether a new day is being prepared.
    private var isTurning = false
    /// Puzzles of today and tomorrow of which the commitments are being published.
    private var sealing = SealRound()

    /// Days by which a wall's clock may have been ahead and be believed.
    private static let daysAhead = 2
    /// ms by which the wall's clock may drift before that is worth a message.
    private static let wallTolerance = 2_000

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ races: DailyRaces) {
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.races = races
    }

    // MARK: The day

    /// Reads or draws today's puzzle. A day that began before a restart is not taken back either: who has opened its
    /// word may play on, and no word that is public counts again. A day far ahead began by a clock that was wrong by
    /// more than hours, and is waited for.
    func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        let (storage, day) = (environment.storage, days.current)
        let end = day.advanced(by: DayTurn.daysAhead + 1)
        context.ask({ storage.lastDay(before: end, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let last?) where last >= day: turn(to: last, hasBegun: true, then: then)
            case .success: turn(to: day, then: then)
            }
        }
    }

    /// Does what is due: a new day, a clock that was set, commitments.
    func tick() {
        guard !isDraining else { return }
        if let today = days.today, !isTurning, days.current > today.puzzle.day {
            turn(to: days.current) { [self] result in
                switch result {
                case .success: announce()
                // Tried again at the next tick: the old day's puzzle stays playable meanwhile.
                case .failure(let error): environment.report("rollover", "\(error)")
                }
            }
        }
        // Everybody is told when the day ends, if that is at another time: pages count down to it.
        if !isTurning, days.followWall(tolerance: DayTurn.wallTolerance) { announce() }
        publishSeals()
    }

    /// Makes a day today's. `hasBegun`: that is on disk already.
    private func turn(to day: Day, hasBegun: Bool = false, then: @escaping (Result<Void, StorageError>) -> Void) {
        let puzzle = PuzzleID(line: .today, day: day)
        isTurning = true
        library.puzzles.get(puzzle) { [self] result in
            guard case .success(let pinned) = result else {
                isTurning = false
                return then(result.map { _ in })
            }
            // On disk before anybody plays: a day that has begun is not taken back by a restart.
            committer.commit(Decision(writes: hasBegun ? [] : [.beginDay(day)])) { [self] durable in
                isTurning = false
                guard durable else { return then(.failure(.unavailable("the day was not begun"))) }
                days.begin(
                    PuzzleView(
                        puzzle: puzzle, rows: settings.rows, ends: days.end(of: day),
                        commitment: lists.commitment(to: pinned).text))
                then(.success(()))
            }
        }
    }

    private func announce() {
        guard let today = days.today else { return }
        teller.pushToEverybody(OutgoingMessage(.day(time: now, today: today)))
        openToday(in: library.rooms.values[...])
    }

    /// Opens today's race in rooms, a few in one turn, and the next when these have been told: nobody who plays waits
    /// for thousands of rooms. Who is faster than this opens the race of the own rooms (``DailyRaces``).
    private func openToday(in left: Dictionary<RoomID, LiveRoom>.Values.SubSequence) {
        var left = left
        var told = 0
        var decision = Decision()
        while told < SessionHub.toldInOneTurn, let room = left.popFirst() {
            guard library.rooms.contains(room) else { continue }
            told += 1 + room.players.count
            races.open(in: room, &decision)
        }
        committer.commit(decision) { [self, left] _ in
            // Rooms that are read again open it then.
            if !left.isEmpty && !isDraining { context.inAnotherTurn { [self] in openToday(in: left) } }
        }
    }

    // MARK: Commitments

    /// Publishes the commitments of today and tomorrow, of every line, so that whoever keeps one can show that the word
    /// was fixed before its day: one after the other, since to draw a word takes as long as hundreds of guesses. What
    /// fails is tried again later, and holds up nothing else.
    private func publishSeals() {
        guard let today = days.today, !isTurning, !sealing.isUnderWay else { return }
        if sealing.begins(on: today.puzzle.day, now: now) {
            sealing.waiting = [today.puzzle.day, lists.day(after: today.puzzle.day)].flatMap { day in
                lists.lines.map { PuzzleID(line: $0, day: day) }
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
