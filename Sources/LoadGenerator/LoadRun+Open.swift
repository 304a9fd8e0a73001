import EventLoops

// The open loop: guesses are sent when they are due, whether or not earlier ones were answered.
extension LoadRun {
    func runOpen() {
        let seconds = plan.warmUp + plan.seconds
        let schedule = Schedule(players: slots.count, rate: plan.rate, seconds: seconds, random: fraction)
        for (slot, left) in zip(slots, schedule.guesses()) { slot.left = left }
        self.schedule = schedule
        start = now + 50_000_000
        openWindow(from: start + Int64(plan.warmUp) * 1_000_000_000)
        guard schedule.count > 0 else { return }
        do throws(EventLoopError) {
            let alarm = try Alarm(on: loop) { [weak self] in self?.sendDue() }
            alarm.set(at: start + schedule.due(0))
            self.alarm = alarm
        } catch {
            return fail("\(error)")
        }
    }

    /// Measures from `begin` on, for the plan's time; then ends.
    func openWindow(from begin: Int64) {
        let end = begin + Int64(plan.seconds) * 1_000_000_000
        let window = begin..<end
        self.window = window
        if plan.watchers > 0 { askCrowd({ $0.openWindow(window) }, then: { _, _ in }) }
        let now = now
        loop.after(milliseconds: Int((begin - now) / 1_000_000)) { [weak self] _ in
            guard let self, phase == .running else { return }
            isMeasuring = true
            sampleUsage("begin")
            guard plan.watchers > 0 else { return }
            askCrowd({ $0.measure(true) }, then: { _, _ in })
            probeCrowd()
        }
        // By the loop's own clock, which may be ms behind, and rounded up: what is due in the last ms is measured too.
        loop.after(milliseconds: Int(end / 1_000_000 - loop.now) + 1) { [weak self] _ in
            self?.drain()
        }
    }

    /// ns between two wake-ups: thousands of guesses a second are sent a few at a time, as a wake-up costs more than a
    /// guess. The delay that this causes is counted.
    private static let leastSleep: Int64 = 200_000

    /// Sends what is due by now.
    func sendDue() {
        guard phase == .running, let schedule else { return }
        while nextDue < schedule.count {
            let due = start + schedule.due(nextDue)
            let now = now
            guard due <= now else {
                alarm?.set(at: max(due, now + LoadRun.leastSleep))
                return
            }
            let slot = slots[schedule.player(nextDue)]
            nextDue += 1
            if isMeasured(due) { figures.due += 1 }
            if let guest = slot.current, guest.canGuess, slot.overdue.isEmpty {
                send(due, guest, slot)
            } else {
                figures.delayed += 1
                slot.overdue.append(due)
            }
        }
    }

    private func send(_ due: Int64, _ guest: Guest, _ slot: Slot) {
        guest.guess(due: due)
        figures.allSent += 1
        if isMeasured(due) { figures.lateness.record(now - due) }
        slot.left -= 1
        // Early enough, and not so early that many wait.
        let rest = guest.rows - guest.sent.count
        if guest.sent.count == max(1, guest.rows / 2), slot.left > rest { bring(Guest(self, slot: slot)) }
    }

    /// A guest that has answers to all its guesses has rows left.
    func canGoOn(_ guest: Guest) {
        if let slot = guest.slot, !slot.overdue.isEmpty, isSending { sendOverdue(of: slot) }
    }

    /// Sends what was due while the player could not.
    func sendOverdue(of slot: Slot) {
        while let due = slot.overdue.first, let guest = slot.current, guest.canGuess {
            slot.overdue.removeFirst()
            send(due, guest, slot)
        }
    }

    // MARK: One guest after the other

    /// A guest's game is over, and all its guesses are answered.
    func played(_ guest: Guest) {
        guard isSending, plan.inFlight == nil, let slot = guest.slot, slot.left > 0 else { return }
        guest.leave()
    }

    /// A guest has given the seat up.
    func left(_ guest: Guest) {
        guest.goodBye()
        guard let slot = guest.slot else { return }
        replace(guest, in: slot)
    }

    /// Gives the seat to who waits for it, or waits for somebody.
    func replace(_ guest: Guest, in slot: Slot) {
        if slot.standby === guest { slot.standby = nil }
        guard slot.current === guest || slot.current == nil else { return }
        slot.current = nil
        if let next = slot.standby {
            slot.standby = nil
            next.enter()
        } else if guest.step == .over, isSending, plan.inFlight == nil,
            guest.sent.count < max(1, guest.rows / 2)
        {
            // It was lost before it had called its successor; not at once, as the server may have had enough.
            loop.after(milliseconds: 1_000) { [weak self] _ in
                guard let self, isSending, slot.left > 0 else { return }
                bring(Guest(self, slot: slot))
            }
        }
    }

    // MARK: Outcomes of guesses

    func judged(_ guest: Guest, due: Int64) {
        figures.allAccepted += 1
        if isMeasuring { figures.acceptedMeanwhile += 1 }
        if isMeasured(due) {
            figures.accepted += 1
            figures.judged.record(now - due)
        }
        if plan.inFlight != nil { answeredClosed(guest) }
    }

    func guessRefused(_ guest: Guest) {
        if plan.inFlight != nil { answeredClosed(guest) }
    }

    func seenByRival(due: Int64, _ latency: Int64) {
        figures.rivalEvents += 1
        if isMeasured(due) { figures.rivals.record(latency) }
    }
}
