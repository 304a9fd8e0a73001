import EventLoops
import WebSockets

/// The state that all connections share.
final class EchoService: Sendable {
    let shards: ShardGroup
    /// The compression of messages; nil for none.
    let deflate: DeflateSettings?

    init(shards: ShardGroup, deflate: DeflateSettings?) {
        self.shards = shards
        self.deflate = deflate
    }
}
