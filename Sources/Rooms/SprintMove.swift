import GameRules

/// A guess in a sprint, as a client sent it.
package struct SprintMove: Hashable, Sendable {
    /// The race's name.
    package let race: String
    /// The row of the guess, from 0.
    package let row: Int
    package let word: Word

    package init(race: String, row: Int, word: Word) {
        self.race = race
        self.row = row
        self.word = word
    }
}

/// The result of an accepted guess in a sprint.
package struct SprintMoveResult: Hashable, Sendable {
    /// The events for the room; empty for a guess sent again.
    package let events: [RoomEvent]
    /// The player's game after the guess.
    package let game: GuessGame
}

/// The reason why a guess in a sprint was refused.
package enum SprintMoveRefusal: Error, Hashable, Sendable {
    case room(RoomRefusal)
    case guess(GuessRefusal)
}

extension RoomState {
    /// Judges a guess at `now`, in ms since 1970-01-01 UTC. Idempotent: an accepted guess that is sent again gets the
    /// same answer, even after the round.
    package func decide(
        _ move: SprintMove, by player: PlayerID, now: Int, isInList: (Word) -> Bool
    ) throws(SprintMoveRefusal) -> SprintMoveResult {
        guard !door.isClosed else { throw .room(.closed) }
        guard let member = member(for: player) else { throw .room(.notAMember) }
        guard let sprint = series?.sprint, sprint.race.text == move.race else { throw .room(.noSuchRace) }
        guard var game = sprint.games[member.seat] else { throw .room(.notInRound) }
        if game.journal.indices.contains(move.row), game.journal[move.row].word == move.word {
            return SprintMoveResult(events: [], game: game)
        }
        guard !sprint.isOver, now < sprint.deal.ends else { throw .room(.roundOver) }
        let elapsed = now - sprint.deal.starts
        guard elapsed >= 0 else { throw .room(.notStarted) }
        let answer = sprint.deal.answer
        let accepted: GuessMove
        do throws(GuessRefusal) {
            // If the answer itself has left the word list, every word counts as listed. Otherwise the answer would be
            // the only unlisted word that is not refused, and free attempts would reveal it.
            accepted = try game.guess(
                move.word, row: move.row, elapsed: elapsed, isInList: { isInList($0) || !isInList(answer) }
            ).move
        } catch {
            throw .guess(error)
        }
        var events = [
            RoomEvent.played(
                race: sprint.race, seat: member.seat, row: move.row, word: accepted.word, pattern: accepted.pattern,
                elapsed: accepted.elapsed)
        ]
        if let result = game.result {
            events.append(
                .finished(
                    race: sprint.race, seat: member.seat, solved: result.solved, turns: result.turns,
                    elapsed: result.elapsed))
        }
        return SprintMoveResult(events: events, game: game)
    }
}
