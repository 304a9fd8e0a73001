import Rooms

@testable import Storage

/// A failure costs only those whom it concerns. Whoever is asked to resync sees a room that has lost something, unless
/// the disk is broken, which concerns all.
struct ResyncWatch {
    /// Rooms that somebody was asked to come into again since the server began.
    private var rooms: Set<RoomID> = []

    /// Somebody is asked to come into a room again.
    mutating func told(_ room: RoomID?) {
        if let room { rooms.insert(room) }
    }

    /// Returns the fault of the resyncs, once storage has answered for everything; nil if there is none. It ignores
    /// worlds whose disk broke. Half of all worlds have a disk that only refuses single transactions.
    func fault(after failures: [(transaction: Transaction, error: StorageError)]) -> String? {
        var concerned: Set<RoomID> = []
        for failure in failures {
            if case .unavailable = failure.error { return nil }
            for write in failure.transaction.writes {
                switch write {
                case .appendEvent(let id, _), .abandonSeat(_, let id, _), .forgetRoom(let id, _): concerned.insert(id)
                case .createRoom(let record): concerned.insert(record.id)
                case .createPlayer, .renamePlayer, .resetName, .setBan, .noteVisit, .endSessions, .deletePlayer,
                    .renameInLogs, .pinPuzzle, .unpinPuzzle, .publishPuzzle, .beginDay, .openGame, .appendMove,
                    .endGame, .setHardMode, .forgetGame, .noteAct, .announce, .leaveOut, .bringBack, .countRefused:
                    break
                }
            }
        }
        return rooms.subtracting(concerned).first.map { "a resync of room \($0.number), which has lost nothing" }
    }
}
