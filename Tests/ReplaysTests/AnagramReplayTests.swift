import Foundation
import GameRules
import Puzzles
import Rooms
import TestKit
import Testing
import WordLists

@testable import Replays

extension ReplaySample {
    static let anagramLine = "anagram-en-7"

    /// A round of thirty seconds in the letters of VIBRANT.
    static func anagrams(_ plays: [Play]) throws -> Replay {
        try round(plays, of: try #require(PuzzleLine(anagramLine)), answer: "vibrant")
    }

    /// One has two words, one the whole, one none.
    static func typicalAnagrams() throws -> Replay {
        try anagrams([[("brain", 4_100), ("rib", 9_000)], [("vibrant", 29_999)], []])
    }

    static func anagramDay(_ plays: [Seat: Play]) throws -> Replay {
        try daily(plays, of: anagramLine, answer: "vibrant")
    }
}

/// Races of anagrams as documents: their form, and whatever is changed in them is found by the rules themselves.
@Suite("Replays of anagrams")
struct AnagramReplayTests {
    private func judge(_ text: String) throws -> [String] {
        try ReplayJudge(Replay(reading: Array(text.utf8)).sealed(with: ReplaySample.key(9)).json).faults.map(\.place)
    }

    private func text(_ replay: Replay) -> String { String(decoding: replay.json, as: UTF8.self) }

    @Test("Documents that servers write have no faults")
    func whatServersWriteHolds() throws {
        let replays = [
            try ReplaySample.typicalAnagrams(), try ReplaySample.anagrams([[]]),
            try ReplaySample.anagrams([[("rib", 0), ("bar", 0)], [("bar", 0), ("rib", 0)]]),
            try ReplaySample.anagramDay([:]), try ReplaySample.anagramDay([2: [], 9: [("train", 89_999)]]),
        ]
        for replay in replays {
            let judge = try ReplayJudge(replay.json, key: ReplaySample.key().publicKey)
            #expect(judge.faults.isEmpty, "\(judge.faults)")
            #expect(try Replay(reading: replay.json) == replay)
            #expect(replay.version == 3 && replay.lanes.allSatisfy { $0.finish != nil && $0.hard == nil })
        }
    }

    @Test("The form of a sprint's document is frozen, and that of a day's")
    func theFormIsFrozen() throws {
        let sprint = try ReplaySample.anagrams([[("brain", 4_100), ("vibrant", 9_000)], []])
        #expect(text(sprint) == AnagramReplayTests.firstSprint)
        #expect(text(try ReplaySample.anagramDay([3: [("rib", 5)]])) == AnagramReplayTests.firstDaily)
    }

    /// Documents as servers of these versions wrote them, to the last byte.
    @Test(
        "Documents of every version have no faults",
        arguments: [
            (ReplaySample.firstSprint, 1), (ReplaySample.firstDaily, 1), (ReplaySample.sealedDaily, 2),
            (AnagramReplayTests.firstSprint, 3), (AnagramReplayTests.firstDaily, 3),
        ])
    func everyVersionHolds(text: String, version: Int) throws {
        let judge = try ReplayJudge(Array(text.utf8), key: ReplaySample.key().publicKey)
        #expect(judge.faults.isEmpty && judge.replay.version == version, "\(judge.faults)")
        #expect(self.text(judge.replay) == text)
    }

