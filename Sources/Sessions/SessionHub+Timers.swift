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
        environment.after(max(1, due - now)) { [weak self] in self?.look(at: room) }
    }

    /// Draws words for a room: those of the list that it has not had, each as likely as the others.
    func dealer(for room: LiveRoom) -> SprintDealer {
        { [self] race, line, used in
            guard let words = library.words(of: line) else { return nil }
            let answer = draw(from: words.list, without: used)
            let salt = randomBytes()
            let commitment = SprintCommitment.text(
                salt: salt, epoch: room.record.epoch, race: race.text, answer: words.alphabet.text(answer))
            return SprintWord(answer: answer, salt: salt.hexadecimal, commitment: commitment)
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

/// The promise about the word of a sprint: SHA-256(salt ‖ epoch/race ‖ answer), the salt as bytes; the room's epoch (16
/// hexadecimal digits), the race and the answer (lower case, NFC) as UTF-8.
enum SprintCommitment {
    static func text(salt: [UInt8], epoch: UInt64, race: String, answer: String) -> String {
        let digits = String(epoch, radix: 16)
        let epoch = String(repeating: "0", count: 16 - digits.count) + digits
        return Digest(of: salt + Array("\(epoch)/\(race)".utf8) + Array(answer.utf8)).text
    }
}
