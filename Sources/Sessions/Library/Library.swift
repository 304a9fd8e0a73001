import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// What is in memory, and the only place that reads it from storage and lets it go. What is there is used; what is not
/// is read, once, and then kept while it is wanted.
final class Library: HubPart {
    let context: HubContext
    private let committer: Committer
    private(set) lazy var players = LivePlayers(context, self, teller)
    private(set) lazy var games = LiveGames(context, self, teller)
    private(set) lazy var rooms = LiveRooms(context, self, committer, teller, races)
    private(set) lazy var puzzles = LivePuzzles(context, self, committer)
    private(set) lazy var boards = LiveBoards(context, self, teller, lookers)
    private(set) lazy var doors = Doors(context, self, committer)
    private(set) lazy var rankings = RankingReader(context, self, teller, lookers)
    private let teller: Teller
    private let races: DailyRaces
    private let lookers: Lookers

    init(
        _ context: HubContext, _ committer: Committer, _ teller: Teller, _ races: DailyRaces, _ lookers: Lookers
    ) {
        self.context = context
        self.committer = committer
        self.teller = teller
        self.races = races
        self.lookers = lookers
    }

    /// Tells those who waited, and the host if there is nothing to tell. They may ask for more at once, so the table is
    /// not held meanwhile.
    func settle<Value>(
        _ waiters: [(Result<Value, StorageError>) -> Void], _ result: Result<Value, StorageError>
    ) {
        if case .failure(let error) = result { environment.report("read", "\(error)") }
        for waiter in waiters { waiter(result) }
    }

    /// What a decision has for others than those who are told of it.
    func follow(_ outcome: Outcome, _ ticket: Int, durable: Bool) {
        switch outcome {
        case .ranked(let player, let puzzle, let finish):
            if durable { boards.finished(player, puzzle, finish, ticket: ticket) }
        case .named(let player, let name, let before):
            if durable {
                boards.renamed(player.id)
            } else if player.name == name {
                // For now: the name is read again, as another new one may be lost with this one.
                player.rename(to: before)
            }
        case .noted(let text): if durable { environment.report("moderation", text) }
        case .guessed(let began): if durable { environment.meter.guess(environment.meter.clock() - began) }
        }
    }

    // MARK: Gathering

    /// What a request needs, if it is all in memory.
    func atHand(_ need: Need, for asker: Asker) -> Gathered? {
        switch need {
        case .nothing: Gathered()
        case .game(let puzzle): asker.player.games[puzzle].map { Gathered(game: $0) }
        case .board, .practice, .names, .freeCode, .door, .ranking, .digest: nil
        }
    }

    /// Has in memory what a request needs. `then` may be called at once.
    func gather(_ need: Need, for asker: Asker, then: @escaping (Result<Gathered, ErrorReply>) -> Void) {
        let player = asker.player
        switch need {
        case .nothing: then(.success(Gathered()))
        case .game(let puzzle):
            games.get(puzzle, of: player) { then(Library.gathered($0) { Gathered(game: $0) }) }
        case .board(let puzzle, let isToBegin):
            games.get(puzzle, of: player) { [self] result in
                guard case .success(nil) = result, isToBegin else {
                    return then(Library.gathered(result) { Gathered(game: $0) })
                }
                // Another tab may open it while this one waits.
                puzzles.get(puzzle) { result in
                    then(Library.gathered(result) { Gathered(game: player.games[puzzle], puzzle: $0) })
                }
            }
        case .practice(let line):
            games.getPractice(of: player, line) { then(Library.gathered($0) { Gathered(game: $0) }) }
        case .names(let withCode):
            getNames(of: player) { [self] fault in
                if let fault { return then(.failure(fault)) }
                if withCode { gather(.freeCode, for: asker, then: then) } else { then(.success(Gathered())) }
            }
        case .freeCode:
            rooms.getFreeCode { then(Library.gathered($0) { Gathered(code: $0) }) }
        case .door(let code, let visit): doors.get(code, for: asker, visit, then: then)
        case .ranking(let request, let looker): rankings.beginLooking(looker, at: request, for: asker, then: then)
        case .digest(let text): doors.digest(text, then: then)
        }
    }

    private static func gathered<Value>(
        _ result: Result<Value, StorageError>, _ make: (Value) -> Gathered
    ) -> Result<Gathered, ErrorReply> {
        result.map(make).mapError { _ in .unavailable }
    }

    /// Has in memory all against which a name of a player's is held: the words that the player may know, and the rooms
    /// in which the player has a seat. A new name is another in all of them, or in none.
    private func getNames(of player: LivePlayer, then: @escaping (ErrorReply?) -> Void) {
        let failures = committer.failures
        games.getInReach(of: player, lines: lists.lines) { [self] gamesFault in
            rooms.get(Array(player.seats.values)[...]) { [self] roomsFault in
                // The hub forgets games when a commit fails.
                let isRead = gamesFault == nil && roomsFault == nil && failures == committer.failures
                then(isRead ? nil : .unavailable)
            }
        }
    }
}

/// What a request needs in memory before it can be decided.
enum Need {
    case nothing
    /// The player's game of a puzzle, if there is one.
    case game(PuzzleID)
    /// The same, and to begin it, if that may be, the puzzle.
    case board(PuzzleID, isToBegin: Bool)
    /// The player's last practice game of a line, if there is one.
    case practice(PuzzleLine)
    /// All against which a name is held; with the code for a new room, if that is wanted.
    case names(withCode: Bool)
    /// A code that no room has.
    case freeCode
    /// A room, and whether what the player shows at its door is right.
    case door(RoomCode, Visit)
    /// What somebody is shown who begins to look at a ranking.
    case ranking(RankingRequest, Looker)
    /// What is kept of a password.
    case digest(String)
}

/// What was wanted, as far as it is there.
struct Gathered {
    var game: LiveGame?
    var puzzle: PinnedPuzzle?
    var code: RoomCode?
    var room: LiveRoom?
    var shown = ShownPassword.nothing
    var password: RoomPassword?
    /// As of which version.
    var ranking: (view: RankingView, version: [Int])?
}
