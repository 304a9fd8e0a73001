import GameRules

/// The start of a round, as the log keeps it. Contains the secret word.
package struct SprintDeal: Hashable, Sendable, Codable {
    /// The race's name.
    package let race: RaceID
    /// The number of the series.
    package let series: Int
    /// The round's number in the series, from 1.
    package let round: Int
    /// The seats that race from the start.
    package let seats: [Seat]
    /// The instant at which the boards open, in ms since 1970-01-01 UTC.
    package let starts: Int
    /// The instant at which the time is up, in ms since 1970-01-01 UTC.
    package let ends: Int
    /// The secret word of the round.
    package let answer: Word
    /// The tiles in their order, in kinds of games that have tiles. Secret before `starts`.
    package let tiles: Word?
    /// The salt of the commitment, in hexadecimal. Public once the round is over.
    package let salt: String
    /// The commitment to the word, in hexadecimal. Public from the start.
    package let commitment: String
    /// The settings of the series.
    package let sprint: SprintSettings

    /// Creates a deal. Precondition: the word is one of the settings' line.
    package init(
        series: Int, round: Int, seats: [Seat], starts: Int, ends: Int, word: SprintWord, sprint: SprintSettings
    ) {
        race = .sprint(series: series, round: round)
        self.series = series
        self.round = round
        self.seats = seats
        self.starts = starts
        self.ends = ends
        answer = word.secret.answer
        tiles = word.secret.tiles?.letters
        salt = word.salt
        commitment = word.commitment
        self.sprint = sprint
        precondition(isSound, "a word of the line was drawn, with its tiles")
    }

    /// Whether the secret is one of the line.
    private var isSound: Bool {
        answer.count == sprint.line.length && tiles?.count ?? answer.count == answer.count
            && secret.isWhole(for: sprint.line.kind)
    }

    /// The instant after which no move is taken, in ms since 1970-01-01 UTC: later than `ends` in kinds of games that
    /// end by the clock.
    package var closes: Int { ends + sprint.line.kind.slack }

    /// The secret of the round.
    package var secret: PuzzleSecret { PuzzleSecret(answer: answer, tiles: tiles.map { Tiles($0) }) }

    /// The part of the puzzle that racers see from the start on. Secret before `starts`.
    package var shown: PuzzleSecret.Shown { secret.shown(in: sprint.line.kind) }

    /// The game of a member who has not moved yet.
    package var game: Game { Game(of: sprint.line, secret: secret, options: sprint.options) }

    /// Decodes a logged deal. Throws `DecodingError.dataCorrupted` if the word's length is not that of the settings'
    /// line.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        race = try fields.decode(RaceID.self, forKey: .race)
        series = try fields.decode(Int.self, forKey: .series)
        round = try fields.decode(Int.self, forKey: .round)
        seats = try fields.decode([Seat].self, forKey: .seats)
        starts = try fields.decode(Int.self, forKey: .starts)
        ends = try fields.decode(Int.self, forKey: .ends)
        answer = try fields.decode(Word.self, forKey: .answer)
        tiles = try fields.decodeIfPresent(Word.self, forKey: .tiles)
        salt = try fields.decode(String.self, forKey: .salt)
        commitment = try fields.decode(String.self, forKey: .commitment)
        sprint = try fields.decode(SprintSettings.self, forKey: .sprint)
        guard isSound else {
            throw DecodingError.dataCorruptedError(
                forKey: .answer, in: fields, debugDescription: "the answer has a wrong length")
        }
    }
}

/// A word drawn for a round, with its commitment.
package struct SprintWord: Hashable, Sendable {
    package let secret: PuzzleSecret
    /// The salt of the commitment, in hexadecimal.
    package let salt: String
    /// The commitment, in hexadecimal.
    package let commitment: String

    package init(_ secret: PuzzleSecret, salt: String, commitment: String) {
        self.secret = secret
        self.salt = salt
        self.commitment = commitment
    }
}

/// Draws the word of a race from a line. `used`: the words that the room has had, the newest last, which are not to
/// come again soon. Nil if the line is not played here. A parameter, since rooms have neither word lists nor a random
/// source.
package typealias SprintDealer = (_ race: RaceID, _ line: PuzzleLine, _ used: [Word]) -> SprintWord?

/// A round of a sprint: the members' games for the same word at the same time.
package struct Round: Hashable, Sendable {
    /// The start of the round.
    package let deal: SprintDeal
    /// The games of the participants, by seat.
    package internal(set) var games: [Seat: Game]
    /// Seats whose `finished` event has been applied. A lane shows its end from that event on, a snapshot no sooner.
    package internal(set) var finished: Set<Seat> = []
    /// Participants who left or were kicked, with the words of the round that they know; they get no second game.
    package internal(set) var departed: [PlayerID: [Word]] = [:]
    /// Whether the word is public.
    package internal(set) var isOver = false
    /// Whether the host ended the round before its time.
    package internal(set) var isEndedByHost = false
    /// The number of the event that showed the puzzle to everybody; nil before it, and in kinds of games that show
    /// nothing of it.
    package internal(set) var dealt: Int?

    init(_ deal: SprintDeal) {
        self.deal = deal
        let game = deal.game
        games = Dictionary(deal.seats.map { ($0, game) }, uniquingKeysWith: { first, _ in first })
    }

    /// The race's name.
    package var race: RaceID { deal.race }

    /// Whether the puzzle has been shown to everybody.
    package var isDealt: Bool { dealt != nil }

    /// The part of the puzzle that everybody sees now: nothing before the start.
    package var shown: PuzzleSecret.Shown { isDealt ? deal.shown : .nothing }

    /// Whether the game of this seat is over. False for a seat without a game.
    package func isDone(_ seat: Seat) -> Bool { games[seat].map { $0.status != .playing } ?? false }

    /// The words that a seat's player knows to be right, as one who has laid them does while the game goes on.
    package func toldWords(_ seat: Seat) -> [Word] { games[seat]?.toldWords ?? [] }

    /// The game of a seat as a lane: what every member may see.
    package func lane(of seat: Seat) -> Lane? {
        guard var lane = games[seat]?.lane else { return nil }
        if !finished.contains(seat) { lane.finish = nil }
        return lane
    }

    mutating func start(_ seat: Seat) {
        if games[seat] == nil { games[seat] = deal.game }
    }

    /// Ends the games that end by the clock.
    mutating func end() {
        isOver = true
        for seat in games.keys where games[seat]?.closesAfter != nil {
            games[seat]?.end()
            finished.insert(seat)
        }
    }

    /// Applies a logged move as it stands. Ignores moves of former members, and moves that the rules do not allow: a
    /// log written by this server has none.
    mutating func take(_ move: Move, of seat: Seat) {
        guard var game = games[seat] else { return }
        do throws(JournalFault) {
            try game.replay(move)
            games[seat] = game
        } catch {
            return
        }
    }
}

extension Game {
    /// The game as a lane: what every member may see.
    package var lane: Lane {
        let rows = (0..<moveCount).map { place in
            let move = move(at: place)
            return LaneRow(verdict: move.verdict, elapsed: move.elapsed)
        }
        return Lane(rows: rows, finish: result.map(LaneFinish.init))
    }
}
