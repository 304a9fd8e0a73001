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

    /// Days of which one request tells at most what was played.
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

/// The query of a request, parsed on demand.
struct RequestQuery {
    private let target: RequestTarget

    init(_ target: RequestTarget) { self.target = target }

    func text(_ name: String) -> String? { target.queryValue(name) }

    /// An integer from 1 up.
    func count(_ name: String) throws(QueryFault) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), number >= 1 else { throw .badRequest("\(name) must be an integer from 1 up.") }
        return number
    }

    /// `1` or `0`; false if it is missing.
    func flag(_ name: String) throws(QueryFault) -> Bool {
        guard let text = text(name) else { return false }
        guard ["0", "1"].contains(text) else { throw .badRequest("\(name) must be 0 or 1.") }
        return text == "1"
    }

    func day(_ name: String) throws(QueryFault) -> Day? {
        guard let text = text(name) else { return nil }
        guard let day = Day(text) else { throw .badRequest("\(name) must be a date, 2026-11-21.") }
        return day
    }

    /// A line that is not for practice; nil if it is missing.
    func line(_ name: String) throws(QueryFault) -> PuzzleLine? {
        guard let text = text(name) else { return nil }
        guard let line = PuzzleLine(text), !line.isPractice else {
            throw .badRequest("\(name) must be like guess-en-5.")
        }
        return line
    }
}
