// The closed loop: so many guesses are under way at any time. It shows how much a server takes, and hides how long
// people would wait.
extension LoadRun {
    func runClosed() {
        free = slots
        openWindow(from: now + Int64(plan.warmUp) * 1_000_000_000)
        pump()
    }

    /// Fills up what is under way; players take turns.
    private func pump() {
        guard phase == .running, let most = plan.inFlight else { return }
        while inFlight < most, firstFree < free.count {
            let slot = free[firstFree]
            firstFree += 1
            guard let guest = slot.current, guest.canGuess else { continue }
            inFlight += 1
            let due = now
            figures.allSent += 1
            if isMeasured(due) { figures.due += 1 }
            guest.guess(due: due)
        }
        if firstFree > free.count / 2 {
            free.removeFirst(firstFree)
            firstFree = 0
        }
        // Every game is played.
        if inFlight == 0 && free.isEmpty { drain() }
    }

    /// A guest's connection is lost, and with it the answers to what it had under way.
    func lostClosed(_ guest: Guest) {
        inFlight -= guest.unanswered
        // Not at once: its server may end them all.
        loop.after(milliseconds: 0) { [weak self] _ in self?.pump() }
    }

    func answeredClosed(_ guest: Guest) {
        inFlight -= 1
        if guest.canGuess, let slot = guest.slot { free.append(slot) }
        pump()
    }
}
