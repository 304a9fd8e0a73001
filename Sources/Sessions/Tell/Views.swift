import GameRules
import Messages
import Rooms
import WordLists

/// Converts the server's state into what clients may see. This file and `Views+Sprints` are among the few that spell
/// letters; a test of the architecture lists those files, and for whom each does.
///
/// - `GameView`, `Judged`, `GameEnd`, `SprintBoard` and `Played` go to the player whose game it is.
/// - The tiles of a round are public from its start, and `SprintReveal` from its end.
/// - `solutions` goes to players who have ended their game.
struct Views: HubPart {
    let context: HubContext

    /// Returns a player's own board.
    func view(of game: LiveGame) -> GameView {
        guard let words = puzzleSource.words(for: game.key.puzzle) else {
            preconditionFailure("a game in memory has a list")
        }
        let credit = game.game.credit
        return GameView(
            puzzle: game.key.puzzle, rows: game.game.rows ?? 0, hard: game.game.hardMode,
            tray: tray(of: game.game, words.alphabet, isDealt: true),
            elapsed: game.finish?.elapsed ?? max(0, now - game.openedAt - credit), credit: credit,
            isRanked: days.isRanked(game),
            moves: game.game.moves.map { view(of: $0, words.alphabet) },
            keyboard: keyboard(of: game.game, through: game.game.moveCount - 1, words.alphabet),
            progress: progress(of: game, words.alphabet))
    }

    /// Returns the answer to a move. A move that is sent again, after later ones, has the
    /// same answer as the first time.
    func judged(_ outcome: MoveOutcome, of game: LiveGame, _ words: LineWords) -> Judged {
        let place = outcome.place
        let isLast = place == game.game.moveCount - 1
        return Judged(
            puzzle: game.key.puzzle, row: place, move: view(of: game.game.move(at: place), words.alphabet),
            keyboard: keyboard(of: game.game, through: place, words.alphabet),
            score: score(of: game.game, after: outcome),
            progress: isLast ? progress(of: game, words.alphabet) : .playing)
    }

    /// The part of a puzzle that its player sees from the start on, without a letter before that. Nil in kinds of games
    /// that show nothing of it.
    func tray(of game: Game, _ alphabet: Alphabet, isDealt: Bool) -> TrayView? {
        switch game.shown {
        case .nothing: nil
        case .tiles(let tiles):
            TrayView(tiles: isDealt ? alphabet.text(tiles.letters) : nil, seconds: game.seconds)
        }
    }

    /// The points after a move; nil in kinds of games without points.
    func score(of game: Game, after outcome: MoveOutcome) -> ScoreView? {
        game.points(through: outcome.place).map { ScoreView(points: $0, isRepeated: outcome.isRepeated) }
    }

    func view(of move: Move, _ alphabet: Alphabet) -> MoveView {
        MoveView(word: alphabet.text(move.word), verdict: move.verdict, elapsed: move.elapsed)
    }

    /// The keyboard after a row has been played; -1 before the first. Nil in kinds of games without clues to letters.
    func keyboard(of game: Game, through row: Int, _ alphabet: Alphabet) -> KeyboardView? {
        game.keyboard(through: row).map { keyboard in
            KeyboardView(
                keys: keyboard.keys.map { (alphabet.text($0.letter), $0.mark) },
                most: min(alphabet.letters.count, (row + 1) * game.secret.answer.count))
        }
    }

    private func progress(of game: LiveGame, _ alphabet: Alphabet) -> GameProgress {
        let puzzle = game.key.puzzle
        let isRanked = days.isRanked(game)
        let occasion: ShareText.Occasion =
            puzzle.isPractice ? .practice : isRanked ? .day(puzzle.number) : .archive(puzzle.number)
        guard let result = game.game.result,
            let share = ShareText(of: game.game, serverName: settings.serverName, occasion: occasion)
        else { return .playing }
        return .over(
            GameEnd(
                answer: alphabet.text(game.game.secret.answer), solved: result.solved, turns: result.turns,
                points: result.points, elapsed: result.elapsed,
                own: GameEnd.Own(credit: result.credit, isRanked: isRanked, share: share.text)))
    }

