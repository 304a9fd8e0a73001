import GameRules
import Puzzles
import Storage

/// Does what is due in a hub by the clock: the rollover, presence, eviction from memory, visits, and forgetting.
final class HubDuties: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let teller: Teller
    private let lobby: LobbyDesk
    private let rankings: RankingUpdates
    private let refused: RefusedWords
    private let lookers: Lookers
    private let turn: DayTurn
    private let games: GameTimers
    private let rooms: RoomTimers
    private let stayers: Stayers
    private let forgetting: Forgetting
    private let roomForgetting: RoomForgetting

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ races: DailyRaces,
        _ desks: Desks, _ games: GameTimers, _ rooms: RoomTimers, _ accounts: AccountActs, _ replays: ReplayCache,
        _ refused: RefusedWords, _ lookers: Lookers
    ) {
        self.context = context
        self.library = library
        self.teller = teller
        self.committer = committer
        lobby = desks.lobby
        rankings = RankingUpdates(context, library, committer, desks.rankings, lookers)
        self.games = games
        self.rooms = rooms
        self.refused = refused
        self.lookers = lookers
        turn = DayTurn(context, library, committer, teller, races)
        stayers = Stayers(context, library, committer, accounts)
        forgetting = Forgetting(context, committer, accounts)
        roomForgetting = RoomForgetting(context, library, committer, replays)
    }

    /// Reads or draws today's puzzle, and sets the timers of games and rounds.
    func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        if settings.takesOver {
            library.puzzles.foresee(settings.lines.map { PuzzleID(line: $0, day: days.current) })
        }
        turn.start { [self] result in
            if case .success = result {
                games.start()
                rooms.start()
            }
            then(result)
        }
    }

    /// Does what is due.
    func tick() {
        turn.tick()
        refused.tick()
        teller.tellPresence()
        if let part = lobby.beginUpdate() { tellLobby(part) }
        rankings.tellChanges()
        library.players.evict()
        library.rooms.evict(isWanted: lookers.looksAt)
        stayers.tick()
        forgetting.tick()
        roomForgetting.tick()
    }

    /// Sends a slice of a lobby update in this turn. Later turns send the other slices.
    private func tellLobby(_ part: Decision) {
        committer.commit(part)
        if lobby.isTelling { context.inAnotherTurn { [self] in tellLobby(lobby.nextPart()) } }
    }
}
