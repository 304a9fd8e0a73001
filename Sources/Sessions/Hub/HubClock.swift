import GameRules
import Puzzles
import Storage

/// Does in turn what time asks of a hub, whoever is connected: the rollover, presence, eviction from memory, visits, and
/// forgetting.
final class HubClock: HubPart {
    let context: HubContext
    private let library: Library
    private let teller: Teller
    private let desks: Desks
    private let refused: RefusedWords
    private let lookers: Lookers
    private let turn: DayTurn
    private let games: GameTimers
    private let stayers: Stayers
    private let forgetting: Forgetting
    private let roomForgetting: RoomForgetting

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ races: DailyRaces,
        _ desks: Desks, _ games: GameTimers, _ accounts: AccountActs, _ replays: ReplayCache, _ refused: RefusedWords,
        _ lookers: Lookers
    ) {
        self.context = context
        self.library = library
        self.teller = teller
        self.desks = desks
        self.games = games
        self.refused = refused
        self.lookers = lookers
        turn = DayTurn(context, library, committer, teller, races)
        stayers = Stayers(context, library, committer, accounts)
        forgetting = Forgetting(context, committer, accounts)
        roomForgetting = RoomForgetting(context, library, committer, replays)
    }

    /// Reads or draws today's puzzle, and sets the timers of games.
    func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        if settings.takesOver {
            library.puzzles.foresee(settings.lines.map { PuzzleID(line: $0, day: days.current) })
        }
        turn.start { [self] result in
            if case .success = result { games.start() }
            then(result)
        }
    }

    /// Does what is due.
    func tick() {
        turn.tick()
        refused.tick()
        teller.tellPresence()
        desks.lobby.tellChanges()
        desks.rankings.tellChanges()
        library.players.letGo()
        library.rooms.letGo(isWanted: lookers.looksAt)
        stayers.tick()
        forgetting.tick()
        roomForgetting.tick()
    }
}
