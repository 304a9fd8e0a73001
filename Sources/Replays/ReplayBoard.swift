import GameRules
import WordLists

// A board has the fields that the facts of its kind ask for, and nothing here asks for a kind by its name.
extension Replay {
    /// The kind of game, with the fields that all boards of a race have. In the document they stand beside those of the
    /// race.
    package struct Board: Hashable, Sendable {
        /// The kind of game.
        package let kind: PuzzleLine.Kind
        /// The number of rows that a player had; nil in kinds of games without rows.
        package let rows: Int?
        /// The letters in the order in which everybody saw them; nil in kinds of games without tiles.
        package let tiles: String?
        /// The time limit in seconds; nil in kinds of games without one.
        package let seconds: Int?

        /// Creates the board of a race. The fields are those that the kind has.
        package init(kind: PuzzleLine.Kind, rows: Int? = nil, tiles: String? = nil, seconds: Int? = nil) {
            self.kind = kind
            self.rows = rows
            self.tiles = tiles
            self.seconds = seconds
        }

        /// Whether games of the kind have levels of hard mode.
        var hasHardMode: Bool { kind.hasRows }
    }
}

extension Replay.Board {
    /// A number that no game of the kind can have.
    struct Fault: Error {
        /// The name of the field.
        let field: String
        /// The valid numbers.
        let range: ClosedRange<Int>
    }

    /// The settings of the games.
    var options: GameOptions {
        get throws(Fault) {
            var options = GameOptions(seconds: seconds)
            if let rows, let valid = kind.rowCounts {
                guard valid.contains(rows) else { throw Fault(field: "rows", range: valid) }
                options.rows = rows
            }
            if let seconds, let valid = kind.limits {
                guard valid.contains(seconds) else { throw Fault(field: "seconds", range: valid) }
            }
            return options
        }
    }

    /// Creates the board that all games of a race have, from one of them. Precondition: a timed game has a limit.
    init(_ game: Game, _ alphabet: Alphabet) {
        let kind = game.kind
        precondition(kind.limits == nil || game.seconds != nil, "races of a timed game have a time limit")
        let tiles: String? =
            switch game.shown {
            case .nothing: nil
            case .tiles(let tiles): alphabet.text(tiles.letters)
            }
        self.init(kind: kind, rows: game.rows, tiles: tiles, seconds: game.seconds)
    }

    /// Reads the fields of a kind, which stand beside those of the race.
    init(_ fields: KeyedDecodingContainer<Replay.Field>) throws {
        let name = try fields.decodeIfPresent(String.self, forKey: .game) ?? PuzzleLine.Kind.unnamed.rawValue
        guard let kind = PuzzleLine.Kind(rawValue: name) else {
            throw DecodingError.dataCorruptedError(forKey: .game, in: fields, debugDescription: "no kind of game")
        }
        let tiles: String? =
            switch kind.material {
            case .answer: nil
            case .tiles: try fields.decode(String.self, forKey: .tiles)
            }
        self.init(
            kind: kind, rows: kind.hasRows ? try fields.decode(Int.self, forKey: .rows) : nil, tiles: tiles,
            seconds: kind.limits == nil ? nil : try fields.decode(Int.self, forKey: .seconds))
    }

    /// Writes the fields of a kind.
    func encode(to fields: inout KeyedEncodingContainer<Replay.Field>) throws {
        if kind != .unnamed { try fields.encode(kind.rawValue, forKey: .game) }
        try fields.encodeIfPresent(rows, forKey: .rows)
        try fields.encodeIfPresent(tiles, forKey: .tiles)
        try fields.encodeIfPresent(seconds, forKey: .seconds)
    }
}
