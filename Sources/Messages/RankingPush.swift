/// The push `ranking`: the same bytes for every subscriber.
public struct RankingPush: Hashable, Sendable {
    /// The bytes of the text message.
    public let encoded: [UInt8]

    /// Encodes a ranking without its `you`.
    public init(_ ranking: RankingView) {
        var json = JSONWriter(reservingCapacity: 128 * (ranking.entries.count + 4))
        json.object { json in
            json.field("type", "ranking")
            ranking.writeShared(to: &json)
        }
        encoded = json.bytes
    }
}

/// The push `standing`: the receiver's place in the ranking that the connection subscribes to.
public struct StandingPush: Sendable {
    /// The bytes of the text message.
    public let encoded: [UInt8]

    /// Encodes a place in `ranking`, of which only the name is used.
    public init(_ you: RankingView.You?, in ranking: RankingView) {
        encoded = ServerMessage.standing(RankingStanding(you, in: ranking.name)).encoded()
    }
}
