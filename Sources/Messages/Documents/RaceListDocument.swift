import GameRules

/// A page of a room's races that are over, the newest first: `GET /api/v1/rooms/CODE/races`.
public struct RaceListDocument: Hashable, JSONDocument {
    /// The room's code.
    public var room: String
    /// The room's name.
    public var name: String
    /// The public key of the server's replays: hexadecimal digits.
    public var key: String
    /// The races.
    public var races: [Race]
    /// The value of `before` for the next page, the ID of a race; nil after the last page.
    public var next: String?

    /// A race that is over.
    public struct Race: Hashable, Sendable {
        /// The ID of the race in `GET /api/v1/rooms/CODE/races/RACE`.
        public var race: String
        /// A day's word, or a round of a series.
        public var kind: Kind
        /// The line of the race's word.
        public var line: PuzzleLine
        /// The time from which nobody could play it any more, ms since 1970-01-01 UTC.
        public var over: Int
        /// Players who took part.
        public var players: Int

        /// A race that is over.
        public init(race: String, kind: Kind, line: PuzzleLine, over: Int, players: Int) {
            self.race = race
            self.kind = kind
            self.line = line
            self.over = over
            self.players = players
        }
    }

    /// A day's word, or a round of a series.
    public enum Kind: Hashable, Sendable {
        /// The word of a day, by its number.
        case daily(number: Int)
        /// A round of a series. `solved`: the number of its players who found the word.
        case sprint(series: Int, round: Int, of: Int, solved: Int)
    }

    /// A page of races.
    public init(room: String, name: String, key: String, races: [Race], next: String?) {
        self.room = room
        self.name = name
        self.key = key
        self.races = races
        self.next = next
    }

    /// The number of bytes to reserve.
    public var estimatedSize: Int { 4_096 }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.field("room", room)
        json.field("name", name)
        json.field("key", key)
        json.array("races") { json in
            for race in races { json.element(race.write) }
        }
        if let next { json.field("next", next) } else { json.null("next") }
    }
}

extension RaceListDocument.Race {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("race", race)
        switch kind {
        case .daily(let number):
            writeWhat("daily", to: &json)
            json.field("number", number)
            writeEnd(to: &json)
        case .sprint(let series, let round, let rounds, let solved):
            writeWhat("sprint", to: &json)
            json.field("series", series)
            json.field("round", round)
            json.field("of", rounds)
            writeEnd(to: &json)
            json.field("solved", solved)
        }
    }

    private func writeWhat(_ kind: String, to json: inout JSONWriter) {
        json.field("kind", kind)
        if line.kind != .unnamed { json.field("game", line.kind.rawValue) }
        json.field("language", line.language)
        json.field("length", line.length)
    }

    private func writeEnd(to json: inout JSONWriter) {
        json.field("over", over)
        json.field("players", players)
    }
}
