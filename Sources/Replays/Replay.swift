import GameRules
import Puzzles

/// A finished race as a self-contained document: the players, their moves and times, the result, and the proof that the
/// word was fixed before. `docs/replay.md` describes the JSON. Everything in it is public.
package struct Replay: Hashable, Sendable, Codable {
    /// The name of the format; always ``formatName``.
    package var format = Replay.formatName
    /// The version of the format. Sprints have the first; daily races the second, which adds `seal`.
    package var version = Replay.firstVersion
    /// The kind of race.
    package let kind: Kind
    /// The race's name in its room: `sprint-1-2`, or the puzzle, `guess-en-5/2026-11-19`.
    package let race: String
    /// The room's name at the end of the race.
    package let room: String
    /// ISO 639-1 code of the language.
    package let language: String
    /// The number of letters in the word.
    package let length: Int
    /// The number of guesses that a player had.
    package let rows: Int
    /// The puzzle's number that people share; nil for a sprint.
    package let number: Int?
    /// The fields of a round of sprints; nil for a daily race.
    package let sprint: Round?
    /// The word, in lower case, NFC.
    package let answer: String
    /// The salt of the commitment, in hexadecimal.
    package let salt: String
    /// The commitment to the word, in hexadecimal.
    package let commitment: String
    /// The instant at which the commitment became public, as the server states it. Only daily races since version 2
    /// have it.
    package let seal: SealTime?
    /// The lanes, by seat.
    package let lanes: [Lane]
    /// The results, best first. A daily race lists only those who finished it.
    package let standings: [Standing]
    /// The server's public key, in hexadecimal.
    package var key: String
    /// The signature by `key` of the document without this field, in hexadecimal.
    package var signature: String?

    package static let formatName = "tilerace-replay"
    /// The version before `seal` was added.
    package static let firstVersion = 1
    /// The latest version, which daily races have.
    package static let formatVersion = 2

    package enum Kind: String, Hashable, Sendable, Codable {
        case sprint
        case daily
    }

    /// A round's place in its series, and its times in ms since 1970-01-01 UTC.
    package struct Round: Hashable, Sendable, Codable {
        package let series: Int
        package let round: Int
        /// The number of rounds in the series.
        package let of: Int
        /// The level of hard mode of the round.
        package let hard: String
        /// The epoch of the room's log, 16 hexadecimal digits. It is part of the commitment's subject.
        package let epoch: String
        /// The instant at which the boards opened.
        package let starts: Int
        /// The instant at which the time was up.
        package let ends: Int
        /// The instant at which the round ended.
        package let over: Int
    }

    /// The game of one member.
    package struct Lane: Hashable, Sendable, Codable {
        package let seat: Int
        package let name: String
        /// The level of hard mode at the end.
        package let hard: String
        package let moves: [Move]
        /// The end of the game; nil for a game that was not finished.
        package let finish: Finish?
    }

    /// An accepted guess.
    package struct Move: Hashable, Sendable, Codable {
        package let word: String
        /// One digit for each tile, as in the protocol.
        package let marks: String
        /// ms since the round's start, or since the member saw the board of a daily race.
        package let ms: Int
    }

    package struct Finish: Hashable, Sendable, Codable {
        package let solved: Bool
        package let turns: Int
        package let ms: Int
    }

    package struct Standing: Hashable, Sendable, Codable {
        package let seat: Int
        /// The place, from 1. Equal results share it.
        package let place: Int
        /// The points in a sprint; nil for a daily race.
        package let points: Int?
        package let solved: Bool
        package let turns: Int
        package let ms: Int
    }
}
