import GameRules

extension SprintSettingsView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        let kind: PuzzleLine.Kind = try fields.word("kind")
        let language = try fields.string("language")
        guard let line = PuzzleLine(kind: kind, language: language, length: try fields.integer("length")) else {
            throw ServerMessageFault(.malformed, "The fields kind, language and length must name a line of puzzles.")
        }
        self.init(
            line: line, rows: try fields.integer("rows"), hard: try fields.hardMode(),
            limit: try fields.integer("limit"), rounds: try fields.integer("rounds"), late: try fields.string("late"),
            next: try fields.string("next"))
    }
}

extension SprintRules {
    /// Reads the fields of the rules, which stand among others.
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let kind: PuzzleLine.Kind = fields.has("game") ? try fields.word("game") : .unnamed
        self.init(
            kind: kind, language: try fields.string("language"), length: try fields.integer("length"),
            rows: kind.hasRows ? try fields.integer("rows") : 0, hard: kind.hasRows ? try fields.hardMode() : .off)
    }
}

extension SprintContest {
    /// Reads the fields of a contest, which stand among others.
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            race: try fields.string("race"), rules: try SprintRules(fields), starts: try fields.integer("starts"),
            ends: try fields.integer("ends"), commitment: try fields.string("commitment"),
            tiles: try fields.optionalString("tiles"))
    }
}

extension SprintRound {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            series: try fields.integer("series"), round: try fields.integer("round"), of: try fields.integer("of"),
            seats: try fields.integers("seats"), contest: try SprintContest(fields))
    }
}

extension SprintReveal {
    /// Reads the fields `answer`, `salt` and `ended`.
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            answer: try fields.string("answer"), salt: try fields.string("salt"),
            isEndedByHost: try fields.optionalFlag("ended") ?? false)
    }
}

extension StandingView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            seat: try fields.integer("seat"), place: try fields.integer("place"), points: try fields.integer("points"),
            solved: try fields.flag("solved"), turns: try fields.integer("turns"), elapsed: try fields.integer("ms"),
            words: try fields.strings("words"), score: try fields.optionalInteger("score"))
    }
}

extension PodiumView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            seat: try fields.integer("seat"), place: try fields.integer("place"), points: try fields.integer("points"))
    }
}

extension SeriesView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            series: try fields.integer("series"), round: try fields.integer("round"), of: try fields.integer("of"),
            phase: try fields.string("phase"),
            points: try fields.objects("points").map { (entry) throws(ServerMessageFault) in
                (seat: try entry.integer("seat"), points: try entry.integer("points"))
            }, next: try fields.optionalInteger("next"), cancelled: try fields.flag("cancelled"))
    }
}

extension SprintBoard {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        let tray = try TrayView(of: fields)
        self.init(
            race: try fields.string("race"), starts: try fields.integer("starts"), ends: try fields.integer("ends"),
            rules: try SprintRules(fields), tray: tray, elapsed: try fields.integer("elapsed"),
            moves: try fields.objects(tray == nil ? "guesses" : "words").map(MoveView.init),
            keyboard: try KeyboardView(of: fields),
            progress: try GameProgress(of: fields))
    }
}

extension Played {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            room: try fields.string("room"), race: try fields.string("race"), row: try fields.integer("row"),
            move: try MoveView(fields), keyboard: try KeyboardView(of: fields), score: try ScoreView(of: fields),
            progress: try GameProgress(of: fields))
    }
}
