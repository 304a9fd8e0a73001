import GameRules
import Messages

// A walk over the cases of an enum. Each function returns the case that follows another, with values by chance: the
// first case after nil, and nil after the last. A case that is new does not compile before it has its place in the
// walk.

extension GeneratedValues {
    /// One value of each case.
    mutating func walk<Value>(_ next: (inout GeneratedValues, Value?) -> Value?) -> [Value] {
        var values: [Value] = []
        while let value = next(&self, values.last) { values.append(value) }
        return values
    }

    /// Requests of every kind.
    mutating func clientMessages() -> [ClientMessage] {
        walk { $0.clientMessage(after: $1) } + walk { $0.roomRequest(after: $1) }.map { .inRoom(room: text(), $0) }
    }

    /// Messages of every kind, with events and errors of every kind.
    mutating func serverMessages() -> [ServerMessage] {
        walk { $0.serverMessage(after: $1) }
            + walk { $0.eventKind(after: $1) }.map { .event(room: text(), epoch: bits(), event($0)) }
            + walk { $0.errorDetail(after: $1) }.map { .error(ErrorReply(.hardMode, text(), $0)) }
            + ErrorCode.allCases.map { .error(ErrorReply($0, text())) }
    }

    private mutating func event(_ kind: RoomEventView.Kind) -> RoomEventView {
        RoomEventView(sequence: count(), time: count(), kind: kind)
    }

    // MARK: Messages of clients

    private mutating func clientMessage(after last: ClientMessage?) -> ClientMessage? {
        switch last {
        case nil: .hello(protocol: count(), token: maybe { $0.text() })
        case .hello: .rename(name: text())
        case .rename: .open(puzzle: puzzle(), hard: hardMode(), follow: flag(), archive: flag())
        case .open:
            .practice(line: line(), hard: hardMode(), seconds: maybe { $0.count() }, isNew: flag())
        case .practice: .endPractice(puzzle: puzzle())
        case .endPractice: .guess(puzzle: puzzle(), row: maybe { $0.count() }, word: text())
        case .guess: .solutions(subject())
        case .solutions: .counts(subject())
        case .counts: .hardMode(puzzle: puzzle(), hard: hardMode())
        case .hardMode: .createRoom(name: maybe { $0.text() }, line: maybe { $0.line() })
        case .createRoom:
            .join(
                room: text(), resume: maybe { $0.resumePoint() }, password: maybe { $0.text() },
                manner: JoiningManner(pseudonym: maybe { $0.flag() }, follow: flag()))
        case .join:
            .watch(
                room: text(), resume: maybe { $0.resumePoint() }, password: maybe { $0.text() },
                key: maybe { $0.text() })
        case .watch: .leave(room: text())
        case .leave: .inRoom(room: text(), .start)
        case .inRoom: .lobby(on: flag())
        case .lobby:
            .look(maybe { RankingRequest(board: $0.text(), room: $0.maybe { $0.text() }, isClean: $0.flag()) })
        case .look: .ping
        case .ping: nil
        }
    }

    private mutating func subject() -> SolutionsSubject {
        flag() ? .game(puzzle()) : .round(room: text(), race: text())
    }

    private mutating func resumePoint() -> ResumePoint { ResumePoint(epoch: bits(), sequence: count()) }

    private mutating func roomRequest(after last: RoomRequest?) -> RoomRequest? {
        switch last {
        case nil:
            .settings(
                SprintChange(
                    kind: maybe { $0.text() }, language: maybe { $0.text() },
                    length: maybe { $0.count() }, rows: maybe { $0.count() },
                    hard: maybe { $0.hardMode() }, limit: maybe { $0.count() }, rounds: maybe { $0.count() },
                    late: maybe { $0.text() }, next: maybe { $0.text() }))
        case .settings: .name(text())
        case .name: .daily(line())
        case .daily: .lock(flag())
        case .lock: .password(maybe { $0.text() })
        case .password: .list(flag())
        case .list: .kick(seat: count())
        case .kick: .unkick(seat: count())
        case .unkick: .holdName(seat: count(), held: flag())
        case .holdName: .handOver(seat: count())
        case .handOver: .newCode
        case .newCode: .stageKey
        case .stageKey: .close
        case .close: .start
        case .start: .nextRound
        case .nextRound: .endRound
        case .endRound: .endSeries
        case .endSeries: .ready(flag())
        case .ready: .sitOut(flag())
        case .sitOut: .pseudonym(flag())
        case .pseudonym: .play(race: text(), row: maybe { $0.count() }, word: text())
        case .play: .react(any(Reaction.allCases))
        case .react: nil
        }
    }

    // MARK: Messages of servers

