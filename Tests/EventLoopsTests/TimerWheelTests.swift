import TestKit
import Testing

@testable import EventLoops

@Suite("The timer wheel")
struct TimerWheelTests {
    @Test(
        "The wheel fires what a sorted list would, never early and at most one tick late",
        arguments: 1...20 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) {
        var draws = Chunker.Draws(seed: seed &* 977)
        var now: Int64 = 12_345
        var wheel = TimerWheel<Int>(now: now, tickLength: 10, slots: 64)
        var waiting: [Int: (deadline: Int64, token: TimerWheel<Int>.Token)] = [:]
        for number in 0..<2_000 {
            switch draws.next() % 4 {
            case 0, 1:
                let deadline = now + Int64(draws.next() % 2_000)
                waiting[number] = (deadline, wheel.schedule(number, at: deadline))
            case 2:
                if let victim = waiting.keys.sorted().randomElement(using: &draws),
                    let entry = waiting.removeValue(forKey: victim)
                {
                    let first = wheel.cancel(entry.token)
                    let second = wheel.cancel(entry.token)
                    #expect(first && !second)
                }
            default:
                now += Int64(draws.next() % (draws.next() % 50 == 0 ? 5_000 : 40))
                while let fired = wheel.nextDue(now: now) {
                    let entry = waiting.removeValue(forKey: fired)
                    #expect(entry.map { $0.deadline <= now } == true, "early, or fired twice")
                }
                #expect(waiting.values.allSatisfy { $0.deadline > now - 20 }, "late")
            }
            #expect(wheel.count == waiting.count)
            // A wheel that names no time sleeps for ever.
            if let first = waiting.values.map(\.deadline).min() {
                #expect(wheel.wakeUp.map { $0 <= first + 20 } == true, "asleep while timers wait, or for too long")
            } else {
                #expect(wheel.wakeUp == nil)
            }
        }
    }

    #if DEBUG
        @Test("Each of 100,000 timers is visited once per turn of the wheel that it waits")
        func constantWork() {
            let turn: Int64 = 10 * 4_096
            var wheel = TimerWheel<Int>(now: 0)
            var draws = Chunker.Draws(seed: 5)
            let tokens = (0..<100_000).map { wheel.schedule($0, at: Int64(draws.next() % UInt64(3 * turn))) }
            for token in tokens.enumerated() where token.offset % 2 == 0 { wheel.cancel(token.element) }
            let left = wheel.count
            var fired = 0
            for now in stride(from: 0, through: 3 * turn + 10, by: 10) {
                while wheel.nextDue(now: now) != nil { fired += 1 }
            }
            #expect(fired == left && wheel.count == 0)
            // The mean wait is one turn and a half.
            #expect(wheel.lookCount <= 2 * left + left / 10, "\(wheel.lookCount) for \(left)")
            #expect(wheel.lookCount >= left)
        }
    #endif
}
