import GameRules
import TestKit

@testable import Storage

/// The difference between the words of two worlds that must look the same.
enum TwinKind: CaseIterable {
    /// All letters are other ones, and the same letters are the same as before.
    case shifted
    /// The answers repeat their letters otherwise.
    case reshaped

    fileprivate func words() throws -> [SimulatedWords] {
        switch self {
        case .shifted: try SimulatedWords.shifted.get()
        case .reshaped: try SimulatedWords.reshaped.get()
        }
    }
}

/// Two worlds of one seed whose words differ, and nothing else.
struct TwinWorlds {
    let worlds: [Simulation]
    private let comparison: TwinComparison

    /// The words that can be found in both worlds, by their places in the lists.
    private static func pairs(_ words: [SimulatedWords]) -> [(String, String)] {
        Array(zip(words[0].answers, words[1].answers)) + Array(zip(words[0].sources, words[1].sources))
            + Array(zip(words[0].laid, words[1].laid))
    }

    /// The tiles of the days' anagrams in both worlds.
    private static func dailies(_ worlds: [Simulation]) -> [TwinTiles] {
        let (stored, others) = (worlds[0].storage.stored, worlds[1].storage.stored)
        return stored.pinned.values.compactMap { pinned in
            guard let first = worlds[0].words.tiles(of: pinned),
                let second = others.pinned[pinned.puzzle].flatMap({ worlds[1].words.tiles(of: $0) })
            else { return nil }
            let opened = worlds[0].players.compactMap { player in
                let key = GameKey(player: player.id, puzzle: pinned.puzzle)
                return stored.games[key].map { (player.number, $0.openedAt) }
            }
            return TwinTiles(
                first: first, second: second, starts: worlds[0].publicSince(pinned.puzzle.day),
                opened: Dictionary(uniqueKeysWithValues: opened))
        }
    }

    /// The tiles of the rounds that were played in both worlds.
    private static func tiles(_ worlds: [Simulation]) -> [TwinTiles] {
        let rounds = worlds.map { world in
            Dictionary(uniqueKeysWithValues: world.invariants.rounds.map { ("\($0.room.number) \($0.race.text)", $0) })
        }
        return rounds[0].compactMap { name, first in
            guard let tiles = first.tiles, let second = rounds[1][name], let others = second.tiles else { return nil }
            return TwinTiles(
                first: Array(worlds[0].text(of: tiles).utf8), second: Array(worlds[1].text(of: others).utf8),
                starts: max(first.isPublicSince, second.isPublicSince))
        }
    }

    init(_ kind: TwinKind, seed: UInt64, sabotage: Sabotage? = nil) throws {
        let words = try kind.words()
        let worlds = try words.map { words in
            let world = try Simulation(seed: seed, players: 3 + Int(seed % 4), sabotage: sabotage, twin: words)
            world.run(steps: 2_000)
            return world
        }
        self.worlds = worlds
        comparison = TwinComparison(
            kind, TwinWorlds.pairs(words), TwinWorlds.tiles(worlds) + TwinWorlds.dailies(worlds),
            sources: zip(words[0].sources, words[1].sources).map { ($0.utf8.sorted(), $1.utf8.sorted()) })
    }

    /// The first violation of a world, if there is one.
    var violation: String? { worlds.compactMap(\.violation).first }

    /// The first difference between the worlds; nil if there is none.
    var difference: String? {
        // What each connection was told: which of several hears the same first depends on nothing that means anything.
        let told = worlds.map { Dictionary(grouping: $0.transcript ?? [], by: \.connection) }
        for connection in told[0].keys.sorted() {
            let (first, second) = (told[0][connection] ?? [], told[1][connection] ?? [])
            for (a, b) in zip(first, second) where !comparison.isSame(a, b) {
                return "to \(connection) at \(a.time) and \(b.time):\n"
                    + "\(String(decoding: a.json, as: UTF8.self))\n\(String(decoding: b.json, as: UTF8.self))"
            }
            if first.count != second.count {
                return "connection \(connection) hears \(first.count) things in one world, \(second.count) in the other"
            }
        }
        return told[0].count == told[1].count ? nil : "there are more connections in one world"
    }
}

/// The letters of one round, or one day's game, of anagrams in both worlds, and since when they are told.
struct TwinTiles {
    let first: [UInt8]
    let second: [UInt8]
    /// The instant from which on everybody may be told.
    let starts: Int
    /// The instants from which on single players may be told before that, by number of the player.
    var opened: [Int: Int] = [:]

    func mayBeTold(_ told: Told) -> Bool {
        told.time >= starts || told.player.flatMap { opened[$0] }.map { told.time >= $0 } ?? false
    }
}