    /// Returns an event as everybody in the room sees it: without the player's ID.
    func view(of logged: LoggedEvent) -> RoomEventView {
        let kind: RoomEventView.Kind =
            switch logged.event {
            case .created(let name): .created(name: name)
            case .joined(let seat, _, let name): .joined(seat: seat, name: name)
            case .left(let seat): .left(seat: seat)
            case .renamed(let seat, let name): .renamed(seat: seat, name: name)
            case .pseudonym(let seat, let isOn): .pseudonym(seat: seat, on: isOn, held: false)
            // A member whose own name is hidden has a pseudonym.
            case .nameHeld(let seat, let isHeld): .pseudonym(seat: seat, on: true, held: isHeld)
            case .hosted(let seat): .hosted(seat: seat)
            case .opened(let race, let puzzle):
                .opened(race: race.text, puzzle: puzzle, rows: puzzle.line.kind.hasRows ? settings.rows : 0)
            case .started(let race, let seat): .started(race: race.text, seat: seat)
            case .guessed(let race, let seat, let row, let verdict, let elapsed):
                .guessed(race: race.text, seat: seat, row: row, verdict: verdict, elapsed: elapsed)
            case .finished(let race, let seat, let solved, let turns, let elapsed, let points):
                .finished(
                    race: race.text, seat: seat,
                    RoomView.Finish(solved: solved, turns: turns, points: points, elapsed: elapsed))
            case .named(let name): .named(name: name)
            case .daily(let line): .daily(context.playedLine(line))
            case .locked(let isLocked): .locked(isLocked)
            case .password(let hash): .password(needed: hash != nil)
            case .listed(let isListed): .listed(isListed)
            case .barred(let isBarred): .barred(isBarred)
            case .code(let code): .code(code.text)
            case .kicked(let seat): .kicked(seat: seat)
            case .unkicked(let seat): .unkicked(seat: seat)
            case .closed: .closed
            case .ready(let seat, let isReady): .ready(seat: seat, isReady)
            case .satOut(let seat, let isOut): .satOut(seat: seat, isOut)
            case .settings(let sprint): .settings(view(of: sprint))
            case .series(let number, let sprint): .series(number, view(of: sprint))
            case .round(let deal): .round(view(of: deal))
            case .dealt(let race, let line, let tiles): .dealt(race: race.text, tiles: text(tiles, line))
            case .played(let race, let seat, let row, _, let verdict, let elapsed):
                .guessed(race: race.text, seat: seat, row: row, verdict: verdict, elapsed: elapsed)
            case .roundOver(let result): view(of: result)
            case .seriesOver(let number, let podium, let cancelled):
                .seriesOver(
                    series: number,
                    podium.map { PodiumView(seat: $0.seat, place: $0.place, points: $0.points) }, cancelled: cancelled)
            }
        return RoomEventView(sequence: logged.sequence, time: logged.time, kind: kind)
    }

    /// Returns the words of tiles, or their numbers, for those who may know that.
    func solutions(
        _ wanted: SolutionsWanted, _ found: Solutions, of subject: SolutionsSubject,
        _ words: LineWords
    ) -> ServerMessage {
        switch wanted {
        case .words: .solutions(of: subject, common: found.common.map(words.alphabet.text), count: found.all.count)
        case .counts: .counts(of: subject, found.counts(upTo: words.list.length))
        }
    }

    /// Returns a room as everybody in it sees it.
    func view(of state: RoomState) -> RoomView {
        var view = RoomView(
            name: state.name, host: state.host,
            members: state.members.map(view),
            races: state.races.map(view), daily: context.dailyLine(of: state),
            sprint: self.view(of: state.sprintSettings))
        view.door = self.view(of: state.door)
        view.ready = state.ready.sorted()
        view.series = state.series.map { self.view(of: $0) }
        view.sprintRace = state.series?.round.map { self.view(of: $0) }
        return view
    }

    func view(of member: Member) -> RoomView.Member {
        RoomView.Member(
            seat: member.seat, name: member.name, hasPseudonym: member.hasPseudonym, isNameHeld: member.isNameHeld,
            sitsOut: member.sitsOut)
    }

    private func view(of race: Race) -> RoomView.Race {
        RoomView.Race(
            race: race.id.text, puzzle: race.puzzle, rows: settings.rows,
            lanes: race.lanes.sorted { $0.key < $1.key }.map { view(of: $0.value, $0.key) })
    }

    func view(of lane: Lane, _ seat: Seat) -> RoomView.Lane {
        RoomView.Lane(
            seat: seat, rows: lane.rows.map { RoomView.Row(verdict: $0.verdict, elapsed: $0.elapsed) },
            finish: lane.finish.map {
                RoomView.Finish(solved: $0.solved, turns: $0.turns, points: $0.points, elapsed: $0.elapsed)
            })
    }

    /// Returns the state for a client that enters a room: the events since its resume point if the room has them, else
    /// a snapshot. `isVeiled`: as pupils see it, who are shown no rivals before the end.
    func entry(to room: LiveRoom, _ resume: ResumePoint?, isVeiled: Bool) -> RoomEntry {
        RoomEntry(
            room: room.record.code.text, epoch: room.record.wireEpoch, sequence: room.sequence(isVeiled: isVeiled),
            content: resume.flatMap { room.gap(after: $0, isVeiled: isVeiled, view(of:)).map { .events($0) } }
                ?? .snapshot(room.picture(isVeiled: isVeiled, view(of:))),
            presence: room.presence)
    }
}
