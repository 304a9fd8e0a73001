import GameRules

/// The commitment to a puzzle, with its word once nobody can play it any more: `GET /api/v1/puzzles/LINE/DAY`.
public struct PuzzleDocument: Hashable, JSONDocument {
    /// The puzzle.
    public var puzzle: PuzzleID
    /// The commitment: 64 hexadecimal digits.
    public var commitment: String
    /// The time at which the commitment became public.
    public var seal: Seal
    /// Whether the server's host chose the answer, which is drawn otherwise.
    public var isHosts: Bool
    /// The salt and the answer; nil while the word is secret.
    public var opening: Opening?

    /// The time at which a commitment became public, relative to the puzzle's day.
    public struct Seal: Hashable, Sendable {
        /// `before`, `on`, `after` or `unknown`.
        public var when: String
        /// ms since 1970-01-01 UTC; nil if it is not known.
        public var at: Int?
        /// `HH:MM` in the time zone of the server, if it was on the day.
        public var time: String?

        /// The side of the day, and the instant.
        public init(when: String, at: Int?, time: String?) {
            self.when = when
            self.at = at
            self.time = time
        }
    }

    /// The salt and the answer that a commitment was made from.
    public struct Opening: Hashable, Sendable {
        /// Hexadecimal digits.
        public var salt: String
        /// The word, lower case in NFC.
        public var answer: String

        /// A salt and an answer.
        public init(salt: String, answer: String) {
            self.salt = salt
            self.answer = answer
        }
    }

    /// A puzzle with its seal.
    public init(puzzle: PuzzleID, commitment: String, seal: Seal, isHosts: Bool = false, opening: Opening?) {
        self.puzzle = puzzle
        self.commitment = commitment
        self.seal = seal
        self.isHosts = isHosts
        self.opening = opening
    }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        json.field("commitment", commitment)
        json.object("seal") { json in
            json.field("when", seal.when)
            if let at = seal.at { json.field("at", at) }
            if let time = seal.time { json.field("time", time) }
        }
        if isHosts { json.field("by_host", true) }
        guard let opening else { return }
        json.field("salt", opening.salt)
        json.field("answer", opening.answer)
    }
}

/// A page of the puzzles of a line, the newest first: `GET /api/v1/puzzles/LINE`.
public struct PuzzleListDocument: Hashable, JSONDocument {
    /// The line.
    public var line: PuzzleLine
    /// Puzzles of today and of days before.
    public var puzzles: [PuzzleDocument]
    /// Tomorrow's puzzle; nil before its commitment is published.
    public var tomorrow: PuzzleDocument?
    /// The value of `before` for the next page; nil after the last page.
    public var next: Day?

    /// A page of puzzles.
    public init(line: PuzzleLine, puzzles: [PuzzleDocument], tomorrow: PuzzleDocument?, next: Day?) {
        self.line = line
        self.puzzles = puzzles
        self.tomorrow = tomorrow
        self.next = next
    }

    /// The number of bytes to reserve.
    public var estimatedSize: Int { 8_192 }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.field("line", line.text)
        json.array("puzzles") { json in
            for puzzle in puzzles { json.element(puzzle.write) }
        }
        if let tomorrow { json.object("tomorrow", tomorrow.write) } else { json.null("tomorrow") }
        if let next { json.field("next", next.text) } else { json.null("next") }
    }
}
