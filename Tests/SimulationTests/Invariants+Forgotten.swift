import GameRules
import Rooms

@testable import Storage

// What must hold of rooms that the server deletes because nothing happens there.
extension Invariants {
    /// A room has been deleted: it was closed, and before that nothing had happened there today or yesterday.
    func checkForgotten(_ code: String, _ state: RoomState, _ events: [LoggedEvent]) {
        guard state.door.isClosed else { return simulation.violated("\(code) was deleted and open") }
        let last = events.last { if case .closed = $0.event { false } else { true } }
        let yesterday = simulation.today.day.advanced(by: -1)
        // A server that was busy, or away, began a day after the calendar did.
        let begin = simulation.storage.stored.days[yesterday] ?? simulation.start(of: yesterday)
        if let last, last.time >= begin {
            simulation.violated("\(code) was deleted, and something had happened there at \(last.time)")
        }
    }
}
