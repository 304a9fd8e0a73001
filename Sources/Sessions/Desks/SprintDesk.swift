import GameRules
import Messages
import Puzzles
import Rooms
import WordLists

/// Decides sprints: the guesses of a round, and the words that rounds are dealt.
struct SprintDesk: HubPart {
    let context: HubContext
    let views: Views
    let refused: RefusedWords

    /// `play`: judges a guess in the running round.
    func play(
        _ asker: Asker, _ room: LiveRoom, race: String, row: Int?, text: String
    ) throws(ErrorReply) -> Decision {
        let began = environment.meter.clock()
        guard let round = room.state.series?.round, round.race.text == race,
            let words = puzzleSource.words(of: round.deal.sprint.line)
        else { throw ErrorReply(.noSuchRace) }
        guard room.takePlay(asker.session) else { throw .moved }
        let word = try words.spelled(text)
        let result: SprintMoveResult
        do throws(SprintMoveRefusal) {
            result = try room.state.decide(
                SprintMove(race: race, row: row, word: word, lag: Int(asker.lag)), by: asker.player.id,
                // A busy shard may have read it after the round had begun, and say that it can have come before.
                now: max(asker.arrived, min(now, round.deal.starts)),
                isInList: words.accepts)
        } catch {
            switch error {
            case .room(let refusal): throw ErrorReply(refusal)
            case .move(let refusal):
                if refusal.isUnknownWord { refused.note(word, of: round.deal.sprint.line, by: asker.player.id) }
                throw ErrorReply(refusal, words.alphabet.text(word), words.alphabet)
            }
        }
        var decision = Decision()
        decision.rests(on: room.ticket)
        decision.note(room.append(result.events, time: now))
        let played = ServerMessage.played(views.played(result.outcome, of: result.game, race, room, words.alphabet))
        decision.answer(asker, played)
        guard !result.events.isEmpty else { return decision }
        decision.tell(.outcome(.guessed(began: began)))
        if asker.player.sessions.count > 1 {
            let push = OutgoingMessage(played)
            for other in asker.player.sessions where other !== asker.session && room.isSeated(other) {
                decision.tell(.push(push, to: other))
            }
        }
        if result.game.status != .playing { decision.look(at: room) }
        return decision
    }

    /// Returns a dealer for a room. It draws uniformly among the words that the room has not had lately.
    func dealer(for room: LiveRoom) -> SprintDealer {
        { race, line, used in
            guard let words = puzzleSource.words(of: line), let answers = puzzleSource.answers(of: line) else {
                return nil
            }
            let answer = draw(from: answers, without: used)
            let salt = Salt(random: context.randomBytes())
            let commitment = Commitment(
                salt: salt, epoch: room.record.epoch, race: race.text, answer: words.alphabet.text(answer))
            let secret = PuzzleSecret(answer: answer, of: line, salt: salt)
            return SprintWord(secret, salt: salt.text, commitment: commitment.text)
        }
    }

    /// Draws a word that is not among the last of `used`. They are half of the answers at most. Otherwise a host could
    /// have a room use up its words, until the next round can have only a few.
    private func draw(from answers: DrawnAnswers, without used: [Word]) -> Word {
        let used = Set(used.suffix(answers.count / 2))
        // At least half of the words are left, so a draw in the set is repeated about once.
        while true {
            let word = answers.answer(at: Int(environment.random() % UInt64(answers.count)))
            if !used.contains(word) { return word }
        }
    }
}
