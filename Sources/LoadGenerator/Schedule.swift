/// The schedule of an open loop: when each guess is due, and whose it is. Every player guesses at the same pace, at a
/// phase drawn by chance. So the guesses of all come as irregularly as those of people do.
struct Schedule {
    /// ns from one guess of a player to the next.
    let interval: Double
    /// Players in the order of their phases.
    private let order: [(player: Int, phase: Double)]
    /// Guesses in all.
    let count: Int

    /// A schedule for `seconds` of load. `random` gives numbers from 0 up to 1.
    init(players: Int, rate: Double, seconds: Int, random: () -> Double) {
        precondition(players > 0 && rate >= 0)
        interval = rate > 0 ? Double(players) * 1e9 / rate : 0
        let interval = interval
        order = (0..<players).map { ($0, random() * interval) }.sorted { $0.1 < $1.1 }
        count = rate > 0 ? Int(rate * Double(seconds)) : 0
    }

    /// ns after the beginning.
    func due(_ index: Int) -> Int64 {
        Int64(Double(index / order.count) * interval + order[index % order.count].phase)
    }

    /// The player whose guess it is.
    func player(_ index: Int) -> Int { order[index % order.count].player }

    /// Guesses of each player.
    func guesses() -> [Int] {
        var guesses = [Int](repeating: count / order.count, count: order.count)
        for entry in order.prefix(count % order.count) { guesses[entry.player] += 1 }
        return guesses
    }
}
