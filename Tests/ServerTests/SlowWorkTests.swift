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

    @Test("Of passwords and of searches for words 32 each may wait, and neither waits for the other")
    func queuesOfTheHub() {
        for isOfPasswords in [true, false] {
            let work = HubWork()
            let (full, other) = isOfPasswords ? (work.passwords, work.words) : (work.words, work.passwords)
            let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            for _ in 0..<32 { #expect(full.run { gate.wait() }) }
            #expect(!full.run {}, "32 wait")
            #expect(other.run { done.signal() })
            #expect(done.wait(timeout: .now() + 10) == .success, "while 32 of the others wait")
            for _ in 0..<32 { gate.signal() }
        }
    }
}
