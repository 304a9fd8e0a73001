import Synchronization
import Telemetry
import Testing

/// Collects lines from any thread.
final class LineCollector: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite struct LoggerTests {
    private let collector = LineCollector()

    private func logger(_ threshold: LogLevel = .info, _ format: LogFormat = .text, at ms: Int = 0) -> Logger {
        Logger(threshold: threshold, format: format, now: { ms }, sink: { [collector] in collector.append($0) })
    }

    @Test("A line has time, level, event and fields")
    func writesTimeLevelEventAndFields() {
        logger(at: 1_795_251_600_123).info("listening", ["port": 8080, "data": "./my data", "tls": false])
        #expect(
            collector.all == [#"2026-11-21T09:00:00.123Z info listening port=8080 data="./my data" tls=false"#])
    }

    @Test("A line is written as JSON")
    func writesJSON() {
        logger(.debug, .json).error("commit failed", ["reason": .text("disk \"full\"\\"), "retry": 3, "last": true])
        #expect(
            collector.all == [
                #"{"time":"1970-01-01T00:00:00.000Z","level":"error","event":"commit failed","#
                    + #""reason":"disk \"full\"\\","retry":3,"last":true}"#
            ])
    }

    @Test("A line below the threshold is not written, and its fields are not computed")
    func writesNothingBelowItsThresholdNorComputesTheFields() {
        let log = logger(.warning)
        func never() -> KeyValuePairs<StaticString, LogValue> {
            Issue.record("fields of a line that is not written")
            return [:]
        }
        log.debug("a", never())
        log.info("b", never())
        log.warning("c")
        log.error("d")
        #expect(collector.all.map { $0.suffix(9) } == ["warning c", "Z error d"])
    }

    @Test("A peer's text cannot forge a line or control a terminal", arguments: LogFormat.allCases)
    func aPeersTextForgesNoLineAndSteersNoTerminal(format: LogFormat) {
        logger(.info, format).info("named", ["name": "x\ny\r\u{1B}[2J\u{202E}\u{2028}\u{7F}\u{85}\u{E0001}é🟩"])
        let line = collector.all.joined()
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: Issue.record("U+\(scalar.value) in \(line)")
            default: break
            }
        }
        #expect(line.contains(#"x\u000ay\u000d\u001b[2J\u202e\u2028\u007f\u0085\udb40\udc01é🟩"#))
    }

    @Test("A value that would read as another field is quoted")
    func quotesWhatWouldReadAsAnotherField() {
        logger().info("e", ["a": "x=1", "b": "", "c": "say \"hi\"", "d": "plain"])
        #expect(collector.all.first?.hasSuffix(#" e a="x=1" b="" c="say \"hi\"" d=plain"#) == true)
    }

    @Test("A long text is cut", arguments: LogFormat.allCases)
    func cutsLongText(format: LogFormat) {
        logger(.info, format).info("e", ["a": .text(String(repeating: "é", count: 100_000))])
        let line = collector.all.joined()
        #expect(line.utf8.count < LogValue.maximumBytes + 100)
        #expect(line.contains("é…"))
    }

    @Test("A character without an end is cut")
    func cutsACharacterThatHasNoEnd() {
        logger().info("e", ["a": .text("e" + String(repeating: "\u{301}", count: 100_000))])
        #expect(collector.all.joined().utf8.count < LogValue.maximumBytes + 100)
    }

    @Test(
        "Instants are written in RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ])
    func writesInstants(ms: Int, text: String) {
        logger(at: ms).info("e")
        #expect(collector.all == ["\(text) info e"])
    }

    @Test("Every level is read by its name")
    func readsItsOwnLevels() {
        for level in LogLevel.allCases { #expect(LogLevel(text: level.text) == level) }
        #expect(LogLevel(text: "Info") == nil)
        #expect(LogLevel.allCases.sorted() == [LogLevel.debug, LogLevel.info, LogLevel.warning, LogLevel.error])
    }
}
