import GameRules
import Leaderboards
import Messages
import Rooms
import Storage

/// Reads rankings for HTTP and for subscribers.
final class RankingReader: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let committer: Committer
    private let teller: Teller
    private let lookers: Lookers

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ lookers: Lookers
    ) {
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.lookers = lookers
    }

    /// The time in ms between two pushes of rankings, for each started thousand of subscribers.
    static let lookInterval = 1_000
    /// The page of a ranking that subscribers see.
    static let looked = RankingSlice(limit: 50)

    // MARK: Subscribing

    /// Subscribes a connection to a ranking, which stays in memory from then on. The shown page is read after that.
    func beginLooking(
        _ looker: Looker, at request: RankingRequest, for asker: Asker,
        then: @escaping (Result<Gathered, ErrorReply>) -> Void
    ) {
        scope(request, asker.player.id, asker.session.client) { [self] result in
            switch result {
            case .failure(let fault): then(.failure(RankingReader.refusal(fault, of: request)))
            case .success(let scope):
                // Other clients may have subscribed while the ranking was read, or it may have been evicted for theirs.
                let place = looker.place
                guard asker.session.isOpen, library.rankings.mayLook(at: place.ranking, from: asker.session),
                    library.rankings[place.ranking] === scope.live
                else { return then(.failure(.rateLimited(RankingReader.lookInterval))) }
                let before = lookers.looker(of: asker.session)
                lookers.begin(looker)
                let version = scope.version
                view(of: scope, RankingReader.looked, asker.player.id, tellsWhose: false) { [self] result in
                    switch result {
                    case .success(let view): then(.success(Gathered(ranking: (view, version))))
                    case .failure:
                        // The client still shows the ranking that it looked at before.
                        if lookers.contains(looker), let before { lookers.begin(before) } else { lookers.end(looker) }
                        then(.failure(.unavailable))
                    }
                }
            }
        }
    }

    private static func refusal(_ fault: QueryFault, of request: RankingRequest) -> ErrorReply {
        switch fault {
        case .unavailable: .unavailable
        case .tooMany(let retry): .rateLimited(retry)
        case .notFound where request.room != nil: ErrorReply(.noSuchRoom, "There is no such room or ranking.")
        case .notFound, .badRequest, .unauthorized, .notFinished: .badPuzzle
        }
    }

    // MARK: Reading

    /// Finds the scope of a request, if `player` may see it.
    func scope(
        _ request: RankingRequest, _ player: PlayerID?, _ client: ClientNetwork?,
        then: @escaping (Result<RankingScope, QueryFault>) -> Void
    ) {
        guard let key = RankingID(request.board, isClean: request.isClean), puzzleSource.words(of: key.line) != nil,
            let today = days.today?.puzzle.day, key.days.lowerBound <= today, key.days.upperBound >= PuzzleID.firstDay
        else { return then(.failure(.notFound(.ranking))) }
        // A ranking with today in it tells how rivals do whose lanes are hidden.
        let isVeiled = player.map { isPupil($0) } ?? isClassroom
        guard !isVeiled || key.days.upperBound < today else {
            return then(.failure(.notFound(.veiled)))
        }
        if let retry = library.rankings.tooMany(key, for: client) { return then(.failure(.tooMany(retry: retry))) }
        library.rankings.get(key, for: client) { [self] result in
            guard case .success(let live) = result else { return then(.failure(.unavailable)) }
            guard let room = request.room else { return then(.success(RankingScope(live: live, room: nil))) }
            guard let code = RoomCode(room) else { return then(.failure(.notFound(.room))) }
            library.rooms.getShown(code, to: player) { result in
                switch result {
                case .failure: then(.failure(.unavailable))
                case .success(let room?): then(.success(RankingScope(live: live, room: room)))
                case .success(nil): then(.failure(.notFound(.room)))
                }
            }
        }
    }

    /// Returns a page of a ranking. `tellsWhose`: whether entries say if they are the player's.
    func view(
        of scope: RankingScope, _ slice: RankingSlice, _ player: PlayerID?, tellsWhose: Bool,
        then: @escaping (Result<RankingView, QueryFault>) -> Void
    ) {
        let ranking = scope.ranking(under: puzzleSource.rankingKey)
        guard let shown = ranking.entries(slice, for: player) else {
            return then(.failure(.badCursor))
        }
        let key = scope.live.key
        let players = shown.map { ranking.player(of: $0.entry) }
        withNames(of: players, in: scope) { [self] names in
            guard case .success(let names) = names else { return then(.failure(.unavailable)) }
            var view = RankingView(
                line: key.line, period: key.period.text, puzzle: key.puzzle, scope: scope.text, isClean: key.isClean,
                count: ranking.count,
                entries: zip(shown, players).map { ranked, id in
                    RankingView.Entry(
                        rank: ranked.rank, place: ranked.place + 1, name: names[id] ?? "",
                        score: score(ranked.entry.score, of: id, in: scope.live),
                        isYou: tellsWhose ? id == player : nil)
                },
                next: nil, you: player.flatMap { you($0, in: ranking, scope.live) })
            if let last = shown.last, last.place + 1 < ranking.count {
                view.next = ranking.cursor(of: last.entry).text
            }
            then(.success(view))
        }
    }

    /// Returns a player's place in a ranking; nil if the player is not ranked.
    func you(_ player: PlayerID, in ranking: ScopedRanking, _ live: LiveRanking) -> RankingView.You? {
        ranking.place(of: player) { score($0, of: player, in: live) }
    }

    private func score(_ score: RankScore, of player: PlayerID, in live: LiveRanking) -> RankingView.Score {
        guard live.key.puzzle != nil else {
            let sum = PeriodScore(score)
            return .points(sum.points, elapsed: sum.elapsed)
        }
        let score = Score(score)
        let isFlagged = live.isSuspicious(score, of: player)
        switch score {
        case .solved(let turns, let elapsed):
            return .game(solved: true, turns: turns, elapsed: elapsed, isFlagged: isFlagged)
        case .unsolved: return .game(solved: false, turns: settings.rows, elapsed: 0, isFlagged: false)
        case .points(let points, let words, let elapsed):
            return .game(solved: words > 0, turns: words, elapsed: elapsed, score: points, isFlagged: isFlagged)
        }
    }

    /// Finds the names of players: in a room as the room shows them, which may be pseudonyms.
    private func withNames(
        of players: [PlayerID], in scope: RankingScope,
        then: @escaping (Result<[PlayerID: String], StorageError>) -> Void
    ) {
        if let room = scope.room {
            let names = Dictionary(room.state.members.map { ($0.player, $0.name) }) { first, _ in first }
            // The seats and names of the room may not be durable yet.
            return committer.afterwards(room.ticket) { durable in
                then(durable ? .success(names) : .failure(.unavailable("the room has changed")))
            }
        }
        var names: [PlayerID: String] = [:]
        for id in players {
            // A name that is not durable yet must not be shown.
            if let player = library.players[id], teller.isSettled(player.ticket), !player.isInDoubt {
                names[id] = player.name
            }
        }
        let live = scope.live
        for id in players where names[id] == nil { names[id] = live.names[id] }
        let unknown = players.filter { names[$0] == nil }
        guard !unknown.isEmpty else { return then(.success(names)) }
        let renames = live.renames
        records.players(unknown) { result in
            then(
                result.map { records in
                    let read = Dictionary(records.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
                    if live.renames == renames { live.remember(read) }
                    return names.merging(read) { known, _ in known }
                })
        }
    }
}
