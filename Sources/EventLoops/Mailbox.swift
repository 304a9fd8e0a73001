import Synchronization

/// An object with work for the end of every turn of a loop, when all output is sent.
package protocol TurnEnd: AnyObject {
    /// The turn has ended. Must not write to connections: that would wait for the next turn.
    func turnEnded()
    /// Messages to other shards so far.
    var batchCount: Int { get }
}

/// Mail from one shard to another: what is put in during a turn goes over at its end in one message, in order. Belongs
/// to the sender's loop.
package final class Mailbox<Mail: Sendable>: TurnEnd {
    /// The mail under way, visible to both sides.
    package let load = MailLoad()
    private let target: Shard
    private let deliver: @Sendable (MailBatch<Mail>, EventLoop) -> Void
    private var gathered: [Mail] = []
    private var cost = 0

    /// A mailbox of `loop`, which empties it from now on at the end of its turns. `deliver` gets a turn's mail, on the
    /// target shard.
    package init(
        of loop: EventLoop, to target: Shard, deliver: @escaping @Sendable (MailBatch<Mail>, EventLoop) -> Void
    ) {
        self.target = target
        self.deliver = deliver
        loop.turnEnds.append(self)
    }

    /// Adds mail to this turn's. `cost` is about the bytes of memory that it holds.
    package func put(_ mail: Mail, cost: Int) {
        gathered.append(mail)
        self.cost += cost
    }

    package var batchCount: Int { load.batchCount }

    /// Bytes of memory that mail holds which was put in and not handled yet.
    package var waitingCost: Int { cost + load.cost }

    /// The sender wants to be told when mail has been handled (``MailBatch/handled()``). Answers false if there is
    /// none, so that nobody would.
    package func awaitHandling() -> Bool { load.awaitHandling() || !gathered.isEmpty }

    package func turnEnded() {
        guard !gathered.isEmpty else { return }
        let batch = MailBatch(mail: gathered, cost: cost, load: load)
        load.handedOver(cost)
        gathered = []
        cost = 0
        target.execute { [deliver] loop in deliver(batch, loop) }
    }
}

/// The mail of one turn.
package struct MailBatch<Mail: Sendable>: Sendable {
    /// In the order in which it was put in.
    package let mail: [Mail]
    fileprivate let cost: Int
    fileprivate let load: MailLoad

    /// Says that this mail has been handled, once. Answers whether the sender waits to be told so.
    package func handled() -> Bool { load.handled(cost) }
}

/// The mail under way between two shards.
package final class MailLoad: Sendable {
    private let waiting = Atomic<Int>(0)
    private let batches = Atomic<Int>(0)
    private let senderWaits = Atomic<Bool>(false)

    /// Bytes handed over and not handled.
    package var cost: Int { waiting.load(ordering: .sequentiallyConsistent) }

    /// Messages between the two shards so far: one for each turn that had mail.
    package var batchCount: Int { batches.load(ordering: .relaxed) }

    fileprivate func handedOver(_ cost: Int) {
        waiting.add(cost, ordering: .sequentiallyConsistent)
        batches.add(1, ordering: .relaxed)
    }

    fileprivate func handled(_ cost: Int) -> Bool {
        waiting.subtract(cost, ordering: .sequentiallyConsistent)
        return senderWaits.exchange(false, ordering: .sequentiallyConsistent)
    }

    fileprivate func awaitHandling() -> Bool {
        // In this order, while the receiver first takes from the cost and then looks here: one of both sees the other.
        senderWaits.store(true, ordering: .sequentiallyConsistent)
        return cost > 0
    }
}

extension EventLoop {
    /// Messages to other shards so far: one for each turn that had mail for one of them.
    package var mailCount: Int { turnEnds.reduce(0) { $0 + $1.batchCount } }
}
