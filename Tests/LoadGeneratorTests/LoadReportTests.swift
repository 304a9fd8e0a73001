import Foundation
import TestKit
import Testing

@testable import LoadGenerator

@Suite("The report of a load")
struct LoadReportTests {
    /// A report in which every count has a number of its own.
    private static func report(_ change: (inout LoadFigures, inout LoadPlan) -> Void = { _, _ in }) -> LoadReport {
        var figures = LoadFigures()
        for number in 1...9 as ClosedRange<Int64> { figures.judged.record(number * 1_000) }
        figures.rivals.record(21_000, times: 3)
        figures.lastRival.record(22_000)
        figures.watchers.record(23_000, times: 4)
        figures.lateness.record(24_000)
        figures.watchersLate.record(25_000)
        (figures.due, figures.accepted, figures.acceptedMeanwhile, figures.bySnapshot) = (31, 32, 66, 34)
        (figures.messages, figures.messageBytes) = (70, 36)
        (figures.allSent, figures.unsent, figures.allAccepted, figures.unanswered) = (41, 42, 43, 44)
        (figures.rivalEvents, figures.watcherEvents, figures.missed, figures.repeated) = (45, 46, 47, 48)
        (figures.skips, figures.skipped, figures.newcomers, figures.delayed, figures.lost) = (49, 50, 51, 52, 53)
        figures.errors = ["rate_limited": 61, "http 503": 62]
        var plan = LoadPlan()
        (plan.players, plan.rooms, plan.watchers, plan.rate, plan.seconds, plan.warmUp) = (200, 5, 6, 7.6, 2, 1)
        change(&figures, &plan)
        return LoadReport(
            plan: plan, target: "ws://a", seconds: 2, isStopped: true, figures: figures, serverCores: 0.5,
            ownCores: nil,
            memory: LoadReport.Memory(
                atStart: 1_000, withPlayers: 5_000, withWatchers: 6_000, atEnd: nil, perWatcher: 166),
            watched: ["ws://b", "ws://c"], beganAt: 71_999_999)
    }

    private static let values: [(path: String, value: JSONTree)] = [
        ("target", .string("ws://a")), ("stopped", .boolean(true)), ("complete", .boolean(false)),
        ("watched_at", .array([.string("ws://b"), .string("ws://c")])), ("measured_from_ms", .number(71)),
        ("measured_ms", .number(2_000)), ("plan.players", .number(200)), ("plan.rooms", .number(5)),
        ("plan.watchers", .number(6)), ("plan.rate", .number(8)), ("plan.seconds", .number(2)),
        ("plan.warm_up", .number(1)), ("latency_us.judged.count", .number(9)), ("latency_us.judged.p50", .number(5)),
        ("latency_us.judged.p90", .number(9)), ("latency_us.judged.max", .number(9)),
        ("latency_us.rival.count", .number(3)), ("latency_us.rival.p99", .number(21)),
        ("latency_us.last_rival.p999", .number(22)), ("latency_us.watcher.count", .number(4)),
        ("latency_us.sent_late.max", .number(24)), ("latency_us.watchers_late.max", .number(25)),
        ("measured.due", .number(31)), ("measured.accepted", .number(32)), ("measured.by_snapshot", .number(34)),
        ("measured.accepted_per_second", .number(33)), ("measured.messages", .number(70)),
        ("measured.message_bytes", .number(36)), ("measured.messages_per_second", .number(35)),
        ("total.sent", .number(41)), ("total.unsent", .number(42)), ("total.accepted", .number(43)),
        ("total.unanswered", .number(44)), ("total.rival_events", .number(45)), ("total.watcher_events", .number(46)),
        ("total.missed", .number(47)), ("total.repeated", .number(48)), ("total.skips", .number(49)),
        ("total.skipped", .number(50)), ("total.newcomers", .number(51)), ("total.delayed", .number(52)),
        ("total.lost", .number(53)), ("errors.rate_limited", .number(61)), ("errors.http 503", .number(62)),
        ("processor_percent.server", .number(50)), ("processor_percent.own", .null),
        ("server_memory.at_start", .number(1_000)), ("server_memory.with_players", .number(5_000)),
        ("server_memory.with_watchers", .number(6_000)), ("server_memory.at_end", .null),
        ("server_memory.per_player", .number(20)), ("server_memory.per_watcher", .number(166)),
    ]

