import Dispatch
import Synchronization
import Testing

@testable import EventLoops

@Suite("Mail between shards", .timeLimit(.minutes(1)))
struct MailboxTests {
    private let shards: ShardGroup
    private let received = Received()

    /// Mail that came, on the shard that it was for.
    private final class Received: Sendable {
        private let batches = Mutex<[[Int]]>([])
        func add(_ batch: [Int]) { batches.withLock { $0.append(batch) } }
        var all: [[Int]] { batches.withLock { $0 } }
    }

    init() throws { shards = try ShardGroup(count: 2) }

    /// Runs work on a shard and waits for it.
    private func on(_ index: Int, _ work: @escaping @Sendable (EventLoop) -> Void) async {
        await withCheckedContinuation { continuation in
            shards.shards[index].execute { loop in
                work(loop)
                continuation.resume()
            }
        }
    }

    /// A mailbox from the first shard to the second, kept on the first.
    private func makeBox() async {
        await on(0) { [target = shards.shards[1], received] loop in
            loop.attachment = Mailbox<Int>(of: loop, to: target) { batch, _ in
                var mail: [Int] = []
                mail += batch.mail
                received.add(mail)
                _ = batch.handled()
            }
        }
    }

    private static func box(_ loop: EventLoop) -> Mailbox<Int>? { loop.attachment as? Mailbox<Int> }

    private static func batches(_ loop: EventLoop) -> Int? { box(loop)?.load.batchCount.load(ordering: .relaxed) }

    @Test("A turn's mail is one message, and order holds within and across turns")
    func oneMessageATurn() async {
        await makeBox()
        let turns = 100
        for turn in 0..<turns {
            await on(0) { loop in
                for number in 0..<50 { Self.box(loop)?.put(turn * 50 + number, cost: 8) }
            }
        }
        // The last turn ends after its work has told us.
        await on(0) { _ in }
        await on(1) { _ in }
        #expect(received.all.count == turns)
        #expect(received.all.flatMap { $0 } == Array(0..<turns * 50))
        await on(0) { loop in
            #expect(Self.batches(loop) == turns)
            #expect(Self.box(loop)?.waitingCost == 0)
        }
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("A turn without mail sends no message")
    func noMail() async {
        await makeBox()
        for _ in 0..<10 { await on(0) { _ in } }
        await on(0) { #expect(Self.batches($0) == 0) }
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("Mail counts as waiting until it is handled, and a waiter is told then")
    func load() async {
        let isBlocked = DispatchSemaphore(value: 0)
        let wasAsked = Mutex<[Bool]>([])
        await on(0) { [target = shards.shards[1]] loop in
            loop.attachment = Mailbox<Int>(of: loop, to: target) { batch, _ in
                isBlocked.wait()
                let isAwaited = batch.handled()
                wasAsked.withLock { $0.append(isAwaited) }
            }
        }
        await on(0) { loop in
            #expect(Self.box(loop)?.awaitHandling() == false, "there is none")
            Self.box(loop)?.put(1, cost: 100)
            #expect(Self.box(loop)?.waitingCost == 100)
            #expect(Self.box(loop)?.awaitHandling() == true)
        }
        await on(0) { loop in
            #expect(Self.box(loop)?.waitingCost == 100)
            Self.box(loop)?.put(2, cost: 10)
            #expect(Self.box(loop)?.waitingCost == 110)
        }
        isBlocked.signal()
        isBlocked.signal()
        await on(0) { _ in }
        await on(1) { _ in }
        await on(0) { #expect(Self.box($0)?.waitingCost == 0) }
        #expect(wasAsked.withLock { $0 } == [true, false])
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("Mail within a shard is delivered while it is put in, and waits until it is handled")
    func within() async {
        await on(0) { loop in
            var receipts: [MailReceipt] = []
            var mail: [Int] = []
            let box = Mailbox<Int> {
                mail.append($0)
                receipts.append($1)
            }
            for number in 1...3 {
                box.put(number, cost: 10)
                #expect(mail.last == number && box.waitingCost == 10 * number)
            }
            #expect(box.awaitHandling())
            #expect(receipts.map { $0.handled() } == [true, false, false])
            #expect(box.waitingCost == 0 && !box.awaitHandling())
            box.turnEnded()
            #expect(mail == [1, 2, 3])
        }
        await shards.stop(graceMilliseconds: 1_000)
    }
}
