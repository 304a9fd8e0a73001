import GameRules
import Rooms
import TestKit

@testable import Storage

/// The rounds of a cluster's room, as the log on disk has them: what was dealt, who has played what, and which words
/// are everybody's.
final class ClusterRounds {
    private unowned let world: ClusterSimulation
    private var state = RoomState()
    private var rounds: [String: SimulatedRound] = [:]
    /// Words of rounds that are over, by `SecretWord.number`.
    private(set) var published: Set<Int> = []
    /// The answers of all rounds, by `SecretWord.number`, with the names of the rounds.
    private(set) var answers: [Int: [String]] = [:]
    /// Rounds that are over.
    private(set) var overCount = 0

    init(_ world: ClusterSimulation) { self.world = world }

    /// Takes what was written since.
    func follow() {
        guard let room = world.storage.stored.rooms.values.first(where: { $0.record.code.text == world.room }) else {
            return
        }
        for logged in room.log.dropFirst(state.sequence) {
            take(logged.event, in: room.record.id)
            state.apply(logged)
        }
    }

    private func take(_ event: RoomEvent, in room: RoomID) {
        switch event {
        case .round(let deal):
            let name = deal.race.text
            if rounds[name] != nil { world.violated("\(name) is dealt twice") }
            rounds[name] = SimulatedRound(deal, in: room, wasSpoken: false)
            answers[number(of: deal.answer), default: []].append(name)
        case .played(let race, let seat, let row, let word, _, _):
            guard let player = state.member(at: seat)?.player, rounds[race.text]?.isOn == true else {
                return world.violated("a guess in \(race.text), which does not run, or of nobody")
            }
            let before = words(of: player, in: race.text)
            if row != before.count { world.violated("row \(row) of \(race.text) is stored after \(before)") }
            rounds[race.text]?.words[player, default: []].append(word)
        case .roundOver(let result):
            guard rounds[result.race.text]?.isOn == true else {
                return world.violated("\(result.race.text) ends, which does not run")
            }
            overCount += 1
            rounds[result.race.text]?.end(at: world.now)
            for word in [result.answer] + result.standings.flatMap(\.words) { published.insert(number(of: word)) }
            let told = result.standings.flatMap(\.words).map(world.words.alphabet.text).sorted()
            let played =
                (rounds[result.race.text]?.words.values).map { $0.joined().map(world.words.alphabet.text) } ?? []
            if !Set(told).isSubset(of: played) { world.violated("\(told) are told of \(result.race.text): \(played)") }
        default: break
        }
    }

    private func number(of word: Word) -> Int { SecretWord.number(world.words.alphabet.text(word)) }

    /// The words that are stored of a player in a round, by row.
    func words(of player: PlayerID, in race: String) -> [String] {
        (rounds[race]?.words[player] ?? []).map(world.words.alphabet.text)
    }

    /// Whether a player may know the answer of one of these rounds, having finished it.
    func hasFinished(_ player: PlayerID, oneOf names: [String]) -> Bool {
        names.contains { rounds[$0]?.isOver(for: player) == true }
    }
}
