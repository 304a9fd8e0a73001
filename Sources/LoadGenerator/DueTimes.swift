import Synchronization

/// When the guesses of a room's players were due, for listeners on another loop.
final class DueTimes: Sendable {
    /// An accepted guess, as all listeners should have been told of it.
    struct Told: Equatable, Sendable {
        /// The sequence number of the guess's event.
        let sequence: Int
        let seat: Int
        let row: Int
        /// When it was due, in ns.
        let due: Int64
    }

    private struct State {
        var byRow: [Int: [Int64]] = [:]
        /// The events that were told, by number.
        var told: [Told] = []
    }

    private let state = Mutex(State())

    /// The next guess of a seat was due at `due`, in ns. Told before the guess is sent.
    func set(_ due: Int64, seat: Int, row: Int) {
        state.withLock { state in
            // A refused guess gives its row to the next one.
            let before = state.byRow[seat, default: []].prefix(row)
            state.byRow[seat] = before + [due]
        }
    }

    /// When the guess of a row was due; nil if it is none of ours.
    func due(seat: Int, row: Int) -> Int64? {
        state.withLock { state in
            guard let rows = state.byRow[seat], rows.indices.contains(row) else { return nil }
            return rows[row]
        }
    }

    /// The first listener was told of a guess. In the order of the events' numbers.
    func tell(_ guess: Told) { state.withLock { $0.told.append(guess) } }

    /// The guesses among the events of these numbers, so far as anybody was told of them.
    func told(in events: Range<Int>) -> [Told] {
        state.withLock { state in
            var (low, high) = (0, state.told.count)
            while low < high {
                let middle = (low + high) / 2
                if state.told[middle].sequence < events.lowerBound { low = middle + 1 } else { high = middle }
            }
            return Array(state.told[low...].prefix { $0.sequence < events.upperBound })
        }
    }
}
