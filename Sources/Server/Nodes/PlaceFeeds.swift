import EventLoops
import Rooms
import Sessions

/// The feeds of a place that the hub has for a node. Nobody watches there while it is free.
final class PlaceFeeds: FeedPort {
    /// The feeds of the node that has the place.
    var feeds: MailedFeeds?

    func open(_ room: RoomCode, to connection: UInt64, after sequence: Int) {
        feeds?.open(room, to: connection, after: sequence)
    }

    func close(_ room: RoomCode, to connection: UInt64) { feeds?.close(room, to: connection) }

    func publish(_ message: OutgoingMessage, sequence: Int, to room: RoomCode) {
        feeds?.publish(message, sequence: sequence, to: room)
    }

    func publishPresence(_ message: OutgoingMessage, to room: RoomCode) {
        feeds?.publishPresence(message, to: room)
    }

    func publishReaction(_ message: OutgoingMessage, to room: RoomCode) {
        feeds?.publishReaction(message, to: room)
    }

    func publishSnapshot(_ message: OutgoingMessage, sequence: Int, to room: RoomCode) {
        feeds?.publishSnapshot(message, sequence: sequence, to: room)
    }

    func end(_ room: RoomCode, with message: OutgoingMessage) { feeds?.end(room, with: message) }
}
