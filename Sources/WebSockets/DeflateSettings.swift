/// Settings of permessage-deflate for one end of a WebSocket, and bounds on its cost.
package struct DeflateSettings: Hashable, Sendable {
    /// Whether our messages may refer back to earlier ones. Messages become shorter then. But every connection that
    /// sends has a compressor of 2^(window + 2) + 2^(``memoryLevel`` + 9) bytes, by zlib's own account. A compressed
    /// broadcast makes the next message of the connection's own begin afresh (see ``EncodedMessage``).
    package var sendsWithContext = true
    /// Whether the peer's messages may. Then every connection on which a compressed message came keeps a window of
    /// them.
    package var receivesWithContext = true
    /// The largest window that we compress with.
    package var sendWindow = WindowBits.largest
    /// The window that the peer is asked to keep to. A client that offers no `client_max_window_bits` cannot be asked,
    /// and may use the largest.
    package var receiveWindow = WindowBits.largest
    /// zlib's: 1 (fast) to 9 (small).
    package var level: Int32 = 6
    /// zlib's `memLevel`: 1 (little memory) to 9 (fast).
    package var memoryLevel: Int32 = 8
    /// Bytes of the shortest message that is compressed.
    package var threshold = 64
    /// The maximum ratio of a message's size to its compressed size. Honest messages stay far below; a decompression
    /// bomb has a thousand.
    package var maximumRatio = 250
    /// The bytes up to which a message may have any ratio, and after which the ratio is looked at again.
    package var ratioStep = 65_536
    /// Idle compressors, and idle decompressors, of each window that a shard keeps for the next message.
    package var pooled = 4

    /// Context in both directions and the largest windows, where the peer agrees.
    package init() {}
}
