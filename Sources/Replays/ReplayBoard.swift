import GameRules
import WordLists

// All that replays need to know of a kind of game stands here; the rest of them asks for no kind.
extension Replay {
    /// The kind of game, with the fields that all boards of a race have. In the document they stand beside those of the
    /// race.
    package enum Board: Hashable, Sendable {
        /// The number of guesses that a player had.
        case guess(rows: Int)
        /// The letters in the order in which everybody saw them, and the time limit in seconds.
        case anagram(tiles: String, seconds: Int)

        /// The kind of game.
        package var kind: PuzzleLine.Kind {
            switch self {
            case .guess: .guess
            case .anagram: .anagram
            }
        }

        /// The letters in the order in which everybody saw them; nil in kinds of games without tiles.
        package var tiles: String? {
            switch self {
            case .guess: nil
            case .anagram(let tiles, _): tiles
            }
        }

        /// The time limit in seconds; nil in kinds of games without one.
        package var seconds: Int? {
            switch self {
            case .guess: nil
            case .anagram(_, let seconds): seconds
            }
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
            switch self {
            case .guess(let rows):
                guard GuessRules.rowCounts.contains(rows) else {
                    throw Fault(field: "rows", range: GuessRules.rowCounts)
                }
                return GameOptions(rows: rows)
            case .anagram(_, let seconds):
                let limits = AnagramRules.limits
                guard limits.contains(seconds) else { throw Fault(field: "seconds", range: limits) }
                return GameOptions(seconds: seconds)
            }
        }
    }

    /// Creates the board that all games of a race have, from one of them. Precondition: a timed game has a limit.
    init(_ game: Game, _ alphabet: Alphabet) {
        switch game {
        case .guess(let game): self = .guess(rows: game.rules.rows)
        case .anagram(let game):
            guard let limit = game.rules.limit else { preconditionFailure("races of anagrams have a time limit") }
            self = .anagram(tiles: alphabet.text(game.tiles.letters), seconds: limit / 1_000)
        }
    }

    /// Reads the fields of a kind, which stand beside those of the race.
    init(_ fields: KeyedDecodingContainer<Replay.Field>) throws {
        let name = try fields.decodeIfPresent(String.self, forKey: .game) ?? PuzzleLine.Kind.guess.rawValue
        switch PuzzleLine.Kind(rawValue: name) {
        case .guess: self = .guess(rows: try fields.decode(Int.self, forKey: .rows))
        case .anagram:
            self = .anagram(
                tiles: try fields.decode(String.self, forKey: .tiles),
                seconds: try fields.decode(Int.self, forKey: .seconds))
        case nil:
            throw DecodingError.dataCorruptedError(forKey: .game, in: fields, debugDescription: "no kind of game")
        }
    }

    /// Writes the fields of a kind.
    func encode(to fields: inout KeyedEncodingContainer<Replay.Field>) throws {
        switch self {
        case .guess(let rows): try fields.encode(rows, forKey: .rows)
        case .anagram(let tiles, let seconds):
            try fields.encode(kind.rawValue, forKey: .game)
            try fields.encode(tiles, forKey: .tiles)
            try fields.encode(seconds, forKey: .seconds)
        }
    }
}
