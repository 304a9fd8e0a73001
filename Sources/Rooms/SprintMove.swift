import GameRules

/// A guess in a sprint, as it was sent.
package struct SprintMove: Hashable, Sendable {
    /// The text that names the race.
    package let race: String
    /// From 0.
    package let row: Int
    package let word: Word

    package init(race: String, row: Int, word: Word) {
        self.race = race
        self.row = row
        self.word = word
    }
}

/// What a guess in a sprint came to.
package struct SprintMoveResult: Hashable, Sendable {
    /// What the room hears; empty for a guess sent twice.
    package let events: [RoomEvent]
    /// The player's game with the move.
    package let game: GuessGame
}

/// Why a guess in a sprint was refused.
package enum SprintMoveRefusal: Error, Hashable, Sendable {
    case room(RoomRefusal)
    case guess(GuessRefusal)
}

extension RoomState {
    /// Judges a guess at the instant `now`. A guess that was accepted before is answered again, also when the round is
    /// over.
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
            // If a later list has the word no more that was drawn, any word counts: were it the one exception, words
            // that have left the list could be tried for nothing until one is not refused.
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
