import EventLoops
import WebSockets

/// What all connections share.
final class EchoService: Sendable {
    let shards: ShardGroup
    /// How messages are compressed. Nil if they are not.
    let deflate: DeflateSettings?

    init(shards: ShardGroup, deflate: DeflateSettings?) {
        self.shards = shards
        self.deflate = deflate
    }
}
