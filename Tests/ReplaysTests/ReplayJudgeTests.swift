import Foundation
import GameRules
import Puzzles
import TestKit
import Testing
import WordLists

@testable import Replays

/// Changes to a replay are found by the rules themselves, and not by the signature alone.
struct ReplayJudgeTests {
    private func faults(_ replay: Replay) throws -> [String] {
        try ReplayJudge(replay.json).faults.map(\.place)
    }

    @Test("Documents that servers write have no faults")
    func whatServersWriteHolds() throws {
        let replays = [
            try ReplaySample.typical(), try ReplaySample.round([[]]),
            try ReplaySample.round([[("glide", 0)], [("glide", 0)]]),
            try ReplaySample.round([[("crane", 1), ("slide", 2), ("glide", 3)]], hard: .hard),
            try ReplaySample.daily([:]),
            try ReplaySample.daily([2: [("crane", 1), ("bound", 90_000_000)], 9: [("glide", 5)]]),
            try ReplaySample.round([["bound", "crane", "slimy", "jumpy", "vivid", "haiku"].map { ($0, 7) }]),
        ]
        for replay in replays {
            let judge = try ReplayJudge(replay.json)
            #expect(judge.faults.isEmpty, "\(judge.faults)")
            #expect(judge.moveCount == replay.lanes.reduce(0) { $0 + $1.moves.count })
        }
    }

