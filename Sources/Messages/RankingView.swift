import GameRules

/// A page of a ranking, as `GET /api/v1/leaderboards/…` and the push `ranking` show it.
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
    /// The number of ranked players.
    public var count: Int
    /// The entries of the page, in order of place.
    public var entries: [Entry]
    /// The value of `after` for the next page; nil after the last page.
    public var next: String?
    /// The requester's place; nil if the requester is not ranked.
    public var you: You?

    /// The result that decides a rank.
    public enum Score: Hashable, Sendable {
        /// The result of a day's game. `score`: its points, in kinds of games that have points. `isFlagged`: whether
        /// the game is suspicious.
        case game(solved: Bool, turns: Int, elapsed: Int, score: Int? = nil, isFlagged: Bool)
        /// The points of a longer period, with the total ms of the games that earned them.
        case points(Int, elapsed: Int)

        /// The score without the mark of a suspicious game.
        fileprivate var withoutFlag: Score {
            switch self {
            case .game(let solved, let turns, let elapsed, let score, _):
                .game(solved: solved, turns: turns, elapsed: elapsed, score: score, isFlagged: false)
            case .points: self
            }
        }
    }

    /// A ranked player.
    public struct Entry: Hashable, Sendable {
        /// The rank, 1 for the best; equal scores share it.
        public var rank: Int
        /// The place, 1 for the first entry; never shared.
        public var place: Int
        /// The name, as this ranking shows it.
        public var name: String
        /// The score that decides the rank.
        public var score: Score
        /// Whether the entry is the requester's; nil in pushes, which are the same for every subscriber.
        public var isYou: Bool?

        /// A ranked player.
        public init(rank: Int, place: Int, name: String, score: Score, isYou: Bool?) {
            self.rank = rank
            self.place = place
            self.name = name
            self.score = score
            self.isYou = isYou
        }
    }

    /// The requester's place in the ranking.
    public struct You: Hashable, Sendable {
        /// The rank, 1 for the best; equal scores share it.
        public var rank: Int
        /// The place, 1 for the first entry; never shared.
        public var place: Int
        /// The number of ranked players.
        public var of: Int
        /// The share of the other players with a worse score, in whole percent.
        public var beaten: Int
        /// The score that decides the rank, never marked as suspicious.
        public let score: Score

        /// A place in a ranking. Removes the mark of a suspicious game from the score.
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

    /// A page of a ranking.
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

    /// The identity of the ranking.
    public var name: RankingName {
        RankingName(line: line, period: period, puzzle: puzzle, scope: scope, isClean: isClean)
    }

    /// The number of bytes to reserve.
    public var estimatedSize: Int { 128 * (entries.count + 4) }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        writeShared(to: &json)
        You.write(you, to: &json)
    }

    /// Writes the fields that are the same for every receiver: all but `you`.
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
        if case .game(_, _, _, _, let isFlagged) = score { json.field("flagged", isFlagged) }
        if let isYou { json.field("you", isYou) }
    }
}

extension RankingView.Score {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .game(let solved, let turns, let elapsed, let score, _):
            json.field("solved", solved)
            json.field("turns", turns)
            if let score { json.field("score", score) }
            json.field("ms", elapsed)
        case .points(let points, let elapsed):
            json.field("points", points)
            json.field("ms", elapsed)
        }
    }
}
