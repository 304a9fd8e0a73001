import Glibc

/// Instants as people read them in a log.
enum Timestamp {
    /// RFC 3339 in UTC with milliseconds, `2026-11-21T09:00:00.123Z`. `ms` since 1970-01-01 UTC.
    static func text(ms: Int) -> String {
        var seconds: time_t = ms / 1000
        var thousandths = ms % 1000
        if thousandths < 0 {
            seconds -= 1
            thousandths += 1000
        }
        var parts = tm()
        // Fails only for years that do not fit an Int32, 2^31 years from now.
        guard gmtime_r(&seconds, &parts) != nil else { return "\(ms)" }
        let date = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
        let clock = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(date)T\(clock).\(padded(Int32(thousandths), 3))Z"
    }

    private static func padded(_ value: Int32, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
