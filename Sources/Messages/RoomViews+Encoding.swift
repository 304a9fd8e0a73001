import GameRules

extension RoomEntry {
    /// The estimated number of bytes of the encoding.
    var size: Int {
        switch content {
        case .snapshot(let view): view.fields.count + 512
        case .events(let events): events.field.count + 512
        }
    }

    func write(to json: inout JSONWriter) {
        json.field("room", room)
        json.field("epoch", hexadecimal: epoch)
        json.field("seq", sequence)
        switch content {
        case .snapshot(let view):
            json.field("recovered", false)
            json.object("snapshot") { json in
                json.append(fields: view.fields)
                presence.write(to: &json)
            }
        case .events(let events):
            json.field("recovered", true)
            json.append(fields: events.field)
            presence.write(to: &json)
        }
    }
}

extension Presence {
    func write(to json: inout JSONWriter) {
        json.array("present") { json in
            for seat in seats { json.integer(seat) }
        }
        json.field("watchers", watchers)
    }
}

extension RoomView {
    func write(to json: inout JSONWriter) {
        json.field("name", name)
        if let host { json.field("host", host) } else { json.null("host") }
        json.array("members") { json in
            for member in members { json.element { member.write(to: &$0) } }
        }
        json.array("races") { json in
            if let sprintRace { json.element { sprintRace.write(to: &$0) } }
            for race in races { json.element { race.write(to: &$0) } }
        }
        json.field("daily", daily.text)
        door.write(to: &json)
        json.object("sprint", sprint.write)
        json.array("ready") { json in
            for seat in ready { json.integer(seat) }
        }
        if let series { json.object("series", series.write) } else { json.null("series") }
    }
}

extension RoomEntry {
    /// Whether the entry holds the answer of a round, or its tiles, beside text that members chose.
    var hasAnswer: Bool {
        switch content {
        case .snapshot(let room): room.hasAnswer
        case .events(let events): events.hasAnswer
        }
    }
}

extension RoomView.Member {
    func write(to json: inout JSONWriter) {
        json.field("seat", seat)
        json.field("name", name)
        if hasPseudonym { json.field("pseudonym", true) }
        if isNameHeld { json.field("held", true) }
        if sitsOut { json.field("out", true) }
    }
}

extension RoomView.SprintRace {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("kind", "sprint")
        contest.write(to: &json)
        json.array("lanes") { json in
            for lane in lanes { json.element { lane.write(to: &$0) } }
        }
        if let reveal { reveal.write(to: &json) }
    }
}

extension RoomView.Race {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("race", race)
        json.field("puzzle", puzzle.text)
        json.field("length", puzzle.line.length)
        if puzzle.line.kind.hasRows { json.field("rows", rows) }
        json.array("lanes") { json in
            for lane in lanes { json.element { lane.write(to: &$0) } }
        }
    }
}

extension RoomView.Lane {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("seat", seat)
        json.array("rows") { json in
            for row in rows {
                json.element { json in
                    row.verdict.write(to: &json)
                    json.field("ms", row.elapsed)
                }
            }
        }
        if let finish { json.object("finish", finish.write) }
        guard let words else { return }
        json.array("words") { json in
            for word in words { json.string(word) }
        }
    }
}

extension RoomView.Finish {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("solved", solved)
        json.field("turns", turns)
        if let points { json.field("points", points) }
        json.field("ms", elapsed)
    }
}

extension RoomEventView {
    /// Writes the number, the instant and the event, as `event` and a gap of events have them.
    package func writeFields(to json: inout JSONWriter) {
        json.field("seq", sequence)
        json.field("time", time)
        json.object("event", kind.write)
    }
}

extension RoomEventView.Kind {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("kind", name.rawValue)
        switch self {
        case .created(let name), .named(let name): json.field("name", name)
        case .joined(let seat, let name), .renamed(let seat, let name):
            json.field("seat", seat)
            json.field("name", name)
        case .pseudonym(let seat, let isOn, let isHeld):
            json.field("seat", seat)
            json.field("on", isOn)
            json.field("held", isHeld)
        case .left(let seat), .hosted(let seat), .kicked(let seat), .unkicked(let seat): json.field("seat", seat)
        case .opened(let race, let puzzle, let rows):
            json.field("race", race)
            json.field("puzzle", puzzle.text)
            json.field("length", puzzle.line.length)
            if puzzle.line.kind.hasRows { json.field("rows", rows) }
        case .started(let race, let seat):
            json.field("race", race)
            json.field("seat", seat)
        case .guessed(let race, let seat, let row, let verdict, let elapsed):
            json.field("race", race)
            json.field("seat", seat)
            json.field("row", row)
            verdict.write(to: &json)
            json.field("ms", elapsed)
        case .finished(let race, let seat, let finish):
            json.field("race", race)
            json.field("seat", seat)
            finish.write(to: &json)
        case .daily(let line): json.field("line", line.text)
        case .locked(let isLocked): json.field("locked", isLocked)
        case .password(let isNeeded): json.field("needed", isNeeded)
        case .listed(let isListed): json.field("listed", isListed)
        case .barred(let isBarred): json.field("barred", isBarred)
        case .code(let code): json.field("code", code)
        case .closed: break
        case .ready(let seat, let isReady):
            json.field("seat", seat)
            json.field("ready", isReady)
        case .satOut(let seat, let isOut):
            json.field("seat", seat)
            json.field("out", isOut)
        case .settings(let settings): json.object("sprint", settings.write)
        case .series(let number, let settings):
            json.field("series", number)
            json.object("sprint", settings.write)
        case .round(let round):
            round.write(to: &json)
        case .dealt(let race, let tiles):
            json.field("race", race)
            json.field("tiles", tiles)
        case .roundOver(let race, let reveal, let standings, let next):
            json.field("race", race)
            reveal.write(to: &json)
            json.array("standings") { json in
                for standing in standings { json.element { standing.write(to: &$0) } }
            }
            if let next { json.field("next", next) } else { json.null("next") }
        case .seriesOver(let number, let podium, let cancelled):
            json.field("series", number)
            json.array("podium") { json in
                for place in podium { json.element { place.write(to: &$0) } }
            }
            json.field("cancelled", cancelled)
        }
    }
}
