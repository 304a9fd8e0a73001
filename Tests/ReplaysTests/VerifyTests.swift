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

    @Test("A sound replay is verified with exit code 0")
    func whatHoldsIsSaid() throws {
        let replay = try ReplaySample.typical()
        let (code, text) = try outcome(replay.json)
        #expect(code == 0)
        #expect(
            text == """
                verified: 5 moves of 3 players in sprint-2-1 of “Küche \\ Kites”
                  answer      glide
                  words       not looked up: --words says where word lists are
                  commitment  \(replay.commitment)
                  sealed      as the round was dealt, before it began, says the server
                  signature   holds for the key \(replay.key): compare it with the server’s
                """)
        let own = try outcome(replay.json, "--key", replay.key)
        #expect(own.code == 0 && own.text.hasSuffix("is that of the server"))
        let lists = TestServer.root + "/config/words"
        let (listed, said) = try outcome(replay.json, "--words", lists)
        #expect(listed == 0 && said.contains("\n  words       all are in the lists of \(lists)\n"))
        #expect(
            try outcome(ReplaySample.round([[("crane", 1)]]).json).text.hasPrefix("verified: 1 move of 1 player in"))
    }

    @Test("A race of anagrams is verified, and it is said that the dictionary was not asked")
    func aRaceOfAnagramsIsVerified() throws {
        let replay = try ReplaySample.typicalAnagrams()
        let (code, text) = try outcome(replay.json)
        #expect(code == 0)
        #expect(
            text == """
                verified: 3 moves of 3 players in sprint-2-1 of “Küche \\ Kites”
                  answer      vibrant
                  tiles       rtbnavi: the answer in the order of the salt
                  words       not looked up: --words says where word lists are
                  commitment  \(replay.commitment)
                  sealed      as the round was dealt, before it began, says the server
                  signature   holds for the key \(replay.key): compare it with the server’s
                """)
        let lists = TestServer.root + "/config/words"
        let listed = try outcome(replay.json, "--words", lists)
        #expect(listed.code == 0 && listed.text.contains("\n  words       all are in the lists of \(lists)\n"))
        let unlisted = try outcome(ReplaySample.anagrams([[("tavrin", 1)]]).json, "--words", lists)
        #expect(unlisted.code == 1 && unlisted.text.hasPrefix("lanes[0].moves[0].word: is not in the word list\n"))
        #expect(try outcome(ReplaySample.anagramDay([:]).json).text.contains("on the day at 10:02, says the server"))
    }

    @Test("A line without a list is said to have none")
    func noListOfTheLine() throws {
        let replay = try ReplaySample.round([[]], of: #require(PuzzleLine("guess-en-9")), answer: "alphabets")
        let (code, text) = try outcome(replay.json, "--words", TestServer.root + "/config/words")
        #expect(code == 0 && text.contains("\n  words       not looked up: there is no list of this length\n"))
    }

    @Test("Each fault is printed, with exit code 1")
    func eachFaultIsTold() throws {
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

    @Test("A file that is no replay is refused with exit code 2")
    func whatIsNoReplayIsSaidToBe() throws {
        #expect(try outcome([]).code == 2)
        #expect(try outcome(Array("{}".utf8)).text == "tilerace: race.json: it is no replay: format is missing")
        #expect(try outcome(ReplaySample.typical().json, "--words", "/nowhere").code == 2)
    }

    /// The server's answer about a puzzle whose day is over.
    private func sealed(answer: String = "glide", salt: Bool = true, seal: String? = nil) throws -> [UInt8] {
        let puzzle = try #require(PuzzleID("guess-en-5/2026-11-19"))
        let bytes = Salt(random: Array(repeating: 7, count: Salt.length))
        let commitment = Commitment(salt: bytes, puzzle: puzzle, answer: "glide").text
        let opened = salt ? #","salt":"\#(bytes.text)","answer":"\#(answer)""# : ""
        let seal = seal.map { #","seal":\#($0)"# } ?? ""
        return Array(
            #"{"puzzle":"\#(puzzle.text)","number":410,"commitment":"\#(commitment)"\#(seal)\#(opened)}"#.utf8)
    }

    @Test("The word of a past day is verified against its seal")
    func theWordOfADayFitsItsSeal() throws {
        let good = try outcome(sealed())
        #expect(good.code == 0)
        #expect(
            good.text.hasPrefix(
                "consistent: the word of guess-en-5/2026-11-19 fits the commitment in the file\n  answer      glide"))
        let bad = try outcome(sealed(answer: "slide"))
        #expect(bad.code == 1)
        #expect(bad.text == "not verified: “slide” is not the word that the seal of guess-en-5/2026-11-19 is about")
        let early = try outcome(sealed(salt: false))
        #expect(early.code == 2)
        #expect(early.text.contains("is sealed until nobody can play it any more"))
        let elsewhere = String(decoding: try sealed(), as: UTF8.self).replacing("2026-11-19", with: "2026-11-18")
        #expect(try outcome(Array(elsewhere.utf8)).code == 1, "a promise is for one day")
        let misnamed = String(decoding: try sealed(), as: UTF8.self).replacing("410", with: "411")
        let other = try outcome(Array(misnamed.utf8))
        #expect(other.code == 1 && other.text == "not verified: the number is not that of guess-en-5/2026-11-19")
    }

    @Test("A document of a day is as large as a replay at most")
    func largestDocument() throws {
        let document = try sealed()
        let blanks = [UInt8](repeating: 0x20, count: Replay.largestFile - document.count)
        #expect(try outcome(document + blanks).code == 0)
        let larger = try outcome(document + blanks + [0x20])
        #expect(larger.code == 2 && larger.text == "tilerace: race.json: it is larger than 1 MiB")
    }

    /// A made-up word with a salt and a commitment is not "verified", as nothing in such a file is signed.
    @Test("Only a commitment that somebody kept verifies the word of a day")
    func aMadeUpDocument() throws {
        let puzzle = try #require(PuzzleID("guess-en-5/2026-11-19"))
        func commitment(_ byte: UInt8, _ answer: String) -> (Salt, String) {
            let salt = Salt(random: Array(repeating: byte, count: Salt.length))
            return (salt, Commitment(salt: salt, puzzle: puzzle, answer: answer).text)
        }
        func document(_ byte: UInt8, _ answer: String, written: String? = nil) -> [UInt8] {
            let (salt, commitment) = commitment(byte, answer)
            return Array(
                """
                {"puzzle":"\(puzzle.text)","commitment":"\(commitment)","salt":"\(salt.text)",\
                "answer":"\(written ?? answer)"}
                """.utf8)
        }
        let kept = commitment(7, "glide").1
        let own = try outcome(document(7, "glide"), "--commitment", kept)
        #expect(own.code == 0)
        #expect(own.text.hasPrefix("verified: the word of guess-en-5/2026-11-19 fits the commitment that you kept\n"))
        #expect(try outcome(document(7, "glide"), "--commitment", kept.uppercased()).code == 0)
        let forged = try outcome(document(8, "crane"), "--commitment", kept)
        #expect(forged.code == 1 && forged.text == "not verified: the commitment is not the one that you kept")
        #expect(try outcome(document(8, "crane")).text.hasPrefix("consistent: "))
        for text in ["", "glides", "GLIDE", "12345", "gl\u{1B}[2J"] {
            let odd = try outcome(document(8, text, written: text.replacing("\u{1B}", with: "\\u001b")))
            #expect(odd.code == 1 && odd.text.hasSuffix("is no word of 5 letters"), "\(text)")
            #expect(!odd.text.contains("\u{1B}"))
        }
    }

    @Test("A replay is held to the commitment that somebody kept")
    func replaysAndKeptCommitments() throws {
        let replay = try ReplaySample.typical()
        #expect(try outcome(replay.json, "--commitment", replay.commitment).code == 0)
        let other = try outcome(replay.json, "--commitment", String(repeating: "0", count: 64))
        #expect(other.code == 1)
        #expect(
            other.text == "commitment: is not the one that you kept\nnot verified: 1 fault in race.json")
    }

    /// No more is claimed than the seal shows: one that was made when the day was over fits as well as any.
    @Test(
        "The time of the seal is printed, with what it proves",
        arguments: [
            (#"{"when":"before","at":1795000000000}"#, "before the day began, says the file"),
            (#"{"when":"on","at":1795082520000,"time":"10:02"}"#, "on the day at 10:02, says the file"),
            (#"{"when":"on","at":1795082520000}"#, "on the day, says the file"),
            (#"{"when":"after","at":1795182520000}"#, "made afterwards: proves nothing about that day"),
            (#"{"when":"unknown"}"#, "nobody says when: proves nothing about that day"),
            (#"{"when":"some day"}"#, "nobody says when: proves nothing about that day"),
            ("7", "nobody says when: proves nothing about that day"),
        ])
    func itIsSaidWhenTheWordWasSealed(seal: String, words: String) throws {
        let (code, text) = try outcome(sealed(seal: seal))
        #expect(code == 0 && text.hasSuffix("\n  sealed      \(words)"), "\(text)")
    }

    @Test(
        "An impossible seal time is a fault",
        arguments: [
            #"{"when":"before","at":1795182520000}"#, #"{"when":"on","at":1795082520000,"time":"\u001b[2J"}"#,
            #"{"when":"after","at":1795000000000}"#, #"{"when":"unknown","at":1}"#,
        ])
    func aTimeThatCannotBeIsNotBelieved(seal: String) throws {
        let (code, text) = try outcome(sealed(seal: seal))
        #expect(code == 1 && text.contains("is not of the time that it says"))
    }

    @Test("The seal time of a daily replay is printed")
    func theReplayOfADaySaysWhenItsWordWasSealed() throws {
        func line(_ replay: Replay) throws -> String? {
            try outcome(replay.json).text.split(separator: "\n").first { $0.hasPrefix("  sealed") }.map { "\($0)" }
        }
        #expect(try line(ReplaySample.daily([:])) == "  sealed      on the day at 10:02, says the server")
        #expect(
            try line(ReplaySample.daily([:], published: 1_795_132_800_000))
                == "  sealed      made afterwards: proves nothing about that day")
        let old = try Replay(reading: Array(ReplaySample.firstDaily.utf8))
        #expect(try line(old) == "  sealed      nobody says when: proves nothing about that day")
    }

    @Test(
        "A malformed command line is refused",
        arguments: [
            [], ["a", "b"], ["--key", "7d", "a"], ["--key"], ["--commitment", "7d", "a"], ["--commitment"],
            ["--keys", "x", "a"], ["a", "--words"],
        ])
    func aCommandLineThatIsNoneIsRefused(arguments: [String]) {
        #expect(throws: VerifyOptions.Fault.self) { try VerifyOptions(arguments) }
    }
}
