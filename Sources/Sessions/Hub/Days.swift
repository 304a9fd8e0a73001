import GameRules
import Messages
import Puzzles
import Storage

/// The calendar of the hub. A day that has begun is not taken back when the wall clock is set.
final class Days {
    private let environment: HubEnvironment
    private let puzzleSource: PuzzleSource
    /// Today's puzzle of each of the server's lines, in their order; empty before the first day was begun.
    private(set) var running: [PuzzleView] = []
    /// The instant at which today began, by the server's clock; that of the start if nobody noted it.
    private(set) var beganAt = 0

    init(environment: HubEnvironment, puzzleSource: PuzzleSource) {
        self.environment = environment
        self.puzzleSource = puzzleSource
    }

    /// Today's puzzle: that of the first line. Nil before the first was read or drawn.
    var today: PuzzleView? { running.isEmpty ? nil : running[0] }

    /// The day by the wall clock, or the day that has begun if that is later.
    var current: Day {
        let day = puzzleSource.day(at: environment.now() + environment.wallAhead())
        return today.map { max($0.puzzle.day, day) } ?? day
    }

    /// Today, or the day by the clock before the first was begun.
    var begun: Day { today?.puzzle.day ?? current }

    /// The day after today in the server's zone; nil before there is a today.
    var tomorrow: Day? { today.map { puzzleSource.day(after: $0.puzzle.day) } }

    /// The time on the server's clock at which a day ends, if nobody sets the wall clock.
    func end(of day: Day) -> Int { puzzleSource.end(of: day) - environment.wallAhead() }

    /// Whether a day was over at an instant of the server's clock, if nobody has set the wall clock since. The zone's
    /// calendar is slow, so it is not asked where that is clear: no zone is a day behind UTC.
    func wasOver(_ day: Day, at instant: Int) -> Bool {
        let wall = instant + environment.wallAhead()
        return wall >= 86_400_000 * (day.number + 2) || wall >= puzzleSource.end(of: day)
    }

    /// Whether a game of this puzzle can still end with a result: until the end of the day after its own. Then the
    /// answer is public, and a guess would prove nothing.
    func canBeFinished(_ puzzle: PuzzleID) -> Bool { puzzle.day.advanced(by: 1) >= current }

    /// Whether a puzzle may be begun: today's; with `archive` also earlier ones, back to the first.
    func canBeOpened(_ puzzle: PuzzleID, archive: Bool) -> Bool {
        guard let today = today?.puzzle.day else { return false }
        return puzzle.day == today || archive && puzzle.day < today && puzzle.day >= PuzzleID.firstDay
    }

    /// Whether everything about a puzzle is public. Decided by the clock and `today`, so it may be late but never
    /// early.
    func isPublic(_ puzzle: PuzzleID) -> Bool {
        guard let today else { return false }
        return !canBeFinished(puzzle) && puzzle.day.advanced(by: 1) < today.puzzle.day
    }

    /// The wall-clock time recorded for what is published now. It is never before the current day, even if the wall
    /// clock was set back. So no commitment of a past day can claim an earlier publication.
    var sealInstant: Int {
        let wall = environment.now() + environment.wallAhead()
        return today.map { max(wall, puzzleSource.start(of: $0.puzzle.day)) } ?? wall
    }

    /// Records that a day has begun durably at `instant`, with its puzzle of each line.
    func begin(_ puzzles: [PuzzleView], at instant: Int) {
        precondition(!puzzles.isEmpty, "a server has a line")
        (running, beganAt) = (puzzles, instant)
    }

    /// Updates the end of today if the wall clock was set by more than `tolerance` ms. Returns whether it was.
    func followWall(tolerance: Int) -> Bool {
        guard let day = today?.puzzle.day, let ends = today?.ends, abs(end(of: day) - ends) >= tolerance else {
            return false
        }
        for line in running.indices { running[line].ends = end(of: day) }
        return true
    }

    // MARK: Ranking by day

    /// Whether the result of a game counts, or will: a daily game that was opened on its day and ends in time.
    func isRanked(_ game: LiveGame) -> Bool {
        game.isRankedEnd ?? (game.isRaced && canBeFinished(game.key.puzzle))
    }

    /// Whether a guess may be made in an unfinished game.
    func canBePlayed(_ game: LiveGame) -> Bool { !game.isRaced || canBeFinished(game.key.puzzle) }

    /// The part of a stored game that rooms and replays show: the moves made while it counted. Nil for an archive game.
    /// Moves after that time never show. `end`: the instant at which nobody could finish it any more, if it is noted.
    func raced(_ record: GameRecord, until end: Int? = nil) -> GameRecord? {
        guard !record.isArchive, !record.key.puzzle.isPractice else { return nil }
        if record.finish?.isRanked == true { return record }
        let end = end ?? self.end(of: record.key.puzzle.day.advanced(by: 1))
        return GameRecord(
            key: record.key, openedAt: record.openedAt, hardMode: record.hardMode, seconds: record.seconds,
            moves: record.moves.filter { record.openedAt + $0.elapsed + $0.credit < end })
    }
}
