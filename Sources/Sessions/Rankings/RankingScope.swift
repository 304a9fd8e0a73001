import GameRules
import Leaderboards
import Messages
import Rooms

/// The scope of a request for a ranking: one of the server, or the members of a room in it.
struct RankingScope {
    /// The ranking of the whole server.
    let live: LiveRanking
    /// The room whose members are ranked; nil for all players.
    let room: LiveRoom?

    /// The name of the scope: `server`, or the room's code.
    var text: String { room?.toldCode.text ?? "server" }

    /// The version of the ranking. Changes with everything that the ranking may show.
    var version: [Int] { [live.version, room?.state.sequence ?? 0] }

    /// Returns the present ranking.
    func ranking(under key: RankingKey) -> ScopedRanking { ScopedRanking(of: self, key) }

    /// The name of the ranking for cursors. Uses the room's epoch, as the code may change.
    fileprivate var name: String {
        let key = live.key
        let room = room.map { String($0.record.epoch, radix: 16) } ?? "server"
        return "\(key.line.text)/\(key.period.text)/\(key.isClean ? "clean" : "all")/\(room)"
    }
}

/// A ranking in one scope, as a value.
///
/// In the server's ranking, equal scores are ordered by ID. A room has an order of its own, under other IDs
/// (``RankingKey/alias(of:hasPseudonym:in:)``). The same order would reveal which of the server's unsolved games, which
/// are all equal, belong to members of the room.
struct ScopedRanking {
    private let order: Ranking
    private let name: String
    private let key: RankingKey
    /// The ranked members by their IDs in this ranking; nil where these are the players' own.
    private let players: [PlayerID: PlayerID]?
    private let aliases: [PlayerID: PlayerID]

    fileprivate init(of scope: RankingScope, _ key: RankingKey) {
        name = scope.name
        self.key = key
        guard let room = scope.room else {
            order = scope.live.ranking
            players = nil
            aliases = [:]
            return
        }
        var (order, players, aliases) = (Ranking(), [PlayerID: PlayerID](), [PlayerID: PlayerID]())
        for member in room.state.members {
            guard let score = scope.live.ranking.score(of: member.player) else { continue }
            let alias = key.alias(of: member.player, hasPseudonym: member.hasPseudonym, in: name)
            order.set(score, for: alias)
            players[alias] = member.player
            aliases[member.player] = alias
        }
        self.order = order
        self.players = players
        self.aliases = aliases
    }

    /// The number of ranked players.
    var count: Int { order.count }

    /// Returns the player of an entry.
    func player(of entry: Ranking.Entry) -> PlayerID { players?[entry.id] ?? entry.id }

    /// Returns the cursor of the page after an entry.
    func cursor(of entry: Ranking.Entry) -> RankingCursor { key.cursor(of: entry, in: name) }

    /// Returns the entries of a slice for `player`; nil if its cursor does not belong to this ranking.
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

    /// Returns a player's place, with a score converted by `show`; nil if the player is not ranked.
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
