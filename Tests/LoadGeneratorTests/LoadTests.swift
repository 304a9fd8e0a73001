import Clients
import EventLoops
import GameRules
import Server
import Synchronization
import TestKit
import Testing
import WordLists

@testable import LoadGenerator

/// Loads on a real server in this process.
@Suite("Loads", .serialized, .timeLimit(.minutes(5)))
struct LoadTests {
    private static func report(
        of plan: LoadPlan, on server: TestServer, during: (@Sendable (Load, LoadProgress) -> Void)? = nil
    ) async throws -> Result<LoadReport, LoadFault> {
        try await report(of: plan, port: server.server.port, during: during)
    }

    /// The report of a load on the server at a port. `during` is given the load when it has begun.
    static func report(
        of plan: LoadPlan, port: UInt16, watching watchedPorts: [UInt16] = [], lexicon: Lexicon? = nil,
        during: (@Sendable (Load, LoadProgress) -> Void)? = nil
    ) async throws -> Result<LoadReport, LoadFault> {
        let location = ServerLocation(host: "127.0.0.1", port: port)
        let watched = watchedPorts.map {
            LoadTarget(ServerLocation(host: "127.0.0.1", port: $0), at: .loopback(port: $0))
        }
        let load = try Load(on: location, at: .loopback(port: location.port), watchingAt: watched)
        let (stream, continuation) = AsyncStream<Result<LoadReport, LoadFault>>.makeStream()
        let random = Mutex(SplitMix(seed: 1))
        load.start(
            plan, lexicon: try lexicon ?? TestServer.lexicon.get(), process: nil,
            random: { random.withLock { $0.next() } },
            progress: { during?(load, $0) }, finished: { continuation.yield($0) })
        let result = try #require(await stream.first { _ in true })
        await load.close()
        return result
    }

    static func plan(_ change: (inout LoadPlan) -> Void) -> LoadPlan {
        var plan = LoadPlan()
        (plan.warmUp, plan.seconds) = (0, 1)
        change(&plan)
        #expect(plan.fault == nil, "\(plan.fault ?? "")")
        return plan
    }

    @Test("Each accepted guess is seen exactly once by each rival and each watcher")
    func countsAddUp() async throws {
        let server = try TestServer()
        // 5 guesses a player: nobody has to be followed by a newcomer.
        for seconds in [1, 4, 15] {
            let plan = Self.plan {
                ($0.players, $0.rooms, $0.watchers, $0.rate, $0.seconds) = (12, 3, 6, 60 / Double(seconds), seconds)
            }
            let report = try await Self.report(of: plan, on: server).get()
            let figures = report.figures
            // As below: a slow machine is given more time.
            if figures.allSent < 60, seconds < 15 { continue }
            #expect(report.isComplete && figures.delayed == 0, "\(report.text)")
            #expect(figures.allSent == 60 && figures.allAccepted == 60 && figures.newcomers == 0)
            #expect(figures.rivalEvents == 60 * 3 && figures.watcherEvents == 60 * 2)
            #expect(figures.due == 60 && figures.accepted == 60)
            #expect(figures.judged.count == 60 && figures.rivals.count == 180 && figures.watchers.count == 120)
            #expect(figures.lastRival.count == 60 && figures.lateness.count == 60)
            #expect(figures.missed == 0 && figures.repeated == 0 && figures.errors.isEmpty)
            // The last rival is never before another, and a guess leaves before it is seen.
            #expect((figures.lastRival.value(at: 1) ?? 0) == (figures.rivals.value(at: 1) ?? -1))
            return #expect(try JSONTree(parsing: report.json)["total"]?["rival_events"]?.integer == 180)
        }
    }

    @Test("Watchers go to the servers that are named for them")
    func watchersElsewhere() async throws {
        let (server, other) = (try TestServer(), try TestServer())
        let (port, otherPort) = (server.server.port, other.server.port)
        let plan = Self.plan { ($0.players, $0.rooms, $0.watchers, $0.rate) = (4, 2, 8, 10) }
        let report = try await Self.report(of: plan, port: port, watching: [port, port]).get()
        #expect(report.isComplete && report.figures.watcherEvents == report.figures.allAccepted * 4, "\(report.text)")
        #expect(report.watched == [port, port].map { "ws://127.0.0.1:\($0)" } && report.beganAt > 0)
        // Another server that does not serve the same rooms knows none of them.
        let result = try await Self.report(of: plan, port: port, watching: [port, otherPort])
        #expect(Self.fault(result)?.hasPrefix("the server refuses a guest on the way to its room") == true)
        other.stop()
        let nobody = try await Self.report(of: plan, port: port, watching: [otherPort])
        #expect(Self.fault(nobody)?.hasPrefix("there is no server at ws://127.0.0.1:\(otherPort)") == true)
    }

    @Test("Newcomers take over when games end, and no guess is left out")
    func newcomers() async throws {
        let server = try TestServer()
        // 15 guesses a player: three games.
        for seconds in [1, 4, 15] {
            let plan = Self.plan {
                ($0.players, $0.rooms, $0.rate, $0.seconds, $0.watchers) = (4, 2, 60 / Double(seconds), seconds, 2)
            }
            let report = try await Self.report(of: plan, on: server).get()
            // The load ends at its time, whoever is still on the way then: a slow machine is given more of it.
            if report.figures.allSent < 60, seconds < 15 { continue }
            #expect(report.isComplete, "\(report.text)")
            #expect(report.figures.allSent == 60 && report.figures.allAccepted == 60)
            #expect(report.figures.newcomers == 8 && report.figures.watcherEvents == 60)
            return #expect(report.figures.rivalEvents <= 60)
        }
    }

