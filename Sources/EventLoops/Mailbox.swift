import Synchronization

/// An object with work for the end of every turn of a loop, when all output is sent.
package protocol TurnEnd: AnyObject {
    /// The turn has ended. Must not write to connections: that would wait for the next turn.
    func turnEnded()
}

/// Mail from one shard to another, or to whoever handles such mail on the sender's own shard. Belongs to the sender's
/// loop.
///
/// What is put in for another shard during a turn goes over at its end in one message, in order. What is for the own
/// shard is delivered at once.
package final class Mailbox<Mail: Sendable>: TurnEnd {
    private enum Way {
        case over(to: Shard, deliver: @Sendable (MailBatch<Mail>, EventLoop) -> Void)
        case within(deliver: (Mail, MailReceipt) -> Void)
    }

    /// The mail under way, visible to both sides.
    package let load = MailLoad()
    private let way: Way
    private var gathered: [Mail] = []
    private var cost = 0

    /// A mailbox of `loop`, which empties it from now on at the end of its turns. `deliver` gets a turn's mail, on the
    /// target shard.
    package init(
        of loop: EventLoop, to target: Shard, deliver: @escaping @Sendable (MailBatch<Mail>, EventLoop) -> Void
    ) {
        way = .over(to: target, deliver: deliver)
        loop.turnEnds.append(self)
    }

    /// A mailbox to the sender's own shard. `deliver` gets each piece of mail while it is put in, with its receipt. It
    /// gets no batches: making one costs a guess too much (docs/decisions/001-one-hub.md).
    package init(within deliver: @escaping (Mail, MailReceipt) -> Void) { way = .within(deliver: deliver) }

    /// Adds mail to this turn's, or delivers it on the own shard. `cost` is about the bytes of memory that it holds.
    package func put(_ mail: Mail, cost: Int) {
        switch way {
        case .over:
            gathered.append(mail)
            self.cost += cost
        case .within(let deliver):
            load.handedOver(cost)
            deliver(mail, MailReceipt(cost: cost, load: load))
        }
    }

    /// Bytes of memory that mail holds which was put in and not handled yet.
    package var waitingCost: Int { cost + load.cost }

    /// The sender wants to be told when mail has been handled (``MailReceipt/handled()``). Answers false if there is
    /// none, so that nobody would.
    package func awaitHandling() -> Bool { load.awaitHandling() || !gathered.isEmpty }

    package func turnEnded() {
        switch way {
        case .over(let target, let deliver):
            guard !gathered.isEmpty else { return }
            let batch = MailBatch(gathered, MailReceipt(cost: cost, load: load))
            load.handedOver(cost)
            gathered = []
            cost = 0
            target.execute { loop in deliver(batch, loop) }
        case .within: break
        }
    }
}

/// The mail of one turn.
package struct MailBatch<Mail: Sendable>: Sendable {
    /// The pieces, in the order in which they were put in.
    package let mail: [Mail]
    /// Says that all of it has been handled.
    package let receipt: MailReceipt

    package init(_ mail: [Mail], _ receipt: MailReceipt) {
        self.mail = mail
        self.receipt = receipt
    }

    /// Says that this mail has been handled, once. Answers whether the sender waits to be told so.
    package func handled() -> Bool { receipt.handled() }
}

/// Says that mail has been handled, which it need not hold for that.
package struct MailReceipt: Sendable {
    fileprivate let cost: Int
    fileprivate let load: MailLoad

    /// Says so, once. Answers whether the sender waits to be told.
    package func handled() -> Bool { load.handled(cost) }
}

/// The mail under way from a sender to a receiver.
package final class MailLoad: Sendable {
    private let waiting = Atomic<Int>(0)
    /// Batches handed over so far; by this a test sees that a turn's mail is one.
    let batchCount = Atomic<Int>(0)
    private let senderWaits = Atomic<Bool>(false)

    /// Bytes handed over and not handled.
    package var cost: Int { waiting.load(ordering: .sequentiallyConsistent) }

    fileprivate func handedOver(_ cost: Int) {
        waiting.add(cost, ordering: .sequentiallyConsistent)
        batchCount.add(1, ordering: .relaxed)
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
