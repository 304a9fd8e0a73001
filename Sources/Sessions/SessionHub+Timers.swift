import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

// What the clock does in rooms: rounds end and begin, hosts who have gone are followed by others.
extension SessionHub {
    /// Looks at a room when what is being done now is done: in the middle of a decision nothing else may be decided.
    func lookSoon(at room: LiveRoom) {
        guard !room.isToBeLookedAt else { return }
        room.isToBeLookedAt = true
        let look = Confined(value: { [weak self] in
            room.isToBeLookedAt = false
            self?.look(at: room)
        })
        environment.executor.enqueue { look.value() }
    }

    /// Does what is due in a room, and comes back when more will be.
    private func look(at room: LiveRoom) {
        guard rooms.contains(room), !isDraining else { return }
        let presence = room.presenceForTimers
        var decision = Decision()
        while true {
            let events = room.state.due(now: now, presence, dealer: dealer(for: room))
            guard !events.isEmpty else { break }
            decision.append(events, to: room, time: now)
        }
        commit(decision) { _ in }
        guard let due = room.state.nextDue(presence) else { return }
        if let alarm = room.alarm, alarm <= due, alarm > now { return }
        room.alarm = due
        environment.after(max(1, due - now)) { [weak self] in
            // Set again if this comes too early: the host's timers count from the beginning of its turn, and by another
            // clock.
            if room.alarm == due { room.alarm = nil }
            self?.look(at: room)
        }
    }

    /// Draws words for a room: those of the list that it has not had, each as likely as the others.
    func dealer(for room: LiveRoom) -> SprintDealer {
        { [self] race, line, used in
            guard let words = library.words(of: line) else { return nil }
            let answer = draw(from: words.list, without: used)
            let salt = Salt(random: randomBytes())
            let commitment = Commitment(
                salt: salt, epoch: room.record.epoch, race: race.text, answer: words.alphabet.text(answer))
            return SprintWord(answer: answer, salt: salt.text, commitment: commitment.text)
        }
    }

    private func draw(from list: WordList, without used: Set<Word>) -> Word {
        let index = { (count: Int) in Int(self.environment.random() % UInt64(count)) }
        // As a rule few are used, and the first draw does.
        for _ in 0..<8 {
            let word = list.answer(at: index(list.answerCount))
            if !used.contains(word) { return word }
        }
        let left = (0..<list.answerCount).map(list.answer(at:)).filter { !used.contains($0) }
        return left.isEmpty ? list.answer(at: index(list.answerCount)) : left[index(left.count)]
    }
}
