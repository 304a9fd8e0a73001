// The end of a load: what is under way is awaited, and all that was counted becomes the report.
extension LoadRun {
    /// ms between two looks at what is under way.
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

    /// Sends no more than what was due until now.
    func drain() {
        guard phase == .running else { return }
        // We may be late: left out, it would be a time that nobody counts.
        sendDue()
        // Unless that was the first guess, and there was no word for it.
        guard phase == .running else { return }
        phase = .draining
        for slot in slots { slot.left = slot.overdue.count }
        if isMeasuring {
            sampleUsage("end")
            isMeasuring = false
        }
        let end = now
        if end < window.upperBound { window = min(window.lowerBound, end)..<end }
        if plan.watchers > 0 { askCrowd({ $0.measure(false) }, then: { _, _ in }) }
        settle(plan.patience)
    }

    private func settle(_ milliseconds: Int) {
        let isSettled =
            slots.allSatisfy { $0.overdue.isEmpty && ($0.current?.unanswered ?? 0) == 0 }
            && rooms.allSatisfy { $0.outstanding(upTo: $0.newest) == 0 && !$0.awaitsEvents }
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
        let end = now
        let ends = rooms.map { room in
            RoomEnd(newest: room.newest, unheard: unsent(in: room, end: end) + unanswered(in: room, end: end))
        }
        for (room, roomEnd) in zip(rooms, ends) { count(room, upTo: roomEnd.newest, end: end) }
        guard plan.watchers > 0 else { return self.end(LoadReport(self)) }
        // A guess that is answered from here on was counted by its state at the end.
        let counted = figures
        askCrowd({ ($0.finish(ends, end: end), $0.firstUsage) }) { run, crowd in
            run.figures = counted
            run.figures.add(watchers: crowd.0)
            run.firstWatchersUsage = crowd.1
            run.end(LoadReport(run))
        }
    }

    /// Counts the guesses that a room's players could not send. Answers when they were due.
    private func unsent(in room: LoadRoom, end: Int64) -> [Int64] {
        var dues: [Int64] = []
        for number in stride(from: room.number, to: slots.count, by: rooms.count) {
            let slot = slots[number]
            figures.unsent += slot.overdue.count
            for due in slot.overdue where isMeasured(due) {
                figures.lateness.record(end - due)
                unheard(due, by: room.rivals(of: slot.current), end: end)
                dues.append(due)
            }
        }
        return dues
    }

    /// Counts the guesses that were sent in a room and not answered. Answers when those were due of which nobody was
    /// told.
    private func unanswered(in room: LoadRoom, end: Int64) -> [Int64] {
        var dues: [Int64] = []
        for player in room.players.values {
            figures.unanswered += player.unanswered
            countUnheard(of: player, in: room, end: end)
            for guess in player.sent where !guess.isAnswered && isMeasured(guess.due) {
                guard !guess.isTold else {
                    figures.judged.record(end - guess.due)
                    continue
                }
                unheard(guess.due, by: room.rivals(of: player), end: end)
                dues.append(guess.due)
            }
        }
        return dues
    }

    /// Counts the accepted guesses of which nobody in the room was told, and after which no event came that would show
    /// the gap.
    private func countUnheard(of player: Guest, in room: LoadRoom, end: Int64) {
        let rivals = room.rivals(of: player)
        for guess in player.sent where guess.awaitsEvent && guess.due > room.newestDue {
            figures.missed += room.listeners.count
            guard isMeasured(guess.due) else { continue }
            figures.rivals.record(end - guess.due, times: rivals)
            figures.lastRival.record(end - guess.due, times: min(rivals, 1))
        }
    }

    /// Counts a guess that was due and that nobody has heard of: not its player, and not so many rivals.
    private func unheard(_ due: Int64, by rivals: Int, end: Int64) {
        figures.judged.record(end - due)
        figures.rivals.record(end - due, times: rivals)
        figures.lastRival.record(end - due, times: min(rivals, 1))
    }

    private func count(_ room: LoadRoom, upTo newest: Int, end: Int64) {
        figures.missed += room.outstanding(upTo: newest)
        for player in room.players.values {
            figures.count(player.check)
            let missed = room.forEachWait(of: player, upTo: newest, end: end) { guess, wait, _ in
                room.players[guess.seat]?.rivalWaited(wait, row: guess.row)
                if isMeasured(guess.due) { figures.rivals.record(wait) }
            }
            figures.missed += missed
        }
        // Only now is it known who of a guess's rivals was the last.
        for player in room.players.values {
            for guess in player.sent where guess.lastRival > 0 && isMeasured(guess.due) {
                figures.lastRival.record(guess.lastRival)
            }
        }
    }
}

/// The events that a room's watchers should have heard by the end.
struct RoomEnd: Sendable {
    /// The number of its newest event.
    let newest: Int
    /// When those measured guesses were due that became no event, in ns.
    let unheard: [Int64]
}
