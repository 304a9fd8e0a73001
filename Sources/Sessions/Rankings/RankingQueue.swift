/// A queue of rankings to read from storage. One is read at a time, as a long one takes seconds.
struct RankingQueue {
    /// The maximum number of rankings that wait for clients.
    static let bound = 8
    /// The maximum number of rankings of one network, including the one being read.
    static let perNetwork = 2

    private struct Entry {
        let key: RankingID
        let client: ClientNetwork?
    }

    private var waiting: [Entry] = []
    private var reading: Entry?

    /// Whether a network may queue one more ranking.
    func admits(_ client: ClientNetwork) -> Bool {
        let asked = (waiting + [reading].compactMap(\.self)).count { $0.client == client }
        return waiting.count < RankingQueue.bound && asked < RankingQueue.perNetwork
    }

    /// Queues a ranking. Rankings for the server itself, without a `client`, go before those of clients.
    mutating func add(_ key: RankingID, for client: ClientNetwork?) {
        waiting.insert(Entry(key: key, client: client), at: client == nil ? 0 : waiting.count)
    }

    /// Takes the next ranking to read; nil if none waits or one is being read.
    mutating func next() -> RankingID? {
        guard reading == nil, !waiting.isEmpty else { return nil }
        reading = waiting.removeFirst()
        return reading?.key
    }

    /// Ends the read under way.
    mutating func done() {
        precondition(reading != nil, "one was being read")
        reading = nil
    }
}
