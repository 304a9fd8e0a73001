import Rooms

/// The address of a session's connection, which does not keep it alive.
package struct SessionPlace: Hashable, Sendable {
    /// The index of the shard, and of its port in `HubEnvironment.feeds`.
    package let shard: Int
    /// The ID of the connection on its shard, never reused.
    package let connection: UInt64

    package init(shard: Int, connection: UInt64) {
        self.shard = shard
        self.connection = connection
    }
}

/// The feeds of one shard, as the hub sees them.
///
/// A room has one feed on every shard with a watcher of it. The hub publishes once to the feed, which sends to its
/// watchers in batches and at its own pace. The calls are mailed to the `ShardFeeds` there, on the hub's own shard,
/// too. Calls must arrive in order, also relative to what the hub sends to connections of that shard
/// (`SessionOutput.send`). For example, the answer to `watch` goes out before `open`.
package protocol FeedPort: AnyObject {
    /// Subscribes the connection to every event after `sequence`, which is at least the last published one. Replaces an
    /// earlier subscription.
    func open(_ room: RoomCode, to connection: UInt64, after sequence: Int)
    /// Unsubscribes the connection. If a feed of the room has ended and its last message is pending for the connection,
    /// that is sent at once. The connection may be closed, or not subscribed.
    func close(_ room: RoomCode, to connection: UInt64)
    /// Publishes a durable event of the room. Events must be published in the order of their numbers.
    func publish(_ message: OutgoingMessage, sequence: Int, to room: RoomCode)
    /// Publishes the present members and watchers, in place of any older presence.
    func publishPresence(_ message: OutgoingMessage, to room: RoomCode)
    /// Publishes a transient message, unordered relative to events. Dropped for feeds with many watchers, and for slow
    /// ones.
    func publishReaction(_ message: OutgoingMessage, to room: RoomCode)
    /// Publishes a snapshot as of `sequence` for slow watchers: the answer to `ShardFeeds.needsSnapshot`.
    func publishSnapshot(_ message: OutgoingMessage, sequence: Int, to room: RoomCode)
    /// Ends the feed of a room that was dropped or closed, or has a new code. Everybody is sent `message`, and nothing
    /// after it.
    func end(_ room: RoomCode, with message: OutgoingMessage)
}

/// A connection, as a feed on its own shard sees it.
package protocol FeedReceiver: AnyObject {
    /// The number of bytes that its socket has not taken yet.
    var queuedBytes: Int { get }
    /// Queues messages. Never blocks; does nothing once the connection is closed.
    func send(_ batch: OutgoingBatch)
}

/// A batch of messages that many receivers are sent.
package final class OutgoingBatch {
    /// The messages in order; at least one.
    package let messages: [OutgoingMessage]
    /// The transport's own form of the batch, built for the first receiver and reused. Only the transport touches it.
    package var transportForm: AnyObject?

    package init(_ messages: [OutgoingMessage]) {
        precondition(!messages.isEmpty)
        self.messages = messages
    }
}

/// The dependencies of a shard's feeds.
package struct FeedEnvironment {
    /// A monotonic clock, in ms.
    package let now: () -> Int
    /// Runs work once, in a later turn of the shard, after at least so many ms.
    package let after: (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void
    /// Finds a connection by its ID; nil if it is closed.
    package let receiver: (_ connection: UInt64) -> (any FeedReceiver)?
    /// Called for every watcher that is skipped.
    package let skipped: () -> Void

    package init(
        now: @escaping () -> Int, after: @escaping (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void,
        receiver: @escaping (_ connection: UInt64) -> (any FeedReceiver)?, skipped: @escaping () -> Void
    ) {
        self.now = now
        self.after = after
        self.receiver = receiver
        self.skipped = skipped
    }
}

/// The pacing of feeds.
package struct FeedSettings: Sendable {
    /// The number of watchers up to which every event is sent at once.
    package var promptWatchers = 32
    /// The maximum delay of an event in ms. News is gathered for two thirds of it, 250 ms, and the visits are spread
    /// over the last third. A watched room costs little besides its sends, so the delay is as long as people tolerate
    /// who compare screens.
    package var longestDelay = 375
    /// The number of watchers per ms of delay, in smaller rooms. Under a constant stream of news, up to 1,500 watchers
    /// take some 4,000 sends a second in all. More watchers take 2.7 sends a second each. Rarer news takes fewer sends.
    package var watchersPerMs = 4
    /// The time in ms between two turns that send to watchers.
    package var pause = 10
    /// The maximum number of watchers sent to in one turn: about a millisecond, as players wait behind it.
    package var slice = 128
    /// The number of queued bytes beyond which a watcher is skipped.
    package var backlog = 32_768
    /// The interval in ms at which skipped watchers are checked for having caught up.
    package var lookInterval = 250

    package init() {}

    /// Returns the time in ms within which everybody is sent an event.
    func delay(watchers: Int) -> Int {
        watchers <= promptWatchers ? 0 : min(longestDelay, watchers / watchersPerMs)
    }

    /// Returns the time in ms over which the visits are spread, at the end of the delay.
    func spread(watchers: Int) -> Int { delay(watchers: watchers) / 3 }

    /// Returns the time in ms that presence may wait for an event to be sent with: four times the delay, being less
    /// urgent.
    func presenceDelay(watchers: Int) -> Int { 4 * delay(watchers: watchers) }
}
