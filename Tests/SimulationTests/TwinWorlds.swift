import TestKit

/// How the words of two worlds differ that must look the same.
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

    init(_ kind: TwinKind, seed: UInt64, sabotage: Sabotage? = nil) throws {
        let words = try kind.words()
        comparison = TwinComparison(kind, words[0].answers, words[1].answers)
        worlds = try words.map { words in
            let world = try Simulation(seed: seed, players: 3 + Int(seed % 4), sabotage: sabotage, twin: words)
            world.run(steps: 2_000)
            return world
        }
    }

    /// What must never happen and has.
    var violation: String? { worlds.compactMap(\.violation).first }

    /// Where they first differ; nil if they do not.
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

/// Tells whether what is said in two worlds differs in their words alone.
struct TwinComparison {
    private let kind: TwinKind
    /// The words of the second world by those of the first that are in their place.
    private let words: [[UInt8]: [UInt8]]

    init(_ kind: TwinKind, _ first: [String], _ second: [String]) {
        self.kind = kind
        words = Dictionary(uniqueKeysWithValues: zip(first, second).map { (Array($0.utf8), Array($1.utf8)) })
    }

    func isSame(_ a: Told, _ b: Told) -> Bool {
        a.time == b.time && a.document == b.document && a.mayBeCompressed == b.mayBeCompressed
            && isSame(a.json, b.json)
    }

    /// Both have the same bytes, but where one has a word and the other has that of its own world in the very same
    /// place. Names that somebody tries are the same bytes, also if they are words.
    private func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        guard a != b else { return true }
        let (a, b) = (masked(a), masked(b))
        guard a.count == b.count else { return false }
        var index = 0
        while index < a.count {
            if a[index] == b[index] {
                index += 1
            } else if let end = endOfWord(around: index, a, b) {
                index = end
            } else if kind == .shifted, isLetter(at: index, a), a[index] + 1 == b[index] {
                index += 1
            } else {
                return false
            }
        }
        return true
    }

    /// Without what commits to a word. Where all letters are others, so are they on keyboards; elsewhere on the
    /// receiver's alone whose game is over.
    private func masked(_ json: [UInt8]) -> [UInt8] {
        var text = String(decoding: json, as: UTF8.self)
        text = text.replacing(#/"(commitment|signature)":"[0-9a-f]+"/#) { "\"\($0.1)\":\"\"" }
        if kind == .reshaped, text.contains(#/"state":"solved"/#) {
            text = text.replacing(#/"keyboard":\{[^}]*\}/#) { _ in "\"keyboard\":{}" }
        }
        return Array(text.utf8)
    }

    private func endOfWord(around index: Int, _ a: [UInt8], _ b: [UInt8]) -> Int? {
        for start in max(0, index - 4)...index where start + 5 <= a.count {
            if let word = words[Array(a[start..<start + 5])], word.elementsEqual(b[start..<start + 5]) {
                return start + 5
            }
        }
        return nil
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
