import GameRules

/// A seat: a member's number in a room, 1 upwards, never given to another player.
package typealias Seat = Int

/// An event in a room. A room's state is the fold of its events, and its log of events is what lasts.
///
/// The stored form is JSON: `{"joined":{"player":"…","seat":2,"name":"Mika"}}`. Cases and labels are therefore a
/// format: add, never rename (`RoomEventTests` freezes each).
///
/// Rooms keep hundreds of events in memory, and each takes as much as the largest. So the largest two, which come once
/// a round, are `indirect`.
package enum RoomEvent: Hashable, Sendable, Codable {
    /// The room came to be, with this name.
    case created(name: String)
    /// A player took a seat, and is shown under this name. The player is never shown to others.
    case joined(seat: Seat, player: PlayerID, name: String)
    /// A member gave the seat up.
    case left(seat: Seat)
    /// A member is shown under another name.
    case renamed(seat: Seat, name: String)
    /// The name that a member is shown under is a pseudonym from now on, or the player's own again. A pseudonym stays
    /// when the player takes another name.
    case pseudonym(seat: Seat, on: Bool)
    /// The host holds back the name of a member, who is shown under a pseudonym until the host gives the name free.
    case nameHeld(seat: Seat, held: Bool)
    /// The host's powers went to this seat.
    case hosted(seat: Seat)
    /// A daily race was opened.
    case opened(race: RaceID, puzzle: PuzzleID)
    /// A member saw the empty board: the member's clock runs.
    case started(race: RaceID, seat: Seat)
    /// A member's move was accepted. `row`: its place from 0; `pattern`: its verdict, as it was called when there was
    /// one kind of game; `elapsed` in ms since the start.
    case guessed(race: RaceID, seat: Seat, row: Int, pattern: Verdict, elapsed: Int)
    /// A member's game ended. `elapsed` in ms; `points` in kinds of games that have points.
    case finished(race: RaceID, seat: Seat, solved: Bool, turns: Int, elapsed: Int, points: Int? = nil)

    /// The host gave the room a new name.
    case named(name: String)
    /// The host locked the room, or unlocked it.
    case locked(locked: Bool)
    /// The host set a password, or took it away.
    case password(hash: RoomPassword?)
    /// The room's daily races are of this line, from the next one on that opens.
    case daily(line: PuzzleLine)
    /// The host put the room into the lobby, or took it out.
    case listed(listed: Bool)
    /// The operator of the server keeps the room out of the lobby from now on, or lets its host put it there again. A
    /// listed room is taken out by a `listed` of its own before.
    case barred(barred: Bool)
    /// The room is found by another code from now on.
    case code(code: RoomCode)
    /// The host took a member's seat away; the player does not come in again until let in.
    case kicked(seat: Seat)
    /// The player who was kicked from this seat may come in again.
    case unkicked(seat: Seat)
    /// The host closed the room: its last event.
    case closed
    /// A member is ready for a sprint, or is not any more.
    case ready(seat: Seat, ready: Bool)
    /// A member sits out: has no lane in the rounds that begin from now on, and nobody waits for one; or races again.
    case satOut(seat: Seat, out: Bool)
    /// The host chose how sprints are played.
    case settings(sprint: SprintSettings)

    /// A series of sprints began.
    case series(series: Int, sprint: SprintSettings)
    /// A round of it was dealt.
    indirect case round(deal: SprintDeal)
    /// The boards of a round are open, and its tiles are everybody's: only in kinds of games that have tiles.
    case dealt(race: RaceID, line: PuzzleLine, tiles: Word)
    /// A move in a sprint was accepted. The word is a secret of its player until the round is over. The rest is as in
    /// `guessed`.
    case played(race: RaceID, seat: Seat, row: Int, word: Word, pattern: Verdict, elapsed: Int)
    /// A round is over: the word is public, and what everybody guessed.
    indirect case roundOver(result: SprintResult)
    /// The series is over. `cancelled`: before its last round was played, by the host or because all had gone.
    case seriesOver(series: Int, podium: [PodiumPlace], cancelled: Bool)
}

/// Names one contest of a room. A daily race has the text of its puzzle, `guess-en-5/2026-11-21`. A round of sprints
/// has `sprint-SERIES-ROUND`: series count from 1 in the room, rounds from 1 in the series.
package struct RaceID: Hashable, Sendable, Codable {
    /// The wire and stored form.
    package let text: String

    /// The daily race of `puzzle`.
    package static func daily(_ puzzle: PuzzleID) -> RaceID { RaceID(text: puzzle.text) }

    /// A round of a series.
    package static func sprint(series: Int, round: Int) -> RaceID { RaceID(text: "sprint-\(series)-\(round)") }

    private init(text: String) { self.text = text }

    /// Reads the text form of either; nil for anything else.
    package init?(_ text: some StringProtocol) {
        if let puzzle = PuzzleID(text) {
            self = .daily(puzzle)
            return
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "sprint", parts[1].utf8.count <= 9, parts[2].utf8.count <= 9,
            let series = Int(parts[1]), let round = Int(parts[2]), series > 0, round > 0
        else { return nil }
        self = .sprint(series: series, round: round)
        // One race has one name: no plus signs, no zeros in front.
        guard self.text == text else { return nil }
    }

    /// The puzzle whose race it is; nil for a sprint.
    package var puzzle: PuzzleID? { PuzzleID(text) }

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
    /// The event itself.
    package let event: RoomEvent

    /// An event at its place.
    package init(sequence: Int, time: Int, event: RoomEvent) {
        self.sequence = sequence
        self.time = time
        self.event = event
    }
}
