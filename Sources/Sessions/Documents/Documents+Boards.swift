import GameRules
import Messages
import Rooms
import Storage
import WordLists

// The boards of a daily race that still runs, for players who know its word.
extension Documents {
    /// The document of `GET /api/v1/rooms/CODE/boards/LINE/DAY`: the boards of the members who have finished the
    /// puzzle, with their letters.
    ///
    /// Only a player who has finished it too gets them. Nobody gets the board of a game in play: a person looking over
    /// that player's shoulder could read it out. In a classroom rivals stay hidden until the day is public.
    package func boards(
        of puzzle: PuzzleID, in code: RoomCode, player: PlayerID?, then: @escaping Reply<BoardsDocument>
    ) {
        guard let player else { return then(.failure(.unauthorized)) }
        withShownRoom(code, to: player, failed: { then(.failure($0)) }) { [self] room in
            guard !isClassroom || days.isPublic(puzzle) else {
                return then(.failure(.notFound(.veiled)))
            }
            // The cheap question comes first: it answers most players who may not see the boards.
            records.games([GameKey(player: player, puzzle: puzzle)]) { [self] result in
                guard case .success(let own) = result else { return then(.failure(.unavailable)) }
                guard own.contains(where: { $0.finish != nil }) else { return then(.failure(.notFinished)) }
                boards(of: puzzle, in: room.record.id, then: then)
            }
        }
    }

    private func boards(of puzzle: PuzzleID, in room: RoomID, then: @escaping Reply<BoardsDocument>) {
        records.race(.daily(puzzle), of: room) { [self] result in
            switch result {
            case .failure: then(.failure(.unavailable))
            case .success(nil): then(.failure(.notFound(.race)))
            case .success(let log?):
                readDay(of: puzzle, log, raced: { [days] game, _ in game.finish == nil ? nil : days.raced(game) }) {
                    then($0.map { BoardsDocument(of: puzzle, $0) })
                }
            }
        }
    }
}

extension BoardsDocument {
    /// Creates the document of finished games. Precondition: the words are of the alphabet.
    fileprivate init(of puzzle: PuzzleID, _ day: RacedDay) {
        let (game, alphabet) = (day.game, day.alphabet)
        self.init(
            puzzle: puzzle, rows: game.rows, seconds: game.seconds,
            tiles: game.secret.tiles.map { alphabet.text($0.letters) }, answer: alphabet.text(game.secret.answer),
            boards: day.games.sorted { $0.key < $1.key }.compactMap { seat, game in
                guard let result = game.result, let person = day.people.members[seat] else { return nil }
                let moves = game.moves.map {
                    MoveView(word: alphabet.text($0.word), verdict: $0.verdict, elapsed: $0.elapsed)
                }
                return Board(seat: seat, name: person.name, moves: moves, result: result)
            })
    }
}
