import GameRules

extension SprintSettingsView {
    func write(to json: inout JSONWriter) {
        json.field("kind", line.kind.rawValue)
        json.field("language", line.language)
        json.field("length", line.length)
        json.field("rows", rows)
        json.field("hard", hard.text)
        json.field("limit", limit)
        json.field("rounds", rounds)
        json.field("late", late)
        json.field("next", next)
    }
}

extension SprintRules {
    fileprivate func write(to json: inout JSONWriter) {
        if kind != .unnamed { json.field("game", kind.rawValue) }
        json.field("language", language)
        json.field("length", length)
        guard kind.hasRows else { return }
        json.field("rows", rows)
        json.field("hard", hard.text)
    }
}

extension SprintRound {
    /// Writes the fields of the event.
    func write(to json: inout JSONWriter) {
        json.field("series", series)
        json.field("round", round)
        json.field("of", of)
        json.array("seats") { json in
            for seat in seats { json.integer(seat) }
        }
        contest.write(to: &json)
    }
}

extension SprintContest {
    func write(to json: inout JSONWriter) {
        json.field("race", race)
        rules.write(to: &json)
        json.field("starts", starts)
        json.field("ends", ends)
        json.field("commitment", commitment)
        if let tiles { json.field("tiles", tiles) }
    }
}

extension SprintReveal {
    func write(to json: inout JSONWriter) {
        json.field("answer", answer)
        json.field("salt", salt)
        json.field("ended", isEndedByHost)
    }
}

extension StandingView {
    func write(to json: inout JSONWriter) {
        json.field("seat", seat)
        json.field("place", place)
        json.field("points", points)
        json.field("solved", solved)
        json.field("turns", turns)
        if let score { json.field("score", score) }
        json.field("ms", elapsed)
        json.array("words") { json in
            for word in words { json.string(word) }
        }
    }
}

extension PodiumView {
    func write(to json: inout JSONWriter) {
        json.field("seat", seat)
        json.field("place", place)
        json.field("points", points)
    }
}

extension SeriesView {
    func write(to json: inout JSONWriter) {
        json.field("series", series)
        json.field("round", round)
        json.field("of", of)
        json.field("phase", phase)
        json.array("points") { json in
            for (seat, points) in points {
                json.element { json in
                    json.field("seat", seat)
                    json.field("points", points)
                }
            }
        }
        if let next { json.field("next", next) } else { json.null("next") }
        json.field("cancelled", cancelled)
    }
}

extension SprintBoard {
    func write(to json: inout JSONWriter) {
        json.field("race", race)
        rules.write(to: &json)
        json.field("starts", starts)
        json.field("ends", ends)
        tray?.write(to: &json)
        json.field("elapsed", elapsed)
        json.array(tray == nil ? "guesses" : "words") { json in
            for move in moves { json.element { move.write(to: &$0) } }
        }
        keyboard?.write(to: &json)
        progress.write(to: &json)
    }
}

extension Played {
    func write(to json: inout JSONWriter) {
        json.field("room", room)
        json.field("race", race)
        json.field("row", row)
        move.write(to: &json)
        keyboard?.write(to: &json)
        score?.write(to: &json)
        progress.write(to: &json)
    }
}
