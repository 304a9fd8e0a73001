import Synchronization

/// The bound on the bytes that wait to be sent over all connections of a group of shards. Beyond it those connections are cut
/// for which the most waits.
///
/// Shards tell it once a turn what has changed. What the kernel holds of what was sent is not counted; a message that waits
/// for many is counted for each, though its bytes are shared.
package final class OutputBudget: Sendable {
    /// Bytes.
    package let limit: Int
    private let total = Atomic<Int>(0)
    private let isCalling = Atomic<Bool>(false)
    /// Gives each shard a turn.
    private let calls = Mutex<[@Sendable () -> Void]>([])

    init(limit: Int) {
        precondition(limit > 0)
        self.limit = limit
    }

    /// Bytes that wait.
    package var waiting: Int { total.load(ordering: .relaxed) }

    /// Near the bound: what can be left out should be.
    package var isScarce: Bool { waiting > limit / 4 * 3 }

    /// Down to here connections are cut once the bound is passed, so that it is not passed again at once.
    var target: Int { limit / 8 * 7 }

    /// What one shard may hold, of those that are, while the bound is passed: one of them always holds more.
    var share: Int { calls.withLock { limit / max(1, $0.count) } }

    /// The shards that share it. Not held: they hold it.
    func connect(_ shards: [Shard]) {
        let calls = shards.map { shard in { @Sendable [weak shard] in shard?.execute { _ in } ?? () } }
        self.calls.withLock { $0 = calls }
    }

    func move(by change: Int) {
        if total.add(change, ordering: .relaxed).newValue <= target { isCalling.store(false, ordering: .relaxed) }
    }

    /// Has every shard look whether it is the one that holds too much; not again until that has helped.
    func call() {
        guard !isCalling.exchange(true, ordering: .relaxed) else { return }
        for call in calls.withLock({ $0 }) { call() }
    }
}

/// Bytes that wait on one shard.
final class OutputLedger {
    /// In the backlogs of its connections, and in their records of TLS.
    var waiting = 0
    /// What the budget has been told.
    var told = 0
}

extension EventLoop {
    /// The bound that this loop shares with others.
    package var outputBudget: OutputBudget { budget }

    /// Tells the budget how much waits; beyond its bound, ends the connections for which the most waits. Their handlers are
    /// told at the end of the turn. Answers whether there are such.
    @discardableResult
    func settleOutput() -> Bool {
        if ledger.waiting != ledger.told { tellBudget() }
        guard ledger.waiting > 0, budget.waiting > budget.limit else { return false }
        let share = budget.share
        guard ledger.waiting > share else {
            budget.call()
            return false
        }
        var excess = min(budget.waiting - budget.target, ledger.waiting - share / 8 * 7)
        let slow = slots.all.filter { $0.queuedBytes > 0 }
        var isCut = false
        for connection in slow.sorted(by: { $0.queuedBytes > $1.queuedBytes }) where excess > 0 {
            excess -= connection.queuedBytes
            end(connection, .outputBudget)
            isCut = true
        }
        tellBudget()
        return isCut
    }

    private func tellBudget() {
        budget.move(by: ledger.waiting - ledger.told)
        ledger.told = ledger.waiting
    }
}
