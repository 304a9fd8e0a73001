import Foundation
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

    @Test(arguments: [[], ["a", "b"], ["--key", "7d", "a"], ["--key"], ["--keys", "x", "a"], ["a", "--words"]])
    func aCommandLineThatIsNoneIsRefused(arguments: [String]) {
        #expect(throws: VerifyOptions.Fault.self) { try VerifyOptions(arguments) }
    }
}
