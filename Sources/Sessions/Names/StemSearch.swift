/// Looks for severe words within the words of a name, in all readings of ``WordSearch``. Letters may be repeated, and
/// signs and digits may stand between them.
///
/// Blanks stand between the letters of a severe word only if it begins and ends with words of the name. So `f u cc k`
/// is found, and `Shi Ting` is not. The words that are looked for are one tree, which is followed from each character
/// of the name. So the time is bounded by the square of the name's length times the size of the tree, and most
/// characters begin no word.
struct StemSearch: Sendable {
    /// The part of the tree that was read on the way to a place of the name.
    private struct State: Hashable {
        var node: Int
        /// Whether there was a letter: digits and signs alone are no word.
        var hasLetter = false
        var hasBlank = false
        /// Whether there was a digit that stands for no letter.
        var skipsDigit = false
    }

    /// A character of the name, read behind a node.
    private struct Step: Hashable {
        let place: Int
        let node: Int
    }

    private let tree: WordTree
    /// The node before each one.
    private let before: [UInt32]
    /// The words by the nodes at which they end.
    private let endings: [Int: String]
    /// Searches for the innocent words that have a word of the tree in them, by that word.
    private let innocent: [String: [WordSearch]]

    init(_ words: [String], innocent: [String]) {
        // Letters may stand more often: `shiite`.
        func once(_ word: String) -> String { OffensiveWords.shortened(word, from: 2, to: 1) }
        let shortened = innocent.map { (word: $0, once: once($0)) }
        self.innocent = Dictionary(
            words.map { word in
                let stem = once(word)
                let having = shortened.filter { OffensiveWords.has(stem, in: $0.once) }
                return (word, having.compactMap { WordSearch($0.word) })
            }, uniquingKeysWith: { first, _ in first })
        let tree = WordTree(words.map { WordSearch.letters(of: $0) })
        var before = [UInt32](repeating: 0, count: tree.nodes.count)
        for node in tree.nodes.indices {
            for next in tree.nodes(behind: node) { before[next] = UInt32(node) }
        }
        var endings: [Int: String] = [:]
        for word in words {
            let end = StemSearch.node(behind: WordTree.root, by: WordSearch.letters(of: word), in: tree)
            if let end, end != WordTree.root { endings[end] = word }
        }
        self.tree = tree
        self.before = before
        self.endings = endings
    }

    /// The node behind a node to which letters lead; nil if no word goes on so.
    private static func node(behind node: Int, by letters: [Unicode.Scalar], in tree: WordTree) -> Int? {
        var reached: Int? = node
        for letter in letters { reached = reached.flatMap { tree.node(behind: $0, by: letter) } }
        return reached
    }

    /// Whether the letters on the way to a node end with these.
    private func isReached(_ node: Int, by letters: [Unicode.Scalar]) -> Bool {
        var node = node
        for letter in letters.reversed() {
            guard node != WordTree.root, tree.nodes[node].letter == letter else { return false }
            node = Int(before[node])
        }
        return true
    }

    /// Whether a name has one of the words, which no innocent word around it explains. `isWord`: whether a severe word
    /// and the rest of the name's word are a word together, as `f u c king` is.
    func finds(in name: String, isWord: (String) -> Bool) -> Bool {
        let glyphs = NameGlyph.glyphs(of: name)
        let drawn = glyphs.map(\.drawn)
        // The same from every start, and dear for a character of many readings.
        var steps: [Step: Set<Int>] = [:]
        return glyphs.indices.contains { start in
            finds(in: glyphs, drawn: drawn, from: start, steps: &steps, isWord: isWord)
        }
    }

    private func finds(
        in glyphs: [NameGlyph], drawn: [Unicode.Scalar], from start: Int, steps: inout [Step: Set<Int>],
        isWord: (String) -> Bool
    ) -> Bool {
        let isMixed = NameGlyph.areLatin(glyphs)
        let mayHaveBlanks = start == 0 || !glyphs[start - 1].isLetter
        var reached = [Set<State>](repeating: [], count: glyphs.count - start + 1)
        reached[0] = [State(node: WordTree.root)]
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
                let step = Step(place: place, node: state.node)
                if steps[step] == nil { steps[step] = after(glyph, from: state.node) }
                for node in steps[step, default: []] {
                    var read = state
                    read.node = node
                    read.hasLetter = state.hasLetter || glyph.isLetter
                    reached[place - start + 1].insert(read)
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
                guard let word = endings[state.node] else { continue }
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
        guard state.node != WordTree.root, glyph.maySayNothing || !glyph.mayBeLatin || (isMixed && glyph.isEastAsian)
        else { return nil }
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

    /// The nodes behind a character, in all its readings.
    private func after(_ glyph: NameGlyph, from node: Int) -> Set<Int> {
        glyph.readings.reduce(into: []) { nodes, reading in
            guard mayFollow(reading, in: node) else { return }
            nodes.formUnion(after(reading, from: node, mayRepeat: !glyph.isOtherStroke(reading)))
        }
    }

    /// Whether a reading leads anywhere. Most do not: they are of one letter that is neither the next nor the last.
    private func mayFollow(_ reading: NameGlyph.Reading, in node: Int) -> Bool {
        guard reading.count == 1, reading[0].count == 1 else { return true }
        return tree.node(behind: node, by: reading[0][0]) != nil || isReached(node, by: reading[0])
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
        var found: Set<Int> = mayRepeat && isReached(node, by: letters) ? [node] : []
        if let next = StemSearch.node(behind: node, by: letters, in: tree) { found.insert(next) }
        return found
    }
}
