import GameRules
import Messages
import Puzzles
import Storage

/// Which day it is. A day that has begun is not taken back when somebody sets the wall's clock.
final class Days {
    private let environment: HubEnvironment
    private let lists: PuzzleLibrary
    /// Today's puzzle; nil until the first was read or drawn.
    private(set) var today: PuzzleView?

    init(environment: HubEnvironment, lists: PuzzleLibrary) {
        self.environment = environment
        self.lists = lists
    }

    /// The day by the wall's clock, or the one that has begun if that is later.
    var current: Day {
        let day = lists.day(at: environment.now() + environment.wallAhead())
        return today.map { max($0.puzzle.day, day) } ?? day
    }

    /// What "today's word" means at this instant.
    var usualPuzzle: PuzzleID { PuzzleID(line: .today, day: current) }

    /// The day after today, in the server's zone; nil until there is a today.
    var tomorrow: Day? { today.map { lists.day(after: $0.puzzle.day) } }

    /// The instant, by the server's clock, at which a day is over if nobody sets the wall's clock.
    func end(of day: Day) -> Int { lists.end(of: day) - environment.wallAhead() }

    /// Whether a game of this puzzle still goes on: until the end of the day after its own. Then the answer is public,
    /// and a guess would prove nothing.
    func canBeFinished(_ puzzle: PuzzleID) -> Bool { puzzle.day.advanced(by: 1) >= current }

    /// Whether a puzzle may be begun: that of the day; from the archive those before, back to the first.
    func canBeOpened(_ puzzle: PuzzleID, archive: Bool) -> Bool {
        guard let today = today?.puzzle.day else { return false }
        return puzzle.day == today || archive && puzzle.day < today && puzzle.day >= PuzzleID.firstDay
    }

    /// Whether everything about a puzzle is public. By the clock and by `today`: it may be late, never early.
    func isPublic(_ puzzle: PuzzleID) -> Bool {
        guard let today else { return false }
        return !canBeFinished(puzzle) && puzzle.day.advanced(by: 1) < today.puzzle.day
    }

    /// The instant at which what is published now can be read, by the wall's clock. As days are not taken back when
    /// that clock is, this is never before the day that has begun: no commitment of a day that is over could claim that
    /// it was made before.
    var sealInstant: Int {
        let wall = environment.now() + environment.wallAhead()
        return today.map { max(wall, lists.start(of: $0.puzzle.day)) } ?? wall
    }

    /// A day has begun, durably.
    func begin(_ puzzle: PuzzleView) { today = puzzle }

    /// Notes when today ends, if the wall's clock was set meanwhile by more than `tolerance` ms. Answers whether it
    /// was.
    func followWall(tolerance: Int) -> Bool {
        guard let day = today?.puzzle.day, let ends = today?.ends, abs(end(of: day) - ends) >= tolerance else {
            return false
        }
        today?.ends = end(of: day)
        return true
    }

    // MARK: What a game is worth, by the day

    /// Whether a game's end counts, or will: it is a day's, was opened on that day, and ended while it could be.
    func isRanked(_ game: LiveGame) -> Bool {
        game.isRankedEnd ?? (game.isRaced && canBeFinished(game.key.puzzle))
    }

    /// Whether a guess may be made in a game that goes on.
    func canBePlayed(_ game: LiveGame) -> Bool { !game.isRaced || canBeFinished(game.key.puzzle) }

    /// What rooms and replays show of a stored game: what was played while it counted. Nil for a game of the archive.
    /// One that was gone on with later is to them what it was when its time was over, for ever.
    func raced(_ record: GameRecord) -> GameRecord? {
        guard !record.isArchive, !record.key.puzzle.isPractice else { return nil }
        if record.finish?.isRanked == true { return record }
        let end = end(of: record.key.puzzle.day.advanced(by: 1))
        return GameRecord(
            key: record.key, openedAt: record.openedAt, hardMode: record.hardMode,
            moves: record.moves.filter { record.openedAt + $0.elapsed + $0.credit < end })
    }
}
