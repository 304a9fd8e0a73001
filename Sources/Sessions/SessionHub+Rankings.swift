import GameRules
import Leaderboards
import Messages
import Rooms
import Storage

/// Which piece of a ranking is wanted.
package struct RankingSlice: Hashable, Sendable {
    /// Where it begins.
    package enum Start: Hashable, Sendable {
        /// With the best.
        case top
        /// Behind the entries up to a cursor.
        case after(RankingCursor)
        /// So many places before the one who asks; from there the same number after.
        case around(Int)
    }

    /// Where it begins.
    package let start: Start
    /// Entries at most.
    package let limit: Int

    package init(start: Start = .top, limit: Int = 50) {
        self.start = start
        self.limit = limit
    }
}

// What is shown of rankings: over HTTP, and to those who look at one as it changes.
extension SessionHub {
    /// `GET /api/v1/leaderboards/…`: a piece of a ranking, of the server or of the members of a room, and the place of
    /// `player`. `client` is counted for what is not in memory; nil: nobody is.
    package func leaderboard(
        _ board: String, isClean: Bool, room: String?, player: PlayerID?, for client: ClientNetwork?,
        _ slice: RankingSlice, then: @escaping QueryReply
    ) {
        withScope(RankingRequest(board: board, room: room, isClean: isClean), player, client) { [self] result in
            guard case .success(let scope) = result else { return then(result.map { _ in [] }) }
            view(of: scope, slice, player, tellsWhose: true) { result in
                then(
                    result.map { view in
                        var json = JSONWriter(reservingCapacity: 128 * (view.entries.count + 4))
                        json.object { view.write(to: &$0) }
                        return json.bytes
                    })
            }
        }
    }

    /// Finds what a request is about, if `player` may see it.
    func withScope(
        _ request: RankingRequest, _ player: PlayerID?, _ client: ClientNetwork?,
        then: @escaping (Result<RankingScope, QueryFault>) -> Void
    ) {
        guard let key = BoardKey(request.board, isClean: request.isClean), library.words(of: key.line) != nil,
            let today = today?.puzzle.day, key.days.lowerBound <= today, key.days.upperBound >= PuzzleID.firstDay
        else { return then(.failure(.notFound("There is no such ranking."))) }
        if let retry = tooManyBoards(key, for: client) { return then(.failure(.tooMany(retry: retry))) }
        withBoard(key, for: client) { [self] result in
            guard case .success(let board) = result else { return then(.failure(.unavailable)) }
            guard let room = request.room else { return then(.success(RankingScope(board: board, room: nil))) }
            guard let code = RoomCode(room) else { return then(.failure(.notFound("There is no such room."))) }
            withRoom(code) { result in
                switch result {
                case .failure: then(.failure(.unavailable))
                case .success(let room?) where room.state.shows(itselfTo: player):
                    then(.success(RankingScope(board: board, room: room)))
                case .success: then(.failure(.notFound("There is no such room.")))
                }
            }
        }
    }

    /// What is shown of a ranking. `tellsWhose`: whether entries say that they are the player's.
    func view(
        of scope: RankingScope, _ slice: RankingSlice, _ player: PlayerID?, tellsWhose: Bool,
        then: @escaping (Result<RankingView, QueryFault>) -> Void
    ) {
        let ranking = scope.ranking(under: library.rankingKey)
        guard let shown = ranking.entries(slice, for: player) else {
            return then(.failure(.badCursor))
        }
        let key = scope.board.key
        let players = shown.map { ranking.player(of: $0.entry) }
        withNames(of: players, in: scope) { [self] names in
            guard case .success(let names) = names else { return then(.failure(.unavailable)) }
            var view = RankingView(
                line: key.line, period: key.period.text, puzzle: key.puzzle, scope: scope.text, isClean: key.isClean,
                count: ranking.count,
                entries: zip(shown, players).map { ranked, id in
                    RankingView.Entry(
                        rank: ranked.rank, place: ranked.place + 1, name: names[id] ?? "",
                        score: score(ranked.entry.score, key), isYou: tellsWhose ? id == player : nil)
                },
                next: nil, you: player.flatMap { you($0, in: ranking, key) })
            if let last = shown.last, last.place + 1 < ranking.count {
                view.next = ranking.cursor(of: last.entry).text
            }
            then(.success(view))
        }
    }

    /// Where somebody is in a ranking; nil for those who are not.
    func you(_ player: PlayerID, in ranking: ScopedRanking, _ key: BoardKey) -> RankingView.You? {
        ranking.place(of: player) { score($0, key) }
    }

    private func score(_ score: RankScore, _ key: BoardKey) -> RankingView.Score {
        guard key.puzzle != nil else {
            let sum = PeriodScore(score)
            return .points(sum.points, elapsed: sum.elapsed)
        }
        let score = Score(score)
        guard case .solved(let turns, let elapsed) = score else {
            return .game(solved: false, turns: settings.rows, elapsed: 0, isFlagged: false)
        }
        return .game(solved: true, turns: turns, elapsed: elapsed, isFlagged: settings.scoring.isSuspicious(score))
    }

    /// What players are called: in a room as the room shows them, as somebody may have a pseudonym there.
    private func withNames(
        of players: [PlayerID], in scope: RankingScope,
        then: @escaping (Result<[PlayerID: String], StorageError>) -> Void
    ) {
        if let room = scope.room {
            let names = Dictionary(room.state.members.map { ($0.player, $0.name) }) { first, _ in first }
            // Who sits there, and by what name, may not be on disk yet.
            return whenDurable(room.ticket) { durable in
                then(durable ? .success(names) : .failure(.unavailable("the room has changed")))
            }
        }
        var names: [PlayerID: String] = [:]
        for id in players {
            // A name that is not on disk yet is nobody's.
            if let player = self.players[id], outbox.isSettled(player.ticket) { names[id] = player.name }
        }
        let board = scope.board
        for id in players where names[id] == nil { names[id] = board.names[id] }
        let unknown = players.filter { names[$0] == nil }
        guard !unknown.isEmpty else { return then(.success(names)) }
        let storage = environment.storage
        let renames = board.renames
        ask({ storage.players(unknown, completion: $0) }) { result in
            then(
                result.map { records in
                    let read = Dictionary(records.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
                    if board.renames == renames { board.remember(read) }
                    return names.merging(read) { known, _ in known }
                })
        }
    }
}
