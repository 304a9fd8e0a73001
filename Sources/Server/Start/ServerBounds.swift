import HTTP1
import PostgreSQLStorage
import SQLiteStorage
import Sessions

/// The server's bounds that are not configurable. `docs/bounds.md` lists the values; tests use smaller ones.
package struct ServerBounds: Sendable {
    /// The deadlines of clients.
    package var timeouts = Timeouts()
    /// The limits on requests. Expected bodies are JSON objects with a name or a code.
    package var request = RequestLimits(body: 1_024)
    /// The bounds of the hub, and its settings, which ``ServerParts`` takes from the configuration.
    package var hub = HubSettings()
    /// The pacing of feeds for watchers.
    package var feeds = FeedSettings()
    /// The limits of the database.
    package var storage = SQLiteStorage.Limits()
    /// The limits of a database in PostgreSQL.
    package var postgreSQL = PostgreSQLStorage.Limits()
    /// The maximum number of bytes that wait for a slow WebSocket client.
    package var socketOutput = 1 << 20
    /// The maximum number of bytes that wait over all connections; nil for the configured value.
    package var outputMemory: Int?
    /// Bytes of output that the kernel may hold for a WebSocket client. By default it holds some MiB for a slow reader:
    /// stale on arrival, and neither counted nor bounded by the server.
    package var socketSendBuffer = 65_536
    /// Bytes read from a connection at once. What its handler cannot process yet stays in memory for that connection.
    package var readAtOnce = 16_384
    /// ms to wait at the start for another server to leave the data folder.
    package var folderPatience = 15_000
    /// ms between two writes of the time to the data folder: how far the clock can fall back after a loss of power.
    package var betweenAnchors = 60_000
    /// ms between two looks at what commands have done to files of the data folder.
    package var betweenFolderLooks = 2_000
    /// ms between two looks whether a webhook has deliveries due.
    package var betweenHookLooks = 2_000
    /// Bytes that must be free on the data folder's file system for the server to be ready. A busy second writes less.
    package var leastFreeSpace = 16 << 20
    /// The maximum number of connections to the listener for figures.
    package var figuresConnections = 16
    /// ms between two looks whether a backup is due.
    package var betweenBackupLooks = 20_000
    /// The limits of the operator's programs.
    package var control = ControlBounds()
    /// The maximum number of connections that are being refused at one time.
    package var refusals = 256
    /// The maximum number of bytes of mail from one shard that the hub has not handled, its replies included. Beyond it
    /// the shard stops reading.
    package var mailToHub = 4 << 20
    /// The maximum number of bytes of mail from the hub that one shard has not handled. Beyond it the hub stops
    /// reading.
    package var mailToShard = 8 << 20

    /// The bounds of what goes between nodes.
    package var cluster = ClusterBounds()

    /// The bounds of a real server.
    package init() {}
}

/// The limits of the operator's programs on this machine.
package struct ControlBounds: Sendable {
    /// The maximum number of connections.
    package var connections = 4
    /// The maximum number of further connections that receive a refusal.
    var refusals = 16
    /// Bytes of a line, without its end.
    package var line = 4_096
    /// ms from the opening, or an answer, to the end of the next line; and for the last answer to be read.
    package var patience = 10_000
    /// Bytes of answers that wait to be read.
    package var output = 256 << 10

    /// The bounds of a real server.
    package init() {}
}

/// The deadlines of clients, in ms.
package struct Timeouts: Sendable {
    /// The time for a whole request, or a message of a WebSocket, from its first byte on. A new connection has as long
    /// for its first byte.
    package var request = 10_000
    /// The time for the server to answer: storage that does not reply is no reason to hold a connection for ever.
    package var answer = 30_000
    /// Between two requests, and for the last answer to be read; see ``toRead(_:)``.
    package var idle = 60_000
    /// The time from the upgrade to `hello`.
    package var hello = 10_000
    /// The time from one pong to the next ping.
    package var betweenPings = 25_000
    /// The time from a ping to its pong.
    package var pong = 8_000
    /// The interval at which a connection with a seat in a room is checked. A client that sent nothing in between is
    /// pinged, and counts as silent if nothing arrives until the next check. That takes at most three intervals, less
    /// than the 10 s in `docs/protocol.md`.
    package var attention = 3_000
    /// The time from our Close to the peer's.
    package var closing = 5_000
    /// The time to close when the server stops, and for the request of a client that has only just come. The successor
    /// waits for it.
    package var leaving = 1_000

    /// The time for an answer of so many bytes to be read, and the next request to come. One that is longer than
    /// others, an export, has a second more for each 64 kB.
    func toRead(_ bytes: Int) -> Int { idle + max(0, bytes - ServerShards.answerLimit) / 64 }
}