    @Test("A load plays sprints in rooms")
    func sprints() async throws {
        let server = try TestServer()
        // 9 guesses a player: a row is left to each, so that no round ends.
        for seconds in [1, 4, 15] {
            let plan = Self.plan {
                ($0.isSprint, $0.players, $0.rooms, $0.watchers) = (true, 4, 2, 2)
                ($0.rate, $0.seconds) = (36 / Double(seconds), seconds)
            }
            let report = try await Self.report(of: plan, on: server).get()
            if report.figures.allSent < 36, seconds < 15 { continue }
            #expect(report.isComplete, "\(report.text)")
            #expect(report.figures.allSent == 36 && report.figures.allAccepted == 36 && report.figures.errors.isEmpty)
            return #expect(report.figures.rivalEvents == 36 && report.figures.watcherEvents == 36)
        }
    }

    private static let anagrams = PuzzleLine(kind: .anagram, language: "en", length: 7)

    @Test("A load lays words from tiles, of the day and in sprints", arguments: [false, true])
    func anagrams(isSprint: Bool) async throws {
        let (line, lexicon) = (try #require(Self.anagrams), try TestServer.lexicon.get())
        let server = try TestServer { $0.lines = [.standard, line] }
        // 10 words a player, of 30 at least.
        for seconds in [1, 4, 15] {
            let plan = Self.plan {
                ($0.line, $0.isSprint, $0.players, $0.rooms, $0.watchers) = (line, isSprint, 4, 2, 2)
                ($0.rate, $0.seconds) = (40 / Double(seconds), seconds)
            }
            let report = try await Self.report(of: plan, port: server.server.port, lexicon: lexicon).get()
            if report.figures.allSent < 40, seconds < 15 { continue }
            #expect(report.isComplete, "\(report.text)")
            #expect(report.figures.allSent == 40 && report.figures.allAccepted == 40 && report.figures.errors.isEmpty)
            #expect(report.figures.rivalEvents == 40 && report.figures.watcherEvents == 40)
            // In a round they do not ask at once, so the last may have no answer yet.
            #expect((isSprint ? 1...4 : 4...4).contains(report.figures.wordCounts), "each asks once")
            return #expect(try JSONTree(parsing: report.json)["plan"]?["line"]?.text == "anagram-en-7")
        }
    }

    @Test("A line that the server does not have is named")
    func lineThatIsNotThere() async throws {
        let server = try TestServer()
        let result = try await Self.report(of: Self.plan { $0.line = Self.anagrams }, on: server)
        #expect(Self.fault(result)?.contains("no daily race of anagram-en-7") == true)
    }

    @Test("A load of games with a clock that outlasts them is refused")
    func longerThanTheClock() {
        var plan = LoadPlan()
        plan.line = Self.anagrams
        (plan.seconds, plan.warmUp) = (63, 2)
        #expect(plan.fault == nil)
        plan.seconds = 64
        #expect(plan.fault?.contains("lasts 90 s") == true)
        (plan.isSprint, plan.seconds) = (true, 198)
        #expect(plan.fault == nil)
        plan.seconds = 199
        #expect(plan.fault == "a sprint does not last as long")
    }

    @Test("A closed loop ends when every game is played")
    func closedLoop() async throws {
        let server = try TestServer()
        let plan = Self.plan { ($0.players, $0.rooms, $0.inFlight, $0.seconds) = (8, 2, 3, 60) }
        let report = try await Self.report(of: plan, on: server).get()
        #expect(report.isComplete, "\(report.text)")
        #expect(report.figures.allAccepted == 48)
        #expect(report.figures.rivalEvents == 48 * 3)
        #expect(report.seconds < 30 && !report.isStopped)
    }

    @Test("A load of watchers in a quiet room is complete")
    func idle() async throws {
        let server = try TestServer()
        let plan = Self.plan { ($0.players, $0.rooms, $0.watchers, $0.rate) = (1, 1, 25, 0) }
        let report = try await Self.report(of: plan, on: server).get()
        #expect(report.isComplete && report.figures.allSent == 0, "\(report.text)")
    }

    @Test("A load that is stopped early reports what was measured")
    func stopped() async throws {
        let server = try TestServer()
        let plan = Self.plan { ($0.players, $0.rooms, $0.rate, $0.seconds) = (4, 1, 40, 600) }
        let result = try await Self.report(of: plan, on: server) { load, progress in
            if progress.text.hasPrefix("measuring"), progress.seconds > 1.5 { load.stop() }
        }
        let report = try result.get()
        #expect(report.isStopped && report.isComplete, "\(report.text)")
        #expect(report.figures.allSent > 0 && report.figures.allSent == report.figures.allAccepted)
        #expect(report.seconds < 60)
    }

    @Test("A server's limits are named, with the setting that raises them")
    func limits() async throws {
        let few = try TestServer { $0.guestsPerMinute = 5 }
        let plan = Self.plan { ($0.players, $0.rooms) = (20, 5) }
        let guests = try await Self.report(of: plan, on: few)
        #expect(Self.fault(guests)?.contains("--guests-per-minute") == true)
        let narrow = try TestServer { $0.connectionsPerAddress = 5 }
        let connections = try await Self.report(of: plan, on: narrow)
        #expect(Self.fault(connections)?.contains("--connections-per-address") == true)
    }

    @Test("A load without a server fails with the reason")
    func nobody() async throws {
        let server = try TestServer()
        server.stop()
        let result = try await Self.report(of: Self.plan { _ in }, on: server)
        #expect(Self.fault(result)?.hasPrefix("there is no server at ws://127.0.0.1:") == true)
    }

    private static func fault(_ result: Result<LoadReport, LoadFault>) -> String? {
        if case .failure(let fault) = result { return fault.description }
        return nil
    }
}
