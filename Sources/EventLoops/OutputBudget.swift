import Synchronization

/// The bound on the memory that waits for peers, over all connections of a group of shards. It counts output that
/// sockets do not take, and input that cannot be handled yet or has come in part. Beyond the bound the connections with
/// the most are cut.
///
/// Shards tell it at least once a turn what has changed. Sent bytes that the kernel still holds are not counted. A
/// message that waits for many connections is counted for each, though its bytes are shared.
package final class OutputBudget: Sendable {
    /// Bytes.
    package let limit: Int
    private let total = Atomic<Int>(0)
    /// Bytes that were given back since the heap was trimmed.
    private let freed = Atomic<Int>(0)
    private let trimmer: HeapTrimmer
    private let isCalling = Atomic<Bool>(false)
    /// Gives each shard a turn.
    private let calls = Mutex<[@Sendable () -> Void]>([])

    init(limit: Int, trimmer: HeapTrimmer = HeapTrimmer()) {
        precondition(limit > 0)
        self.limit = limit
        self.trimmer = trimmer
    }

    /// Bytes of memory.
    package var waiting: Int { total.load(ordering: .relaxed) }

    /// Near the bound: what can be left out should be.
    package var isScarce: Bool { waiting > limit / 4 * 3 }

    /// Down to here connections are cut once the bound is passed, so that it is not passed again at once.
    var target: Int { limit / 8 * 7 }

    /// The fair share of one shard in bytes while the bound is passed. At least one shard then holds more than its
    /// share.
    var share: Int { calls.withLock { limit / max(1, $0.count) } }

    /// The shards that share it. Not held: they hold it.
    func connect(_ shards: [Shard]) {
        let calls = shards.map { shard in { @Sendable [weak shard] in shard?.execute { _ in } ?? () } }
        self.calls.withLock { $0 = calls }
    }

    func move(by change: Int) {
        if change < 0, freed.subtract(change, ordering: .relaxed).newValue > limit / 8 {
            freed.store(0, ordering: .relaxed)
            trimmer.call()
        }
        if total.add(change, ordering: .relaxed).newValue <= target { isCalling.store(false, ordering: .relaxed) }
    }

    /// Has every shard look whether it is the one that holds too much; not again until that has helped.
    func call() {
        guard !isCalling.exchange(true, ordering: .relaxed) else { return }
        for call in calls.withLock({ $0 }) { call() }
    }
}

/// The waiting memory of one shard.
final class OutputLedger {
    /// Bytes of memory that wait for its connections: backlogs, records of TLS, input that is kept or has come in part.
    var waiting = 0
    /// The part of `waiting` that was reported to the budget, in bytes.
    var told = 0

    var untold: Int { waiting - told }
}

extension Connection {
    /// Bytes of memory that wait for the peer to read, or to go on.
    var waitingMemory: Int {
        (backlog?.memory ?? 0) + (tls?.unsentCount ?? 0) + (carried?.memory ?? 0) + unfinishedInput
    }
}

extension EventLoop {
    /// The bound that this loop shares with others.
    package var outputBudget: OutputBudget { budget }

    /// Bytes more that may wait before the budget is told in the midst of a turn.
    private static var toldEvery: Int { 1 << 20 }

    /// Settles output if much has come to wait since the budget was told. Within one turn thousands can be written to.
    func settleMuchOutput() {
        if ledger.untold > EventLoop.toldEvery { settleOutput() }
    }

    /// Tells the budget how much waits; beyond its bound, ends the connections for which the most waits. Their handlers
    /// are told at the end of the turn. Answers whether there are such.
    @discardableResult
    func settleOutput() -> Bool {
        if ledger.untold != 0 { tellBudget() }
        guard ledger.waiting > 0, budget.waiting > budget.limit else { return false }
        let share = budget.share
        guard ledger.waiting > share else {
            budget.call()
            return false
        }
        var excess = min(budget.waiting - budget.target, ledger.waiting - share / 8 * 7)
        var isCut = false
        let slow = slots.all.lazy.map { ($0, $0.waitingMemory) }.filter { $0.1 > 0 }
        for (connection, memory) in slow.sorted(by: { $0.1 > $1.1 }) where excess > 0 {
            excess -= memory
            end(connection, .outputBudget)
            isCut = true
        }
        tellBudget()
        return isCut
    }

    private func tellBudget() {
        budget.move(by: ledger.untold)
        ledger.told = ledger.waiting
    }
}
