import Foundation

/// The extent of the property tests: that of the fast lane by default, and the full one with `TILERACE_FULL=1`.
package enum FullRun {
    /// Whether this is the full run.
    package static let isOn = ProcessInfo.processInfo.environment["TILERACE_FULL"] == "1"

    /// `full` in the full run, else `fast`.
    package static func count(fast: Int, full: Int) -> Int { isOn ? full : fast }
}
