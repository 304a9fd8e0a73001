/// The push `ranking`: the same for all who look.
public struct RankingPush: Hashable, Sendable {
    /// The bytes of the text message.
    public let encoded: [UInt8]

    /// The push of a ranking; its `you` is not looked at.
    public init(_ ranking: RankingView) {
        var json = JSONWriter(reservingCapacity: 128 * (ranking.entries.count + 4))
        json.object { json in
            json.field("type", "ranking")
            ranking.writeShared(to: &json)
        }
        encoded = json.bytes
    }
}

/// The push `standing`: where in a ranking that it looks at somebody is now.
public struct StandingPush: Sendable {
    /// The bytes of the text message.
    public let encoded: [UInt8]

    /// `ranking` says which it is: of its entries and of its `you` nothing is told.
    public init(_ you: RankingView.You?, in ranking: RankingView) {
        encoded = ServerMessage.standing(RankingStanding(you, in: ranking.name)).encoded()
    }
}
