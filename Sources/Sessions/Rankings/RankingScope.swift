import GameRules
import Leaderboards
import Messages
import Rooms

/// A board of the server, or a room's members alone on it: what one request for a ranking is about.
struct RankingScope {
    /// The board of the whole server.
    let board: LiveBoard
    /// The room whose members are ranked among themselves; nil for everybody.
    let room: LiveRoom?

    /// `server`, or the room's code.
    var text: String { room?.toldCode.text ?? "server" }

    /// Changes with everything that the ranking may show.
    var version: [Int] { [board.version, room?.state.sequence ?? 0] }

    /// The ranking as it is now.
    func ranking(under key: RankingKey) -> ScopedRanking { ScopedRanking(of: self, key) }

    /// Names the ranking for cursors. A room is named by its epoch, as it may get another code.
    fileprivate var name: String {
        let key = board.key
        let room = room.map { String($0.record.epoch, radix: 16) } ?? "server"
        return "\(key.line.text)/\(key.period.text)/\(key.isClean ? "clean" : "all")/\(room)"
    }
}

/// A ranking in one scope: a value, as of one instant.
///
/// On the server's board equals stand in the order of their IDs. In a room they stand in an order of the room's own,
/// under other IDs (``RankingKey/alias(of:hasPseudonym:in:)``): were it the same order, it would tell which of the
/// server's unsolved games, that are all equal, may be whose in the room.
struct ScopedRanking {
    private let order: Ranking
    private let name: String
    private let key: RankingKey
    /// The members who are ranked, by their IDs here; nil where these are the players' own.
    private let players: [PlayerID: PlayerID]?
    private let aliases: [PlayerID: PlayerID]

    fileprivate init(of scope: RankingScope, _ key: RankingKey) {
        name = scope.name
        self.key = key
        guard let room = scope.room else {
            order = scope.board.ranking
            players = nil
            aliases = [:]
            return
        }
        var (order, players, aliases) = (Ranking(), [PlayerID: PlayerID](), [PlayerID: PlayerID]())
        for member in room.state.members {
            guard let score = scope.board.ranking.score(of: member.player) else { continue }
            let alias = key.alias(of: member.player, hasPseudonym: member.hasPseudonym, in: name)
            order.set(score, for: alias)
            players[alias] = member.player
            aliases[member.player] = alias
        }
        self.order = order
        self.players = players
        self.aliases = aliases
    }

    /// Number of players.
    var count: Int { order.count }

    /// The player of an entry.
    func player(of entry: Ranking.Entry) -> PlayerID { players?[entry.id] ?? entry.id }

    /// The cursor of the page that follows an entry.
    func cursor(of entry: Ranking.Entry) -> RankingCursor { key.cursor(of: entry, in: name) }

    /// The entries that a slice has for `player`; nil if its cursor is none of this ranking.
    func entries(_ slice: RankingSlice, for player: PlayerID?) -> [Ranking.Ranked]? {
        let limit = min(max(0, slice.limit), Documents.largestPage)
        switch slice.start {
        case .top: return order.page(limit: limit)
        case .after(let cursor):
            return key.place(of: cursor, in: name).map { order.page(after: $0, limit: limit) }
        case .around(let radius):
            guard let id = id(of: player) else { return [] }
            return order.window(around: id, radius: min(radius, Documents.largestPage / 2))
        }
    }

    /// Where a player is, with a score that is shown by `show`; nil for those who are not ranked.
    func place(of player: PlayerID, score show: (RankScore) -> RankingView.Score) -> RankingView.You? {
        guard let id = id(of: player), let score = order.score(of: id), let place = order.place(of: id) else {
            return nil
        }
        return RankingView.You(
            rank: order.rank(of: score), place: place + 1, of: order.count, beaten: order.percentBeaten(by: id) ?? 0,
            score: show(score))
    }

    private func id(of player: PlayerID?) -> PlayerID? { players == nil ? player : player.flatMap { aliases[$0] } }
}
