import GameRules
import Puzzles

/// A finished race as a self-contained document: the players, their moves and times, the result, and the proof that the
/// word was fixed before. `docs/replay.md` describes the JSON. Everything in it is public.
package struct Replay: Hashable, Sendable {
    /// The name of the format; always ``formatName``.
    package var format = Replay.formatName
    /// The version of the format. Sprints of the guess game have the first version. Daily races of it have the second,
    /// which adds `seal`. Races of every other kind have the third, which names the kind.
    package var version = Replay.firstVersion
    /// The kind of race.
    package let kind: Kind
    /// The race's name in its room: `sprint-1-2`, or the puzzle, `guess-en-5/2026-11-19`.
    package let race: String
    /// The room's name at the end of the race.
    package let room: String
    /// ISO 639-1 code of the language.
    package let language: String
    /// The number of letters in the answer.
    package let length: Int
    /// The kind of game, with what its boards have.
    package let board: Board
    /// The puzzle's number that people share; nil for a sprint.
    package let number: Int?
    /// The fields of a round of sprints; nil for a daily race.
    package let sprint: Round?
    /// The answer, in lower case, NFC: in the anagram game the word that the tiles were made of.
    package let answer: String
    /// The salt of the commitment, in hexadecimal.
    package let salt: String
    /// The commitment to the answer, in hexadecimal.
    package let commitment: String
    /// The instant at which the commitment became public, as the server states it. Only daily races since version 2
    /// have it.
    package let seal: SealTime?
    /// The lanes, by seat.
    package let lanes: [Lane]
    /// The results, best first. A daily race lists only players who finished it.
    package let standings: [Standing]
    /// The server's public key, in hexadecimal.
    package var key: String
    /// The signature by `key` of the document without this field, in hexadecimal.
    package var signature: String?

    package static let formatName = "tilerace-replay"
    /// The version before `seal` was added, which sprints of the guess game have.
    package static let firstVersion = 1
    /// The version that adds `seal`, which daily races of the guess game have.
    package static let sealVersion = 2
    /// The version that adds `game`, and the latest.
    package static let formatVersion = 3

    /// The version in which a server writes a race.
    static func version(of kind: Kind, _ board: Board) -> Int {
        guard board.kind == .unnamed else { return formatVersion }
        return kind == .daily ? sealVersion : firstVersion
    }

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
        /// The level of hard mode of the round; nil in kinds of games without it.
        package let hard: String?
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
        /// The level of hard mode at the end; nil in kinds of games without it.
        package let hard: String?
        package let moves: [Move]
        /// The end of the game; nil for a game that was not finished.
        package let finish: Finish?
    }

    /// An accepted move.
    package struct Move: Hashable, Sendable {
        package let word: String
        /// The judgement of the word.
        package let verdict: Verdict
        /// ms since the round's start, or since the member saw the board of a daily race.
        package let ms: Int
    }

    /// The judgement of a move, by the kind of game.
    package enum Verdict: Hashable, Sendable {
        /// One digit for each tile, as in the protocol.
        case marks(String)
        /// The points for a found word.
        case points(Int)
    }

    package struct Finish: Hashable, Sendable, Codable {
        package let solved: Bool
        package let turns: Int
        /// The points of the game; nil in kinds of games without points.
        package let points: Int?
        package let ms: Int
    }

    package struct Standing: Hashable, Sendable, Codable {
        package let seat: Int
        /// The place, from 1. Equal results share it.
        package let place: Int
        /// The points in a sprint; nil for a daily race.
        package let points: Int?
        /// The points of the game itself; nil in kinds of games without points.
        package let score: Int?
        package let solved: Bool
        package let turns: Int
        package let ms: Int
    }
}