/// Tells whether what is said in two worlds differs in their words alone.
struct TwinComparison {
    private let kind: TwinKind
    /// The words of the second world by those of the first that are in their place.
    private let words: [[UInt8]: [UInt8]]
    private let lengths: ClosedRange<Int>
    private let tiles: [TwinTiles]
    /// The letters of sources that are in one place, ascending.
    private let sources: [([UInt8], [UInt8])]

    init(_ kind: TwinKind, _ words: [(String, String)], _ tiles: [TwinTiles], sources: [([UInt8], [UInt8])]) {
        self.kind = kind
        self.sources = sources
        self.tiles = tiles
        self.words = Dictionary(uniqueKeysWithValues: words.map { (Array($0.utf8), Array($1.utf8)) })
        let counts = words.map(\.0.utf8.count)
        lengths = (counts.min() ?? 0)...(counts.max() ?? 0)
    }

    func isSame(_ a: Told, _ b: Told) -> Bool {
        a.time == b.time && a.document == b.document && a.mayBeCompressed == b.mayBeCompressed
            && isSame(a.json, b.json, as: a)
    }

    /// Both have the same bytes, but where one has a word and the other has that of its own world in the very same
    /// place. Names that somebody tries are the same bytes, also if they are words. Tiles may differ once the boards
    /// are open, or the day's own game is, and not before; those for practice have one receiver ever.
    private func isSame(_ a: [UInt8], _ b: [UInt8], as told: Told) -> Bool {
        guard a.count == b.count else { return false }
        guard a != b else { return true }
        let (a, b) = (masked(a), masked(b))
        guard a.count == b.count else { return false }
        var index = 0
        while index < a.count {
            if a[index] == b[index] {
                index += 1
            } else if let end = endOfWord(around: index, a, b) ?? endOfTiles(around: index, a, b, told) {
                index = end
            } else if kind == .shifted, isLetter(at: index, a), a[index] + 1 == b[index] {
                index += 1
            } else if let end = endOfPracticeTiles(around: index, a, b) {
                index = end
            } else {
                return false
            }
        }
        return true
    }

    /// Returns a message without commitments and signatures. In reshaped worlds the keyboard of a solved game is left
    /// out too, as it has the letters of the answer.
    private func masked(_ json: [UInt8]) -> [UInt8] {
        var text = String(decoding: json, as: UTF8.self)
        text = text.replacing(#/"(commitment|signature)":"[0-9a-f]+"/#) { "\"\($0.1)\":\"\"" }
        if kind == .reshaped, text.contains(#/"state":"solved"/#) {
            text = text.replacing(#/"keyboard":\{[^}]*\}/#) { _ in "\"keyboard\":{}" }
        }
        return Array(text.utf8)
    }

    private func endOfWord(around index: Int, _ a: [UInt8], _ b: [UInt8]) -> Int? {
        for length in lengths.reversed() {
            for start in max(0, index - length + 1)...index where start + length <= a.count {
                if let word = words[Array(a[start..<start + length])], word.elementsEqual(b[start..<start + length]) {
                    return start + length
                }
            }
        }
        return nil
    }

    private func endOfTiles(around index: Int, _ a: [UInt8], _ b: [UInt8], _ told: Told) -> Int? {
        for tiles in tiles where tiles.mayBeTold(told) {
            let length = tiles.first.count
            for start in max(0, index - length + 1)...index where start + length <= a.count {
                if tiles.first.elementsEqual(a[start..<start + length]),
                    tiles.second.elementsEqual(b[start..<start + length])
                {
                    return start + length
                }
            }
        }
        return nil
    }

    /// The place behind the tiles of a board for practice. Which source they are made of is drawn alike in both worlds.
    private func endOfPracticeTiles(around index: Int, _ a: [UInt8], _ b: [UInt8]) -> Int? {
        let field = Array("\"tiles\":\"".utf8)
        guard a.contains(Array("\"puzzle\":\"practice-anagram-".utf8)),
            let start = a.firstRange(of: field)?.upperBound, let length = sources.first?.0.count,
            (start..<start + length).contains(index)
        else { return nil }
        let letters = (a[start..<start + length].sorted(), b[start..<start + length].sorted())
        return sources.contains { $0 == letters } ? start + length : nil
    }

    /// Whether a letter stands alone: on a keyboard, `"e":1`, or in a clue, `"letter":"e"` or `must be E.`.
    private func isLetter(at index: Int, _ text: [UInt8]) -> Bool {
        guard index >= 1, index + 1 < text.count else { return false }
        switch (text[index - 1], text[index + 1]) {
        case (UInt8(ascii: "\""), UInt8(ascii: "\"")): return (0x61...0x7A).contains(text[index])
        case (UInt8(ascii: " "), UInt8(ascii: ".")): return (0x41...0x5A).contains(text[index])
        default: return false
        }
    }
}
