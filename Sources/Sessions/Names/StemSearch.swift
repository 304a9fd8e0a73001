/// Looks for severe words within the words of a name, read as ``WordSearch`` reads it: in all readings of its
/// characters, with letters more often, and with signs and digits between them.
///
/// Blanks stand between the letters of a severe word only if it begins and ends with words of the name: `f u cc k`,
/// but `Shi Ting`. The words that are looked for are one tree, which is followed from each character of the name. So
/// the time is bounded by the square of the name's length times the size of the tree, and most characters begin no
/// word.
struct StemSearch: Sendable {
    /// A node of the tree: the letters on the way to it, and the word that ends there.
    private struct Node {
        let path: [Unicode.Scalar]
        var next: [Unicode.Scalar: Int] = [:]
        var word: String?
    }

    /// The part of the tree that was read on the way to a place of the name.
    private struct State: Hashable {
        var node: Int
        /// Whether there was a letter: digits and signs alone are no word.
        var hasLetter = false
        var hasBlank = false
        /// Whether there was a digit that stands for no letter.
        var skipsDigit = false
    }

    private var nodes = [Node(path: [])]
    /// Searches for the innocent words that have a word of the tree in them, by that word.
    private let innocent: [String: [WordSearch]]

    init(_ words: [String], innocent: [String]) {
        // Letters may stand more often: `shiite`.
        func once(_ word: String) -> String { OffensiveWords.shortened(word, from: 2, to: 1) }
        self.innocent = Dictionary(
            words.map { word in
                (word, innocent.filter { once($0).contains(once(word)) }.compactMap(WordSearch.init))
            }, uniquingKeysWith: { first, _ in first })
        for word in words { insert(word) }
    }

    private mutating func insert(_ word: String) {
        var node = 0
        for letter in WordSearch.letters(of: word) {
            if let next = nodes[node].next[letter] {
                node = next
            } else {
                nodes.append(Node(path: nodes[node].path + [letter]))
                nodes[node].next[letter] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        if node > 0 { nodes[node].word = word }
    }

    /// Whether a name has one of the words, which no innocent word around it explains. `isWord`: whether a severe word
    /// and the rest of the name's word are a word together, as `f u c king` is.
    func finds(in name: String, isWord: (String) -> Bool) -> Bool {
        let glyphs = NameGlyph.glyphs(of: name)
        let drawn = glyphs.map(\.drawn)
        return glyphs.indices.contains { start in
            finds(in: glyphs, drawn: drawn, from: start, isWord: isWord)
        }
    }

    private func finds(
        in glyphs: [NameGlyph], drawn: [Unicode.Scalar], from start: Int, isWord: (String) -> Bool
    ) -> Bool {
        let isMixed = NameGlyph.areLatin(glyphs)
        let mayHaveBlanks = start == 0 || !glyphs[start - 1].isLetter
        var reached = [Set<State>](repeating: [], count: glyphs.count - start + 1)
        reached[0] = [State(node: 0)]
        var ended: Set<Int> = []
        for place in start..<glyphs.count {
            let states = reached[place - start]
            // Most characters begin no word.
            if states.isEmpty, !reached[(place - start)...].contains(where: { !$0.isEmpty }) { return false }
            guard !states.isEmpty else { continue }
            let glyph = glyphs[place]
            let shapes = LetterShapes.read(in: drawn[place...])
            for state in states {
                if let skipped = skipping(glyph, in: state, isMixed: isMixed, mayHaveBlanks: mayHaveBlanks) {
                    reached[place - start + 1].insert(skipped)
                }
                for reading in glyph.readings where mayFollow(reading, in: state.node) {
                    for node in after(reading, from: state.node, mayRepeat: !glyph.isOtherStroke(reading)) {
                        var read = state
                        read.node = node
                        read.hasLetter = state.hasLetter || glyph.isLetter
                        reached[place - start + 1].insert(read)
                    }
                }
                for shape in shapes {
                    for node in after(shape.letters, from: state.node) {
                        var read = state
                        read.node = node
                        let part = glyphs[place..<place + shape.drawn.count]
                        read.hasLetter = state.hasLetter || part.contains(where: \.isLetter)
                        reached[place - start + shape.drawn.count].insert(read)
                    }
                }
            }
            for state in reached[place - start + 1] where state.hasLetter && !ended.contains(state.node) {
                guard let word = nodes[state.node].word else { continue }
                guard !state.hasBlank || ends(word, at: place + 1, of: glyphs, isWord: isWord) else { continue }
                ended.insert(state.node)
                let isInnocent = innocent[word, default: []].contains {
                    $0.surrounds(start..<place + 1, of: glyphs)
                }
                if !isInnocent { return true }
            }
        }
        return false
    }

    /// The state behind a character that stands for no letter; nil if it may not be left out there.
    private func skipping(
        _ glyph: NameGlyph, in state: State, isMixed: Bool, mayHaveBlanks: Bool
    ) -> State? {
        guard state.node > 0, glyph.maySayNothing || !glyph.mayBeLatin || (isMixed && glyph.isEastAsian) else {
            return nil
        }
        var skipped = state
        if glyph.drawn == " " { skipped.hasBlank = true }
        if ("0"..."9").contains(glyph.drawn) { skipped.skipsDigit = true }
        // Where numbers stand between words, they are numbers.
        return skipped.hasBlank && (skipped.skipsDigit || !mayHaveBlanks) ? nil : skipped
    }

    /// Whether a word of the name ends at a place, or goes on to what is a word as well.
    private func ends(_ word: String, at end: Int, of glyphs: [NameGlyph], isWord: (String) -> Bool) -> Bool {
        let rest = glyphs[end...].prefix(while: \.isLetter).map(\.drawn)
        return rest.isEmpty || isWord(word + String(String.UnicodeScalarView(rest)).lowercased())
    }

    /// Whether a reading leads anywhere. Most do not: they are of one letter that is neither the next nor the last.
    private func mayFollow(_ reading: NameGlyph.Reading, in node: Int) -> Bool {
        guard reading.count == 1, reading[0].count == 1 else { return true }
        let letter = reading[0][0]
        return nodes[node].next[letter] != nil || nodes[node].path.last == letter
    }

    /// The nodes behind a reading: that of its letters, or the same, once more behind the letters that were read last.
    /// Each letter of several may be one too many itself, as for ``WordSearch``.
    private func after(_ reading: NameGlyph.Reading, from node: Int, mayRepeat: Bool = true) -> Set<Int> {
        guard reading.count > 1 else { return after(reading.first ?? [], from: node, mayRepeat: mayRepeat) }
        let apart = reading.reduce(Set([node])) { nodes, letter in
            nodes.reduce(into: Set<Int>()) { $0.formUnion(after(letter, from: $1, mayRepeat: true)) }
        }
        return apart.union(after(reading.flatMap(\.self), from: node, mayRepeat: mayRepeat))
    }

    private func after(_ letters: [Unicode.Scalar], from node: Int, mayRepeat: Bool) -> Set<Int> {
        var next: Int? = node
        for letter in letters { next = next.flatMap { nodes[$0].next[letter] } }
        var found: Set<Int> = mayRepeat && nodes[node].path.suffix(letters.count).elementsEqual(letters) ? [node] : []
        if let next { found.insert(next) }
        return found
    }
}
