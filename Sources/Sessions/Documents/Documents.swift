import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

/// The reason why an HTTP request has no document.
package enum QueryFault: Error, Hashable, Sendable {
    /// The subject of the request does not exist, or is not for who asks.
    case notFound(Missing)
    /// The request is malformed.
    case badRequest(String)
    /// Too many rankings were requested. `retry`: ms until the next one is admitted.
    case tooMany(retry: Int)
    /// The request proves no player.
    case unauthorized
    /// The player has not finished the puzzle whose letters were requested.
    case notFinished
    /// Storage is not available.
    case unavailable
}

/// A thing that a request is about and that is not there. The raw value is the `code` of the answer.
package enum Missing: String, CaseIterable, Sendable {
    case line = "no_such_line"
    case puzzle = "no_such_puzzle"
    case ranking = "no_such_ranking"
    case room = "no_such_room"
    case race = "no_such_race"
    /// A race that is not over yet: its words are secret.
    case end = "not_over"
    /// The boards or the ranking of a classroom before its race is over.
    case veiled = "veiled_in_class"
    /// The words of an old race, which today's alphabets do not have.
    case words = "words_unreadable"

    /// The reason, for who reads an answer.
    package var detail: String {
        switch self {
        case .line: "That line has no daily race here."
        case .puzzle: "There is no such puzzle."
        case .ranking: "There is no such ranking."
        case .room: "There is no such room."
        case .race: "That room has had no such race."
        case .end: "That race is not over yet."
        case .veiled: "In a classroom this is shown when it is over."
        case .words: "The words of that race cannot be shown any more."
        }
    }
}

/// Builds the documents that HTTP serves, as values. All are public, or the requester's own.
package final class Documents: HubPart {
    let context: HubContext
    let library: Library
    private let lobby: LobbyDesk
    /// The cache of replays.
    let replays = ReplayCache()

    /// The maximum size of a leaderboard page.
    package static let largestPage = 200

    /// Takes a document, or the reason why there is none.
    package typealias Reply<Document> = (Result<Document, QueryFault>) -> Void

    init(_ context: HubContext, _ library: Library, _ lobby: LobbyDesk) {
        self.context = context
        self.library = library
        self.lobby = lobby
    }

    /// The document of `GET /api/v1/rooms`.
    package func rooms(then: @escaping Reply<LobbyDocument>) { then(.success(LobbyDocument(rooms: lobby.rooms))) }

    /// The document of `GET /api/v1/today`, of one of the server's lines, by default of the first.
    package func today(of line: PuzzleLine? = nil, then: @escaping Reply<TodayDocument>) {
        guard !days.running.isEmpty else { return then(.failure(.unavailable)) }
        guard let today = line.map({ line in days.running.first { $0.puzzle.line == line } }) ?? days.today else {
            return then(.failure(.notFound(.line)))
        }
        let key = RankingID(line: today.puzzle.line, period: .day(today.puzzle.day), isClean: false)
        library.rankings.get(key, for: nil) { [self] result in
            guard case .success(let live) = result else { return then(.failure(.unavailable)) }
            // How many have found it by now tells how rivals do whose lanes are hidden.
            let ranking = isClassroom ? Ranking() : live.ranking
            let kind = today.puzzle.line.kind
            let tomorrow = library.puzzles.sealedForTomorrow(of: today.puzzle.line).map { sealed in
                TodayDocument.Commitment(puzzle: sealed.puzzle, commitment: puzzleSource.seal(of: sealed).commitment)
            }
            then(
                .success(
                    TodayDocument(
                        today: today, lines: days.running, tomorrow: tomorrow, finished: ranking.count,
                        solved: ranking.solvedCount(of: kind),
                        median: ranking.median(of: kind).flatMap(TodayDocument.Median.init),
                        distribution: ranking.distribution(of: kind, rows: settings.rows))))
        }
    }

    // MARK: Puzzles

    /// The document of `GET /api/v1/puzzles/LINE/DAY`: the commitment, from the day before the puzzle's day on. Once
    /// nobody can play the puzzle, also its salt and answer.
    package func puzzle(_ puzzle: PuzzleID, then: @escaping Reply<PuzzleDocument>) {
        guard puzzleSource.words(of: puzzle.line) != nil, let today = days.today, puzzle.number >= 1,
            puzzle.day <= today.puzzle.day || puzzle.day == days.tomorrow
        else { return then(.failure(.notFound(.puzzle))) }
        library.puzzles.getSeal(puzzle) { [self] result in
            then(result.map(document).mapError { _ in .unavailable })
        }
    }

    /// The document of `GET /api/v1/puzzles/LINE`: stored puzzles before the day `before`, newest first, at most
    /// `limit`.
    package func puzzles(
        of line: PuzzleLine, before: Day?, limit: Int, then: @escaping Reply<PuzzleListDocument>
    ) {
        guard puzzleSource.words(of: line) != nil, let today = days.today else {
            return then(.failure(.notFound(.line)))
        }
        // Tomorrow's puzzle has a field of its own. A wrong clock may have pinned puzzles further ahead, which are
        // secret.
        let tomorrow = today.puzzle.day.advanced(by: 1)
        let before = min(before ?? tomorrow, tomorrow)
        let limit = min(limit, Documents.largestPage)
        records.pinned(of: line, before: before, limit: limit + 1) { [self] result in
            guard case .success(let found) = result else { return then(.failure(.unavailable)) }
            let shown = found.prefix(limit).filter { puzzleSource.words(of: line)?.fits($0.answer) == true }
            then(
                .success(
                    PuzzleListDocument(
                        line: line, puzzles: shown.map(document),
                        tomorrow: library.puzzles.sealedForTomorrow(of: line).map(document),
                        next: found.count > limit ? found[limit - 1].puzzle.day : nil)))
        }
    }

    private func document(of pinned: PinnedPuzzle) -> PuzzleDocument {
        let (puzzle, seal) = (pinned.puzzle, puzzleSource.seal(of: pinned))
        var opening: PuzzleDocument.Opening?
        if days.isPublic(puzzle), let words = puzzleSource.words(of: puzzle.line) {
            opening = PuzzleDocument.Opening(salt: seal.salt, answer: words.alphabet.text(pinned.answer))
        }
        let time = PuzzleDocument.Seal(when: seal.time.when.rawValue, at: seal.time.at, time: seal.time.time)
        return PuzzleDocument(
            puzzle: puzzle, commitment: seal.commitment, seal: time, isHosts: pinned.isHosts,
            opening: opening)
    }

    // MARK: Rankings

    /// The document of `GET /api/v1/leaderboards/LINE/PERIOD`: a page of a ranking, of the server or of a room's
    /// members, and the place of `player`. A ranking that is not in memory is charged to `client`, unless that is nil.
    package func leaderboard(
        _ board: String, isClean: Bool, room: String?, player: PlayerID?, for client: ClientNetwork?,
        _ slice: RankingSlice, then: @escaping Reply<RankingView>
    ) {
        library.rankingReader.scope(RankingRequest(board: board, room: room, isClean: isClean), player, client) {
            [self] result in
            switch result {
            case .failure(let fault): then(.failure(fault))
            case .success(let scope): library.rankingReader.view(of: scope, slice, player, tellsWhose: true, then: then)
            }
        }
    }
}

extension TodayDocument.Median {
    /// The median of the players who reached the aim.
    fileprivate init?(_ score: Score) {
        switch score {
        case .solved(let turns, let elapsed): self.init(turns: turns, elapsed: elapsed)
        case .unsolved: return nil
        case .points(let points, let words, let elapsed): self.init(turns: words, points: points, elapsed: elapsed)
        }
    }
}
