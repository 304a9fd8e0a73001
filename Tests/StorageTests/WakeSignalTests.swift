import Foundation
import StoredRows
import Synchronization
import TestKit
import Testing

@Suite struct WakeSignalTests {
    @Test("A signal that came before ends the next wait at once, and two of them end one")
    func before() {
        let signal = WakeSignal()
        signal.signal()
        signal.signal()
        #expect(signal.wait(milliseconds: 60_000))
        #expect(!signal.wait(milliseconds: 1))
    }

    @Test("A wait without a signal ends by itself, and the next signal is for the next wait")
    func timeOut() {
        let signal = WakeSignal()
        #expect(!signal.wait(milliseconds: 0))
        signal.signal()
        #expect(signal.wait(milliseconds: 60_000))
    }

    /// Some signals come in the moment in which the wait is given up: none may be lost, and nothing may crash.
    @Test("Signals of another thread are neither lost nor counted twice, whenever they come")
    func anyMoment() {
        let (signal, answer) = (WakeSignal(), WakeSignal())
        let count = FullRun.count(fast: 300, full: 3_000)
        let sent = Atomic(0)
        Thread.detachNewThread {
            for _ in 0..<count {
                sent.add(1, ordering: .relaxed)
                signal.signal()
                answer.wait(milliseconds: 60_000)
            }
        }
        var heard = 0
        while heard < count {
            // Not at all, for a moment, or until it comes.
            guard signal.wait(milliseconds: [0, 1, 60_000][heard % 3]) else { continue }
            heard += 1
            #expect(sent.load(ordering: .relaxed) == heard)
            answer.signal()
        }
        #expect(!signal.wait(milliseconds: 0))
    }
}
