import TestKit
import Testing

@testable import LoadGenerator

/// Loads on a server that follows a script. Whatever the server delays or leaves out, every guess that was due is
/// counted, with the time that its answer took.
@Suite("Loads on a server with faults", .serialized, .timeLimit(.minutes(5)))
struct PuppetLoadTests {
    private static func report(
        _ script: PuppetScript, _ change: (inout LoadPlan) -> Void
    ) async throws -> LoadReport {
        let server = try PuppetServer(script)
        let report = try await LoadTests.report(of: LoadTests.plan(change), port: server.port).get()
        await server.stop()
        return report
    }

    private static let millisecond: Int64 = 1_000_000

    @Test("Guesses due during a final stall count in all latencies, sent or not")
    func stall() async throws {
        // The load ends at its time, also where a busy machine lets players in late: then more time is given.
        for seconds in [1, 4, 15] {
            // After a third of the guesses: players can send the rows they have left, and no more.
            let report = try await Self.report(PuppetScript(stall: (afterGuesses: 10, milliseconds: nil))) {
                ($0.players, $0.rooms, $0.watchers, $0.rate) = (2, 1, 3, 30 / Double(seconds))
                ($0.seconds, $0.patience) = (seconds, 300)
            }
            if report.figures.due < 30, seconds < 15 { continue }
            return try Self.expectStall(report)
        }
    }

    private static func expectStall(_ report: LoadReport) throws {
        let figures = report.figures
        #expect(figures.due == 30 && figures.allAccepted == 10)
        #expect(figures.unsent >= 15 && figures.unanswered >= 1, "\(report.text)")
        #expect(figures.allAccepted + figures.unanswered + figures.unsent == 30)
        #expect(figures.judged.count == 30 && figures.lateness.count == 30)
        #expect(figures.rivals.count == 30 && figures.lastRival.count == 30 && figures.watchers.count == 30 * 3)
        for histogram in [figures.judged, figures.rivals, figures.lastRival, figures.watchers] {
            #expect(histogram.value(at: 0.5) ?? 0 > 300 * Self.millisecond, "most waited until the end")
            #expect(histogram.largest > 700 * Self.millisecond, "\(report.text)")
        }
        // Each was sent, if at all, more than half a second late.
        #expect(figures.lateness.largest > 500 * Self.millisecond)
        #expect(!report.isComplete)
        #expect(report.text.contains("! \(figures.unsent) guesses were due and could not be sent"))
        let json = try JSONTree(parsing: report.json)
        #expect(json["total"]?["unsent"]?.integer == figures.unsent && json["complete"] == .boolean(false))
    }

    @Test("Guesses due during a passing stall are sent and answered late")
    func passingStall() async throws {
        // A second of measuring passes unseen on a machine that is busy with other things: then it is measured longer.
        for seconds in [1, 4, 15] {
            let stall = (afterGuesses: 10, milliseconds: 1_500 * seconds as Int?)
            let report = try await Self.report(PuppetScript(stall: stall)) {
                ($0.players, $0.rooms, $0.watchers, $0.rate, $0.seconds) = (2, 1, 1, 30 / Double(seconds), seconds)
            }
            let figures = report.figures
            #expect(report.isComplete && figures.unsent == 0, "\(report.text)")
            #expect(figures.due == 30 && figures.accepted == 30 && figures.allSent == 30)
            #expect(figures.judged.count == 30 && figures.lateness.count == 30 && figures.watchers.count == 30)
            #expect(figures.judged.largest > 1_000 * Self.millisecond)
            #expect(figures.lateness.largest > 500 * Self.millisecond)
            if figures.acceptedMeanwhile == 0, seconds < 15 { continue }
            // What came after the measured time is not in its rate.
            #expect((1..<30).contains(figures.acceptedMeanwhile), "\(figures.acceptedMeanwhile)")
            #expect(report.acceptedPerSecond < 29)
            return
        }
    }

    @Test("An event replaced by a snapshot counts, with the wait until the snapshot")
    func skips() async throws {
        let report = try await Self.report(PuppetScript(withheld: 5..<13)) {
            ($0.players, $0.rooms, $0.watchers, $0.rate) = (4, 1, 2, 20)
        }
        let figures = report.figures
        #expect(figures.due == 20 && figures.watcherEvents == 12 * 2, "\(report.text)")
        #expect(figures.skips == 2 && figures.skipped == 8 * 2 && figures.bySnapshot == 8 * 2)
        #expect(figures.watchers.count == 20 * 2)
        // Seven guesses, 50 ms after each other on the average, came after the first of them.
        #expect(figures.watchers.largest > 150 * Self.millisecond, "\(report.text)")
        // Nobody missed anything: the protocol has it so. It is said all the same.
        #expect(report.isComplete && figures.missed == 0)
        #expect(report.text.contains("of 40, 16 by a snapshot"))
        #expect(report.warnings.contains { $0.hasPrefix("2 snapshots took the place of 16 events") })
    }

