import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

/// The state in memory, and the only place that reads it from storage and evicts it. State that is missing is read once
/// and kept while it is in use.
final class Library: HubPart {
    let context: HubContext
    private let committer: Committer
    private(set) lazy var players = LivePlayers(context, self, teller)
    private(set) lazy var games = LiveGames(context, self, teller)
    private(set) lazy var rooms = LiveRooms(context, self, committer, teller, races)
    private(set) lazy var puzzles = LivePuzzles(context, self, committer)
    private(set) lazy var solutions = LiveSolutions(context)
    private(set) lazy var rankings = LiveRankings(context, self, teller, lookers)
    private(set) lazy var names = LiveNames(context, self)
    private(set) lazy var doors = Doors(context, self)
    private(set) lazy var rankingReader = RankingReader(context, self, committer, teller, lookers)
    private let teller: Teller
    private let races: DailyRaces
    private let lookers: Lookers
    /// Sets a timer for the end of a game.
    var timed: (_ key: GameKey, _ endsAt: Int) -> Void = { _, _ in isUnjoined() }

    init(
        _ context: HubContext, _ committer: Committer, _ teller: Teller, _ races: DailyRaces, _ lookers: Lookers
    ) {
        self.context = context
        self.committer = committer
        self.teller = teller
        self.races = races
        self.lookers = lookers
    }

    /// Answers the waiters of a load, and logs an error. Waiters may load more at once, so the table is not accessed
    /// meanwhile.
    func settle<Value>(
        _ waiters: [(Result<Value, StorageError>) -> Void], _ result: Result<Value, StorageError>
    ) {
        if case .failure(let error) = result { context.report(unread: error) }
        for waiter in waiters { waiter(result) }
    }

    /// Applies the outcome of a decision that goes beyond its messages.
    func follow(_ outcome: Outcome, _ ticket: Int, durable: Bool) {
        switch outcome {
        case .ranked(let player, let puzzle, let finish):
            if durable { rankings.finished(player, puzzle, finish, ticket: ticket) } else { rankings.doubt(puzzle) }
        // Also where the commit failed: the game may have been opened all the same, and where it was not, nothing ends.
        case .timed(let key, let instant): timed(key, instant)
        case .named(let player, let name, let before):
            if durable {
                rankings.renamed(player.id)
            } else if player.name == name {
                // Provisional: the name is read again, as a later new name may be lost too.
                player.rename(to: before)
            }
        case .resumed(let step): committer.resume(step, durable: durable)
        case .noted(let text): if durable { environment.report(.moderation, text) }
        case .guessed(let began): if durable { environment.meter.guess(environment.meter.clock() - began) }
        }
    }

    // MARK: Gathering

    /// Returns the needs of a request if all are in memory, else nil. Precondition: the player is not in doubt.
    func atHand(_ need: Need, for asker: Asker) -> Gathered? {
        switch need {
        case .nothing: Gathered()
        case .game(let puzzle): asker.player.games[puzzle].map { Gathered(game: $0) }
        case .laid(let puzzle, let wanted): laidAtHand(puzzle, wanted, of: asker.player)
        case .solutions(let tiles, let line):
            solutions.known(tiles, of: .round, on: line).map { Gathered(solutions: $0) }
        case .board, .practice, .name, .freeCode, .door, .ranking, .digest: nil
        }
    }

    /// Returns a game with the words of its tiles; nil unless both are in memory. Returns the game alone if it has no
    /// tiles, or if its player may not be told the words yet.
    private func laidAtHand(_ puzzle: PuzzleID, _ wanted: SolutionsWanted, of player: LivePlayer) -> Gathered? {
        guard let game = player.games[puzzle] else { return nil }
        guard let tiles = game.game.secret.tiles, wanted.mayBeTold(of: game.game) else {
            return Gathered(game: game)
        }
        return solutions.known(tiles, of: .game(puzzle, of: player.id), on: puzzle.line)
            .map { Gathered(game: game, solutions: $0) }
    }

    /// Loads the needs of a request, and first a player in doubt. `then` may be called at once. A failed commit may
    /// drop what the player has while the needs are read. The request is refused then, as the needs may rest on what is
    /// lost.
    func gather(_ need: Need, for asker: Asker, then: @escaping (Result<Gathered, ErrorReply>) -> Void) {
        let player = asker.player
        players.settle(player) { [self] result in
            guard case .success = result, !player.isInDoubt else { return then(.failure(.unavailable)) }
            let doubts = player.doubts
            load(need, for: asker) {
                // A ranking rests on nothing of the asker's, and is looked at from before it was read.
                if case .ranking = need { return then($0) }
                then(player.isInDoubt || player.doubts != doubts ? .failure(.unavailable) : $0)
            }
        }
    }

