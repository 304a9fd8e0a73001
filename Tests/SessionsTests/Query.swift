import Foundation
import GameRules
import Testing

@testable import Sessions

/// What is asked over HTTP, from the hub.
enum Query {
    /// The JSON object that is answered.
    static func answer(_ world: HubWorld, _ ask: (@escaping Documents.Reply) -> Void) throws -> [String: Any] {
        let body = try reply(world, ask).get()
        return try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }

    static func fault(_ world: HubWorld, _ ask: (@escaping Documents.Reply) -> Void) throws -> QueryFault? {
        if case .failure(let fault) = try reply(world, ask) { fault } else { nil }
    }

    private static func reply(
        _ world: HubWorld, _ ask: (@escaping Documents.Reply) -> Void
    ) throws -> Result<[UInt8], QueryFault> {
        let reply = Mutable<Result<[UInt8], QueryFault>?>(nil)
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
