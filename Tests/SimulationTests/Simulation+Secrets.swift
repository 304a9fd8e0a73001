import GameRules
import Puzzles
import Rooms
import Storage

@testable import Storage

// What players may not know yet.
extension Simulation {
    /// Words that a player may not be told now, by `SecretWord.number`: answers of games that the player has not
    /// finished, and guesses of others. A word that a room has made public may be told in that room all the same.
    func secrets(from player: SimulatedPlayer) -> Secrets {
        if secretsKnown.commits != storage.commits || secretsKnown.public != lastPublicDay {
            secretsKnown = (storage.commits, lastPublicDay, [:])
            invariants.stepped()
        }
        if let known = secretsKnown.of[player.id] { return known }
        var secrets: Set<Int> = []
        var own = invariants.practiced[player.id]?.words ?? []
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
        let (hidden, shown) = letters(for: player.id, knowing: own)
        // Whoever sees tiles sees the words that stand in them by chance: `nqxvjmh` has `qxvjm`.
        secrets.subtract(own.union(shown.flatMap(SecretWord.words(inTiles:))))
        let found = Secrets(words: secrets, letters: hidden)
        secretsKnown.of[player.id] = found
        return found
    }

    /// Letters of anagrams that a player may not be told now, and tiles that may be shown. Tiles are hidden before they
    /// are dealt, or before the player began the day's game. The words that they were made of are hidden until the
    /// player has laid them. `own`: words that the player knows.
    private func letters(for player: PlayerID, knowing own: Set<Int>) -> (hidden: Set<Int>, shown: Set<Int>) {
        var hidden: Set<Int> = []
        var shown = invariants.practiced[player]?.tiles ?? []
        var sources: Set<Int> = []
        for round in invariants.rounds {
            guard let tiles = round.tiles.map({ SecretWord.number(text(of: $0)) }) else { continue }
            if round.isOn, !round.isDealt { hidden.insert(tiles) } else { shown.insert(tiles) }
            guard round.isOn, !round.wasSpoken, !round.isOver(for: player) else { continue }
            sources.insert(SecretWord.number(text(of: round.answer)))
        }
        let stored = storage.stored
        for pinned in stored.pinned.values where pinned.puzzle.line.kind.material == .tiles {
            guard let tiles = tiles(of: pinned) else { continue }
            let game = stored.games[GameKey(player: player, puzzle: pinned.puzzle)]
            if game == nil, pinned.puzzle.day > lastPublicDay { hidden.insert(tiles) } else { shown.insert(tiles) }
            guard pinned.puzzle.day > lastPublicDay, game?.finish == nil,
                !invariants.spokenDays.contains(pinned.puzzle)
            else { continue }
            sources.insert(SecretWord.number(text(of: pinned.answer)))
        }
        hidden.subtract(shown)
        // Where worlds are compared, somebody has words as names by guessing.
        return (transcript == nil ? hidden.union(sources.subtracting(own)) : hidden, shown)
    }

    /// Whether a text has a word that the player was told: that of a game which is over, or which the player has laid.
    func knowsWord(in text: String, _ player: PlayerID) -> Bool {
        let stored = storage.stored
        let ofDays = stored.games.contains { key, game in
            guard key.player == player, let answer = stored.pinned[key.puzzle]?.answer else { return false }
            let isKnown = game.finish != nil || game.moves.contains { $0.word == answer }
            return isKnown && text.contains(self.text(of: answer))
        }
        return ofDays
            || invariants.rounds.contains { round in
                let isKnown = round.isOver(for: player) || round.words[player]?.contains(round.answer) ?? false
                return isKnown && text.contains(self.text(of: round.answer))
            }
    }

    private func tiles(of pinned: PinnedPuzzle) -> Int? {
        if let known = tilesKnown[pinned.puzzle] { return known }
        tilesKnown[pinned.puzzle] = words.tiles(of: pinned).map {
            SecretWord.number(String(decoding: $0, as: UTF8.self))
        }
        return tilesKnown[pinned.puzzle]
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

/// Words and tiles that a player may not be told now.
struct Secrets {
    /// Words of five letters, by `SecretWord.number`.
    var words: Set<Int> = []
    /// Tiles, and words that tiles were made of, by the same.
    var letters: Set<Int> = []
}