    /// A forger with a key of his own.
    @Test(
        "A forged field is found and named",
        arguments: [
            (#""points":25"#, #""points":26"#, "lanes[0].moves[0].points"),
            (#""points":25"#, #""marks":"00000""#, "lanes[0].moves[0].points"),
            (#""points":147"#, #""points":49"#, "lanes[1].finish"),
            (#""word":"brain""#, #""word":"train""#, ""),
            (#""word":"brain""#, #""word":"rib""#, "lanes[0].moves[0].points"),
            (#""word":"brain""#, #""word":"ba""#, "lanes[0].moves[0].word"),
            (#""word":"brain""#, #""word":"zebra""#, "lanes[0].moves[0].word"),
            (#""word":"brain""#, #""word":"rabbi""#, "lanes[0].moves[0].word"),
            (#""word":"brain""#, #""word":"BRAIN""#, "lanes[0].moves[0].word"),
            (#""word":"brain""#, #""word":"brainbrainbrain""#, "lanes[0].moves[0].word"),
            (#""word":"brain""#, #""word":"""#, "lanes[0].moves[0].word"),
            (#""word":"rib""#, #""word":"brain""#, "lanes[0].moves[1].word"),
            (#""ms":4100"#, #""ms":-1"#, "lanes[0].moves[0].ms"),
            (#""ms":4100"#, #""ms":9001"#, "lanes[0].moves[1].ms"),
            (
                #""ms":9000,"points":9"#, #""ms":-9223372036854775808,"points":9"#, "lanes[0].moves[1].ms"
            ),
            (#""ms":29999,"points":147,"word""#, #""ms":30000,"points":147,"word""#, "lanes[1].moves[0].ms"),
            (
                #""ms":29999,"points":147,"word""#, #""ms":9223372036854775807,"points":147,"word""#,
                "lanes[1].moves[0].ms"
            ),
            (#""points":34,"solved":true"#, #""points":35,"solved":true"#, "lanes[0].finish"),
            (#""points":34,"solved":true"#, #""solved":true"#, "lanes[0].finish"),
            (#""solved":false,"turns":0},"moves""#, #""solved":true,"turns":0},"moves""#, "lanes[2].finish"),
            (#""finish":{"ms":0,"points":0,"solved":false,"turns":0},"#, "", "lanes[2].finish"),
            (#""moves":[]"#, #""hard":"off","moves":[]"#, "lanes[2].hard"),
            (#""epoch""#, #""hard":"off","epoch""#, "sprint.hard"),
            (#""seconds":30"#, #""seconds":31"#, "seconds"), (#""seconds":30"#, #""seconds":29"#, "seconds"),
            (#""seconds":30"#, #""seconds":301"#, "seconds"), (#""seconds":30"#, #""seconds":-1"#, "seconds"),
            (#""ends":1030000"#, #""ends":1031000"#, "seconds"),
            (#""ends":1030000"#, #""ends":1600000"#, "sprint.ends"),
            (#""over":1030000"#, #""over":1029998"#, "sprint.over"),
            (#""tiles":""#, #""tiles":"x"#, "tiles"), (#""answer":"vibrant""#, #""answer":"tnarbiv""#, "commitment"),
            (#""answer":"vibrant""#, #""answer":"tnarbiv""#, "tiles"),
            (#""answer":"vibrant""#, #""answer":"vibran""#, "answer"),
            (#""salt":"00"#, #""salt":"01"#, "tiles"), (#""salt":"00"#, #""salt":"0g"#, "salt"),
            (#""version":3"#, #""version":1"#, "version"), (#""version":3"#, #""version":2"#, "version"),
            (#""length":7"#, #""length":8"#, "answer"), (#""length":7"#, #""length":3"#, "language"),
            (#""place":2"#, #""place":1"#, "standings[1]"), (#""score":147"#, #""score":148"#, "standings[0]"),
            (#""score":147,"#, "", "standings[0]"), (#""points":10"#, #""points":7"#, "standings[0]"),
            (#""salt""#, #""seal":{"when":"unknown"},"salt""#, "seal"),
        ])
    func aForgeryIsFoundAndNamed(part: String, forged: String, place: String) throws {
        let whole = text(try ReplaySample.typicalAnagrams())
        let range = try #require(whole.range(of: part), "\(whole)")
        let places = try judge(whole.replacingCharacters(in: range, with: forged))
        // As long as the other word: only the server's key tells that it was not so.
        guard !place.isEmpty else { return #expect(places.isEmpty, "\(places)") }
        #expect(places.contains(place), "\(places)")
    }

    /// Documents of another form than a server's, or with a field of another kind of game.
    @Test(
        "A field of another kind of game is found",
        arguments: [
            (#""game":"anagram","#, #""game":"anagram","rows":6,"#), (#""points":25"#, #""marks":"00000","points":25"#),
            (#""version":3"#, #""version":3,"seal":null"#),
        ])
    func otherFields(part: String, forged: String) throws {
        let whole = text(try ReplaySample.typicalAnagrams())
        let range = try #require(whole.range(of: part))
        let bytes = Array(whole.replacingCharacters(in: range, with: forged).utf8)
        #expect(try ReplayJudge(bytes).faults.map(\.place).contains("document"))
    }

    @Test("A document that is neither kind cannot be read, and says what is missing")
    func neitherKind() throws {
        func error(_ part: String, _ forged: String) throws -> String {
            let whole = text(try ReplaySample.typicalAnagrams())
            let range = try #require(whole.range(of: part))
            do throws(ReplayReadError) {
                _ = try Replay(reading: Array(whole.replacingCharacters(in: range, with: forged).utf8))
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(try error(#""game":"anagram""#, #""game":"chess""#) == "it is no replay: game is not of its kind")
        #expect(try error(#""game":"anagram""#, #""game":7"#) == "it is no replay: game is not of its kind")
        #expect(try error(#""game":"anagram","#, "") == "it is no replay: rows is missing")
        #expect(try error(#""tiles""#, #""teils""#) == "it is no replay: tiles is missing")
        #expect(try error(#""seconds":30,"#, "") == "it is no replay: seconds is missing")
        #expect(try error(#""points":25,"#, "") == "it is no replay: lanes[0].moves[0].marks is missing")
    }

    @Test("A guess game does not pass in the version of other kinds, nor with their fields")
    func guessesStayAsTheyWere() throws {
        let whole = text(try ReplaySample.typical())
        #expect(try judge(whole.replacing(#""version":1"#, with: #""version":3"#)) == ["version"])
        #expect(
            try judge(whole.replacing(#""marks":"00002""#, with: #""points":9"#)).contains("lanes[0].moves[0].marks"))
        let finish = #"{"ms":800,"solved":true,"turns":1}"#
        #expect(
            try judge(whole.replacing(finish, with: finish.replacing("}", with: #","points":9}"#))) == [
                "lanes[1].finish"
            ])
        let place = #""points":10,"#
        #expect(try judge(whole.replacing(place, with: place + #""score":1,"#)) == ["standings[0]"])
    }

    /// Every value of the document, changed in each way that keeps its type, by a forger who signs it anew. What the
    /// rules alone cannot tell is listed: only the server's signature holds these.
    @Test("Every changed value is found", arguments: [false, true])
    func everyChangedValueIsFound(isDaily: Bool) throws {
        let replay =
            isDaily
            ? try ReplaySample.anagramDay([1: [("brain", 4_100), ("rib", 9_000)], 2: [("vibrant", 29_999)], 3: []])
            : try ReplaySample.typicalAnagrams()
        let document = try JSONTree(parsing: replay.json)
        var free: Set = ["room", "lanes.name", "lanes.moves.ms", "sprint.of", "sprint.over", "seal.at", "seal.time"]
        // In a sprint the instants tell the limit; of a day it is the server's setting.
        if isDaily { free.insert("seconds") }
        let (server, forger) = (try ReplaySample.key(), try ReplaySample.key(9))
        var count = 0
        for change in Change.all(of: document) where !["key", "signature"].contains(change.place) {
            let forged: Replay
            do throws(ReplayReadError) {
                forged = try Replay(reading: Array(change.document.json.utf8))
            } catch {
                continue
            }
            count += 1
            // With the server's signature nothing at all may be changed.
            #expect(try !ReplayJudge(forged.json).faults.isEmpty, "\(change)")
            let signed = forged.sealed(with: forger).json
            #expect(try !ReplayJudge(signed, key: server.publicKey).faults.isEmpty, "\(change)")
            if !free.contains(change.place) { #expect(try !ReplayJudge(signed).faults.isEmpty, "\(change)") }
        }
        #expect(count > 100, "\(count) changes were tried")
    }

    @Test("Words are checked against a given dictionary, and it is said whether they were")
    func wordsAreLookedUpIfAskedTo() throws {
        let replay = try ReplaySample.anagrams([[("brain", 1), ("tavrin", 2)]]).json
        let blind = try ReplayJudge(replay)
        #expect(blind.faults.isEmpty && !blind.hasLookedUp)
        let brain = try ReplaySample.word("brain")
        let judge = try ReplayJudge(replay, words: { _ in { $0 == brain } })
        #expect(judge.hasLookedUp && judge.faults.map(\.place) == ["lanes[0].moves[1].word"])
        #expect(judge.faults.first?.reason == "is not in the word list")
    }

    @Test("More words than any puzzle has are not judged one by one")
    func tooManyWords() throws {
        let move = #"{"ms":1,"points":9,"word":"rib"}"#
        let whole = text(try ReplaySample.anagrams([[("rib", 1)]]))
        let moves = Array(repeating: move, count: 1_024).joined(separator: ",")
        #expect(try judge(whole.replacing(move, with: moves)) == ["lanes[0].moves"])
    }

    /// The sources that ship have 250 words at most.
    @Test("The document of a full room that found every word of a long puzzle can be read")
    func theLargestRace() throws {
        var words = [""]
        // Every word of all tiles, so that each is as long as can be.
        for _ in "vibrant" {
            words = words.flatMap { word in "vibrant".filter { !word.contains($0) }.map { "\(word)\($0)" } }
        }
        let play = words.prefix(250).map { (word: $0, ms: 89_999) }
        let bytes = try ReplaySample.anagramDay(Dictionary(uniqueKeysWithValues: (1...50).map { ($0, play) })).json
        #expect(bytes.count < Replay.largestFile)
        #expect(try ReplayJudge(bytes).faults.isEmpty)
    }
}

/// One change of a value in a document, which keeps its type.
private struct Change {
    /// The path of the value, without the numbers of elements.
    let place: String
    /// The document with the change.
    let document: JSONTree

    /// Every change of a value of `tree`, of everything in it, and every field left out.
    static func all(of tree: JSONTree, at place: String = "") -> [Change] {
        var changes = others(than: tree).map { Change(place: place, document: $0) }
        if let fields = tree.fields {
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                let path = place.isEmpty ? name : "\(place).\(name)"
                var without = fields
                without[name] = nil
                changes.append(Change(place: path, document: .object(without)))
                changes += all(of: value, at: path).map { change in
                    var changed = fields
                    changed[name] = change.document
                    return Change(place: change.place, document: .object(changed))
                }
            }
        }
        for (index, element) in tree.elements.enumerated() {
            changes += all(of: element, at: place).map { change in
                var changed = tree.elements
                changed[index] = change.document
                return Change(place: change.place, document: .array(changed))
            }
        }
        return changes
    }

    private static func others(than tree: JSONTree) -> [JSONTree] {
        switch tree {
        case .object, .null: return []
        case .boolean(let value): return [.boolean(!value)]
        case .number(let number): return [-1, 0, number - 1, number + 1].filter { $0 != number }.map { .number($0) }
        case .string(let text):
            guard let first = text.unicodeScalars.first, let next = Unicode.Scalar(first.value ^ 1) else {
                return ["x"]
            }
            return [
                "", .string(text + "x"), .string(String(next) + text.dropFirst()), .string(text.uppercased() + "1"),
            ]
        case .array(let elements):
            guard let last = elements.last else { return [] }
            let others = [Array(elements.dropLast()), elements + [last], Array(elements.reversed())]
            return others.filter { $0 != elements }.map { .array($0) }
        }
    }
}

extension AnagramReplayTests {
    /// A round as servers wrote it when they first could.
    static let firstSprint = """
        {"answer":"vibrant","commitment":"d6054a2e5f1a19effa33bb9d5f51d700c11f4152a2a842d3809442ff79ac73ad",\
        "format":"tilerace-replay","game":"anagram","key":"c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887\
        491363c156ee2fc","kind":"sprint","lanes":[{"finish":{"ms":9000,"points":172,"solved":true,"turns":2}\
        ,"moves":[{"ms":4100,"points":25,"word":"brain"},{"ms":9000,"points":147,"word":"vibrant"}],"name":"\
        Mika \\"M\\" 🎲","seat":1},{"finish":{"ms":0,"points":0,"solved":false,"turns":0},"moves":[],"name":"\
        Noor","seat":2}],"language":"en","length":7,"race":"sprint-2-1","room":"Küche \\\\ Kites","salt":"00\
        0102030405060708090a0b0c0d0e0f","seconds":30,"signature":"77110759d179b31cd639758033feaec955b000d2e5\
        20adbffc2010fac9d4f488b0d9f1427d200b6426c56d226e95acf5c3bccb49b04158de94e684d71f13970f","sprint":{"e\
        nds":1030000,"epoch":"0f3b21c07d5e4a18","of":3,"over":1030000,"round":1,"series":2,"starts":1000000}\
        ,"standings":[{"ms":9000,"place":1,"points":10,"score":172,"seat":1,"solved":true,"turns":2},{"ms":0\
        ,"place":2,"points":0,"score":0,"seat":2,"solved":false,"turns":0}],"tiles":"rtbnavi","version":3}
        """

    /// A daily race as servers wrote it when they first could.
    static let firstDaily = """
        {"answer":"vibrant","commitment":"4c293d41a06d119f006246a7fabf201ff8d0dc3ee10bbb35b908fd6becf08fab",\
        "format":"tilerace-replay","game":"anagram","key":"c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887\
        491363c156ee2fc","kind":"daily","lanes":[{"finish":{"ms":5,"points":9,"solved":true,"turns":1},"move\
        s":[{"ms":5,"points":9,"word":"rib"}],"name":"Racer 3","seat":3}],"language":"en","length":7,"number\
        ":410,"race":"anagram-en-7/2026-11-19","room":"Kites","salt":"0102030405060708090a0b0c0d0e0f10","sea\
        l":{"at":1795082520000,"time":"10:02","when":"on"},"seconds":90,"signature":"bd6230cb4298be01fb0b4e4\
        6fc4fbd82e5d41fc6f9b5bec36b57a566333dcbf53d46c3cdfebabfb2aa85e45a5e8f45ae812b892fae7077556822e9f2600\
        80200","standings":[{"ms":5,"place":1,"score":9,"seat":3,"solved":true,"turns":1}],"tiles":"bantvir"\
        ,"version":3}
        """
}
