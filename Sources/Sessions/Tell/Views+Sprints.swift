import GameRules
import Messages
import Rooms
import WordLists

// The public and private views of sprints.
extension Views {
    /// Returns the board of the running round for a seat, shown on entry.
    func board(of seat: Seat, in room: LiveRoom) -> SprintBoard? {
        guard let round = room.state.series?.round, !round.isOver, let game = round.games[seat],
            let words = puzzleSource.words(of: round.deal.sprint.line)
        else { return nil }
        return board(of: game, round.deal, words.alphabet, isDealt: round.isDealt)
    }

    /// Returns the empty board of a round as of an event, with its tiles if they were everybody's then. Nil if the
    /// server no longer has its words. The room in memory may be ahead of the event, by tiles not on the disk yet.
    func board(of deal: SprintDeal, in room: LiveRoom, asOf sequence: Int) -> SprintBoard? {
        guard let words = puzzleSource.words(of: deal.sprint.line) else { return nil }
        let round = room.state.series?.round
        let isDealt = round?.race == deal.race && round?.dealt.map { $0 <= sequence } ?? false
        return board(of: deal.game, deal, words.alphabet, isDealt: isDealt)
    }

    private func board(
        of game: Game, _ deal: SprintDeal, _ alphabet: Alphabet, isDealt: Bool
    ) -> SprintBoard {
        SprintBoard(
            race: deal.race.text, starts: deal.starts, ends: deal.ends, settings: view(of: deal.sprint),
            tray: tray(of: game, alphabet, isDealt: isDealt),
            elapsed: max(0, game.result?.elapsed ?? (min(now, deal.ends) - deal.starts)),
            moves: game.moves.map { view(of: $0, alphabet) },
            keyboard: keyboard(of: game, through: game.moveCount - 1, alphabet),
            progress: progress(of: game, alphabet))
    }

    /// Returns the answer to a move. As with ``judged(_:of:_:)``, it is the same each time.
    func played(_ outcome: MoveOutcome, of game: Game, _ race: String, _ room: LiveRoom, _ alphabet: Alphabet) -> Played
    {
        let place = outcome.place
        return Played(
            room: room.record.code.text, race: race, row: place, move: view(of: game.move(at: place), alphabet),
            keyboard: keyboard(of: game, through: place, alphabet), score: score(of: game, after: outcome),
            progress: place == game.moveCount - 1 ? progress(of: game, alphabet) : .playing)
    }

    private func progress(of game: Game, _ alphabet: Alphabet) -> GameProgress {
        guard let result = game.result else { return .playing }
        return .over(
            GameEnd(
                answer: alphabet.text(game.secret.answer), solved: result.solved, turns: result.turns,
                points: result.points, elapsed: result.elapsed, own: nil))
    }

    func view(of settings: SprintSettings) -> SprintSettingsView {
        SprintSettingsView(
            line: settings.line, rows: settings.rows, hard: settings.hard, limit: settings.limit,
            rounds: settings.rounds, late: settings.late.rawValue, next: settings.next.rawValue)
    }

    func view(of deal: SprintDeal) -> SprintRound {
        SprintRound(
            race: deal.race.text, series: deal.series, round: deal.round, seats: deal.seats, starts: deal.starts,
            ends: deal.ends, commitment: deal.commitment, settings: view(of: deal.sprint))
    }

    func view(of series: Series) -> SeriesView {
        SeriesView(
            series: series.number, round: series.roundNumber, of: series.settings.rounds, phase: series.phase.rawValue,
            points: series.points.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, next: series.next,
            cancelled: series.isCancelled)
    }

    func view(of door: RoomDoor) -> RoomDoorView {
        var view = RoomDoorView()
        view.locked = door.isLocked
        view.listed = door.isListed
        view.barred = door.isBarred
        view.password = door.password != nil
        view.kicked = door.kicked.map(self.view)
        return view
    }

    /// Returns a round as everybody sees it: letters only once it is over.
    func view(of round: Round) -> RoomView.SprintRace {
        let lanes = round.games.keys.sorted().compactMap { seat in
            round.lane(of: seat).map { lane in
                var lane = view(of: lane, seat)
                let words = round.games[seat]?.moves.map { text($0.word, round.deal.sprint.line) }
                if round.isOver { lane.words = words }
                return lane
            }
        }
        let reveal = SprintReveal(
            answer: text(round.deal.answer, round.deal.sprint.line), salt: round.deal.salt,
            isEndedByHost: round.isEndedByHost)
        var told = view(of: round.deal)
        switch round.shown {
        case .nothing: told.contest.tiles = nil
        case .tiles(let tiles): told.contest.tiles = text(tiles.letters, round.deal.sprint.line)
        }
        return RoomView.SprintRace(round: told, lanes: lanes, reveal: round.isOver ? reveal : nil)
    }

    /// Returns the event for the end of a round, which makes its answer and words public.
    func view(of result: SprintResult) -> RoomEventView.Kind {
        .roundOver(
            race: result.race.text,
            SprintReveal(
                answer: text(result.answer, result.line), salt: result.salt, isEndedByHost: result.isEndedByHost),
            result.standings.map { standing in
                StandingView(
                    seat: standing.seat, place: standing.place, points: standing.points, solved: standing.solved,
                    turns: standing.turns, elapsed: standing.elapsed,
                    words: standing.words.map { text($0, result.line) }, score: standing.score)
            }, next: result.next)
    }

    /// Returns the text of a word from a log that may be older than the lists; question marks if its language is gone.
    func text(_ word: Word, _ line: PuzzleLine) -> String {
        guard let alphabet = Alphabet(language: line.language), alphabet.has(word) else {
            return String(repeating: "?", count: word.count)
        }
        return alphabet.text(word)
    }
}
