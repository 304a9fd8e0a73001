/// Rankings that are to be read from storage: one at a time, as a long one takes seconds, and few at all.
struct BoardQueue {
    /// Rankings that wait at most for people who ask.
    static let bound = 8
    /// Of one network, the one that is being read included.
    static let perNetwork = 2

    private struct Entry {
        let key: BoardKey
        let client: ClientNetwork?
    }

    private var waiting: [Entry] = []
    private var reading: Entry?

    /// Whether one more may wait that a network asks for.
    func admits(_ client: ClientNetwork) -> Bool {
        let asked = (waiting + [reading].compactMap(\.self)).count { $0.client == client }
        return waiting.count < BoardQueue.bound && asked < BoardQueue.perNetwork
    }

    /// Has a ranking wait. What the server itself wants, for no `client`, goes before what people ask for.
    mutating func add(_ key: BoardKey, for client: ClientNetwork?) {
        waiting.insert(Entry(key: key, client: client), at: client == nil ? 0 : waiting.count)
    }

    /// The ranking to be read now; nil if none waits, or one is being read.
    mutating func next() -> BoardKey? {
        guard reading == nil, !waiting.isEmpty else { return nil }
        reading = waiting.removeFirst()
        return reading?.key
    }

    /// The ranking that was being read has been.
    mutating func done() {
        precondition(reading != nil, "one was being read")
        reading = nil
    }
}
