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
        settle(LoadRun.patience)
    }

    private func settle(_ milliseconds: Int) {
        let isSettled =
            slots.allSatisfy { ($0.current?.unanswered ?? 0) == 0 } && rooms.allSatisfy { $0.outstanding == 0 }
        guard !isSettled, milliseconds > 0 else { return finish() }
        loop.after(milliseconds: LoadRun.step) { [weak self] _ in
            guard let self, phase == .draining else { return }
            settle(milliseconds - LoadRun.step)
        }
    }

    private func finish() {
        for room in rooms {
            figures.missed += room.outstanding
            for player in room.players.values { count(player) }
        }
        for watcher in watchers { count(watcher) }
        end(LoadReport(self))
    }

    private func count(_ guest: Guest) {
        figures.unanswered += guest.unanswered
        for guess in guest.sent where guess.lastRival > 0 && isMeasured(guess.due) {
            figures.lastRival.record(guess.lastRival)
        }
        guard let check = guest.check else { return }
        figures.missed += check.missed
        figures.repeated += check.repeated
        figures.skips += check.skips
    }
}
