// The end of a load: what is under way is awaited, and all that was counted becomes the report.
extension LoadRun {
    /// ms for what is under way.
    private static let patience = 5_000
    private static let step = 50

    /// Ends the load before its time.
    func stop() {
        isStopped = true
        switch phase {
        case .arriving: fail("stopped before the load began")
        case .running: drain()
        case .draining, .over: return
        }
    }

    /// Sends no more.
    func drain() {
        guard phase == .running else { return }
        phase = .draining
        if isMeasuring {
            sampleUsage("end")
            isMeasuring = false
        }
        let end = now
        if end < window.upperBound { window = min(window.lowerBound, end)..<end }
        if plan.watchers > 0 { askCrowd({ $0.measure(false) }, then: { _, _ in }) }
        settle(LoadRun.patience)
    }

    private func settle(_ milliseconds: Int) {
        let isSettled =
            slots.allSatisfy { ($0.current?.unanswered ?? 0) == 0 }
            && rooms.allSatisfy { $0.outstanding(upTo: $0.newest) == 0 }
        guard plan.watchers > 0 else { return settle(milliseconds, isSettled: isSettled) }
        let newest = rooms.map(\.newest)
        askCrowd({ $0.outstanding(upTo: newest) }) { run, outstanding in
            run.settle(milliseconds, isSettled: isSettled && outstanding == 0)
        }
    }

    private func settle(_ milliseconds: Int, isSettled: Bool) {
        guard phase == .draining else { return }
        guard !isSettled, milliseconds > 0 else { return finish() }
        loop.after(milliseconds: LoadRun.step) { [weak self] _ in
            guard let self, phase == .draining else { return }
            settle(milliseconds - LoadRun.step)
        }
    }

    private func finish() {
        for room in rooms {
            figures.missed += room.outstanding(upTo: room.newest)
            for player in room.players.values { count(player) }
        }
        guard plan.watchers > 0 else { return end(LoadReport(self)) }
        let newest = rooms.map(\.newest)
        askCrowd({ ($0.finish(upTo: newest), $0.firstUsage) }) { run, crowd in
            run.figures.add(watchers: crowd.0)
            run.firstWatchersUsage = crowd.1
            run.end(LoadReport(run))
        }
    }

    private func count(_ guest: Guest) {
        figures.unanswered += guest.unanswered
        for guess in guest.sent where guess.lastRival > 0 && isMeasured(guess.due) {
            figures.lastRival.record(guess.lastRival)
        }
        figures.count(guest.check)
    }
}
