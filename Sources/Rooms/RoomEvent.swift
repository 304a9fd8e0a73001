import GameRules

/// A seat: a member's number in a room, 1 upwards, never given to another player.
package typealias Seat = Int

/// What can happen in a room. The room is the fold of these; its log is what lasts.
///
/// The stored form is JSON: `{"joined":{"player":"…","seat":2,"name":"Mika"}}`. Cases and labels are therefore a format:
/// add, never rename (`RoomEventTests` freezes each).
package enum RoomEvent: Hashable, Sendable, Codable {
    /// The room came to be, with this name.
    case created(name: String)
    /// A player took a seat. The player is never shown to others.
    case joined(seat: Seat, player: PlayerID, name: String)
    /// A member gave the seat up.
    case left(seat: Seat)
    /// A member changed the name.
    case renamed(seat: Seat, name: String)
    /// The host's powers went to this seat.
    case hosted(seat: Seat)
    /// A race was opened. A daily race is named by its puzzle; sprints (a later kind) by a number of their own.
    case opened(race: RaceID, puzzle: PuzzleID)
    /// A member saw the empty board: the member's clock runs.
    case started(race: RaceID, seat: Seat)
    /// A member's guess was accepted: colours only. `row` from 0, `elapsed` in ms since the start.
    case guessed(race: RaceID, seat: Seat, row: Int, pattern: Pattern, elapsed: Int)
    /// A member's game ended. `elapsed` in ms.
    case finished(race: RaceID, seat: Seat, solved: Bool, turns: Int, elapsed: Int)
}

/// Names one contest of a room. For the daily race it is the text of the puzzle, `guess-en-5/2026-11-21`.
package struct RaceID: Hashable, Sendable, Codable {
    /// The wire and stored form.
    package let text: String

    /// The daily race of `puzzle`.
    package static func daily(_ puzzle: PuzzleID) -> RaceID { RaceID(text: puzzle.text) }

    private init(text: String) { self.text = text }

    /// Decodes the text.
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// An event with its place in the log.
package struct LoggedEvent: Hashable, Sendable {
    /// 1 for the first event of the room, then without a gap.
    package let sequence: Int
    /// Server time, ms since 1970-01-01 UTC.
    package let time: Int
    /// What happened.
    package let event: RoomEvent

    /// An event at its place.
    package init(sequence: Int, time: Int, event: RoomEvent) {
        self.sequence = sequence
        self.time = time
        self.event = event
    }
}
