import Testing

@testable import tilerace_echo

@Suite("When broadcasts leave")
struct FlushPacerTests {
    private static let millisecond: Int64 = 1_000_000

    /// A flush at once that takes so many ms, ending at the returned time.
    private static func flush(_ pacer: inout FlushPacer, at start: Int64, milliseconds: Int64) -> Int64 {
        pacer.flushBegins(at: start)
        let end = start + milliseconds * millisecond
        pacer.flushEnds(at: end)
        return end
    }

    @Test("A message leaves at once when none was sent before, or long ago")
    func rare() {
        var pacer = FlushPacer(longestPause: 10)
        var now: Int64 = 0
        for _ in 0..<5 {
            #expect(pacer.departure(ofMessageAt: now) == .now)
            now = Self.flush(&pacer, at: now, milliseconds: 4) + 4 * Self.millisecond
        }
    }

    @Test("Messages after a flush wait as long as the flush took, and leave together")
    func pause() {
        var pacer = FlushPacer(longestPause: 10)
        #expect(pacer.departure(ofMessageAt: 0) == .now)
        let end = Self.flush(&pacer, at: 0, milliseconds: 6)
        let due = end + 6 * Self.millisecond
        #expect(pacer.departure(ofMessageAt: end) == .later(at: due))
        #expect(pacer.departure(ofMessageAt: end + 1) == .withWaiting)
        #expect(pacer.departure(ofMessageAt: due - 1) == .withWaiting)
        let second = Self.flush(&pacer, at: due, milliseconds: 6)
        #expect(pacer.departure(ofMessageAt: second + 1) == .later(at: second + 6 * Self.millisecond))
    }

    @Test("A pause has a maximum length, and too short a pause is left out")
    func bounds() {
        var pacer = FlushPacer(longestPause: 10)
        _ = pacer.departure(ofMessageAt: 0)
        var end = Self.flush(&pacer, at: 0, milliseconds: 80)
        #expect(pacer.departure(ofMessageAt: end) == .later(at: end + 10 * Self.millisecond))
        _ = pacer.departure(ofMessageAt: end)
        end = Self.flush(&pacer, at: end, milliseconds: 0)
        #expect(pacer.departure(ofMessageAt: end) == .now)
    }

    @Test("A message during a flush is sent with it, also with an early flush")
    func duringFlush() {
        var pacer = FlushPacer(longestPause: 10)
        _ = pacer.departure(ofMessageAt: 0)
        let end = Self.flush(&pacer, at: 0, milliseconds: 6)
        #expect(pacer.departure(ofMessageAt: end) == .later(at: end + 6 * Self.millisecond))
        // Somebody has joined: what waited goes now, and nothing may wait for a timer that was taken back.
        pacer.flushBegins(at: end + 1)
        #expect(pacer.departure(ofMessageAt: end + 2) == .now)
        pacer.flushBegins(at: end + 2)
        pacer.flushEnds(at: end + 1 + 6 * Self.millisecond)
        #expect(pacer.departure(ofMessageAt: end + 7 * Self.millisecond) == .later(at: end + 1 + 12 * Self.millisecond))
    }

    @Test("A pause without a message in its second half shortens the next; others lengthen it")
    func shorterPauses() {
        var pacer = FlushPacer(longestPause: 100)
        /// Two messages after a flush of 64 ms, the second after so many parts of the pause, of 100. Answers the pause
        /// in ms.
        func pause(lastMessageAt part: Int64) -> Int64? {
            let end = Self.flush(&pacer, at: now, milliseconds: 64)
            guard case .later(let due) = pacer.departure(ofMessageAt: end) else { return nil }
            #expect(pacer.departure(ofMessageAt: end + (due - end) * part / 100) == .withWaiting)
            now = due
            return (due - end) / Self.millisecond
        }
        var now: Int64 = 0
        _ = pacer.departure(ofMessageAt: now)
        #expect((0..<8).map { _ in pause(lastMessageAt: 49) } == [64, 48, 36, 27, 20, 16, 16, 16])
        #expect((0..<4).map { _ in pause(lastMessageAt: 50) } == [16, 32, 64, 64])
        // As often the one as the other, as of messages that come at any time: it stays long.
        #expect((0..<6).map { pause(lastMessageAt: $0 % 2 == 0 ? 20 : 80) } == [64, 48, 64, 48, 64, 48])
        // A flush before the time says nothing of the pause.
        let end = Self.flush(&pacer, at: now, milliseconds: 64)
        #expect(pacer.departure(ofMessageAt: end) == .later(at: end + 64 * Self.millisecond))
        pacer.flushBegins(at: end + 1)
        pacer.flushEnds(at: end + 1 + 64 * Self.millisecond)
        #expect(pause(lastMessageAt: 50) == 64)
    }

    @Test("A pause stays long enough to be made, so that it can become longer again")
    func shortFlushes() {
        var pacer = FlushPacer(longestPause: 100)
        var now: Int64 = 0
        /// Two messages after a flush of 1 ms, the second at the pause's end or soon after its beginning. Answers the
        /// pause in µs.
        func pause(late: Bool) -> Int64? {
            let end = Self.flush(&pacer, at: now, milliseconds: 1)
            guard case .later(let due) = pacer.departure(ofMessageAt: end) else { return nil }
            #expect(pacer.departure(ofMessageAt: late ? due - 1 : end + 1) == .withWaiting)
            now = due
            return (due - end) / 1_000
        }
        #expect((0..<4).map { _ in pause(late: false) } == [1_000, 750, 562, 500])
        #expect((0..<8).map { _ in pause(late: false) }.allSatisfy { $0 == 500 })
        #expect((0..<3).map { _ in pause(late: true) } == [500, 500, 1_000])
    }

    @Test("Useless pauses are left out for 4 to 256 chances, until one gathers messages")
    func inVain() {
        var pacer = FlushPacer(longestPause: 10)
        var now: Int64 = 0
        /// One message directly after each flush, as of a sender that waits for its delivery. Flushes before it waits.
        func passes() -> Int {
            for count in 0... {
                let departure = pacer.departure(ofMessageAt: now)
                if case .later(let due) = departure {
                    now = Self.flush(&pacer, at: due, milliseconds: 6)
                    return count
                }
                now = Self.flush(&pacer, at: now, milliseconds: 6)
            }
            return 0
        }
        #expect((0..<9).map { _ in passes() } == [1, 4, 8, 16, 32, 64, 128, 256, 256])
        for _ in 0..<256 {
            #expect(pacer.departure(ofMessageAt: now) == .now)
            now = Self.flush(&pacer, at: now, milliseconds: 6)
        }
        // All those in vain have made the pause a quarter of what it was.
        #expect(pacer.departure(ofMessageAt: now) == .later(at: now + 6 * Self.millisecond / 4))
        #expect(pacer.departure(ofMessageAt: now + 1) == .withWaiting)
        now = Self.flush(&pacer, at: now, milliseconds: 6)
        #expect((0..<3).map { _ in passes() } == [0, 4, 8])
    }
}
