import GameRules
import Messages
import Replays
import Rooms
import Storage
import WordLists

// The history of a room and the replays of its finished races, for clients that may watch the room.
extension Documents {
    /// The largest page of a room's history.
    package static let largestHistoryPage = 50

    /// The document of `GET /api/v1/rooms/CODE/races`: finished races, newest first. With `race`, only races that began
    /// before that one.
    ///
    /// A page begins behind a race, and not behind a number of the log: those count the moves of races that run.
    package func history(
        of code: RoomCode, player: PlayerID?, before race: RaceID?, limit: Int,
        then: @escaping Reply<RaceListDocument>
    ) {
        withShownRoom(code, to: player, failed: { then(.failure($0)) }) { [self] room in
            guard let race else { return history(of: room, before: .max, limit: limit, then: then) }
            let id = room.record.id
            records.race(race, of: id) { [self] result in
                switch result {
                case .failure: then(.failure(.unavailable))
                case .success(nil): then(.failure(.notFound(.race)))
                case .success(let log?):
                    history(of: room, before: log.race.first.sequence, limit: limit, then: then)
                }
            }
        }
    }

    private func history(
        of room: LiveRoom, before sequence: Int, limit: Int, then: @escaping Reply<RaceListDocument>
    ) {
        let limit = min(limit, Documents.largestHistoryPage)
        // Three races may be unfinished: the running round, and the daily races of today and yesterday.
        let asked = limit + 3
        let id = room.record.id
        records.races(of: id, before: sequence, limit: asked) { [self] result in
            guard case .success(let races) = result else { return then(.failure(.unavailable)) }
            let over = races.filter(isOver)
            let shown = Array(over.prefix(limit))
            let hasMore = races.count == asked || over.count > limit
            let next = hasMore ? (shown.last ?? races.last)?.race.text : nil
            then(.success(history(of: room, shown, next: next)))
        }
    }

    /// The document of `GET /api/v1/rooms/CODE/races/RACE`: the signed bytes of a self-contained replay.
    package func replay(of race: RaceID, in code: RoomCode, player: PlayerID?, then: @escaping Reply<[UInt8]>) {
        withShownRoom(code, to: player, failed: { then(.failure($0)) }) { [self] room in
            let key = ReplayKey(room: room.record.id, race: race)
            if let known = replays[key] { return then(.success(known)) }
            let deletions = replays.deletions
            records.race(race, of: key.room) { [self] result in
                switch result {
                case .failure: then(.failure(.unavailable))
                case .success(nil): then(.failure(.notFound(.race)))
                case .success(let log?) where !isOver(log.race):
                    then(.failure(.notFound(.end)))
                case .success(let log?):
                    replay(log, epoch: room.record.epoch) { [self] result in
                        then(
                            result.map { replay in
                                let json = replay.sealed(with: puzzleSource.signingKey).json
                                // A replay read before a deletion may hold the deleted name.
                                if deletions == self.replays.deletions { self.replays.keep(json, as: key) }
                                return json
                            })
                    }
                }
            }
        }
    }

    /// Finds the room, if the player (nil: unidentified) may see it.
    func withShownRoom(
        _ code: RoomCode, to player: PlayerID?, failed: @escaping (QueryFault) -> Void,
        then: @escaping (LiveRoom) -> Void
    ) {
        library.rooms.getShown(code, to: player) { result in
            switch result {
            case .failure: failed(.unavailable)
            case .success(let room?): then(room)
            case .success(nil): failed(.notFound(.room))
            }
        }
    }

    /// Whether nobody can play a race any more, so that all of it is public.
    private func isOver(_ race: StoredRace) -> Bool {
        guard let puzzle = race.race.puzzle else { return race.last != nil }
        return days.isPublic(puzzle)
    }

    // MARK: Documents

    private func replay(_ log: RaceLog, epoch: UInt64, then: @escaping Reply<Replay>) {
        if let puzzle = log.race.race.puzzle { return replay(ofDaily: puzzle, log, then: then) }
        guard let round = SprintReplay(replaying: log.events),
            let alphabet = alphabet(of: round.deal.sprint.line, for: [round.deal.answer], Array(round.games.values))
        else { return then(.failure(Documents.unreadable)) }
        then(.success(Replay(round, epoch: epoch, alphabet: alphabet)))
    }

    /// The replay of a daily race. The room's log may lack the end of a game.
    private func replay(ofDaily puzzle: PuzzleID, _ log: RaceLog, then: @escaping Reply<Replay>) {
        readDay(of: puzzle, log, raced: { [days] in days.raced($0, until: $1) }) { [puzzleSource] result in
            then(
                result.map { day in
                    Replay(
                        daily: puzzle, game: day.game, salt: puzzleSource.salt(of: puzzle),
                        seal: puzzleSource.sealTime(of: day.pinned), people: day.people, games: day.games,
                        alphabet: day.alphabet)
                })
        }
    }

    /// Reads the games of a room's daily race: those of members at the end of its time. `raced` returns the part of a
    /// stored game that belongs to the race, which ends at `end`; nil if there is none.
    func readDay(
        of puzzle: PuzzleID, _ log: RaceLog, raced: @escaping (_ game: GameRecord, _ end: Int) -> GameRecord?,
        then: @escaping Reply<RacedDay>
    ) {
        // By the wall's clock as it is now, a day that is over may end at another instant than it did.
        records.begin(after: puzzle.day.advanced(by: 1)) { [self] result in
            guard case .success(let noted) = result else { return then(.failure(.unavailable)) }
            // A wrong clock may have begun a later day before the race.
            let believed = noted.flatMap { $0 > log.race.first.time ? $0 : nil }
            let end = believed ?? days.end(of: puzzle.day.advanced(by: 1))
            readDay(of: puzzle, log, until: end, raced: { raced($0, end) }, then: then)
        }
    }