    private mutating func serverMessage(after last: ServerMessage?) -> ServerMessage? {
        switch last {
        case nil: .welcome(welcome())
        case .welcome: .renamed(name: text())
        case .renamed: .game(game())
        case .game:
            .judged(
                Judged(
                    puzzle: puzzle(), row: count(), move: move(), keyboard: keyboard(), score: scoreView(),
                    progress: progress()))
        case .judged: .solutions(of: subject(), common: some { $0.text() }, count: count())
        case .solutions: .counts(of: subject(), some { $0.count() })
        case .counts: .hardMode(puzzle: puzzle(), hard: hardMode())
        case .hardMode: .joined(entry(), seat: count(), board: maybe { $0.board() })
        case .joined: .watching(entry())
        case .watching: .left(room: text(), reason: any([nil, .kicked, .closed, .newCode]))
        case .left: .done(room: text())
        case .done: .code(room: text(), code: text())
        case .code: .stageKey(room: text(), key: text())
        case .stageKey:
            .played(
                Played(
                    room: text(), race: text(), row: count(), move: move(), keyboard: keyboard(), score: scoreView(),
                    progress: progress()))
        case .played: .board(room: text(), board())
        case .board: .reaction(room: text(), seat: count(), any(Reaction.allCases))
        case .reaction: .ranking(ranking())
        case .ranking: .standing(RankingStanding(maybe { $0.you() }, in: ranking().name))
        case .standing: .rankingEnded
        case .rankingEnded: .lobby(some { $0.lobbyRoom() })
        case .lobby: .pong(time: count())
        case .pong: .error(ErrorReply(.moved, text()))
        case .error: .event(room: text(), epoch: bits(), event(.closed))
        case .event: .snapshot(entry())
        case .snapshot: .presence(room: text(), presence())
        case .presence: .moved(puzzle: puzzle())
        case .moved: .movedInRoom(room: text())
        case .movedInRoom: .day(time: count(), today: puzzleView(), lines: some { $0.puzzleView() })
        case .day: .resync(room: text())
        case .resync: .announcement(maybe { HostAnnouncement(text: $0.text(), time: $0.count()) })
        case .announcement: nil
        }
    }

    private mutating func errorDetail(after last: ErrorReply.Detail?) -> ErrorReply.Detail? {
        switch last {
        case nil: .retry(count())
        case .retry: .length(count())
        case .length: .letter(text())
        case .letter: .row(count())
        case .row: .reason(text())
        case .reason: .field(text())
        case .field: .position(count(), letter: text())
        case .position: .copies(letter: text(), count: count())
        case .copies: .absent(letter: text(), count: count())
        case .absent: .moved(count(), letter: text())
        case .moved: nil
        }
    }

    private mutating func opened(_ puzzle: PuzzleID) -> RoomEventView.Kind {
        .opened(race: text(), puzzle: puzzle, rows: puzzle.line.kind.hasRows ? count() : 0)
    }

    mutating func eventKind(after last: RoomEventView.Kind?) -> RoomEventView.Kind? {
        switch last {
        case nil: .created(name: text())
        case .created: .joined(seat: count(), name: text())
        case .joined: .left(seat: count())
        case .left: .renamed(seat: count(), name: text())
        case .renamed: .pseudonym(seat: count(), on: flag(), held: flag())
        case .pseudonym: .hosted(seat: count())
        case .hosted: opened(puzzle())
        case .opened: .started(race: text(), seat: count())
        case .started: .guessed(race: text(), seat: count(), row: count(), verdict: verdict(), elapsed: count())
        case .guessed: .finished(race: text(), seat: count(), finish())
        case .finished: .named(name: text())
        case .named: .daily(line())
        case .daily: .locked(flag())
        case .locked: .password(needed: flag())
        case .password: .listed(flag())
        case .listed: .barred(flag())
        case .barred: .code(text())
        case .code: .kicked(seat: count())
        case .kicked: .unkicked(seat: count())
        case .unkicked: .closed
        case .closed: .ready(seat: count(), flag())
        case .ready: .satOut(seat: count(), flag())
        case .satOut: .settings(settings())
        case .settings: .series(count(), settings())
        case .series:
            .round(
                SprintRound(
                    series: count(), round: count(), of: count(), seats: some { $0.count() }, contest: contest()))
        case .round: .dealt(race: text(), tiles: text())
        case .dealt: .roundOver(race: text(), reveal(), some { $0.standing() }, next: maybe { $0.count() })
        case .roundOver:
            .seriesOver(
                series: count(), some { PodiumView(seat: $0.count(), place: $0.count(), points: $0.count()) },
                cancelled: flag())
        case .seriesOver: nil
        }
    }
}
