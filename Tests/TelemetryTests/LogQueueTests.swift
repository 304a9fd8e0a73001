import Synchronization
import Telemetry
import Testing

/// Keeps scheduled work until the test runs it, as a stopped log reader would.
private final class HeldWork: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])
    func hold(_ item: @escaping @Sendable () -> Void) { work.withLock { $0.append(item) } }
    var count: Int { work.withLock { $0.count } }
    func run() {
        let items = work.withLock { held in
            defer { held = [] }
            return held
        }
        for item in items { item() }
    }
}

@Suite struct LogQueueTests {
    private let held = HeldWork()
    private let collector = LineCollector()

    private func queue(capacity: Int) -> LogQueue {
        LogQueue(
            capacity: capacity, schedule: { [held] in held.hold($0) }, loss: { "\($0) lost" },
            write: { [collector] in collector.append($0) })
    }

    @Test("Lines are written in order, with one wake-up for many")
    func writesInOrderWithOneWakeUpForManyLines() {
        let queue = queue(capacity: 10)
        for line in ["a", "b", "c"] { queue.submit(line) }
        #expect(collector.all.isEmpty && held.count == 1)
        held.run()
        #expect(collector.all == ["a", "b", "c"])
        queue.submit("d")
        held.run()
        #expect(collector.all == ["a", "b", "c", "d"])
    }

    @Test("Lines beyond the bound are dropped and counted in the log")
    func dropsAtItsBoundAndSaysSo() {
        let queue = queue(capacity: 2)
        for line in ["a", "b", "c", "d"] { queue.submit(line) }
        held.run()
        #expect(collector.all == ["a", "b", "2 lost"])
        queue.submit("e")
        held.run()
        #expect(collector.all.last == "e" && collector.all.count == 4)
    }

    @Test("A line that arrives during writing is written")
    func writesWhatArrivesWhileItWrites() {
        let box = Mutex<LogQueue?>(nil)
        let lines = collector
        let queue = LogQueue(capacity: 4, schedule: { [held] in held.hold($0) }, loss: { "\($0) lost" }) { line in
            lines.append(line)
            if line == "first" { box.withLock { $0 }?.submit("second") }
        }
        box.withLock { $0 = queue }
        // The queue has its `write`, and that has the queue.
        defer { box.withLock { $0 = nil } }
        queue.submit("first")
        held.run()
        #expect(lines.all == ["first", "second"])
        #expect(held.count == 0, "a draining queue needs no second wake-up")
    }

    @Test("No line of any thread is lost")
    func losesNothingBetweenThreads() async {
        let queue = queue(capacity: 100_000)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for line in 0..<1000 { queue.submit("\(task) \(line)") } }
            }
        }
        held.run()
        #expect(collector.all.count == 8000)
        #expect(collector.all.filter { $0.hasPrefix("3 ") } == (0..<1000).map { "3 \($0)" })
    }
}
