import Foundation
import GameRules
import Messages
import Testing

@testable import Sessions

/// Queries of HTTP, asked of the hub.
enum Query {
    /// The JSON object that is answered.
    static func answer<Document: JSONDocument>(
        _ world: HubWorld, _ ask: (@escaping Documents.Reply<Document>) -> Void
    ) throws -> [String: Any] {
        let body = try reply(world, ask).get().json
        return try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }

    static func fault<Document>(
        _ world: HubWorld, _ ask: (@escaping Documents.Reply<Document>) -> Void
    ) throws -> QueryFault? {
        if case .failure(let fault) = try reply(world, ask) { fault } else { nil }
    }

    private static func reply<Document>(
        _ world: HubWorld, _ ask: (@escaping Documents.Reply<Document>) -> Void
    ) throws -> Result<Document, QueryFault> {
        let reply = Mutable<Result<Document, QueryFault>?>(nil)
        ask { reply.value = $0 }
        world.run()
        return try #require(reply.value)
    }

    /// A ranking: `guess-en-5/2026-W47`.
    static func board(
        _ world: HubWorld, _ board: String, clean: Bool = false, room: String? = nil, player: PlayerID? = nil,
        _ slice: RankingSlice = RankingSlice()
    ) throws -> [String: Any] {
        try answer(world) {
            world.hub.documents.leaderboard(
                board, isClean: clean, room: room, player: player, for: nil, slice, then: $0)
        }
    }
}
