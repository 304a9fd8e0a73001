import Foundation
import GameRules
import Puzzles
import Replays
import TestKit
import Testing
import WordLists

@testable import tilerace

/// `tilerace verify`, as far as it is not a matter of processes.
struct VerifyTests {
    private func outcome(_ bytes: [UInt8], _ arguments: String...) throws -> (code: Int32, text: String) {
        let outcome = Verify.outcome(of: bytes, try VerifyOptions(arguments + ["race.json"]))
        return (outcome.code, outcome.lines.joined(separator: "\n"))
    }

    @Test func whatHoldsIsSaid() throws {
        let replay = try ReplaySample.typical()
        let (code, text) = try outcome(replay.json)
        #expect(code == 0)
        #expect(
            text == """
                verified: 5 moves of 3 players in sprint-2-1 of “Küche \\ Kites”
                  answer      glide
                  commitment  \(replay.commitment)
                  signature   holds for the key \(replay.key): compare it with the server’s
                """)
        let own = try outcome(replay.json, "--key", replay.key)
        #expect(own.code == 0 && own.text.hasSuffix("is that of the server"))
        #expect(try outcome(replay.json, "--words", TestServer.root + "/config/words").code == 0)
        #expect(
            try outcome(ReplaySample.round([[("crane", 1)]]).json).text.hasPrefix("verified: 1 move of 1 player in"))
    }

    @Test func eachFaultIsTold() throws {
        let text = String(decoding: try ReplaySample.typical().json, as: UTF8.self)
        let (code, told) = try outcome(Array(text.replacing("\"points\":10", with: "\"points\":11").utf8))
        #expect(code == 1)
        #expect(
            told == """
                signature: is not that of this document by its key
                standings[0]: should be seat 2 with place 1 and 10 points
                not verified: 2 faults in race.json
                """)
        let other = try ReplaySample.key(8).publicKey.hexadecimal
        #expect(try outcome(Array(text.utf8), "--key", other).text.hasPrefix("key: is not the one that was asked for"))
    }

    @Test func whatIsNoReplayIsSaidToBe() throws {
        #expect(try outcome([]).code == 2)
        #expect(try outcome(Array("{}".utf8)).text == "tilerace: race.json: it is no replay: format is missing")
        #expect(try outcome(ReplaySample.typical().json, "--words", "/nowhere").code == 2)
    }

    /// What the server answers about a puzzle whose day is over.
    private func sealed(answer: String = "glide", salt: Bool = true) throws -> [UInt8] {
        let puzzle = try #require(PuzzleID("guess-en-5/2026-11-19"))
        let bytes = Salt(random: Array(repeating: 7, count: Salt.length))
        let commitment = Commitment(salt: bytes, puzzle: puzzle, answer: "glide").text
        let opened = salt ? #","salt":"\#(bytes.text)","answer":"\#(answer)""# : ""
        return Array(#"{"puzzle":"\#(puzzle.text)","number":410,"commitment":"\#(commitment)"\#(opened)}"#.utf8)
    }

    @Test func theWordOfADayIsTheOneThatWasPromised() throws {
        let good = try outcome(sealed())
        #expect(good.code == 0)
        #expect(
            good.text.hasPrefix(
                "verified: the word of guess-en-5/2026-11-19 is the one that was promised\n  answer      glide"))
        let bad = try outcome(sealed(answer: "slide"))
        #expect(bad.code == 1)
        #expect(bad.text == "not verified: “slide” is not the word that was promised for guess-en-5/2026-11-19")
        let early = try outcome(sealed(salt: false))
        #expect(early.code == 2)
        #expect(early.text.contains("is sealed until nobody can play it any more"))
        let elsewhere = String(decoding: try sealed(), as: UTF8.self).replacing("2026-11-19", with: "2026-11-18")
        #expect(try outcome(Array(elsewhere.utf8)).code == 1, "a promise is for one day")
    }

    @Test(arguments: [[], ["a", "b"], ["--key", "7d", "a"], ["--key"], ["--keys", "x", "a"], ["a", "--words"]])
    func aCommandLineThatIsNoneIsRefused(arguments: [String]) {
        #expect(throws: VerifyOptions.Fault.self) { try VerifyOptions(arguments) }
    }
}
