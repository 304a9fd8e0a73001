import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

// Rankings, and what HTTP asks of the hub. Everything here is public knowledge: names, turns and times.
extension SessionHub {
    /// The largest page of a leaderboard.
    package static let largestPage = 200

    /// Why a question over HTTP has no answer.
    package enum QueryFault: Error, Hashable, Sendable {
        /// There is no such puzzle, room or day.
        case notFound(String)
        /// Storage does not answer.
        case unavailable
    }

    /// A body of JSON, or why there is none.
    package typealias QueryReply = (Result<[UInt8], QueryFault>) -> Void

    /// `GET /api/v1/today`.
    package func today(then: @escaping QueryReply) {
        guard let today else { return then(.failure(.unavailable)) }
        withBoard(today.puzzle) { [self] result in
            guard case .success(let board) = result else { return then(.failure(.unavailable)) }
            let ranking = board.ranking
            var json = JSONWriter()
            json.object { json in
                json.field("time", now)
                json.object("today", today.write)
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

    /// `GET /api/v1/leaderboards/…`: the first `limit` of a puzzle's ranking, of the server or of one room, and the place
    /// of `player`.
    package func leaderboard(
        _ puzzle: PuzzleID, room: String?, player: PlayerID?, limit: Int, then: @escaping QueryReply
    ) {
        guard library.words(of: puzzle.line) != nil, let today, puzzle.day <= today.puzzle.day, puzzle.number >= 1
        else { return then(.failure(.notFound("There is no such puzzle."))) }
        withBoard(puzzle) { [self] result in
            guard case .success(let board) = result else { return then(.failure(.unavailable)) }
            guard let room else {
                let page = page(of: board, board.ranking, "server", puzzle, player, limit, names: [:])
                return then(.success(page))
            }
            guard let code = RoomCode(room) else { return then(.failure(.notFound("There is no such room."))) }
            withRoom(code) { [self] result in
                switch result {
                case .failure: then(.failure(.unavailable))
                case .success(nil): then(.failure(.notFound("There is no such room.")))
                case .success(let room?) where !room.state.shows(itselfTo: player):
                    then(.failure(.notFound("There is no such room.")))
                case .success(let room?):
                    // As the room shows them: somebody may have a pseudonym there.
                    let names = Dictionary(room.state.members.map { ($0.player, $0.name) }) { a, _ in a }
                    let ranking = board.ranking(of: Set(names.keys))
                    then(.success(page(of: board, ranking, code.text, puzzle, player, limit, names: names)))
                }
            }
        }
    }

    /// `names`: what players are called there, where that is not their own name.
    private func page(
        of board: LiveBoard, _ ranking: DayRanking<PlayerID>, _ scope: String, _ puzzle: PuzzleID, _ player: PlayerID?,
        _ limit: Int, names: [PlayerID: String]
    ) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 4096)
        json.object { json in
            json.field("puzzle", puzzle.text)
            json.field("scope", scope)
            json.field("finished", ranking.count)
            json.array("entries") { json in
                for ranked in ranking.page(limit: min(limit, SessionHub.largestPage)) {
                    guard let result = board.results[ranked.entry.id] else { continue }
                    json.element { json in
                        json.field("rank", ranked.rank)
                        json.field("name", names[result.player] ?? result.name)
                        json.field("solved", result.finish.solved)
                        json.field("turns", result.finish.turns)
                        json.field("ms", result.finish.elapsed)
                        json.field("you", result.player == player)
                    }
                }
            }
            guard let player, let rank = ranking.rank(of: player) else { return json.null("you") }
            json.object("you") { json in
                json.field("rank", rank)
                json.field("of", ranking.count)
                json.field("beaten", ranking.percentBeaten(by: player) ?? 0)
            }
        }
        return json.bytes
    }

    /// `GET /api/v1/puzzles/…`: the commitment, and when nobody can play it any more what it commits to.
    package func puzzle(_ puzzle: PuzzleID, then: @escaping QueryReply) {
        guard let words = library.words(of: puzzle.line), let today, puzzle.day <= today.puzzle.day, puzzle.number >= 1
        else { return then(.failure(.notFound("There is no such puzzle."))) }
        withPuzzle(puzzle) { [self] result in
            guard case .success(let pinned) = result else { return then(.failure(.unavailable)) }
            let commitment = library.commitment(to: pinned)
            var json = JSONWriter()
            json.object { json in
                json.field("puzzle", puzzle.text)
                json.field("number", puzzle.number)
                json.field("commitment", commitment.text)
                // By the clock and by `today`: the reveal may be late, never early.
                guard !canBeFinished(puzzle), puzzle.day.advanced(by: 1) < today.puzzle.day else { return }
                json.field("salt", library.salt(of: puzzle).text)
                json.field("answer", words.alphabet.text(pinned.answer))
            }
            then(.success(json.bytes))
        }
    }

    // MARK: Boards in memory

    private func withBoard(_ puzzle: PuzzleID, then: @escaping (Result<LiveBoard, StorageError>) -> Void) {
        if let board = boards[puzzle] { return then(.success(board)) }
        guard boardLoads.wait(for: puzzle, then) else { return }
        finishesWhileLoading[puzzle] = []
        ask({ environment.storage.results(of: puzzle, completion: $0) }) { [self] result in
            let missed = finishesWhileLoading.removeValue(forKey: puzzle) ?? []
            let board = result.flatMap { results in
                results.allSatisfy { GuessRules.turns.contains($0.finish.turns) }
                    ? .success(LiveBoard(results)) : .failure(.corrupt("a result of \(puzzle.text) has no such turns"))
            }
            if case .success(let board) = board {
                for finish in missed { board.insert(finish) }
                if boards.count >= SessionHub.boardsKept { boards = boards.filter { $0.key == today?.puzzle } }
                boards[puzzle] = board
            }
            settle(boardLoads.loaded(puzzle), board)
        }
    }

    /// Boards in memory at most; today's is never dropped.
    private static let boardsKept = 16

    /// A player's game has ended, durably.
    func finished(_ player: LivePlayer, _ puzzle: PuzzleID, _ finish: FinishRecord) {
        let result = ResultRecord(player: player.id, name: player.name, finish: finish)
        boards[puzzle]?.insert(result)
        finishesWhileLoading[puzzle]?.append(result)
    }
}
