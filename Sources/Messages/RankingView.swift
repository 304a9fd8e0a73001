import GameRules

/// A piece of a ranking, as `GET /api/v1/leaderboards/…` answers and the push `ranking` shows it.
public struct RankingView: Hashable, JSONDocument {
    /// The line whose results are ranked.
    public var line: PuzzleLine
    /// `2026-11-21`, `2026-W47`, `2026-11` or `all`.
    public var period: String
    /// The puzzle, if the period is its day.
    public var puzzle: PuzzleID?
    /// `server`, or the code of a room.
    public var scope: String
    /// Whether suspicious games are left out.
    public var isClean: Bool
    /// How many are ranked.
    public var count: Int
    /// Some of them, in order.
    public var entries: [Entry]
    /// What `after` takes for the entries that follow; nil if there are none.
    public var next: String?
    /// The place of who asks; nil if that is nobody who is ranked.
    public var you: You?

    /// What somebody is ranked by.
    public enum Score: Hashable, Sendable {
        /// Of a day: how the game ended, and whether that is suspicious.
        case game(solved: Bool, turns: Int, elapsed: Int, isFlagged: Bool)
        /// Of a longer period: points, and the ms of the games that brought them.
        case points(Int, elapsed: Int)

        /// The score without a suspicion.
        fileprivate var withoutFlag: Score {
            switch self {
            case .game(let solved, let turns, let elapsed, _):
                .game(solved: solved, turns: turns, elapsed: elapsed, isFlagged: false)
            case .points: self
            }
        }
    }

    /// Somebody who is ranked.
    public struct Entry: Hashable, Sendable {
        /// 1 for the best; shared by equal scores.
        public var rank: Int
        /// 1 for the first entry; shared by nobody.
        public var place: Int
        /// The name, as it is shown there.
        public var name: String
        /// The score that decides the rank.
        public var score: Score
        /// Whether that is who asks; nil over sockets, where everybody is told the same.
        public var isYou: Bool?

        /// Somebody who is ranked.
        public init(rank: Int, place: Int, name: String, score: Score, isYou: Bool?) {
            self.rank = rank
            self.place = place
            self.name = name
            self.score = score
            self.isYou = isYou
        }
    }

    /// Where in it the one is who asks.
    public struct You: Hashable, Sendable {
        /// As in an entry.
        public var rank: Int
        /// As in an entry.
        public var place: Int
        /// How many are ranked.
        public var of: Int
        /// The share of the others, in whole percent, who have a worse score.
        public var beaten: Int
        /// The score that decides the rank. It does not tell whether the game is suspicious.
        public let score: Score

        /// A place in a ranking. Whether the score is suspicious is left out.
        public init(rank: Int, place: Int, of: Int, beaten: Int, score: Score) {
            self.rank = rank
            self.place = place
            self.of = of
            self.beaten = beaten
            self.score = score.withoutFlag
        }

        /// Writes the field `you`.
        static func write(_ you: You?, to json: inout JSONWriter) {
            guard let you else { return json.null("you") }
            json.object("you") { json in
                json.field("rank", you.rank)
                json.field("place", you.place)
                json.field("of", you.of)
                json.field("beaten", you.beaten)
                you.score.write(to: &json)
            }
        }
    }

    /// A piece of a ranking.
    public init(
        line: PuzzleLine, period: String, puzzle: PuzzleID?, scope: String, isClean: Bool, count: Int, entries: [Entry],
        next: String?, you: You?
    ) {
        self.line = line
        self.period = period
        self.puzzle = puzzle
        self.scope = scope
        self.isClean = isClean
        self.count = count
        self.entries = entries
        self.next = next
        self.you = you
    }

    /// Which ranking it is a piece of.
    public var name: RankingName {
        RankingName(line: line, period: period, puzzle: puzzle, scope: scope, isClean: isClean)
    }

    /// Bytes to reserve.
    public var estimatedSize: Int { 128 * (entries.count + 4) }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        writeShared(to: &json)
        You.write(you, to: &json)
    }

    /// Writes the fields that are the same for everybody: all but `you`.
    func writeShared(to json: inout JSONWriter) {
        name.write(to: &json)
        json.field(puzzle == nil ? "players" : "finished", count)
        json.array("entries") { json in
            for entry in entries { json.element { entry.write(to: &$0) } }
        }
        if let next { json.field("next", next) } else { json.null("next") }
    }
}

extension RankingView.Entry {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("rank", rank)
        json.field("place", place)
        json.field("name", name)
        score.write(to: &json)
        if case .game(_, _, _, let isFlagged) = score { json.field("flagged", isFlagged) }
        if let isYou { json.field("you", isYou) }
    }
}

extension RankingView.Score {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .game(let solved, let turns, let elapsed, _):
            json.field("solved", solved)
            json.field("turns", turns)
            json.field("ms", elapsed)
        case .points(let points, let elapsed):
            json.field("points", points)
            json.field("ms", elapsed)
        }
    }
}