    @Test("An event that watchers have not heard at the end counts as missed, with the wait until then")
    func missed() async throws {
        let report = try await Self.report(PuppetScript(withheld: 5..<1_000)) {
            ($0.players, $0.rooms, $0.watchers, $0.rate, $0.patience) = (4, 1, 2, 20, 300)
        }
        let figures = report.figures
        #expect(figures.missed == 16 * 2 && figures.skips == 0 && !report.isComplete)
        #expect(figures.watcherEvents == 4 * 2 && figures.watchers.count == 20 * 2)
        #expect(figures.watchers.value(at: 0.5) ?? 0 > 300 * Self.millisecond)
        #expect(figures.judged.count == 20 && figures.rivals.count == 20 * 3 && figures.bySnapshot == 0)
    }

    @Test("An event due when a listener was cut off counts as missed, with the wait until the end")
    func cutOff() async throws {
        // As above: where much was due at one time, more time is given.
        for seconds in [1, 4, 15] {
            let report = try await Self.report(PuppetScript(withheld: 5..<1_000, cut: 13)) {
                ($0.players, $0.rooms, $0.watchers, $0.rate, $0.seconds) = (4, 1, 2, 20 / Double(seconds), seconds)
            }
            let figures = report.figures
            #expect(figures.lost == 2 && figures.watcherEvents == 4 * 2 && !report.isComplete, "\(report.text)")
            if figures.missed > 11 * 2, seconds < 15 { continue }
            // Nine at least; and what was due at the same time nearly, and came after it.
            #expect((9 * 2...11 * 2).contains(figures.missed), "\(figures.missed)")
            #expect(figures.watchers.count == 4 * 2 + figures.missed)
            // Seven guesses, 50 ms after each other on the average, were to come.
            #expect(figures.watchers.value(at: 0.9) ?? 0 > 300 * Self.millisecond)
            return #expect(figures.judged.count == 20 && figures.rivals.count == 20 * 3)
        }
    }

    @Test("The last event of a closed loop is waited for")
    func lastEvent() async throws {
        let report = try await Self.report(PuppetScript(eventsLater: 100)) {
            ($0.players, $0.rooms, $0.inFlight, $0.seconds) = (2, 1, 1, 60)
        }
        #expect(report.figures.allAccepted == 12 && report.figures.rivalEvents == 12, "\(report.text)")
        #expect(report.isComplete && report.figures.rivals.count == 12)
    }

    @Test("A last event that never comes counts as missed, with the wait until the end")
    func lostAtTheEnd() async throws {
        let report = try await Self.report(PuppetScript(lost: [20])) {
            ($0.players, $0.rooms, $0.rate, $0.patience) = (4, 1, 20, 300)
        }
        #expect(report.figures.allAccepted == 20 && report.figures.rivalEvents == 19 * 3)
        #expect(report.figures.missed == 4 && !report.isComplete, "\(report.text)")
        #expect(report.figures.rivals.count == 20 * 3 && report.figures.lastRival.count == 20)
    }

    @Test("A player to whom nobody says how many words there are plays on, and the refusal is among the errors")
    func countsRefused() async throws {
        let report = try await Self.report(PuppetScript(tiles: "gtrasen")) {
            ($0.players, $0.rooms, $0.rate) = (2, 1, 0)
        }
        let figures = report.figures
        #expect(figures.errors == ["rate_limited": 2] && figures.lost == 0, "\(report.text)")
        #expect(figures.wordCounts == 0 && !report.isComplete)
        #expect([figures.judged, figures.rivals, figures.lateness].allSatisfy { $0.count == 0 })
    }

    @Test("A doubled event and a missing one count for their receivers")
    func twice() async throws {
        let report = try await Self.report(PuppetScript(doubled: [3], lost: [7])) {
            ($0.players, $0.rooms, $0.watchers, $0.rate, $0.patience) = (4, 1, 2, 20, 300)
        }
        #expect(report.figures.repeated == 6 && report.figures.missed == 4 && !report.isComplete)
        #expect(report.figures.watcherEvents == 40 && report.figures.rivalEvents == 19 * 3)
        #expect(report.text.contains("! 4 events never came") && report.text.contains("! 6 events came twice"))
    }
}
