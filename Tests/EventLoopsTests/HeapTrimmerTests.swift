import Synchronization
import Testing

@testable import EventLoops

@Suite("Trimming the heap", .timeLimit(.minutes(1)))
struct HeapTrimmerTests {
    @Test("Trimming is done once for all calls before it, and again after the next")
    func once() async {
        let (trims, continuation) = AsyncStream<Void>.makeStream()
        let count = Mutex(0)
        let trimmer = HeapTrimmer(pause: 50) {
            count.withLock { $0 += 1 }
            continuation.yield()
        }
        var iterator = trims.makeAsyncIterator()
        for _ in 0..<100 { trimmer.call() }
        await iterator.next()
        #expect(count.withLock { $0 } == 1)
        trimmer.call()
        await iterator.next()
        #expect(count.withLock { $0 } == 2)
    }

    @Test("Trimming runs once an eighth of the output bound was freed")
    func afterMuchWasFreed() async {
        let (trims, continuation) = AsyncStream<Void>.makeStream()
        let budget = OutputBudget(limit: 8_000, trimmer: HeapTrimmer(pause: 0) { continuation.yield() })
        let trim = Task {
            var iterator = trims.makeAsyncIterator()
            await iterator.next()
        }
        // Nothing is freed by what only comes.
        budget.move(by: 4_000)
        for _ in 0..<4 {
            budget.move(by: 300)
            budget.move(by: -300)
        }
        await trim.value
        #expect(budget.waiting == 4_000)
    }
}
