import Bytes

/// The reader of a connection's input. Called on the shard of the connection, one call at a time, and never from inside
/// a call to ``Connection``.
package protocol ConnectionHandler: AnyObject {
    /// Bytes have come. They are only valid during the call; what is not consumed comes again, in front of the next
    /// ones, and is only wanted while reading is paused (``Connection/pauseReading()``) or a whole item has not come.
    func received(_ bytes: inout ReceivedBytes, on connection: Connection)
    /// The peer sends no more, and can perhaps still read. Without a call to ``Connection/close()`` the connection
    /// stays.
    func inputEnded(on connection: Connection)
    /// All bytes that had to wait have been sent.
    func drained(_ connection: Connection)
    /// More waits to be sent than the connection's bound allows; what was written beyond it was dropped, and so is
    /// everything from now on. The connection has to be aborted or closed.
    func overflowed(_ connection: Connection)
    /// The time set with ``Connection/setTimeout(milliseconds:)`` is over.
    func timedOut(_ connection: Connection)
    /// The server goes down: say good-bye and close.
    func stopping(_ connection: Connection)
    /// The connection is gone. The last call.
    func closed(_ connection: Connection, because reason: ConnectionEnd)
}

/// Why a connection is gone.
package enum ConnectionEnd: Hashable, Sendable {
    /// We closed it, and everything was sent.
    case closed
    /// We closed it, but the peer neither took what was left nor closed its side in time.
    case closeTimedOut
    /// Too much waited for all connections together (``OutputBudget``), and most of it for this one.
    case outputBudget
    /// We aborted it.
    case aborted
    /// The system says so: ECONNRESET, EPIPE, ETIMEDOUT.
    case failed(errno: Int32)
    /// TLS could not be spoken with the peer.
    case tls(TLSFault)
}

/// Names a connection for other threads, which cannot hold it. Never names another one after it is gone.
package struct ConnectionID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    /// As one number: the token of its epoll events, and its name for those who know no sockets.
    package var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
