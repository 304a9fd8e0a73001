import GameRules
import Messages
import Rooms
import Storage
import WordLists

// The boards of a daily race that still runs, for those who know its word anyway.
extension Documents {
    /// The document of `GET /api/v1/rooms/CODE/boards/LINE/DAY`: the boards of the members who have finished the
    /// puzzle, with their letters.
    ///
    /// Only a player who has finished it too gets them. Nobody gets the board of a game that goes on: it would be there
    /// for whoever looks over that player's shoulder. In a classroom rivals stay hidden until the day is public.
    package func boards(
        of puzzle: PuzzleID, in code: RoomCode, player: PlayerID?, then: @escaping Reply<BoardsDocument>
    ) {
        guard let player else { return then(.failure(.unauthorized)) }
        withShownRoom(code, to: player, failed: { then(.failure($0)) }) { [self] room in
            guard !isClassroom || days.isPublic(puzzle) else {
                return then(.failure(.notFound("In a classroom, boards are shown when the race is over.")))
            }
            // First the little question, which most of those answer who may not see them.
            records.games(of: [player], puzzle: puzzle) { [self] result in
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
            case .success(nil): then(.failure(.notFound("That room has had no such race.")))
            case .success(let log?):
                var people = RoomPeople()
                // A member who has come since was not in that race.
                let end = days.end(of: puzzle.day.advanced(by: 1))
                for logged in log.events where logged.time < end { people.apply(logged.event) }
                boards(of: puzzle, people, then: then)
            }
        }
    }

    private func boards(of puzzle: PuzzleID, _ people: RoomPeople, then: @escaping Reply<BoardsDocument>) {
        let members = people.members
        records.games(of: members.values.map(\.player), puzzle: puzzle) { [self] result in
            guard case .success(let found) = result else { return then(.failure(.unavailable)) }
            library.puzzles.getSeal(puzzle) { [self] result in
                guard case .success(let pinned) = result else { return then(.failure(.unavailable)) }
                let records = found.filter { $0.finish != nil }.compactMap { days.raced($0) }
                let (options, secret) = (options(of: records), lists.secret(of: pinned))
                guard let games = games(records, of: members, secret: secret, options: options),
                    let alphabet = alphabet(of: puzzle.line, for: [pinned.answer], Array(games.values))
                else { return then(.failure(Documents.unreadable)) }
                let game = Game(of: puzzle.line, secret: secret, options: options)
                then(.success(BoardsDocument(of: puzzle, game, games, people, alphabet)))
            }
        }
    }
}

extension BoardsDocument {
    /// Creates the document of finished games. `game` is that of a member who has not moved. Precondition: the words
    /// are of the alphabet.
    fileprivate init(
        of puzzle: PuzzleID, _ game: Game, _ games: [Seat: Game], _ people: RoomPeople, _ alphabet: Alphabet
    ) {
        let tiles: String? =
            switch game.shown {
            case .nothing: nil
            case .tiles(let tiles): alphabet.text(tiles.letters)
            }
        self.init(
            puzzle: puzzle, rows: game.rows, seconds: game.seconds, tiles: tiles,
            answer: alphabet.text(game.secret.answer),
            boards: games.sorted { $0.key < $1.key }.compactMap { seat, game in
                guard let result = game.result, let person = people.members[seat] else { return nil }
                let moves = game.moves.map {
                    MoveView(word: alphabet.text($0.word), verdict: $0.verdict, elapsed: $0.elapsed)
                }
                return Board(seat: seat, name: person.name, moves: moves, result: result)
            })
    }
}
