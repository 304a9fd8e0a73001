import Rooms

/// The feeds of one shard. Confined to that shard.
package final class ShardFeeds: FeedPort {
    /// Requests a snapshot of a room from the hub: `SessionHub.publishSnapshot(of:to:)`. Must be set before the first
    /// call.
    package var needsSnapshot: (RoomCode) -> Void = { _ in preconditionFailure("nobody to ask for a snapshot") }
    private let environment: FeedEnvironment
    private let settings: FeedSettings
    private var feeds: [RoomCode: RoomFeed] = [:]
    /// Feeds that have ended, and still send their last message.
    private var ending: [RoomCode: [RoomFeed]] = [:]

    package init(environment: FeedEnvironment, settings: FeedSettings = FeedSettings()) {
        self.environment = environment
        self.settings = settings
    }

    /// The number of rooms watched on this shard.
    package var count: Int { feeds.count }

    package func open(_ room: RoomCode, to connection: UInt64, after sequence: Int) {
        guard let receiver = environment.receiver(connection) else { return }
        let feed =
            feeds[room]
            ?? RoomFeed(settings: settings, environment: environment) { [unowned self] in needsSnapshot(room) }
        feeds[room] = feed
        feed.open(connection, receiver, after: sequence)
    }

    package func close(_ room: RoomCode, to connection: UInt64) {
        for feed in ending[room] ?? [] { feed.sayLastWord(to: connection) }
        guard let feed = feeds[room] else { return }
        feed.close(connection)
        if feed.isEmpty { feeds[room] = nil }
    }

    package func publish(_ message: OutgoingMessage, sequence: Int, to room: RoomCode) {
        feeds[room]?.publish(message, sequence: sequence)
    }

    package func publishPresence(_ message: OutgoingMessage, to room: RoomCode) {
        feeds[room]?.publishPresence(message)
    }

    package func publishReaction(_ message: OutgoingMessage, to room: RoomCode) {
        feeds[room]?.publishReaction(message)
    }

    package func publishSnapshot(_ message: OutgoingMessage, sequence: Int, to room: RoomCode) {
        feeds[room]?.publishSnapshot(message, sequence: sequence)
    }

    package func end(_ room: RoomCode, with message: OutgoingMessage) {
        // The ended feed sends on its own; watchers that enter again get another feed.
        guard let feed = feeds.removeValue(forKey: room) else { return }
        ending[room, default: []].append(feed)
        feed.ended = { [weak self, unowned feed] in self?.forget(feed, of: room) }
        feed.end(with: message)
    }

    /// Drops all feeds, silently: the hub that fed them is gone, and the clients will enter their rooms again.
    package func forgetAll() {
        for feed in feeds.values { feed.forgetAll() }
        for feed in ending.values.joined() { feed.forgetAll() }
        feeds = [:]
        ending = [:]
    }

    private func forget(_ feed: RoomFeed, of room: RoomCode) {
        ending[room]?.removeAll { $0 === feed }
        if ending[room]?.isEmpty == true { ending[room] = nil }
    }
}
