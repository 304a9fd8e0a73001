import Dispatch
import Testing

@testable import Server

@Suite("Slow work")
struct SlowWorkTests {
    @Test("Slow work above the capacity is refused until earlier work is done")
    func takesAsMuchAsMayWait() {
        let work = SlowWork(capacity: 2)
        let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<2 {
            #expect(
                work.run {
                    gate.wait()
                    done.signal()
                })
        }
        #expect(!work.run { done.signal() }, "two are under way")
        for _ in 0..<2 { gate.signal() }
        for _ in 0..<2 { #expect(done.wait(timeout: .now() + 10) == .success) }
        // The count falls just after a piece of work has ended.
        var isTaken = false
        for _ in 0..<10_000 where !isTaken {
            isTaken = work.run { done.signal() }
            if !isTaken { DispatchQueue.global().sync {} }
        }
        #expect(isTaken)
        #expect(done.wait(timeout: .now() + 10) == .success)
    }

    @Test("Of passwords and of searches for words 32 each may wait, of names 256, and none waits for another")
    func queuesOfTheHub() {
        for full in 0..<3 {
            let work = HubWork()
            let queues = [work.passwords, work.words, work.names]
            let count = [32, 32, 256][full]
            let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            for _ in 0..<count { #expect(queues[full].run { gate.wait() }) }
            #expect(!queues[full].run {}, "\(count) wait")
            for (other, queue) in queues.enumerated() where other != full {
                #expect(queue.run { done.signal() })
                #expect(done.wait(timeout: .now() + 10) == .success, "while others wait")
            }
            for _ in 0..<count { gate.signal() }
        }
    }
}
