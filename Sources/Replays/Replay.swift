import GameRules
import Puzzles

/// A finished race as a document that stands for itself: who played what and when, how it ended, and what proves that
/// the word was fixed before. `docs/replay.md` describes it as JSON. Everything in it is public.
package struct Replay: Hashable, Sendable, Codable {
    /// What kind of document it is; always ``formatName``.
    package var format = Replay.formatName
    /// Version of the format. Sprints are of the first; daily races of the second, which has `seal` besides.
    package var version = Replay.firstVersion
    /// What kind of race it was.
    package let kind: Kind
    /// Names the race in its room: `sprint-1-2`, or the puzzle, `guess-en-5/2026-11-19`.
    package let race: String
    /// What the room was called when the race was over.
    package let room: String
    /// ISO 639-1 code of the language.
    package let language: String
    /// Letters of the word.
    package let length: Int
    /// Guesses that a player had.
    package let rows: Int
    /// The number that people share; of daily races only.
    package let number: Int?
    /// What only a round of sprints has.
    package let sprint: Round?
    /// The word, lower case, NFC.
    package let answer: String
    /// What hid the word in the commitment: hexadecimal.
    package let salt: String
    /// The promise about the word: hexadecimal.
    package let commitment: String
    /// When the promise could be read for the first time, as the server states it; of daily races since version 2.
    package let seal: SealTime?
    /// By seat.
    package let lanes: [Lane]
    /// Best first. Of a daily race only those who finished it.
    package let standings: [Standing]
    /// The server's public key: hexadecimal.
    package var key: String
    /// By that key, of the document without this field: hexadecimal.
    package var signature: String?

    package static let formatName = "tilerace-replay"
    /// The version before documents told when their words were sealed.
    package static let firstVersion = 1
    /// The latest version, that of daily races.
    package static let formatVersion = 2

    package enum Kind: String, Hashable, Sendable, Codable {
        case sprint
        case daily
    }

    /// A round's place in its series, and its times in ms since 1970-01-01 UTC.
    package struct Round: Hashable, Sendable, Codable {
        package let series: Int
        package let round: Int
        /// Rounds of the series.
        package let of: Int
        /// The level of hard mode that all played.
        package let hard: String
        /// Of the room's log, 16 hexadecimal digits: a part of what the commitment is about.
        package let epoch: String
        /// When the boards opened.
        package let starts: Int
        /// When the time was out.
        package let ends: Int
        /// When the round was over.
        package let over: Int
    }

    /// What one member played.
    package struct Lane: Hashable, Sendable, Codable {
        package let seat: Int
        package let name: String
        /// The level of hard mode at the end.
        package let hard: String
        package let moves: [Move]
        /// Nil for a game that was not played to its end.
        package let finish: Finish?
    }

    /// An accepted guess.
    package struct Move: Hashable, Sendable, Codable {
        package let word: String
        /// A digit a tile, as in the protocol.
        package let marks: String
        /// Since the round's start, or since the member saw the board of a daily race.
        package let ms: Int
    }

    package struct Finish: Hashable, Sendable, Codable {
        package let solved: Bool
        package let turns: Int
        package let ms: Int
    }

    package struct Standing: Hashable, Sendable, Codable {
        package let seat: Int
        /// From 1; shared by equal ones.
        package let place: Int
        /// Of sprints only.
        package let points: Int?
        package let solved: Bool
        package let turns: Int
        package let ms: Int
    }
}
