import GameRules
import HTTP1
import Sessions

/// The HTTP API of results: rankings, statistics and played days.
struct RankingRoutes {
    let hub: SessionHub
    /// The player who asks, if proved.
    let player: PlayerID?
    /// The network to which reads of rankings are charged.
    let client: ClientNetwork

    /// The maximum number of days of which one request tells the games.
    static let longestSpan = 400

    func respond(with resource: ResultResource, to head: RequestHead, reply: @escaping Routes.Reply) {
        do throws(QueryFault) {
            let query = RequestQuery(head.target)
            switch resource {
            case .puzzles(let line):
                hub.documents.puzzles(
                    of: line, before: try query.day("before"), limit: try query.count("limit") ?? 30
                ) { reply(HTTPResponse($0)) }
            case .leaderboard(let board):
                hub.documents.leaderboard(
                    board, isClean: try query.flag("clean"), room: query.text("room"), player: player, for: client,
                    try slice(query)
                ) { reply(HTTPResponse($0)) }
            case .statistics:
                guard let player else { throw .unauthorized }
                hub.documents.statistics(of: player, line: try query.line("line") ?? hub.firstLine) {
                    reply(HTTPResponse($0))
                }
            case .games:
                guard let player else { throw .unauthorized }
                hub.documents.games(
                    of: player, line: try query.line("line") ?? hub.firstLine, from: try query.day("from"),
                    to: try query.day("to"), most: RankingRoutes.longestSpan
                ) { reply(HTTPResponse($0)) }
            }
        } catch {
            reply(HTTPResponse(error))
        }
    }

    private func slice(_ query: RequestQuery) throws(QueryFault) -> RankingSlice {
        let limit = try query.count("limit") ?? 50
        if let around = try query.count("around") {
            guard player != nil else { throw .unauthorized }
            return RankingSlice(start: .around(around), limit: limit)
        }
        guard let after = query.text("after") else { return RankingSlice(limit: limit) }
        guard let cursor = RankingCursor(after) else { throw .badCursor }
        return RankingSlice(start: .after(cursor), limit: limit)
    }
}
