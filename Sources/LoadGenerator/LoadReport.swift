/// The result of a load.
package struct LoadReport: Sendable {
    /// The load that was asked for.
    package let plan: LoadPlan
    /// The URL of the server.
    package let target: String
    /// Seconds that were measured.
    package let seconds: Double
    /// Whether somebody stopped it before its time.
    package let isStopped: Bool
    /// The counts of the load.
    package let figures: LoadFigures
    /// Cores that the server kept busy in the measured time; nil if its process is not known or nothing was measured.
    package let serverCores: Double?
    /// Cores that this program kept busy in the measured time.
    package let ownCores: Double?
    /// Bytes of the server's memory, as far as its process is known.
    package let memory: Memory
    /// The URLs at which the watchers were; none if they were at the target.
    package var watched: [String] = []
    /// Nanoseconds of the system's monotonic clock at which the measured time began; 0 if it did not. A program that
    /// samples other processes finds by it which samples belong to the load.
    package var beganAt: Int64 = 0

    /// Resident bytes of the server at certain instants; nil where not known.
    package struct Memory: Sendable {
        /// The figure before the first connection.
        package let atStart: Int?
        /// The figure with all players.
        package let withPlayers: Int?
        /// The figure with all watchers too.
        package let withWatchers: Int?
        /// The figure at the end of the measured time.
        package let atEnd: Int?

        /// The memory of one watcher, in bytes. With many watchers, the mean of those after the first thousand.
        package let perWatcher: Int?

        /// Returns the memory of one player when all had arrived, in bytes. Nil for fewer than 100 players, whose mean
        /// would say little.
        func perPlayer(_ count: Int) -> Int? {
            guard count >= 100, let atStart, let withPlayers else { return nil }
            return (withPlayers - atStart) / count
        }
    }

    /// Guesses accepted in a second of the measured time.
    package var acceptedPerSecond: Double { seconds > 0 ? Double(figures.acceptedMeanwhile) / seconds : 0 }
    /// Messages that reached a client in a second of the measured time.
    package var messagesPerSecond: Double { seconds > 0 ? Double(figures.messages) / seconds : 0 }

    /// Reasons to distrust the figures.
    package var warnings: [String] {
        var warnings: [String] = []
        if let ownCores, ownCores > 0.9 {
            warnings.append(
                "this program used \(Int(ownCores * 100)) % of a core: it is part of what was measured, and perhaps its bound"
            )
        }
        if let late = figures.lateness.value(at: 0.99), late > 5_000_000 {
            warnings.append("1 of 100 guesses left \(late / 1_000_000) ms late or more; that is in the latencies")
        }
        if let late = figures.watchersLate.value(at: 0.9), late > 10_000_000 {
            warnings.append(
                "1 of 10 times the watchers' loop was \(late / 1_000_000) ms behind or more; that is in the latencies")
        }
        if figures.delayed > figures.allSent / 100 {
            warnings.append(
                "\(figures.delayed) guesses were due while their player could not send them (a newcomer not ready, or a "
                    + "refusal to get over); that is in the latencies")
        }
        if figures.unsent > 0 {
            warnings.append(
                "\(figures.unsent) guesses were due and could not be sent before the end; they are in the latencies, with the "
                    + "time until then")
        }
        if figures.skipped > 0 {
            warnings.append(
                "\(figures.skips) snapshots took the place of \(figures.skipped) events for watchers that did not keep up; "
                    + "guesses among these are in the latencies, with the time until the snapshot")
        }
        if figures.unanswered > 0 { warnings.append("\(figures.unanswered) guesses were never answered") }
        if figures.missed > 0 { warnings.append("\(figures.missed) events never came") }
        if figures.repeated > 0 { warnings.append("\(figures.repeated) events came twice") }
        if figures.lost > 0 { warnings.append("\(figures.lost) connections were lost") }
        return warnings
    }

    /// Whether every guess was sent and answered, and every event came once. A watcher that did not keep up may have
    /// got a snapshot in place of some, as the protocol says.
    package var isComplete: Bool {
        [figures.unsent, figures.unanswered, figures.missed, figures.repeated, figures.lost].allSatisfy { $0 == 0 }
            && figures.errors.isEmpty
    }
}

extension LoadReport {
    init(_ run: LoadRun) {
        let (plan, usage) = (run.plan, run.usage)
        func resident(_ name: String) -> Int? { usage[name]?.server?.residentBytes }
        let first = plan.firstWatchers
        let before = first > 0 ? run.firstWatchersUsage?.residentBytes : resident("players")
        var perWatcher: Int?
        if let before, let after = resident("watchers"), plan.watchers > 0 {
            perWatcher = (after - before) / (plan.watchers - first)
        }
        self.init(
            plan: plan, target: run.target, seconds: usage.seconds(from: "begin", to: "end") ?? 0,
            isStopped: run.isStopped, figures: run.figures,
            serverCores: usage.cores(from: "begin", to: "end", of: \.server),
            ownCores: usage.cores(from: "begin", to: "end", of: \.own),
            memory: Memory(
                atStart: resident("start"), withPlayers: resident("players"), withWatchers: resident("watchers"),
                atEnd: resident("end"), perWatcher: perWatcher),
            watched: run.watched, beganAt: usage["begin"]?.time ?? 0)
    }
}
