/// The severity of a line of the log.
package enum LogLevel: Int, Sendable, CaseIterable, Comparable {
    /// Lines for people at work on the server's code.
    case debug
    /// Events that an operator looks for afterwards: start, stop, a new day.
    case info
    /// Something went wrong, and the server dealt with it.
    case warning
    /// Something went wrong that an operator must deal with.
    case error

    /// The form in a log line and in the configuration.
    package var text: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// Reads the configured form; nil for anything else.
    package init?(text: some StringProtocol) {
        guard let level = LogLevel.allCases.first(where: { $0.text == text }) else { return nil }
        self = level
    }

    /// Importance.
    package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}
