import GameRules
import Messages

extension GeneratedValues {
    mutating func welcome() -> Welcome {
        var welcome = Welcome(
            time: count(), serverName: text(), playerID: PlayerID(high: bits(), low: bits()), playerName: text(),
            today: puzzleView(), lines: some { $0.puzzleView() },
            games: some { Welcome.Game(puzzle: $0.puzzle(), status: $0.any([.playing, .solved, .failed])) },
            rooms: some { Welcome.Room(code: $0.text(), name: $0.text(), epoch: $0.bits()) },
            limits: Welcome.Limits(message: count(), name: count(), members: count()),
            sprints: some {
                Welcome.Words(
                    kind: $0.any(PuzzleLine.Kind.allCases), language: $0.text(), lengths: $0.some { $0.count() })
            })
        welcome.protocolVersion = count()
        welcome.features = some { $0.text() }
        welcome.announcement = maybe { HostAnnouncement(text: $0.text(), time: $0.count()) }
        return welcome
    }

    mutating func puzzleView() -> PuzzleView {
        PuzzleView(
            puzzle: puzzle(), rows: count(), seconds: maybe { $0.count() }, ends: count(), commitment: text(),
            isHosts: flag())
    }

    mutating func game() -> GameView {
        GameView(
            puzzle: puzzle(), rows: count(), hard: hardMode(), tray: tray(), elapsed: count(), credit: count(),
            isRanked: flag(), moves: some { $0.move() }, keyboard: keyboard(), progress: progress())
    }

    private mutating func tray() -> TrayView? {
        maybe { values in TrayView(tiles: values.maybe { $0.text() }, seconds: values.maybe { $0.count() }) }
    }

    mutating func scoreView() -> ScoreView? {
        maybe { ScoreView(points: $0.count(), isRepeated: $0.flag()) }
    }

    mutating func move() -> MoveView { MoveView(word: text(), verdict: verdict(), elapsed: count()) }

    mutating func keyboard() -> KeyboardView? {
        maybe { values in KeyboardView(keys: values.any([[], ["a"], ["ä", "b", "\""]]).map { ($0, values.mark()) }) }
    }

    mutating func progress() -> GameProgress {
        guard flag() else { return .playing }
        let own = maybe { GameEnd.Own(credit: $0.count(), isRanked: $0.flag(), share: $0.text()) }
        return .over(
            GameEnd(
                answer: text(), solved: flag(), turns: count(), points: maybe { $0.count() }, elapsed: count(),
                own: own))
    }

    mutating func lobbyRoom() -> LobbyRoom {
        LobbyRoom(
            code: text(), name: text(), present: count(), watchers: count(), password: flag(),
            series: maybe { LobbyRoom.Progress(phase: $0.text(), round: $0.count(), of: $0.count()) })
    }

    // MARK: Rankings

    mutating func ranking() -> RankingView {
        RankingView(
            line: line(), period: text(), puzzle: maybe { $0.puzzle() }, scope: text(), isClean: flag(), count: count(),
            entries: some {
                RankingView.Entry(
                    rank: $0.count(), place: $0.count(), name: $0.text(), score: $0.score(),
                    isYou: $0.maybe { $0.flag() })
            }, next: maybe { $0.text() }, you: maybe { $0.you() })
    }

    mutating func you() -> RankingView.You {
        RankingView.You(rank: count(), place: count(), of: count(), beaten: count(), score: score())
    }

    private mutating func score() -> RankingView.Score {
        flag()
            ? .points(count(), elapsed: count())
            : .game(solved: flag(), turns: count(), elapsed: count(), isFlagged: flag())
    }

    // MARK: Rooms

    mutating func entry() -> RoomEntry {
        let content: RoomEntry.Content =
            flag()
            ? .snapshot(EncodedRoom(room()))
            : .events(
                EncodedEvents(
                    walk { $0.eventKind(after: $1) }.map {
                        RoomEventView(sequence: count(), time: count(), kind: $0)
                    }))
        return RoomEntry(room: text(), epoch: bits(), sequence: count(), content: content, presence: presence())
    }

    mutating func presence() -> Presence { Presence(seats: some { $0.count() }, watchers: count()) }

    mutating func room() -> RoomView {
        var room = RoomView(
            name: text(), host: maybe { $0.count() }, members: some { $0.member() },
            races: some {
                RoomView.Race(race: $0.text(), puzzle: $0.puzzle(), rows: $0.count(), lanes: $0.some { $0.lane() })
            }, daily: line(), sprint: settings())
        room.door.locked = flag()
        room.door.listed = flag()
        room.door.barred = flag()
        room.door.password = flag()
        room.door.kicked = some { $0.member() }
        room.ready = some { $0.count() }
        room.series = maybe { $0.series() }
        room.sprintRace = maybe {
            RoomView.SprintRace(
                contest: $0.contest(), lanes: $0.some { $0.lane() }, reveal: $0.maybe { $0.reveal() })
        }
        return room
    }

    private mutating func member() -> RoomView.Member {
        RoomView.Member(seat: count(), name: text(), hasPseudonym: flag(), isNameHeld: flag(), sitsOut: flag())
    }

    private mutating func lane() -> RoomView.Lane {
        RoomView.Lane(
            seat: count(), rows: some { RoomView.Row(verdict: $0.verdict(), elapsed: $0.count()) },
            finish: maybe { $0.finish() }, words: maybe { $0.some { $0.text() } })
    }

    mutating func finish() -> RoomView.Finish {
        RoomView.Finish(solved: flag(), turns: count(), points: maybe { $0.count() }, elapsed: count())
    }

    // MARK: Sprints

    mutating func settings() -> SprintSettingsView {
        SprintSettingsView(
            line: line(), rows: count(), hard: hardMode(), limit: count(), rounds: count(), late: text(), next: text())
    }

    private mutating func rules() -> SprintRules {
        SprintRules(
            kind: any(PuzzleLine.Kind.allCases), language: text(), length: count(), rows: count(), hard: hardMode())
    }

    mutating func contest() -> SprintContest {
        SprintContest(
            race: text(), rules: rules(), starts: count(), ends: count(), commitment: text(),
            tiles: maybe { $0.text() })
    }

    mutating func reveal() -> SprintReveal {
        SprintReveal(answer: text(), salt: text(), isEndedByHost: flag())
    }

    mutating func standing() -> StandingView {
        StandingView(
            seat: count(), place: count(), points: count(), solved: flag(), turns: count(), elapsed: count(),
            words: some { $0.text() }, score: maybe { $0.count() })
    }

    private mutating func series() -> SeriesView {
        SeriesView(
            series: count(), round: count(), of: count(), phase: text(),
            points: some { (seat: $0.count(), points: $0.count()) }, next: maybe { $0.count() }, cancelled: flag())
    }

    mutating func board() -> SprintBoard {
        SprintBoard(
            race: text(), starts: count(), ends: count(), rules: rules(), tray: tray(), elapsed: count(),
            moves: some { $0.move() }, keyboard: keyboard(), progress: progress())
    }
}
