import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

/// Why a question over HTTP has no answer.
package enum QueryFault: Error, Hashable, Sendable {
    /// There is no such puzzle, room or day.
    case notFound(String)
    /// The question cannot be asked so.
    case badRequest(String)
    /// Too many rankings were asked for; the ms until there may be another one.
    case tooMany(retry: Int)
    /// Nobody is proved to ask.
    case unauthorized
    /// Storage does not answer.
    case unavailable
}

/// What HTTP asks of the hub. Everything here is public knowledge, or the asker's own.
package final class Documents: HubPart {
    let context: HubContext
    let library: Library
    private let lobby: LobbyDesk
    /// Replays of races that are over.
    let replays = ReplayCache()

    /// The largest page of a leaderboard.
    package static let largestPage = 200

    /// A body of JSON, or why there is none.
    package typealias Reply = (Result<[UInt8], QueryFault>) -> Void

    init(_ context: HubContext, _ library: Library, _ lobby: LobbyDesk) {
        self.context = context
        self.library = library
        self.lobby = lobby
    }

    /// `GET /api/v1/rooms`.
    package func rooms(then: @escaping Reply) {
        var json = JSONWriter(reservingCapacity: 4_096)
        json.object { LobbyRoom.write(lobby.rooms, to: &$0) }
        then(.success(json.bytes))
    }

    /// `GET /api/v1/today`.
    package func today(then: @escaping Reply) {
        guard let today = days.today else { return then(.failure(.unavailable)) }
        let key = BoardKey(line: today.puzzle.line, period: .day(today.puzzle.day), isClean: false)
        library.boards.get(key, for: nil) { [self] result in
            guard case .success(let board) = result else { return then(.failure(.unavailable)) }
            let ranking = board.ranking
            var json = JSONWriter()
            json.object { json in
                json.object("today", today.write)
                if let sealed = library.puzzles.sealedForTomorrow(of: today.puzzle.line) {
                    json.object("tomorrow") { json in
                        json.field("puzzle", sealed.puzzle.text)
                        json.field("commitment", lists.seal(of: sealed).commitment)
                    }
                } else {
                    json.null("tomorrow")
                }
                json.field("finished", ranking.count)
                json.field("solved", ranking.solvedCount)
                if case .solved(let turns, let elapsed) = ranking.median {
                    json.object("median") { json in
                        json.field("turns", turns)
                        json.field("ms", elapsed)
                    }
                } else {
                    json.null("median")
                }
                json.array("distribution") { json in
                    for count in ranking.distribution(rows: settings.rows) { json.integer(count) }
                }
            }
            then(.success(json.bytes))
        }
    }

    // MARK: Puzzles

    /// `GET /api/v1/puzzles/…`: the commitment, from the day before the puzzle's own on, and when nobody can play it
    /// any more what it commits to.
    package func puzzle(_ puzzle: PuzzleID, then: @escaping Reply) {
        guard lists.words(of: puzzle.line) != nil, let today = days.today, puzzle.number >= 1,
            puzzle.day <= today.puzzle.day || puzzle.day == days.tomorrow
        else { return then(.failure(.notFound("There is no such puzzle."))) }
        library.puzzles.getSeal(puzzle) { [self] result in
            guard case .success(let pinned) = result else { return then(.failure(.unavailable)) }
            var json = JSONWriter()
            json.object { write(pinned, to: &$0) }
            then(.success(json.bytes))
        }
    }

    /// `GET /api/v1/puzzles/LINE`: those that were wanted here, newest first, from the day before `before`, `limit` at
    /// most.
    package func puzzles(of line: PuzzleLine, before: Day?, limit: Int, then: @escaping Reply) {
        guard lists.words(of: line) != nil, let today = days.today else {
            return then(.failure(.notFound("There are no such puzzles.")))
        }
        // Tomorrow's is told apart; what a wrong clock had pinned further ahead is nobody's business.
        let tomorrow = today.puzzle.day.advanced(by: 1)
        let before = min(before ?? tomorrow, tomorrow)
        let limit = min(limit, Documents.largestPage)
        let storage = environment.storage
        context.ask({ storage.pinned(of: line, before: before, limit: limit + 1, completion: $0) }) { [self] result in
            guard case .success(let found) = result else { return then(.failure(.unavailable)) }
            let shown = found.prefix(limit).filter { lists.words(of: line)?.fits($0.answer) == true }
            var json = JSONWriter(reservingCapacity: 8_192)
            json.object { json in
                json.field("line", line.text)
                json.array("puzzles") { json in
                    for pinned in shown { json.element { write(pinned, to: &$0) } }
                }
                if let sealed = library.puzzles.sealedForTomorrow(of: line) {
                    json.object("tomorrow") { write(sealed, to: &$0) }
                } else {
                    json.null("tomorrow")
                }
                if found.count > limit {
                    json.field("next", found[limit - 1].puzzle.day.text)
                } else {
                    json.null("next")
                }
            }
            then(.success(json.bytes))
        }
    }

    private func write(_ pinned: PinnedPuzzle, to json: inout JSONWriter) {
        let puzzle = pinned.puzzle
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        let seal = lists.seal(of: pinned)
        json.field("commitment", seal.commitment)
        json.object("seal", seal.time.write)
        guard days.isPublic(puzzle), let words = lists.words(of: puzzle.line) else { return }
        json.field("salt", seal.salt)
        json.field("answer", words.alphabet.text(pinned.answer))
    }

    // MARK: Rankings

    /// `GET /api/v1/leaderboards/…`: a piece of a ranking, of the server or of the members of a room, and the place of
    /// `player`. `client` is counted for what is not in memory; nil: nobody is.
    package func leaderboard(
        _ board: String, isClean: Bool, room: String?, player: PlayerID?, for client: ClientNetwork?,
        _ slice: RankingSlice, then: @escaping Reply
    ) {
        library.rankings.scope(RankingRequest(board: board, room: room, isClean: isClean), player, client) {
            [self] result in
            guard case .success(let scope) = result else { return then(result.map { _ in [] }) }
            library.rankings.view(of: scope, slice, player, tellsWhose: true) { result in
                then(
                    result.map { view in
                        var json = JSONWriter(reservingCapacity: 128 * (view.entries.count + 4))
                        json.object { view.write(to: &$0) }
                        return json.bytes
                    })
            }
        }
    }
}
