import GameRules

extension RoomEntry {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        let (content, presence): (Content, Presence)
        if try fields.flag("recovered") {
            let events = try fields.objects("events").map(RoomEventView.init)
            (content, presence) = (.events(EncodedEvents(events)), try Presence(fields))
        } else {
            let snapshot = try fields.object("snapshot")
            (content, presence) = (.snapshot(EncodedRoom(try RoomView(snapshot))), try Presence(snapshot))
        }
        self.init(
            room: try fields.string("room"), epoch: try fields.epoch(), sequence: try fields.integer("seq"),
            content: content, presence: presence)
    }
}

extension Presence {
    /// Reads the fields `present` and `watchers`.
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(seats: try fields.integers("present"), watchers: try fields.integer("watchers"))
    }
}

extension RoomView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        let races = try fields.objects("races")
        self.init(
            name: try fields.string("name"), host: try fields.optionalInteger("host"),
            members: try fields.objects("members").map(Member.init),
            races: try races.filter { !$0.has("kind") }.map(Race.init),
            daily: try fields.line("daily"), sprint: try SprintSettingsView(try fields.object("sprint")))
        door = try RoomDoorView(fields)
        ready = try fields.integers("ready")
        series = try fields.optionalObject("series").map(SeriesView.init)
        sprintRace = try races.first { $0.has("kind") }.map(SprintRace.init)
    }
}

extension RoomDoorView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init()
        locked = try fields.flag("locked")
        listed = try fields.flag("listed")
        barred = try fields.optionalFlag("barred") ?? false
        password = try fields.flag("password")
        kicked = try fields.objects("kicked").map(RoomView.Member.init)
    }
}

extension RoomView.Member {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            seat: try fields.integer("seat"), name: try fields.string("name"),
            hasPseudonym: try fields.optionalFlag("pseudonym") ?? false,
            isNameHeld: try fields.optionalFlag("held") ?? false, sitsOut: try fields.optionalFlag("out") ?? false)
    }
}

extension RoomView.SprintRace {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            contest: try SprintContest(fields), lanes: try fields.objects("lanes").map(RoomView.Lane.init),
            reveal: fields.has("answer") ? try SprintReveal(fields) : nil)
    }
}

extension RoomView.Race {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let puzzle = try fields.puzzle()
        self.init(
            race: try fields.string("race"), puzzle: puzzle,
            rows: puzzle.line.kind.hasRows ? try fields.integer("rows") : 0,
            lanes: try fields.objects("lanes").map(RoomView.Lane.init))
    }
}

extension RoomView.Lane {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            seat: try fields.integer("seat"), rows: try fields.objects("rows").map(RoomView.Row.init),
            finish: try fields.optionalObject("finish").map(RoomView.Finish.init),
            words: fields.has("words") ? try fields.strings("words") : nil)
    }
}

extension RoomView.Row {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(verdict: try fields.verdict(), elapsed: try fields.integer("ms"))
    }
}

extension RoomView.Finish {
    /// Reads the fields of a finish, also where they stand among others.
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            solved: try fields.flag("solved"), turns: try fields.integer("turns"),
            points: try fields.optionalInteger("points"), elapsed: try fields.integer("ms"))
    }
}

extension RoomEventView {
    /// Reads the fields `seq`, `time` and `event`.
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            sequence: try fields.integer("seq"), time: try fields.integer("time"),
            kind: try Kind(try fields.object("event")))
    }
}

extension RoomEventView.Kind {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        func seat() throws(ServerMessageFault) -> Int { try fields.integer("seat") }
        func race() throws(ServerMessageFault) -> String { try fields.string("race") }
        let name: Name = try fields.word("kind")
        switch name {
        case .created: self = .created(name: try fields.string("name"))
        case .joined: self = .joined(seat: try seat(), name: try fields.string("name"))
        case .left: self = .left(seat: try seat())
        case .renamed: self = .renamed(seat: try seat(), name: try fields.string("name"))
        case .pseudonym:
            self = .pseudonym(seat: try seat(), on: try fields.flag("on"), held: try fields.flag("held"))
        case .hosted: self = .hosted(seat: try seat())
        case .opened:
            let puzzle = try fields.puzzle()
            let rows = puzzle.line.kind.hasRows ? try fields.integer("rows") : 0
            self = .opened(race: try race(), puzzle: puzzle, rows: rows)
        case .started: self = .started(race: try race(), seat: try seat())
        case .guessed:
            self = .guessed(
                race: try race(), seat: try seat(), row: try fields.integer("row"), verdict: try fields.verdict(),
                elapsed: try fields.integer("ms"))
        case .finished: self = .finished(race: try race(), seat: try seat(), try RoomView.Finish(fields))
        case .named: self = .named(name: try fields.string("name"))
        case .daily: self = .daily(try fields.line("line"))
        case .locked: self = .locked(try fields.flag("locked"))
        case .password: self = .password(needed: try fields.flag("needed"))
        case .listed: self = .listed(try fields.flag("listed"))
        case .barred: self = .barred(try fields.flag("barred"))
        case .code: self = .code(try fields.string("code"))
        case .kicked: self = .kicked(seat: try seat())
        case .unkicked: self = .unkicked(seat: try seat())
        case .closed: self = .closed
        case .ready: self = .ready(seat: try seat(), try fields.flag("ready"))
        case .satOut: self = .satOut(seat: try seat(), try fields.flag("out"))
        case .settings: self = .settings(try SprintSettingsView(try fields.object("sprint")))
        case .series:
            self = .series(try fields.integer("series"), try SprintSettingsView(try fields.object("sprint")))
        case .round: self = .round(try SprintRound(fields))
        case .dealt: self = .dealt(race: try race(), tiles: try fields.string("tiles"))
        case .roundOver:
            self = .roundOver(
                race: try race(), try SprintReveal(fields), try fields.objects("standings").map(StandingView.init),
                next: try fields.optionalInteger("next"))
        case .seriesOver:
            self = .seriesOver(
                series: try fields.integer("series"), try fields.objects("podium").map(PodiumView.init),
                cancelled: try fields.flag("cancelled"))
        }
    }
}