    private func load(_ need: Need, for asker: Asker, then: @escaping (Result<Gathered, ErrorReply>) -> Void) {
        let player = asker.player
        switch need {
        case .nothing: then(.success(Gathered()))
        case .game(let puzzle):
            games.get(puzzle, of: player) { then(Library.gathered($0) { Gathered(game: $0) }) }
        case .laid(let puzzle, let wanted):
            games.get(puzzle, of: player) { [self] result in
                guard case .success(let game?) = result, let tiles = game.game.secret.tiles,
                    wanted.mayBeTold(of: game.game)
                else { return then(Library.gathered(result) { Gathered(game: $0) }) }
                solutions.get(tiles, of: .game(puzzle, of: player.id), on: puzzle.line) { [self] found in
                    // The end may have been lost meanwhile, and the game go on.
                    games.get(puzzle, of: player) { again in
                        then(found.flatMap { all in Library.gathered(again) { Gathered(game: $0, solutions: all) } })
                    }
                }
            }
        case .solutions(let tiles, let line):
            solutions.get(tiles, of: .round, on: line) { then($0.map { Gathered(solutions: $0) }) }
        case .board(let puzzle, let isToBegin):
            games.get(puzzle, of: player) { [self] result in
                guard case .success(nil) = result, isToBegin else {
                    return then(Library.gathered(result) { Gathered(game: $0) })
                }
                // Another connection may open the game while this one waits.
                puzzles.get(puzzle) { result in
                    then(Library.gathered(result) { Gathered(game: player.games[puzzle], puzzle: $0) })
                }
            }
        case .practice(let line):
            games.getPractice(of: player, line) { then(Library.gathered($0) { Gathered(game: $0) }) }
        case .name(let name, withCode: false): names.read(name, for: asker) { then($0.map { Gathered(name: $0) }) }
        case .name(let name, withCode: true):
            // The name last: what it is checked against is in memory until it is decided about.
            gather(.freeCode, for: asker) { [self] result in
                switch result {
                case .failure: then(result)
                case .success(let gathered):
                    names.read(name, for: asker) { then($0.map { Gathered(code: gathered.code, name: $0) }) }
                }
            }
        case .freeCode:
            rooms.getFreeCode { then(Library.gathered($0) { Gathered(code: $0) }) }
        case .door(let code, let visit): doors.get(code, for: asker, visit, then: then)
        case .ranking(let request, let looker): rankingReader.beginLooking(looker, at: request, for: asker, then: then)
        case .digest(let text): doors.digest(text, then: then)
        }
    }

    private static func gathered<Value>(
        _ result: Result<Value, StorageError>, _ make: (Value) -> Gathered
    ) -> Result<Gathered, ErrorReply> {
        result.map(make).mapError { _ in .unavailable }
    }
}

/// A question about the words that can be laid from tiles.
enum SolutionsWanted {
    /// The words, for a player who has ended the game.
    case words
    /// The numbers of words by length, for a player who sees the tiles.
    case counts

    /// Whether the answer may be told to the player of a game.
    func mayBeTold(of game: Game) -> Bool { self == .counts || game.result != nil }
}

/// The state that must be in memory before a request can be decided.
enum Need {
    case nothing
    /// The player's game of a puzzle, if there is one.
    case game(PuzzleID)
    /// The player's game of a puzzle, if there is one, and the words that can be laid from its tiles. The words are
    /// there for `words` if the game has ended, and for `counts` in any case.
    case laid(PuzzleID, SolutionsWanted)
    /// The words that can be laid from tiles.
    case solutions(Tiles, of: PuzzleLine)
    /// The player's game of a puzzle, if there is one. With `isToBegin` also the puzzle.
    case board(PuzzleID, isToBegin: Bool)
    /// The player's last practice game of a line, if there is one.
    case practice(PuzzleLine)
    /// A new name as it was read, and all that it is checked against. With `withCode` also a free code for a new room.
    case name(String, withCode: Bool)
    /// A room code that is free.
    case freeCode
    /// A room, with the result of the player's password check.
    case door(RoomCode, Visit)
    /// The ranking that a new subscriber is shown.
    case ranking(RankingRequest, Looker)
    /// The digest of a new password.
    case digest(String)
}

/// The gathered state; fields that were not needed are nil.
struct Gathered {
    var game: LiveGame?
    var solutions: Solutions?
    var puzzle: PinnedPuzzle?
    var code: RoomCode?
    var name: NameReading?
    var room: LiveRoom?
    var shown = ShownPassword.nothing
    var renewed: RenewedPassword?
    var password: RoomPassword?
    /// The ranking, with its version.
    var ranking: (view: RankingView, version: [Int])?
}
