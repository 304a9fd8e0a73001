extension LoadReport {
    private static let shares: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("most", 1),
    ]

    /// The report as a table for people.
    package var text: String {
        var lines = [heading, ""]
        if plan.inFlight != nil || plan.rate > 0 { lines += latencies + [""] + rates }
        lines += load + errors
        if !warnings.isEmpty { lines += [""] + warnings.map { "! \($0)" } }
        return lines.joined(separator: "\n")
    }

    private var heading: String {
        let kind =
            plan.inFlight.map { "closed loop, \($0) under way" }
            ?? "open loop, \(Decimals.text(plan.rate, digits: 1)) guesses/s"
        let line = plan.line.map { " of \($0.text)" } ?? ""
        let place = watched.isEmpty ? "" : " at \(watched.joined(separator: ", "))"
        return "\(target): \(plan.players) players\(line) in \(plan.rooms) rooms, \(plan.watchers) watchers\(place); "
            + "\(kind); \(Decimals.text(seconds, digits: 1)) s measured" + (isStopped ? " (stopped early)" : "")
    }

    private var latencies: [String] {
        let skipped = figures.bySnapshot > 0 ? ", \(figures.bySnapshot) by a snapshot" : ""
        let rows: [(name: String, histogram: LatencyHistogram, note: String)] = [
            ("guess → answer", figures.judged, ""), ("guess → a rival's event", figures.rivals, ""),
            ("guess → the last rival's event", figures.lastRival, ""),
            ("guess → a watcher's event", figures.watchers, skipped),
            ("sent late by (counted above)", figures.lateness, ""),
            ("watchers heard late by (the same)", figures.watchersLate, ""),
        ]
        let head = LoadReport.padded("ms", 34) + LoadReport.shares.map { LoadReport.right($0.name, 9) }.joined()
        return [head]
            + rows.filter { $0.histogram.count > 0 }.map { name, histogram, note in
                let values = LoadReport.shares.map { histogram.value(at: $0.share).map(Milliseconds.text) ?? "–" }
                return LoadReport.padded(name, 34) + values.map { LoadReport.right($0, 9) }.joined()
                    + "   of \(histogram.count)\(note)"
            }
    }

    private var rates: [String] {
        let accepted = Decimals.text(acceptedPerSecond, digits: 1)
        let messages = Decimals.text(messagesPerSecond, digits: 0)
        var lines = [
            "guesses        \(accepted) accepted a second; \(figures.accepted) of \(figures.due) due",
            "deliveries     \(messages) messages a second to all clients",
        ]
        if figures.newcomers > 0 {
            lines.append("newcomers      \(figures.newcomers) took over from players whose game was over")
        }
        if figures.skips > 0 {
            let whom = "watchers that did not keep up"
            lines.append("skips          \(figures.skips) snapshots to \(whom), for \(figures.skipped) events")
        }
        if figures.unsent > 0 { lines.append("unsent         \(figures.unsent) guesses that were due") }
        return lines
    }

    private var load: [String] {
        func percent(_ cores: Double?) -> String {
            cores.map { "\(Decimals.text($0 * 100, digits: 1)) % of a core" } ?? "not known"
        }
        var lines = ["processor      server \(percent(serverCores)), this program \(percent(ownCores))"]
        func size(_ bytes: Int?) -> String {
            bytes.map { "\(Decimals.text(Double($0) / 1_048_576, digits: 1)) MiB" } ?? "–"
        }
        if memory.atStart != nil {
            lines.append(
                "server memory  \(size(memory.atStart)) before, \(size(memory.withPlayers)) with the players, "
                    + "\(size(memory.withWatchers)) with all, \(size(memory.atEnd)) at the end")
            if let each = memory.perWatcher {
                lines.append("               \(each) bytes for each watcher")
            }
            if let each = memory.perPlayer(plan.players) {
                lines.append("               \(each) bytes for each player")
            }
        }
        return lines
    }

    private var errors: [String] {
        figures.errors.sorted { $0.key < $1.key }.map { "refused        \($0.value) × \($0.key)" }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
