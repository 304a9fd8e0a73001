import GameRules

extension RankingName {
    /// Reads the fields that identify a ranking, which stand among others.
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            line: try fields.text("line", "a line of puzzles") { PuzzleLine($0) }, period: try fields.string("period"),
            puzzle: fields.has("puzzle") ? try fields.puzzle() : nil, scope: try fields.string("scope"),
            isClean: try fields.flag("clean"))
    }
}

extension RankingView {
    init(_ fields: ServerFields) throws(ServerMessageFault) {
        let name = try RankingName(fields)
        self.init(
            line: name.line, period: name.period, puzzle: name.puzzle, scope: name.scope, isClean: name.isClean,
            count: try fields.integer(name.puzzle == nil ? "players" : "finished"),
            entries: try fields.objects("entries").map(Entry.init), next: try fields.optionalString("next"),
            you: try You(of: fields))
    }
}

extension RankingView.Entry {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            rank: try fields.integer("rank"), place: try fields.integer("place"), name: try fields.string("name"),
            score: try RankingView.Score(fields), isYou: try fields.optionalFlag("you"))
    }
}

extension RankingView.You {
    /// Reads the field `you`; nil if missing or null.
    init?(of fields: ServerFields) throws(ServerMessageFault) {
        guard let you = try fields.optionalObject("you") else { return nil }
        self.init(
            rank: try you.integer("rank"), place: try you.integer("place"), of: try you.integer("of"),
            beaten: try you.integer("beaten"), score: try RankingView.Score(you))
    }
}

extension RankingView.Score {
    /// Reads the fields of a score, which stand among others.
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let elapsed = try fields.integer("ms")
        if let points = try fields.optionalInteger("points") {
            self = .points(points, elapsed: elapsed)
        } else {
            self = .game(
                solved: try fields.flag("solved"), turns: try fields.integer("turns"), elapsed: elapsed,
                score: try fields.optionalInteger("score"), isFlagged: try fields.optionalFlag("flagged") ?? false)
        }
    }
}
