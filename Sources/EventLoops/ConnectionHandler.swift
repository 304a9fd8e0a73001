import Bytes

/// The reader of a connection's input. Called on the shard of the connection, one call at a time, and never from inside
/// a call to ``Connection``.
package protocol ConnectionHandler: AnyObject {
    /// Bytes have come. They are only valid during the call. Bytes that are not consumed come again, in front of the
    /// next ones. Leave bytes only while reading is paused (``Connection/pauseReading()``) or a whole item has not
    /// come.
    func received(_ bytes: inout ReceivedBytes, on connection: Connection)
    /// The peer sends no more, but may still read. The connection stays open until ``Connection/close()`` is called.
    func inputEnded(on connection: Connection)
    /// All bytes of the backlog have been sent.
    func drained(_ connection: Connection)
    /// The output exceeds the connection's limit. What exceeds it is dropped, and so is all later output. The handler
    /// must abort or close the connection.
    func overflowed(_ connection: Connection)
    /// The time set with ``Connection/setTimeout(milliseconds:)`` is over.
    func timedOut(_ connection: Connection)
    /// The server is shutting down. The handler should send a close message and close.
    func stopping(_ connection: Connection)
    /// The connection is gone. The last call.
    func closed(_ connection: Connection, because reason: ConnectionEnd)
}

/// The reason why a connection ended.
package enum ConnectionEnd: Hashable, Sendable {
    /// We closed it, and everything was sent.
    case closed
    /// We closed it, but the peer neither took what was left nor closed its side in time.
    case closeTimedOut
    /// Too much waited for all connections together (``OutputBudget``), and most of it for this one.
    case outputBudget
    /// We aborted it.
    case aborted
    /// The system reported an error: ECONNRESET, EPIPE, ETIMEDOUT.
    case failed(errno: Int32)
    /// TLS failed.
    case tls(TLSFault)
}

/// The ID of a connection for other threads, which cannot hold it. Never reused.
package struct ConnectionID: Hashable, Sendable {
    package let slot: UInt32
    package let generation: UInt32

    package init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// The ID with that token.
    package init(token: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: token), generation: UInt32(truncatingIfNeeded: token >> 32))
    }

    /// The slot and generation as one number: the token of its epoll events, and its name in code that knows no
    /// sockets.
    package var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
