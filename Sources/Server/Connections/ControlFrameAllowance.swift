/// The rate limit on a client's frames without content: pings, pongs and empty fragments. Each costs the server an
/// answer or a check, and none reaches the hub, which limits messages. A token bucket in 8 bytes, as every connection
/// has one.
struct ControlFrameAllowance {
    /// The rate of frames per second. Programs send a ping every few seconds, pages none.
    static let perSecond = 10
    /// Frames at once.
    static let burst = 100

    private var left = UInt32(ControlFrameAllowance.burst)
    /// The second up to which it has been refilled, of the loop's clock; it may wrap around.
    private var second: UInt32 = 0

    /// Takes a frame at the instant `now` in ms. Answers false if there was none.
    mutating func take(now: Int64) -> Bool {
        let current = UInt32(truncatingIfNeeded: now / 1_000)
        let passed = Int(current &- second)
        second = current
        left = UInt32(min(Int(left) + passed * ControlFrameAllowance.perSecond, ControlFrameAllowance.burst))
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
