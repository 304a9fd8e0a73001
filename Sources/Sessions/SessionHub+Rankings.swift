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

/// A place in a ranking by what stands there, so that it stays good while others come in: the score, and how many there are of
/// the same up to it. It names nobody.
package struct RankingCursor: Hashable, Sendable {
    let score: RankScore
    let equals: Int

    init(score: RankScore, equals: Int) {
        self.score = score
        self.equals = equals
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

    /// `SCORE-NUMBER` in hexadecimal digits.
    package var text: String { "\(String(score.bits, radix: 16))-\(String(equals, radix: 16))" }

    /// Reads that; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts[0].utf8.count <= 16, parts[1].utf8.count <= 15,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(RankingCursor.isDigit) }),
            let bits = UInt64(parts[0], radix: 16), let equals = Int(parts[1], radix: 16), equals >= 0
        else { return nil }
        self.init(score: RankScore(bits: bits), equals: equals)
    }
}

// What is shown of rankings: over HTTP, and to those who look at one as it changes.
extension SessionHub {
    /// Those who may be told of a ranking: a board of the server, and whose members' alone if it is a room's.
    struct RankingScope {
        let board: LiveBoard
        let room: LiveRoom?

        var ranking: Ranking { room.map { board.ranking(of: $0.state.members.map(\.player)) } ?? board.ranking }
        var text: String { room?.toldCode.text ?? "server" }
        /// Another one when something has changed that it may show.
        var version: [Int] { [board.version, room?.state.sequence ?? 0] }
    }

    /// `GET /api/v1/leaderboards/…`: a piece of a ranking, of the server or of the members of a room, and the place of `player`.
    /// `client` is counted for what is not in memory; nil: nobody is.
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
        let ranking = scope.ranking
        let shown = ranking.entries(places(slice, in: ranking, player))
        let key = scope.board.key
        withNames(of: shown.map(\.entry.id), in: scope) { [self] names in
            guard case .success(let names) = names else { return then(.failure(.unavailable)) }
            var view = RankingView(
                line: key.line, period: key.period.text, puzzle: key.puzzle, scope: scope.text, isClean: key.isClean,
                count: ranking.count,
                entries: shown.map { ranked in
                    RankingView.Entry(
                        rank: ranked.rank, place: ranked.place + 1, name: names[ranked.entry.id] ?? "",
                        score: score(ranked.entry.score, key), isYou: tellsWhose ? ranked.entry.id == player : nil)
                },
                next: nil, you: player.flatMap { you($0, in: ranking, key) })
            if let last = shown.last, last.place + 1 < ranking.count {
                view.next = RankingCursor(score: last.entry.score, equals: last.place + 2 - last.rank).text
            }
            then(.success(view))
        }
    }

    private func places(_ slice: RankingSlice, in ranking: Ranking, _ player: PlayerID?) -> Range<Int> {
        let limit = min(max(0, slice.limit), SessionHub.largestPage)
        switch slice.start {
        case .top: return 0..<min(limit, ranking.count)
        case .after(let cursor):
            // As far as there are as many of the same by now.
            let start = min(ranking.rank(of: cursor.score) - 1 + min(cursor.equals, ranking.count), ranking.count)
            return start..<min(start + limit, ranking.count)
        case .around(let radius):
            guard let place = player.flatMap({ ranking.place(of: $0) }) else { return 0..<0 }
            let radius = min(max(0, radius), SessionHub.largestPage / 2)
            return max(0, place - radius)..<min(place + radius + 1, ranking.count)
        }
    }

    /// Where somebody is in a ranking; nil for those who are not.
    func you(_ player: PlayerID, in ranking: Ranking, _ key: BoardKey) -> RankingView.You? {
        guard let score = ranking.score(of: player), let place = ranking.place(of: player) else { return nil }
        return RankingView.You(
            rank: ranking.rank(of: score), place: place + 1, of: ranking.count,
            beaten: ranking.percentBeaten(by: player) ?? 0, score: self.score(score, key))
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
