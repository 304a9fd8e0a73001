/// What a load showed.
package struct LoadReport: Sendable {
    /// What was asked for.
    package let plan: LoadPlan
    /// Where the server is, as a URL.
    package let target: String
    /// Seconds that were measured.
    package let seconds: Double
    /// Whether somebody stopped it before its time.
    package let isStopped: Bool
    /// What was counted.
    package let figures: LoadFigures
    /// Cores that the server kept busy in the measured time; nil if its process is not known or nothing was measured.
    package let serverCores: Double?
    /// Cores that this program kept busy in the measured time.
    package let ownCores: Double?
    /// Bytes of the server's memory, as far as its process is known.
    package let memory: Memory

    /// Resident bytes of the server at certain instants; nil where not known.
    package struct Memory: Sendable {
        /// Before the first connection.
        package let atStart: Int?
        /// With all players.
        package let withPlayers: Int?
        /// With all watchers too.
        package let withWatchers: Int?
        /// At the end of the measured time.
        package let atEnd: Int?

        /// What one watcher took; of many, those after the first thousand.
        package let perWatcher: Int?

        /// What one player took when all had come; nil for so few that it would say nothing.
        func perPlayer(_ count: Int) -> Int? {
            guard count >= 100, let atStart, let withPlayers else { return nil }
            return (withPlayers - atStart) / count
        }
    }

    init(_ run: LoadRun) {
        plan = run.plan
        target = run.target
        seconds = run.usage.seconds(from: "begin", to: "end") ?? 0
        isStopped = run.isStopped
        figures = run.figures
        serverCores = run.usage.cores(from: "begin", to: "end", of: \.server)
        ownCores = run.usage.cores(from: "begin", to: "end", of: \.own)
        func resident(_ name: String) -> Int? { run.usage[name]?.server?.residentBytes }
        let first = plan.firstWatchers
        let before = first > 0 ? run.firstWatchersUsage?.residentBytes : resident("players")
        var perWatcher: Int?
        if let before, let after = resident("watchers"), plan.watchers > 0 {
            perWatcher = (after - before) / (plan.watchers - first)
        }
        memory = Memory(
            atStart: resident("start"), withPlayers: resident("players"), withWatchers: resident("watchers"),
            atEnd: resident("end"), perWatcher: perWatcher)
    }

    /// Guesses accepted in a second of the measured time.
    package var acceptedPerSecond: Double { seconds > 0 ? Double(figures.accepted) / seconds : 0 }
    /// Messages that reached a client in a second of the measured time.
    package var messagesPerSecond: Double { seconds > 0 ? Double(figures.messages) / seconds : 0 }

    /// What makes the figures worth less.
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
        if figures.unanswered > 0 { warnings.append("\(figures.unanswered) guesses were never answered") }
        if figures.missed > 0 { warnings.append("\(figures.missed) events never came") }
        if figures.repeated > 0 { warnings.append("\(figures.repeated) events came twice") }
        if figures.lost > 0 { warnings.append("\(figures.lost) connections were lost") }
        return warnings
    }

    /// Whether every guess was answered and every event came once.
    package var isComplete: Bool {
        figures.unanswered == 0 && figures.missed == 0 && figures.repeated == 0 && figures.lost == 0
            && figures.errors.isEmpty
    }
}

/// How far a load is.
package struct LoadProgress: Sendable {
    /// Seconds since the first connection.
    package let seconds: Double
    /// What it is doing, in a few words.
    package let text: String

    init(_ run: LoadRun, seconds: Double) {
        self.seconds = seconds
        let figures = run.figures
        switch run.phase {
        case .arriving: text = "guests arrive: \(run.arrivedCount) of \(run.plan.players + run.plan.watchers)"
        case .running:
            let p99 = figures.judged.value(at: 0.99).map { ", p99 \(Milliseconds.text($0)) ms" } ?? ""
            let late = run.plan.inFlight == nil ? "" : ", closed loop"
            text =
                "\(run.isMeasuring ? "measuring" : "warming up"): \(figures.allAccepted) guesses accepted\(p99)\(late)"
        case .draining: text = "waiting for what is under way"
        case .over: text = "done"
        }
    }
}

/// Durations for people.
enum Milliseconds {
    /// ns as ms, with two digits behind the point.
    static func text(_ nanoseconds: Int64) -> String { Decimals.text(Double(nanoseconds) / 1e6, digits: 2) }
}

/// Numbers for people.
enum Decimals {
    /// A number with so many digits behind the point.
    static func text(_ number: Double, digits: Int) -> String {
        let factor = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((number * Double(factor)).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(scaled.magnitude % UInt(factor))
        return (scaled < 0 ? "-" : "") + "\(scaled.magnitude / UInt(factor))."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
