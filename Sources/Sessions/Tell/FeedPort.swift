import Rooms

/// Where a session's connection lives: what finds it again without holding it.
package struct SessionPlace: Hashable, Sendable {
    /// Index of the shard, and of its port in `HubEnvironment.feeds`.
    package let shard: Int
    /// Names the connection on its shard, and never another one after it is gone.
    package let connection: UInt64

    package init(shard: Int, connection: UInt64) {
        self.shard = shard
        self.connection = connection
    }
}

/// The feeds of one shard, as the hub sees them.
///
/// A room has one feed on every shard on which somebody watches it. The hub tells the feed once; the feed tells its
/// watchers, gathered and at its own pace. On the hub's own shard this is `ShardFeeds`; for another shard it is
/// something that mails these calls to the `ShardFeeds` there. Calls must arrive in the order in which they were made,
/// and in that order with what the hub sends to connections of that shard (`SessionOutput.send`): the answer to `watch`
/// goes out before `open`.
package protocol FeedPort: AnyObject {
    /// From now on the connection is told every event after `sequence`. What was published so far is not after it.
    /// Replaces what the connection was told before.
    func open(_ room: RoomCode, to connection: UInt64, after sequence: Int)
    /// The connection is told nothing more, but at once that a feed of the room is over, if it still waits to hear
    /// that. It may be gone, and may not have been told anything.
    func close(_ room: RoomCode, to connection: UInt64)
    /// An event of the room, durable, in the order of their numbers.
    func publish(_ message: OutgoingMessage, sequence: Int, to room: RoomCode)
    /// Who is there now, in place of what was published before.
    func publishPresence(_ message: OutgoingMessage, to room: RoomCode)
    /// Something of the moment, in no order with the events: for those who are told at once. It is dropped where
    /// watchers are many or do not keep up.
    func publishReaction(_ message: OutgoingMessage, to room: RoomCode)
    /// The whole picture as of `sequence`, for those who had fallen behind: the answer to `ShardFeeds.needsSnapshot`.
    func publishSnapshot(_ message: OutgoingMessage, sequence: Int, to room: RoomCode)
    /// The room is forgotten: everybody is told `message`, and nothing after it.
    func end(_ room: RoomCode, with message: OutgoingMessage)
}

/// A connection, seen from a feed on its own shard.
package protocol FeedReceiver: AnyObject {
    /// Bytes written to it that its socket has not taken.
    var queuedBytes: Int { get }
    /// Queues messages. Never blocks; does nothing once the connection is closed.
    func send(_ batch: OutgoingBatch)
}

/// Messages that many receivers are sent in one piece.
package final class OutgoingBatch {
    /// In order; at least one.
    package let messages: [OutgoingMessage]
    /// The transport's own form of it, made for the first receiver and kept for the others. Only the transport touches
    /// it.
    package var transportForm: AnyObject?

    package init(_ messages: [OutgoingMessage]) {
        precondition(!messages.isEmpty)
        self.messages = messages
    }
}

/// What the feeds of a shard need from the world.
package struct FeedEnvironment {
    /// ms of a clock that never goes back.
    package let now: () -> Int
    /// Runs work once, in a later turn of the shard, so many ms from now or a little later.
    package let after: (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void
    /// The connection of that name; nil if it is gone.
    package let receiver: (_ connection: UInt64) -> (any FeedReceiver)?
    /// Hears of every watcher that is skipped.
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

/// How feeds go about it.
package struct FeedSettings: Sendable {
    /// Watchers up to which every event is written at once.
    package var promptWatchers = 32
    /// ms after which whoever watches has heard of an event at most: two thirds, 250 ms, in which news is gathered, and
    /// a third over which the visits are spread. Nearly all that a watched room costs is its sends, so it is as long as
    /// people bear who compare it with what they hear elsewhere.
    package var longestDelay = 375
    /// Watchers for each ms of that time, in rooms with fewer. While there is news all the time, up to 1,500 of them
    /// take some 4,000 sends a second in all, and more take 2.7 a second each; the rarer it is, the fewer.
    package var watchersPerMs = 4
    /// ms between the turns in which watchers are written to.
    package var pause = 10
    /// Watchers that are written to in one turn at most: about a millisecond, as players wait behind it.
    package var slice = 128
    /// Bytes that may wait for a watcher before it is skipped.
    package var backlog = 32_768
    /// How often it is looked whether those who were skipped have read what waited for them, in ms.
    package var lookInterval = 250

    package init() {}

    /// ms after which everybody has heard of an event.
    func delay(watchers: Int) -> Int {
        watchers <= promptWatchers ? 0 : min(longestDelay, watchers / watchersPerMs)
    }

    /// ms over which the visits to everybody are spread, at the end of that time.
    func spread(watchers: Int) -> Int { delay(watchers: watchers) / 3 }

    /// ms that presence may wait for an event to go with. It is four times as patient, being no news of the race.
    func presenceDelay(watchers: Int) -> Int { 4 * delay(watchers: watchers) }
}