    private func readDay(
        of puzzle: PuzzleID, _ log: RaceLog, until end: Int, raced: @escaping (GameRecord) -> GameRecord?,
        then: @escaping Reply<RacedDay>
    ) {
        var people = RoomPeople()
        for logged in log.events where logged.time < end { people.apply(logged.event) }
        let members = people.members
        library.puzzles.getSeal(puzzle) { [self, people] result in
            guard case .success(let pinned) = result else { return then(.failure(.unavailable)) }
            records.games(members.values.map { GameKey(player: $0.player, puzzle: puzzle) }) { [self] result in
                guard case .success(let found) = result else { return then(.failure(.unavailable)) }
                let records = found.compactMap(raced)
                let (options, secret) = (options(of: records), puzzleSource.secret(of: pinned))
                guard let games = games(records, of: members, secret: secret, options: options),
                    let alphabet = alphabet(of: puzzle.line, for: [pinned.answer], Array(games.values))
                else { return then(.failure(Documents.unreadable)) }
                let game = Game(of: puzzle.line, secret: secret, options: options)
                then(
                    .success(RacedDay(pinned: pinned, game: game, people: people, games: games, alphabet: alphabet)))
            }
        }
    }

    /// Returns the games by their players' seats; nil if a record is no valid game. Timed games are over, also if the
    /// server has not come to write down the end of one.
    private func games(
        _ records: [GameRecord], of members: [Seat: RoomPeople.Person], secret: PuzzleSecret, options: GameOptions
    ) -> [Seat: Game]? {
        let seats = Dictionary(members.map { ($0.value.player, $0.key) }, uniquingKeysWith: { first, _ in first })
        var games: [Seat: Game] = [:]
        for record in records {
            guard let seat = seats[record.key.player] else { continue }
            do throws(JournalFault) {
                var game = try LiveGame(record, secret: secret, options: options).game
                game.end()
                games[seat] = game
            } catch {
                environment.report(.read, "game of \(record.key.puzzle.text): \(error)")
                return nil
            }
        }
        return games
    }

    /// Returns the number of rows and the time limit of a puzzle from its games: the settings may have changed since.
    private func options(of games: [GameRecord]) -> GameOptions {
        let seconds = games.lazy.compactMap(\.seconds).max() ?? settings.options.seconds
        return GameOptions(rows: rows(of: games), seconds: seconds)
    }

    private func rows(of games: [GameRecord]) -> Int {
        let failed = games.lazy.compactMap(\.finish).first { !$0.solved }
        let rows = failed?.turns ?? max(settings.rows, games.lazy.map(\.moves.count).max() ?? 0)
        return GuessRules.rowCounts.contains(rows) ? rows : settings.rows
    }

    /// Returns the alphabet of a line; nil if words of an old log have other letters.
    private func alphabet(of line: PuzzleLine, for words: [Word], _ games: [Game]) -> Alphabet? {
        guard let alphabet = Alphabet(language: line.language) else { return nil }
        let all = words + games.flatMap { $0.moves.map(\.word) }
        return all.allSatisfy(alphabet.has) ? alphabet : nil
    }

    static let unreadable = QueryFault.notFound(.words)

    // MARK: The history

    private func history(of room: LiveRoom, _ races: [StoredRace], next: String?) -> RaceListDocument {
        RaceListDocument(
            room: room.toldCode.text, name: room.front.name, key: puzzleSource.signingKey.publicKey.hexadecimal,
            races: races.compactMap(entry), next: next)
    }

    private func entry(_ race: StoredRace) -> RaceListDocument.Race? {
        if let puzzle = race.race.puzzle {
            return RaceListDocument.Race(
                race: race.race.text, kind: .daily(number: puzzle.number), line: puzzle.line,
                over: puzzleSource.end(of: puzzle.day.advanced(by: 1)), players: race.players)
        }
        guard case .round(let deal) = race.first.event, let last = race.last, case .roundOver(let result) = last.event
        else { return nil }
        let solved = result.standings.count(where: \.solved)
        return RaceListDocument.Race(
            race: race.race.text,
            kind: .sprint(series: deal.series, round: deal.round, of: deal.sprint.rounds, solved: solved),
            line: deal.sprint.line, over: last.time, players: result.standings.count)
    }
}

/// A room's daily race, as far as it is stored.
struct RacedDay {
    let pinned: PinnedPuzzle
    /// The game of a member who has not moved.
    let game: Game
    let people: RoomPeople
    let games: [Seat: Game]
    let alphabet: Alphabet
}

/// A cache of finished races' documents, which never change.
final class ReplayCache {
    /// The maximum number of cached replays.
    private static let most = 32

    private var documents: [ReplayKey: [UInt8]] = [:]
    /// The number of deleted players and rooms. What was read before a deletion may hold a deleted name.
    private(set) var deletions = 0

    subscript(key: ReplayKey) -> [UInt8]? { documents[key] }

    var count: Int { documents.count }

    func keep(_ replay: [UInt8], as key: ReplayKey) {
        if documents.count >= ReplayCache.most { documents = [:] }
        documents[key] = replay
    }

    /// Empties the cache after a player or a room was deleted: any document may hold a deleted name.
    func forgetNames() {
        deletions += 1
        documents = [:]
    }
}

/// The cache key of a replay. By room ID, because rooms change their codes.
struct ReplayKey: Hashable {
    let room: RoomID
    let race: RaceID
}
