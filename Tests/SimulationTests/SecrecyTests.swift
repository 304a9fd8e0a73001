import Foundation
import TestKit
import Testing

/// Nothing that anybody can observe depends on a secret that they may not know.
///
/// Two worlds have the same seed and differ in their words only. Who knows a word plays with it; who does not tries everything else,
/// also the words of both worlds as names. Both worlds must say the same, to the same connections, at the same times and in the same
/// order, but for the words themselves and the commitments to them.
@Suite struct SecrecyTests {
    /// A message with the words of the second world put into those of the first.
    private struct Translation {
        private let words: [[UInt8]: [UInt8]]

        init(_ first: SimulatedWords, _ second: SimulatedWords) {
            words = Dictionary(
                uniqueKeysWithValues: zip(second.guesses, first.guesses).map { (Array($0.utf8), Array($1.utf8)) })
        }

        /// The message as it can be compared. Letters of keyboards and clues are the receiver's own.
        func comparable(_ json: [UInt8], isSecond: Bool) -> [UInt8] {
            var text = String(decoding: json, as: UTF8.self)
            text = text.replacing(#/"(commitment|signature)":"[0-9a-f]+"/#) { "\"\($0.1)\":\"\"" }
            guard isSecond else { return Array(text.utf8) }
            text = text.replacing(#/"([a-z])":([012])/#) { "\"\(previous($0.1))\":\($0.2)" }
            text = text.replacing(#/"letter":"([a-z])"/#) { "\"letter\":\"\(previous($0.1))\"" }
            text = text.replacing(#/([ ])([A-Z])(\.)/#) { "\($0.1)\(previous($0.2))\($0.3)" }
            return translated(Array(text.utf8))
        }

        private func previous(_ letter: Substring) -> String {
            String(decoding: letter.utf8.map { $0 - 1 }, as: UTF8.self)
        }

        /// With every word of the second list, also where several stand in one, as the first has it.
        private func translated(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            var start = 0
            while start + 5 <= bytes.count {
                if let word = words[Array(bytes[start..<start + 5])] {
                    bytes.replaceSubrange(start..<start + 5, with: word)
                    start += 5
                } else {
                    start += 1
                }
            }
            return bytes
        }
    }

    /// Where two worlds of a seed first differ; nil if they do not. `said` counts what was compared.
    private static func difference(seed: UInt64, sabotage: Sabotage? = nil, said: inout [String: Int]) throws -> String?
    {
        let (first, second) = try SimulatedWords.twins.get()
        let worlds = try [first, second].map { words in
            let world = try Simulation(seed: seed, players: 3 + Int(seed % 4), sabotage: sabotage, twin: words)
            world.run(steps: 1_000)
            return world
        }
        if let violation = worlds.compactMap(\.violation).first { return "a violation: \(violation)" }
        let translation = Translation(first, second)
        // What each connection was told: which of several hears the same first depends on nothing that means anything.
        let told = worlds.map { Dictionary(grouping: $0.transcript ?? [], by: \.connection) }
        for connection in told[0].keys.sorted() {
            let (first, second) = (told[0][connection] ?? [], told[1][connection] ?? [])
            for (a, b) in zip(first, second) {
                guard a.time == b.time, a.json.count == b.json.count, areSame(a.json, b.json, translation) else {
                    return "to \(connection) at \(a.time) and \(b.time):\n"
                        + "\(String(decoding: a.json, as: UTF8.self))\n\(String(decoding: b.json, as: UTF8.self))"
                }
                said[kind(of: a.json), default: 0] += 1
            }
            if first.count != second.count {
                return "connection \(connection) hears \(first.count) things in one world, \(second.count) in the other"
            }
        }
        return told[0].count == told[1].count ? nil : "there are more connections in one world"
    }

    /// Whether two messages differ in words alone. Names that somebody tries are the same bytes in both worlds, also if they are words
    /// of the second.
    private static func areSame(_ a: [UInt8], _ b: [UInt8], _ translation: Translation) -> Bool {
        guard a != b else { return true }
        let other = translation.comparable(b, isSecond: true)
        return translation.comparable(a, isSecond: false) == other
            || translation.comparable(a, isSecond: true) == translation.comparable(other, isSecond: true)
    }

    private static func kind(of json: [UInt8]) -> String {
        String(decoding: json, as: UTF8.self).firstMatch(of: #/"type":"([a-z_]+)"/#).map { String($0.1) } ?? "http"
    }

    private static let seeds: Range<UInt64> = 0..<UInt64(FullRun.count(fast: 10, full: 100))
    private static let isRepeatable = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == "1"

    @Test(
        "Two worlds that differ in their words alone show the same",
        .enabled(if: isRepeatable, "./test sets SWIFT_DETERMINISTIC_HASHING=1"))
    func worldsLookTheSame() throws {
        var said: [String: Int] = [:]
        for seed in SecrecyTests.seeds {
            if let difference = try SecrecyTests.difference(seed: seed, said: &said) {
                Issue.record("seed \(seed): \(difference)")
                return
            }
        }
        // What may carry a secret has been said.
        for type in [
            "welcome", "renamed", "game", "judged", "joined", "watching", "done", "event", "snapshot", "played",
            "board",
            "lobby", "ranking", "presence", "day", "error", "http",
        ]
        where said[type] == nil {
            Issue.record("no world said \(type)")
        }
        print("\(SecrecyTests.seeds.count) pairs of worlds: \(said)")
    }

    @Test(
        "A planted difference is found",
        .enabled(if: isRepeatable, "./test sets SWIFT_DETERMINISTIC_HASHING=1"))
    func plantedDifferences() throws {
        var said: [String: Int] = [:]
        for seed: UInt64 in 0..<10 {
            if try SecrecyTests.difference(seed: seed, sabotage: .lengthensByWord, said: &said) != nil { return }
        }
        Issue.record("nothing was found")
    }
}
