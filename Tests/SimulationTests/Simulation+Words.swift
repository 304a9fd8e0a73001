import GameRules
import Rooms
import WordLists

@testable import Sessions

// The words of the world: those that players play, and those that players try who look for secrets.
extension Simulation {
    func text(of word: Word) -> String { words.alphabet.text(word) }

    /// A word to guess today: seldom the right one.
    func word() -> String {
        if pick(10) == 0, let answer = server.hub.todaysAnswer { return answer }
        return words.guesses[pick(words.guesses.count)]
    }

    /// A word to guess in a round: perhaps today's too, where that is judged alike in all worlds.
    func roundWord() -> String {
        let word = word()
        return words.judgesAlike(word) ? word : words.guesses[pick(words.guesses.count)]
    }

    /// Whether this player is after secrets without guessing.
    func isProbing(_ player: SimulatedPlayer) -> Bool { !words.probes.isEmpty && player.number == players.count }

    /// A word that may be a secret of this world, or of its twin; nil for those who do not try words. Who opens games
    /// of anagrams is told their words when the time is up, and tries the words of other puzzles only.
    func probe(by player: SimulatedPlayer) -> String? {
        guard isProbing(player) else { return nil }
        let unknown = opensTrays ? words.guessProbes : words.probes
        return unknown[pick(unknown.count)]
    }

    /// A word and a probe in one. Long ones are parted: their letters might by chance be the tiles of a third.
    func joined(_ word: String, _ player: SimulatedPlayer) -> String {
        guard let other = probe(by: player) else { return word }
        return word.utf8.count == 5 && other.utf8.count == 5 ? word + other : "\(word) \(other)"
    }

    /// The word of a room's round.
    func sprintAnswer(in code: String) -> String? {
        invariants.state(of: code)?.series?.round.map { text(of: $0.deal.answer) }
    }
}
