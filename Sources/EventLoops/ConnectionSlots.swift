/// The connections of a loop by number. A number is reused only after the batch of events in which it became free, and
/// with another generation. So an event that was fetched before its connection ended finds no connection.
struct ConnectionSlots {
    private var connections: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [UInt32] = []
    /// Freed in this batch.
    private var graveyard: [UInt32] = []
    /// Connections held.
    private(set) var count = 0

    /// All connections, in no order.
    var all: [Connection] { connections.compactMap { $0 } }

    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        let slot: UInt32
        if let free = free.popLast() {
            slot = free
        } else {
            slot = UInt32(connections.count)
            connections.append(nil)
            generations.append(0)
        }
        let connection = make(ConnectionID(slot: slot, generation: generations[Int(slot)]))
        connections[Int(slot)] = connection
        count += 1
        return connection
    }

    mutating func remove(_ id: ConnectionID) {
        precondition(connection(token: id.token) != nil)
        connections[Int(id.slot)] = nil
        generations[Int(id.slot)] &+= 1
        graveyard.append(id.slot)
        count -= 1
    }

    func connection(token: UInt64) -> Connection? {
        let slot = Int(UInt32(truncatingIfNeeded: token))
        guard slot < connections.count, generations[slot] == UInt32(token >> 32) else { return nil }
        return connections[slot]
    }

    /// No event of the last batch is left.
    mutating func endBatch() {
        guard !graveyard.isEmpty else { return }
        free.append(contentsOf: graveyard)
        graveyard.removeAll(keepingCapacity: true)
    }
}