    @Test("A reformatted document has no faults")
    func aFileMayBeLookedAtWithAFormatter() throws {
        let json = try JSONSerialization.jsonObject(with: Data(try ReplaySample.typical().json))
        let pretty = try JSONSerialization.data(
            withJSONObject: json, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        #expect(try ReplayJudge(Array(pretty)).faults.isEmpty)
    }

    /// A forger with a key of his own: every field that follows from others is found, and named.
    @Test(
        "A forged field is found and named",
        arguments: [
            (#""marks":"00002""#, #""marks":"00012""#, "lanes[0].moves[0].marks"),
            (#""marks":"22222""#, #""marks":"22221""#, "lanes[0].moves[2].marks"),
            (#""word":"crane""#, #""word":"crate""#, ""),
            (#""word":"crane""#, #""word":"crown""#, "lanes[0].moves[0].marks"),
            (#""word":"crane""#, #""word":"CRANE""#, "lanes[0].moves[0].word"),
            (#""word":"crane""#, #""word":"cranes""#, "lanes[0].moves[0].word"),
            (#""word":"crane""#, #""word":"cran""#, "lanes[0].moves[0].word"),
            (#""word":"crane""#, #""word":"crän""#, "lanes[0].moves[0].word"),
            (#""word":"crane""#, #""word":"""#, "lanes[0].moves[0].word"),
            (#""ms":4100"#, #""ms":-1"#, "lanes[0].moves[0].ms"),
            (#""ms":4100"#, #""ms":9001"#, "lanes[0].moves[1].ms"),
            (#""ms":9000"#, #""ms":-9223372036854775808"#, "lanes[0].moves[1].ms"),
            (#""ms":29999"#, #""ms":30000"#, "lanes[2].moves[0].ms"),
            (#""ms":12345,"solved":true"#, #""ms":12344,"solved":true"#, "lanes[0].finish"),
            (#""finish":{"ms":800,"solved":true,"turns":1},"#, "", "lanes[1].finish"),
            (#""solved":true,"turns":3}"#, #""solved":false,"turns":3}"#, "lanes[0].finish"),
            (#""seat":2},{"hard""#, #""seat":1},{"hard""#, "lanes[1].seat"),
            (#""hard":"off","moves":[{"marks":"00002""#, #""hard":"ultra","moves":[{"marks":"00002""#, "lanes[0].hard"),
            (#""hard":"off","moves":[{"marks":"00002""#, #""hard":"soft","moves":[{"marks":"00002""#, "lanes[0].hard"),
            (#""answer":"glide""#, #""answer":"slide""#, "commitment"),
            (#""answer":"glide""#, #""answer":"glid1""#, "answer"),
            (#""salt":"00"#, #""salt":"01"#, "commitment"), (#""salt":"00"#, #""salt":"0g"#, "salt"),
            (#""commitment":""#, #""commitment":"0"#, "commitment"),
            (#""epoch":"0f"#, #""epoch":"0e"#, "commitment"), (#""epoch":"0f"#, #""epoch":"0F"#, "sprint.epoch"),
            (#""race":"sprint-2-1""#, #""race":"sprint-2-2""#, "race"), (#""round":1"#, #""round":2"#, "race"),
            (#""of":3"#, #""of":0"#, "sprint.of"), (#""of":3"#, #""of":21"#, "sprint.of"),
            (#""ends":1030000"#, #""ends":1030001"#, "sprint.ends"),
            (#""ends":1030000"#, #""ends":9223372036854775807"#, "sprint.ends"),
            (#""starts":1000000"#, #""starts":-9223372036854775808"#, "sprint.ends"),
            (#""over":1030000"#, #""over":1029998"#, "sprint.over"), (#""over":1030000"#, #""over":1"#, "sprint.over"),
            (#""hard":"off","of""#, #""hard":"hard","of""#, "lanes[0].hard"), (#""rows":6"#, #""rows":3"#, "rows"),
            (#""length":5"#, #""length":6"#, "answer"), (#""length":5"#, #""length":99"#, "language"),
            (#""language":"en""#, #""language":"xx""#, "language"),
            (#""language":"en""#, #""language":"e""#, "language"),
            (#""kind":"sprint""#, #""kind":"daily""#, "race"), (#""length":5"#, #""length":5,"number":410"#, "number"),
            (#""place":2"#, #""place":1"#, "standings[1]"), (#""points":10"#, #""points":11"#, "standings[0]"),
            (#""points":10,"#, "", "standings[0]"), (#""points":0,"seat":3"#, #""points":0,"seat":2"#, "standings[2]"),
            (#","signature""#, #","extra":1,"signature""#, "document"),
            (#""version":1"#, #""version":1,"version":1"#, "document"),
            (#""rows":6"#, #""rows":6.0"#, "document"), (#""room":"K"#, #""room":"\u004b"#, "document"),
        ])
    func aForgeryIsFoundAndNamed(part: String, forged: String, place: String) throws {
        let text = String(decoding: try ReplaySample.typical().json, as: UTF8.self)
        let range = try #require(text.range(of: part))
        let bytes = Array(text.replacingCharacters(in: range, with: forged).utf8)
        let unsigned = try Replay(reading: bytes)
        let found = try ReplayJudge(bytes).faults.map(\.place)
        // What says the same in another form has the same signature.
        guard place != "document" else { return #expect(found.contains("document")) }
        #expect(found.contains("signature"))
        let places = try faults(unsigned.sealed(with: try ReplaySample.key(9)))
        // The same marks with another word: only the server's key tells that it was not so.
        guard !place.isEmpty else { return #expect(places.isEmpty) }
        #expect(places.contains(place), "\(places)")
        #expect(!places.contains("signature"))
    }

    /// When a word was sealed is the server's word; what cannot be so is found.
    @Test(
        "An impossible seal is found",
        arguments: [
            (#""when":"on""#, #""when":"before""#), (#""when":"on""#, #""when":"after""#),
            (#""when":"on""#, #""when":"unknown""#), (#""time":"10:02""#, #""time":"24:00""#),
            (#""at":1795082520000,"time":"10:02""#, #""at":1795582520000"#),
            (#""time":"10:02""#, #""time":"1:02 ""#), (#""time":"10:02""#, #""time":"+1:+5""#),
            (#""time":"10:02""#, #""time":"-0:-0""#), (#""at":1795082520000,"#, ""),
            (#""at":1795082520000"#, #""at":1794882520000"#), (#""at":1795082520000"#, #""at":1795582520000"#),
            (#""at":1795082520000"#, #""at":9223372036854775807"#), (#""version":2"#, #""version":1"#),
            (#""seal":{"at":1795082520000,"time":"10:02","when":"on"},"#, ""),
            (#""at":1795082520000,"time":"10:02","when":"on""#, #""at":1795182520000,"when":"before""#),
            (#""at":1795082520000,"time":"10:02","when":"on""#, #""at":1795046400000,"when":"after""#),
        ])
    func aSealThatCannotBeSoIsFound(part: String, forged: String) throws {
        let text = String(decoding: try ReplaySample.daily([1: [("glide", 5)]]).json, as: UTF8.self)
        let bytes = Array(text.replacing(part, with: forged).utf8)
        let replay = try Replay(reading: bytes).sealed(with: try ReplaySample.key())
        #expect(try faults(replay) == ["seal"])
    }

    @Test(
        "Every instant of publication that a server states is accepted",
        arguments: [1_795_046_399_999, 1_795_046_400_000, 1_795_132_799_999, 1_795_132_800_000, 1_999_999_999_999])
    func everyInstantThatAServerTellsHolds(instant: Int) throws {
        #expect(try faults(ReplaySample.daily([1: [("glide", 5)]], published: instant)) == [])
    }

    @Test("A sprint that claims format version 2 lacks its seal")
    func sprintsTellNothingOfSeals() throws {
        let text = String(decoding: try ReplaySample.typical().json, as: UTF8.self)
        let later = try Replay(reading: Array(text.replacing(#""version":1"#, with: #""version":2"#).utf8))
        #expect(try faults(later.sealed(with: try ReplaySample.key())) == ["seal"])
    }

    /// A document as a server wrote it before documents told when the word was sealed.
    @Test("Documents of the first version have no faults")
    func documentsOfTheFirstVersionHold() throws {
        let judge = try ReplayJudge(Array(ReplaySample.firstDaily.utf8), key: ReplaySample.key().publicKey)
        #expect(judge.faults.isEmpty && judge.replay.version == 1 && judge.replay.seal == nil)
    }

    @Test("A guess that breaks hard mode is found")
    func hardModeIsJudged() throws {
        let replay = try ReplaySample.round([[("slide", 1), ("crane", 2)]])
        let text = String(decoding: replay.json, as: UTF8.self).replacing(#""hard":"off""#, with: #""hard":"hard""#)
        let forged = try Replay(reading: Array(text.utf8)).sealed(with: try ReplaySample.key())
        let judge = try ReplayJudge(forged.json)
        #expect(judge.faults.map(\.place) == ["lanes[0].moves[1].word"])
        #expect(judge.faults.first?.reason == "breaks hard mode: letter 2 must be l")
    }

    @Test("A guess beyond the last row is found")
    func moreRowsThanThereAreIsFound() throws {
        let replay = try ReplaySample.round([["bound", "crane", "slimy", "jumpy", "vivid", "haiku"].map { ($0, 7) }])
        let text = String(decoding: replay.json, as: UTF8.self).replacing(#""rows":6"#, with: #""rows":5"#)
        let forged = try Replay(reading: Array(text.utf8)).sealed(with: try ReplaySample.key())
        #expect(try faults(forged) == ["lanes[0].moves[5].word"])
    }

    @Test("A key other than the expected one is found")
    func anotherServersKeyIsTold() throws {
        let bytes = try ReplaySample.typical().json
        #expect(try ReplayJudge(bytes, key: ReplaySample.key().publicKey).faults.isEmpty)
        #expect(try ReplayJudge(bytes, key: ReplaySample.key(8).publicKey).faults.map(\.place) == ["key"])
    }

    @Test("Guesses are checked against a given word list")
    func wordsAreLookedUpIfAskedTo() throws {
        let files = try ShippedLists.bytes(length: 5)
        let list = try WordList(
            alphabet: ReplaySample.alphabet(), length: 5, answers: files.answers, guesses: files.guesses)
        let good = try ReplaySample.typical().json
        #expect(try ReplayJudge(good, words: { _ in list.contains }).faults.isEmpty)
        let odd = try ReplaySample.round([[("qqqqq", 1)]]).json
        #expect(try ReplayJudge(odd).faults.isEmpty)
        #expect(try ReplayJudge(odd, words: { _ in list.contains }).faults.map(\.place) == ["lanes[0].moves[0].word"])
    }

    /// Every byte of a file, changed in every bit: it cannot be read, or is found.
    @Test("Every changed bit is found", arguments: PuzzleLine.Kind.allCases)
    func everyChangedBitIsFound(kind: PuzzleLine.Kind) throws {
        let guesses = try ReplaySample.round([[("crane", 4_100), ("glide", 9_000)]])
        let bytes = kind == .guess ? guesses.json : try ReplaySample.anagrams([[("brain", 4_100)]]).json
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 7)
            expectFound(changed)
        }
        for end in stride(from: 0, to: bytes.count, by: 7) { expectFound(Array(bytes[..<end])) }
    }

    /// Pieces doubled, dropped, swapped and replaced at random: found, and nothing crashes.
    @Test("No randomly damaged file passes or crashes", arguments: PuzzleLine.Kind.allCases)
    func noHostileFileCrashesOrPasses(kind: PuzzleLine.Kind) throws {
        var random = SplitMix(seed: 5)
        let bytes = kind == .guess ? try ReplaySample.typical().json : try ReplaySample.typicalAnagrams().json
        let alphabet = Array("{}[]\",:0123456789-eE.\\u nulltruefalse\u{0}ÿ".utf8)
        for _ in 0..<600 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let start = Int.random(in: 0..<changed.count, using: &random)
                let end = min(changed.count, start + Int.random(in: 0...40, using: &random))
                let piece = Array(changed[start..<end])
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed.replaceSubrange(start..<end, with: [alphabet.randomElement(using: &random) ?? 0])
                case 1: changed.insert(contentsOf: piece, at: Int.random(in: 0...changed.count, using: &random))
                default: changed.removeSubrange(start..<end)
                }
                if changed.isEmpty { changed = [0] }
            }
            if Replay.compact(changed) != bytes { expectFound(changed) }
        }
    }

    private func expectFound(_ bytes: [UInt8]) {
        do throws(ReplayReadError) {
            let judge = try ReplayJudge(bytes)
            #expect(!judge.faults.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
        } catch {
            #expect(!"\(error)".isEmpty)
        }
    }
}
