import Foundation
import Rooms
import Storage

/// The stored form of a room's events: the JSON that `RoomEvent` defines, keys sorted, so that equal events are equal
/// text.
package enum StoredEvent {
    /// One for all events: to make one costs more than to encode.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
    private static let decoder = JSONDecoder()

    /// The stored form of an event.
    package static func json(_ event: RoomEvent) -> String {
        if let text = event.storedText { return text }
        do {
            return String(decoding: try encoder.encode(event), as: UTF8.self)
        } catch {
            preconditionFailure("every room event has a JSON form: \(error)")
        }
    }

    /// Reads the stored form of an event.
    package static func event(_ json: String) throws(StorageError) -> RoomEvent {
        let event: RoomEvent
        do {
            event = try decoder.decode(RoomEvent.self, from: Data(json.utf8))
        } catch {
            throw .corrupt("no room event: \(json): \(error)")
        }
        guard event.isInRange else { throw .corrupt("no room event, for a number in it: \(json)") }
        return event
    }

    /// The kinds of events with one of these bearings, as SQL lists them.
    package static func kinds(_ bearings: RoomEvent.Kind.Bearing...) -> String {
        RoomEvent.Kind.allCases.filter { bearings.contains($0.bearing) }.map { "'\($0.rawValue)'" }
            .joined(separator: ", ")
    }
}
