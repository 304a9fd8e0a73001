import GameRules
import Puzzles
import Rooms

@testable import Storage

// What players may not know yet.
extension Simulation {
    /// Words that a player may not be told now, by `SecretWord.number`: answers of games that the player has not
    /// finished, and what others guessed. What a room has made public may be told in that room all the same.
    func secrets(from player: SimulatedPlayer) -> Set<Int> {
        if secretsKnown.commits != storage.commits || secretsKnown.public != lastPublicDay {
            secretsKnown = (storage.commits, lastPublicDay, [:])
            invariants.stepped()
        }
        if let known = secretsKnown.of[player.id] { return known }
        var secrets: Set<Int> = []
        var own: Set<Int> = []
        addDailies(to: &secrets, own: &own, of: player.id)
        for round in invariants.rounds {
            for (racer, words) in round.words {
                let guessed = words.map { SecretWord.number(text(of: $0)) }
                if racer == player.id { own.formUnion(guessed) } else if round.isOn { secrets.formUnion(guessed) }
            }
            let answer = SecretWord.number(text(of: round.answer))
            if round.wasSpoken { continue }
            if round.isOver(for: player.id) { own.insert(answer) } else if round.isOn { secrets.insert(answer) }
        }
        secrets.subtract(own)
        secretsKnown.of[player.id] = secrets
        return secrets
    }

    /// Letters of anagrams that a player may not be told now: tiles before they are dealt, and the words that they were
    /// made of before the player has laid them.
    func hiddenLetters(from player: SimulatedPlayer) -> [[UInt8]] {
        invariants.stepped()
        var hidden: [[UInt8]] = []
        for round in invariants.rounds where round.isOn {
            guard let tiles = round.tiles else { continue }
            if !round.isDealt { hidden.append(Array(text(of: tiles).utf8)) }
            // Where worlds are compared, somebody has words as names by guessing.
            if transcript == nil, !round.wasSpoken, !round.isOver(for: player.id) {
                hidden.append(Array(text(of: round.answer).utf8))
            }
        }
        return hidden
    }

    private func addDailies(to secrets: inout Set<Int>, own: inout Set<Int>, of player: PlayerID) {
        let stored = storage.stored
        let public_ = lastPublicDay
        for pinned in stored.pinned.values
        where pinned.puzzle.day > public_ && !invariants.spokenDays.contains(pinned.puzzle) {
            let answer = SecretWord.number(text(of: pinned.answer))
            if stored.games[GameKey(player: player, puzzle: pinned.puzzle)]?.finish == nil { secrets.insert(answer) }
        }
        for (key, game) in stored.games {
            let guessed = game.moves.map { SecretWord.number(text(of: $0.word)) }
            if key.player == player {
                own.formUnion(guessed)
                if game.finish != nil, let answer = stored.pinned[key.puzzle]?.answer {
                    own.insert(SecretWord.number(text(of: answer)))
                }
            } else if key.puzzle.day > public_ {
                secrets.formUnion(guessed)
            }
        }
    }
}
