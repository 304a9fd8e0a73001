import GameRules

extension RoomEntry {
    /// About as many bytes as it takes.
    var size: Int {
        switch content {
        case .snapshot(let view): view.fields.count + 512
        case .events(let events): events.field.count + 512
        }
    }

    func write(to json: inout JSONWriter) {
        json.field("room", room)
        json.field("epoch", epoch.epochText)
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
            for member in members {
                json.element { json in
                    json.field("seat", member.seat)
                    json.field("name", member.name)
                }
            }
        }
        json.array("races") { json in
            for race in races { json.element { race.write(to: &$0) } }
        }
    }
}

extension RoomView.Race {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("race", race)
        json.field("puzzle", puzzle.text)
        json.field("length", puzzle.line.length)
        json.field("rows", rows)
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
                    json.field("marks", row.pattern.digits)
                    json.field("ms", row.elapsed)
                }
            }
        }
        if let finish { json.object("finish", finish.write) }
    }
}

extension RoomView.Finish {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("solved", solved)
        json.field("turns", turns)
        json.field("ms", elapsed)
    }
}

extension RoomEventView {
    func writeFields(to json: inout JSONWriter) {
        json.field("seq", sequence)
        json.field("time", time)
        json.object("event", kind.write)
    }
}

extension RoomEventView.Kind {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .created(let name):
            json.field("kind", "created")
            json.field("name", name)
        case .joined(let seat, let name):
            json.field("kind", "joined")
            json.field("seat", seat)
            json.field("name", name)
        case .left(let seat):
            json.field("kind", "left")
            json.field("seat", seat)
        case .renamed(let seat, let name):
            json.field("kind", "renamed")
            json.field("seat", seat)
            json.field("name", name)
        case .hosted(let seat):
            json.field("kind", "hosted")
            json.field("seat", seat)
        case .opened(let race, let puzzle, let rows):
            json.field("kind", "opened")
            json.field("race", race)
            json.field("puzzle", puzzle.text)
            json.field("length", puzzle.line.length)
            json.field("rows", rows)
        case .started(let race, let seat):
            json.field("kind", "started")
            json.field("race", race)
            json.field("seat", seat)
        case .guessed(let race, let seat, let row, let pattern, let elapsed):
            json.field("kind", "guessed")
            json.field("race", race)
            json.field("seat", seat)
            json.field("row", row)
            json.field("marks", pattern.digits)
            json.field("ms", elapsed)
        case .finished(let race, let seat, let finish):
            json.field("kind", "finished")
            json.field("race", race)
            json.field("seat", seat)
            finish.write(to: &json)
        }
    }
}
