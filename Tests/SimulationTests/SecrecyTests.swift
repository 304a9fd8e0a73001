import Foundation
import TestKit
import Testing

/// Nothing that anybody can observe depends on a secret that they may not know.
///
/// Two worlds have the same seed and differ in their words only. Players who know a word play with it. The last player,
/// who knows none, tries everything else. It takes words of both worlds as names, and guesses what is no word. It uses
/// the powers of a host, and reads rankings, the lobby, the archive and all documents. Hosts use every power, also when
/// they have found the word or sit out. The answers to the operator, the log of the hub and its figures are compared
/// too. Both worlds must say the same, to the same connections, at the same times and in the same order. Each message
/// must have as many bytes, compressed or not. Only the words, which stand in the same places, and the commitments to
/// them may differ.
///
/// The words differ in two ways (`TwinKind`):
///
/// - *Shifted*: every letter is another one. All guesses can be played, since equal letters stay equal. So nothing
///   depends on which letters or words there are; what depends on how often a word has a letter would not be seen.
/// - *Reshaped*: the same words can be guessed in both worlds, and others of them are the answers. Answers have other
///   letters twice or more, and stand at other places in the list. So nothing depends on that. People find a word, or
///   guess words that have its last letter or none of it. Other guesses would get other marks in each world, which may
///   be seen.
///
/// A full run must have told every kind of message, event and document (`ToldKinds`). Otherwise the comparison says
/// nothing of it.
@Suite struct SecrecyTests {
    private static let seeds: Range<UInt64> = {
        let count = ProcessInfo.processInfo.environment["TILERACE_SEEDS"].flatMap(UInt64.init)
        return 0..<(count ?? UInt64(FullRun.count(fast: 24, full: 240)))
    }()
    /// Whether there are enough pairs to tell of every kind.
    private static let isTellingAll = seeds.count >= 192
    private static let isRepeatable = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == "1"

    @Test(
        "Two worlds that differ in their words alone look the same to others",
        .enabled(if: isRepeatable, "./test sets SWIFT_DETERMINISTIC_HASHING=1"), arguments: TwinKind.allCases)
    func worldsLookTheSame(kind: TwinKind) throws {
        var said = Said()
        var uses: [HostUse: Int] = [:]
        for seed in SecrecyTests.seeds {
            let twins = try TwinWorlds(kind, seed: seed)
            if let difference = twins.violation ?? twins.difference {
                Issue.record("\(kind), seed \(seed): \(difference)")
                return
            }
            try said.count(twins.worlds[0].transcript ?? [])
            uses.merge(twins.worlds[0].hostUses, uniquingKeysWith: +)
        }
        print("\(SecrecyTests.seeds.count) pairs of \(kind) worlds: \(said); powers: \(uses.values.reduce(0, +))")
        guard Self.isTellingAll else { return }
        #expect(said.missing.isEmpty, "what nobody was told was not compared")
        #expect(Self.missing(of: uses).isEmpty, "what no host did was not compared")
    }

    /// Powers that no host used: between rounds, while a word is looked for, and in a round of anagrams. And where no
    /// host stood who used any.
    private static func missing(of uses: [HostUse: Int]) -> [String] {
        let phases: [(String, Set<HostStand>)] = [
            ("between rounds", [.between]), ("in a round of words", [.racing, .home, .hosting]),
            ("in a round of anagrams", [.beforeTheDeal, .laying, .hosting]),
        ]
        let powers = HostAct.allCases.flatMap { act in
            phases.filter { _, stands in !uses.keys.contains { $0.act == act && stands.contains($0.stand) } }
                .map { "\(act) \($0.0)" }
        }
        let hosts =
            HostStand.allCases.filter { stand in !uses.keys.contains { $0.stand == stand } }.map { "a host \($0)" }
            + [true, false].filter { knows in !uses.keys.contains { $0.knowsToday == knows && $0.stand != .between } }
            .map { "a host in a round, today's word known: \($0)" }
        let rounds = uses.keys.filter { $0.isProbing && $0.stand != .between }
        return powers + hosts + (Set(rounds.map(\.act)).count < 12 ? ["powers of a host who is after secrets"] : [])
    }

    /// The number of times that each kind which may carry a secret was told.
    private struct Said: CustomStringConvertible {
        private var messages: [MessageKind: Int] = [:]
        private var events: [EventKind: Int] = [:]
        private var documents: [DocumentKind: Int] = [:]

        mutating func count(_ transcript: [Told]) throws {
            for told in transcript {
                if told.connection <= Told.Listener.web {
                    if let document = told.document { documents[document, default: 0] += 1 }
                    continue
                }
                let message = try JSONTree(parsing: told.json)
                let kind = try #require(MessageKind(message), "a kind that is not known: \(message.json)")
                messages[kind, default: 0] += 1
                for event in [message] + (message["events"]?.elements ?? []) {
                    if let event = EventKind(event) { events[event, default: 0] += 1 }
                }
            }
        }

        /// Kinds that were not told. Each has to be.
        var missing: [String] {
            MessageKind.allCases.filter { messages[$0] == nil }.map { "message \($0)" }
                + EventKind.allCases.filter { events[$0] == nil }.map { "event \($0)" }
                + DocumentKind.allCases.filter { documents[$0] == nil }.map { "document \($0)" }
        }

        var description: String {
            (messages.map { ($0.value, "\($0.key)") } + events.map { ($0.value, "event \($0.key)") }
                + documents.map { ($0.value, "document \($0.key)") })
                .sorted { $0 < $1 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        }
    }

    @Test(
        "A planted difference is found",
        .enabled(if: isRepeatable, "./test sets SWIFT_DETERMINISTIC_HASHING=1"), arguments: Sabotage.ofTwoWorlds)
    func plantedDifferences(sabotage: Sabotage, kind: TwinKind) throws {
        for seed: UInt64 in 0..<80 {
            let twins = try TwinWorlds(kind, seed: seed, sabotage: sabotage)
            if twins.violation == nil, twins.difference != nil { return }
        }
        Issue.record("nothing was found")
    }

    @Test(
        "Tiles that are told before the boards open are found",
        .enabled(if: isRepeatable, "./test sets SWIFT_DETERMINISTIC_HASHING=1"))
    func earlyTiles() throws {
        // Worlds in which anagrams are played most.
        for seed: UInt64 in 0..<40 where seed % 4 >= 2 {
            if try TwinWorlds(.shifted, seed: seed, sabotage: .dealsEarly).violation != nil { return }
        }
        Issue.record("nothing was found")
    }
}
