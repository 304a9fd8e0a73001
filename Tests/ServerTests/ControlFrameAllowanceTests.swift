import Testing

@testable import Server

@Suite struct ControlFrameAllowanceTests {
    private func taken(_ allowance: inout ControlFrameAllowance, _ count: Int, at now: Int64) -> Int {
        (0..<count).reduce(0) { sum, _ in allowance.take(now: now) ? sum + 1 : sum }
    }

    @Test("A hundred control frames are allowed at once and ten a second after that")
    func burstAndRate() {
        var allowance = ControlFrameAllowance()
        let start: Int64 = 5_000_000
        #expect(taken(&allowance, 1_000, at: start) == 100)
        #expect(taken(&allowance, 5, at: start + 999) == 0)
        #expect(taken(&allowance, 1_000, at: start + 1_000) == 10)
        #expect(taken(&allowance, 1_000, at: start + 3_500) == 20)
        #expect(taken(&allowance, 1_000, at: start + 3_600_000) == 100, "no more is saved")
    }

    @Test("The allowance holds after a century of the clock")
    func longClock() {
        var allowance = ControlFrameAllowance()
        let end = Int64(UInt32.max) * 1_000
        #expect(taken(&allowance, 1_000, at: end) == 100)
        #expect(taken(&allowance, 1_000, at: end + 2_000) == 20)
    }

    @Test("The allowance takes 8 bytes")
    func size() { #expect(MemoryLayout<ControlFrameAllowance>.size == 8) }
}
