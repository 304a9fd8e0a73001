import Synchronization

/// Writes structured lines to a sink. A value: pass it to whoever has something to say.
///
/// The event is a `StaticString`, so that text of a peer can only be a field, where it is escaped and bounded.
package struct Logger: Sendable {
    /// Takes one line, without its newline. Called on the caller's thread: a sink must not block (see `LogQueue`).
    package typealias Sink = @Sendable (String) -> Void

    private let lowest: LogThreshold
    private let format: LogFormat
    private let now: @Sendable () -> Int
    private let sink: Sink

    /// A logger of lines at `threshold` and above. `now` gives ms since 1970-01-01 UTC.
    package init(
        threshold: LogLevel, format: LogFormat, now: @escaping @Sendable () -> Int, sink: @escaping Sink
    ) {
        lowest = LogThreshold(threshold)
        self.format = format
        self.now = now
        self.sink = sink
    }

    /// The least level of what is written.
    package var threshold: LogLevel { lowest.level }

    /// Changes the least level of what is written, for all copies of this logger.
    package func setThreshold(_ level: LogLevel) { lowest.set(level) }

    /// Writes nothing.
    package static let silent = Logger(threshold: .error, format: .text, now: { 0 }, sink: { _ in })

    /// Writes one line, unless `level` is below the threshold; then `fields` is not even computed.
    package func log(
        _ level: LogLevel, _ event: StaticString,
        _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) {
        guard level >= threshold else { return }
        sink(format.line(time: now(), level: level, event: event, fields: fields()))
    }

    /// `log(.debug, …)`
    package func debug(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.debug, event, fields()) }

    /// `log(.info, …)`
    package func info(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.info, event, fields()) }

    /// `log(.warning, …)`
    package func warning(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.warning, event, fields()) }

    /// `log(.error, …)`
    package func error(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.error, event, fields()) }
}

/// The least level of what is written, which copies of a logger share.
private final class LogThreshold: Sendable {
    private let number: Atomic<Int>

    init(_ level: LogLevel) { number = Atomic(level.rawValue) }

    /// Relaxed: a line more or less is no matter.
    var level: LogLevel { LogLevel(rawValue: number.load(ordering: .relaxed)) ?? .error }
    func set(_ level: LogLevel) { number.store(level.rawValue, ordering: .relaxed) }
}
