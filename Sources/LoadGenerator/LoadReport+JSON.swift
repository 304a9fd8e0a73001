import Messages

extension LoadReport {
    /// The report as one object of JSON. `docs/performance.md` describes the fields.
    package var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: 2_048)
        json.object { json in
            json.field("target", target)
            json.array("watched_at") { json in
                for url in watched { json.string(url) }
            }
            json.object("plan", writePlan)
            json.field("stopped", isStopped)
            json.field("complete", isComplete)
            json.field("measured_from_ms", Int(beganAt / 1_000_000))
            json.field("measured_ms", Int(seconds * 1_000))
            json.object("latency_us") { json in
                LoadReport.write("judged", figures.judged, to: &json)
                LoadReport.write("rival", figures.rivals, to: &json)
                LoadReport.write("last_rival", figures.lastRival, to: &json)
                LoadReport.write("watcher", figures.watchers, to: &json)
                LoadReport.write("sent_late", figures.lateness, to: &json)
                LoadReport.write("watchers_late", figures.watchersLate, to: &json)
            }
            json.object("measured", writeMeasured)
            json.object("total", writeTotal)
            json.object("errors") { json in
                for (code, count) in figures.errors.sorted(by: { $0.key < $1.key }) { json.field(named: code, count) }
            }
            json.object("processor_percent") { json in
                LoadReport.write("server", serverCores.map { Int(($0 * 100).rounded()) }, to: &json)
                LoadReport.write("own", ownCores.map { Int(($0 * 100).rounded()) }, to: &json)
            }
            json.object("server_memory", writeMemory)
            json.array("warnings") { json in
                for warning in warnings { json.string(warning) }
            }
        }
        return json.bytes
    }

    private func writePlan(to json: inout JSONWriter) {
        json.field("players", plan.players)
        json.field("rooms", plan.rooms)
        json.field("watchers", plan.watchers)
        if let line = plan.line { json.field("line", line.text) }
        if let inFlight = plan.inFlight {
            json.field("closed", inFlight)
        } else {
            json.field("rate", Int(plan.rate.rounded()))
        }
        json.field("seconds", plan.seconds)
        json.field("warm_up", plan.warmUp)
    }

    private func writeMeasured(to json: inout JSONWriter) {
        json.field("due", figures.due)
        json.field("accepted", figures.accepted)
        json.field("by_snapshot", figures.bySnapshot)
        json.field("accepted_per_second", Int(acceptedPerSecond.rounded()))
        json.field("messages", figures.messages)
        json.field("message_bytes", figures.messageBytes)
        json.field("messages_per_second", Int(messagesPerSecond.rounded()))
    }

    private func writeTotal(to json: inout JSONWriter) {
        json.field("sent", figures.allSent)
        json.field("accepted", figures.allAccepted)
        json.field("unsent", figures.unsent)
        json.field("unanswered", figures.unanswered)
        json.field("rival_events", figures.rivalEvents)
        json.field("watcher_events", figures.watcherEvents)
        json.field("missed", figures.missed)
        json.field("repeated", figures.repeated)
        json.field("skips", figures.skips)
        json.field("skipped", figures.skipped)
        json.field("newcomers", figures.newcomers)
        json.field("delayed", figures.delayed)
        json.field("lost", figures.lost)
    }

    private func writeMemory(to json: inout JSONWriter) {
        LoadReport.write("at_start", memory.atStart, to: &json)
        LoadReport.write("with_players", memory.withPlayers, to: &json)
        LoadReport.write("with_watchers", memory.withWatchers, to: &json)
        LoadReport.write("at_end", memory.atEnd, to: &json)
        LoadReport.write("per_player", memory.perPlayer(plan.players), to: &json)
        LoadReport.write("per_watcher", memory.perWatcher, to: &json)
    }

    private static func write(_ name: StaticString, _ number: Int?, to json: inout JSONWriter) {
        if let number { json.field(name, number) } else { json.null(name) }
    }

    private static func write(_ name: StaticString, _ histogram: LatencyHistogram, to json: inout JSONWriter) {
        json.object(name) { json in
            json.field("count", histogram.count)
            for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1)] {
                guard let value = histogram.value(at: share) else { continue }
                json.field(named: name, Int(value / 1_000))
            }
        }
    }
}
