import GameRules

/// A move in a sprint, as a client sent it.
package struct SprintMove: Hashable, Sendable {
    /// The race's name.
    package let race: String
    /// The row of the move, from 0, in kinds of games that are played row by row.
    package let row: Int?
    package let word: Word
    /// The measured round trip of the connection in ms. It counts in kinds of games that end by the clock.
    package let lag: Int

    package init(race: String, row: Int?, word: Word, lag: Int = 0) {
        self.race = race
        self.row = row
        self.word = word
        self.lag = lag
    }
}

/// The result of an accepted move in a sprint.
package struct SprintMoveResult: Hashable, Sendable {
    /// The events for the room; empty for a move sent again.
    package let events: [RoomEvent]
    /// The player's game after the move.
    package let game: Game
    /// The place of the move in its journal, and whether it is new.
    package let outcome: MoveOutcome
}

/// The reason why a move in a sprint was refused.
package enum SprintMoveRefusal: Error, Hashable, Sendable {
    case room(RoomRefusal)
    case move(MoveRefusal)
}

extension RoomState {
    /// Judges a move at `now`, in ms since 1970-01-01 UTC. Idempotent: an accepted move that is sent again gets the
    /// same answer, even after the round.
    package func decide(
        _ move: SprintMove, by player: PlayerID, now: Int, isInList: (Word) -> Bool
    ) throws(SprintMoveRefusal) -> SprintMoveResult {
        guard !door.isClosed else { throw .room(.closed) }
        guard let member = member(for: player) else { throw .room(.notAMember) }
        guard let round = series?.round, round.race.text == move.race else { throw .room(.noSuchRace) }
        guard var game = round.games[member.seat] else { throw .room(.notInRound) }
        if let place = game.place(of: move.word, row: move.row) {
            return SprintMoveResult(events: [], game: game, outcome: .repeated(place))
        }
        guard !round.isOver, now < round.deal.closes else { throw .room(.roundOver) }
        let elapsed = now - round.deal.starts
        guard elapsed >= 0 else { throw .room(.notStarted) }
        let place: Int
        do throws(MoveRefusal) {
            let lag = game.closesAfter == nil ? 0 : move.lag
            place = try game.play(move.word, row: move.row, elapsed: elapsed, lag: lag, isInList: isInList).place
        } catch {
            throw .move(error)
        }
        let accepted = game.move(at: place)
        var events = [
            RoomEvent.played(
                race: round.race, seat: member.seat, row: place, word: accepted.word, pattern: accepted.verdict,
                elapsed: accepted.elapsed)
        ]
        if let result = game.result { events.append(.finished(race: round.race, seat: member.seat, result)) }
        return SprintMoveResult(events: events, game: game, outcome: .accepted(place))
    }
}

extension RoomEvent {
    /// A member's game ended with this result.
    package static func finished(race: RaceID, seat: Seat, _ result: GameResult) -> RoomEvent {
        .finished(
            race: race, seat: seat, solved: result.solved, turns: result.turns, elapsed: result.elapsed,
            points: result.points)
    }
}
