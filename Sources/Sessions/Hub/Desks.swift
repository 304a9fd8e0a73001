import Messages

/// The desks, and the dispatch of requests to them.
struct Desks {
    let games: GameDesk
    let entrance: EntranceDesk
    let rooms: RoomDesk
    let names: NameDesk
    let lobby: LobbyDesk
    let rankings: RankingDesk

    init(
        _ context: HubContext, _ library: Library, _ views: Views, _ races: DailyRaces,
        _ refused: RefusedWords, _ lookers: Lookers
    ) {
        games = GameDesk(context: context, views: views, races: races, library: library, refused: refused)
        names = NameDesk(context, library)
        entrance = EntranceDesk(
            context: context, views: views, races: races, library: library, names: names)
        rooms = RoomDesk(
            context: context, library: library, names: names,
            sprints: SprintDesk(context: context, views: views, refused: refused), entrance: entrance)
        lobby = LobbyDesk(context, library)
        rankings = RankingDesk(context, library, lookers)
    }

    /// Returns the needs of a request. Refuses invalid and rate-limited requests before anything is read for them.
    func need(_ message: ClientMessage, of asker: Asker) throws(ErrorReply) -> Need {
        switch message {
        case .rename(let name): try names.need(asker, to: name)
        case .open(let puzzle, let hard, let follow, let archive):
            try games.need(puzzle, GameDesk.Opening(hard: hard, follow: follow, archive: archive))
        case .practice(let line, _, let seconds, _): try games.need(practiceOf: line, seconds: seconds)
        case .endPractice(let puzzle): try games.need(endOf: puzzle)
        case .guess(let puzzle, _, _), .hardMode(let puzzle, _): try games.need(puzzle)
        case .solutions(let subject): try need(.words, of: subject, asker)
        case .counts(let subject): try need(.counts, of: subject, asker)
        case .createRoom(let name, let line): try entrance.need(asker, toFound: name, line)
        case .join(let room, _, let password, _):
            try entrance.need(asker, room, Visit(takesSeat: true, password: password))
        case .watch(let room, _, let password, let key):
            try entrance.need(asker, room, Visit(takesSeat: false, password: password, stageKey: key))
        case .leave(let room): try entrance.need(asker, room, Visit(takesSeat: false, password: nil, isEntry: false))
        case .inRoom(let room, let request): try rooms.need(asker, room, request)
        case .look(let request): try rankings.need(asker, request)
        case .hello, .lobby, .ping: .nothing
        }
    }

    /// Decides a request. Precondition: its needs are gathered.
    func decide(_ message: ClientMessage, of asker: Asker, _ gathered: Gathered) throws(ErrorReply) -> Decision {
        switch message {
        case .rename(let name): try names.rename(asker, to: name, gathered)
        case .open(let puzzle, let hard, let follow, let archive):
            try games.open(asker, puzzle, GameDesk.Opening(hard: hard, follow: follow, archive: archive), gathered)
        case .practice(let line, let hard, let seconds, let isNew):
            try games.practice(asker, line, hard, seconds: seconds, isNew: isNew, gathered)
        case .endPractice(let puzzle): try games.endPractice(asker, puzzle, gathered)
        case .guess(let puzzle, let row, let word): try games.guess(asker, puzzle, row: row, text: word, gathered)
        case .hardMode(let puzzle, let hard): try games.setHardMode(asker, puzzle, hard, gathered)
        case .solutions(let subject): try tell(.words, of: subject, asker, gathered)
        case .counts(let subject): try tell(.counts, of: subject, asker, gathered)
        case .createRoom(let name, let line): try entrance.found(asker, name, line, gathered)
        case .join(_, let resume, _, let manner): try entrance.join(asker, resume, manner, gathered)
        case .watch(let room, let resume, _, _): try entrance.watch(asker, room, resume, gathered)
        case .leave: try entrance.leave(asker, gathered)
        case .inRoom(let room, let request): try rooms.decide(asker, room, request, gathered)
        case .lobby(let isOn): lobby.look(asker, isOn: isOn)
        case .look: rankings.look(asker, gathered)
        case .hello, .ping: throw .helloFirst
        }
    }

    private func need(
        _ wanted: SolutionsWanted, of subject: SolutionsSubject, _ asker: Asker
    ) throws(ErrorReply) -> Need {
        switch subject {
        case .game(let puzzle): try games.need(wanted, of: puzzle)
        case .round(let room, let race): try rooms.need(wanted, asker, room, of: race)
        }
    }

    private func tell(
        _ wanted: SolutionsWanted, of subject: SolutionsSubject, _ asker: Asker, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        switch subject {
        case .game(let puzzle): try games.tell(wanted, asker, of: puzzle, gathered)
        case .round(let room, let race): try rooms.tell(wanted, asker, room, of: race, gathered)
        }
    }
}
