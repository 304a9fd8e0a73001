import Synchronization

/// When the guesses of a room's players were due, for listeners on another loop.
final class DueTimes: Sendable {
    private let byRow = Mutex<[Int: [Int64]]>([:])

    /// The next guess of a seat was due at `due`, in ns. Told before the guess is sent.
    func set(_ due: Int64, seat: Int, row: Int) {
        byRow.withLock { byRow in
            // A refused guess gives its row to the next one.
            let before = byRow[seat, default: []].prefix(row)
            byRow[seat] = before + [due]
        }
    }

    /// When the guess of a row was due; nil if it is none of ours.
    func due(seat: Int, row: Int) -> Int64? {
        byRow.withLock { byRow in
            guard let rows = byRow[seat], rows.indices.contains(row) else { return nil }
            return rows[row]
        }
    }
}
