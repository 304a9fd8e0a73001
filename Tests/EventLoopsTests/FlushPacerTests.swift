import EventLoops
import Testing

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

    @Test("a message leaves at once when none was sent before, or long ago")
    func rare() {
        var pacer = FlushPacer(longestPause: 10)
        var now: Int64 = 0
        for _ in 0..<5 {
            #expect(pacer.departure(ofMessageAt: now) == .now)
            now = Self.flush(&pacer, at: now, milliseconds: 4) + 4 * Self.millisecond
        }
    }

    @Test("after a flush the next ones wait as long as it took, counted from its end, and leave together")
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

    @Test("the pause has a longest length, and a short one is none")
    func bounds() {
        var pacer = FlushPacer(longestPause: 10)
        _ = pacer.departure(ofMessageAt: 0)
        var end = Self.flush(&pacer, at: 0, milliseconds: 80)
        #expect(pacer.departure(ofMessageAt: end) == .later(at: end + 10 * Self.millisecond))
        _ = pacer.departure(ofMessageAt: end)
        end = Self.flush(&pacer, at: end, milliseconds: 0)
        #expect(pacer.departure(ofMessageAt: end) == .now)
    }

    @Test("what comes while a flush is under way is sent with it, also after one before its time")
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

    @Test("pauses in vain are given up for 4 chances, then 8, up to 256; one that gathers brings them back")
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
        #expect(pacer.departure(ofMessageAt: now) == .later(at: now + 6 * Self.millisecond))
        #expect(pacer.departure(ofMessageAt: now + 1) == .withWaiting)
        now = Self.flush(&pacer, at: now, milliseconds: 6)
        #expect((0..<3).map { _ in passes() } == [0, 4, 8])
    }
}