    @Test("Each number stands where the JSON says", arguments: values)
    func value(path: String, value: JSONTree) throws {
        let found = path.split(separator: ".").reduce(try JSONTree(parsing: Self.report().json)) { tree, name in
            tree?[String(name)]
        }
        #expect(found == value)
    }

    /// All names in an object, and in the objects in it.
    private static func names(_ tree: JSONTree) -> Set<String> {
        (tree.fields ?? [:]).reduce(into: []) { $0.formUnion(names($1.value).union([$1.key])) }
    }

    @Test("The document has a row for exactly the fields of the report")
    func document() throws {
        let text = try String(contentsOfFile: TestServer.root + "/docs/performance.md", encoding: .utf8)
        let table = try #require(text.components(separatedBy: "| field | meaning |\n").last)
            .components(separatedBy: "\n\n")[0]
        var documented: [String: Set<String>] = [:]
        for row in table.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "|")
            let names = cells.map { cell in Set(cell.matches(of: /`([a-z0-9_]+)`/).map { String($0.1) }) }
            for name in names[0] { documented[name] = names[1] }
        }
        let open = try JSONTree(parsing: Self.report().json)
        let whole = Self.report {
            $1.inFlight = 3
            $1.line = .standard
        }
        let closed = try JSONTree(parsing: whole.json)
        #expect(Set(documented.keys) == Set((open.fields ?? [:]).keys))
        for (name, value) in open.fields ?? [:] where name != "errors" && value.fields != nil {
            let names = Self.names(value).union(Self.names(try #require(closed[name])))
            #expect(documented[name]?.isSuperset(of: names) == true, "\(name)")
            // `target` is described in one row with `plan`.
            #expect(documented[name]?.subtracting(names) == [], "\(name)")
        }
    }

    @Test("A load is complete without a fault, and each fault alone makes it incomplete")
    func complete() {
        func report(_ change: (inout LoadFigures) -> Void) -> LoadReport {
            Self.report { figures, _ in
                figures = LoadFigures()
                change(&figures)
            }
        }
        #expect(report { _ in }.isComplete && report { _ in }.warnings.isEmpty)
        let faults: [WritableKeyPath<LoadFigures, Int>] = [\.unsent, \.unanswered, \.missed, \.repeated, \.lost]
        for fault in faults {
            let broken = report { $0[keyPath: fault] = 17 }
            #expect(!broken.isComplete && broken.warnings.count == 1 && broken.text.contains("! 17 "), "\(fault)")
        }
        let refused = report { $0.errors = ["rate_limited": 2] }
        #expect(!refused.isComplete && refused.text.contains("2 × rate_limited"))
        // The protocol lets a server skip who does not keep up; the report says it.
        let skipped = report { ($0.skips, $0.skipped) = (2, 17) }
        #expect(skipped.isComplete && skipped.text.contains("! 2 snapshots took the place of 17 events"))
    }

    @Test("The report says where watchers were, if that was elsewhere")
    func watchersElsewhere() {
        #expect(Self.report().text.hasPrefix("ws://a: 200 players in 5 rooms, 6 watchers at ws://b, ws://c; open loop"))
    }

    @Test("A load reports its progress")
    func progress() {
        func text(_ phase: LoadRun.Phase, isMeasuring: Bool = false, isClosed: Bool = false) -> String {
            var figures = LoadFigures()
            figures.allAccepted = 12
            if isMeasuring { figures.judged.record(2_500_000) }
            return LoadProgress(
                seconds: 1, phase: phase, guests: (arrived: 3, wanted: 40), isMeasuring: isMeasuring,
                isClosed: isClosed, figures: figures
            ).text
        }
        for stage: LoadRun.Stage in [.founders, .players, .watchers] {
            #expect(text(.arriving(stage)) == "guests arrive: 3 of 40")
        }
        #expect(text(.running) == "warming up: 12 guesses accepted")
        #expect(text(.running, isMeasuring: true) == "measuring: 12 guesses accepted, p99 2.50 ms")
        #expect(
            text(.running, isMeasuring: true, isClosed: true)
                == "measuring: 12 guesses accepted, p99 2.50 ms, closed loop")
        #expect(text(.draining) == "waiting for what is under way" && text(.over) == "done")
    }
}
