/// Words by their letters, one node for each beginning that they share: a name is compared with all of them at once.
///
/// Nodes stand in the order of their depth, and of their words within a depth. So the nodes behind one stand together,
/// and those behind the next node follow them. A node needs no table of its own: 12 bytes in place of a hundred.
struct WordTree: Sendable {
    struct Node: Sendable {
        /// The letter that leads here.
        let letter: Unicode.Scalar
        /// The first of the nodes behind this one, or the place where it would stand.
        fileprivate var next: UInt32 = 0
        private let letters: UInt16
        /// Whether a word ends here.
        fileprivate(set) var isWord = false
        /// Whether that word is severe.
        fileprivate(set) var isSevere = false

        fileprivate init(letter: Unicode.Scalar, depth: Int) {
            self.letter = letter
            letters = UInt16(clamping: depth)
        }

        /// The number of letters on the way here, 65,535 at most.
        var depth: Int { Int(letters) }
    }

    static let root = 0
    let nodes: [Node]
    /// Whether all letters of the words are Latin ones.
    let isLatin: Bool

    /// A tree of words, each a row of ``HiddenLetters/letter(_:)``.
    init(_ words: [[Unicode.Scalar]], isSevere: ([Unicode.Scalar]) -> Bool = { _ in false }) {
        isLatin = words.allSatisfy { $0.allSatisfy(\.isASCII) }
        let words = words.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
        var nodes = [Node(letter: " ", depth: 0)]
        // The words that begin with the letters of each node, and the number of these letters.
        var begun = [(words: words.indices, depth: 0)]
        var node = WordTree.root
        while node < nodes.count {
            var (rest, depth) = begun[node]
            nodes[node].next = UInt32(nodes.count)
            // Words that end here stand before those that go on.
            while let word = rest.first, words[word].count == depth {
                nodes[node].isWord = true
                nodes[node].isSevere = nodes[node].isSevere || isSevere(words[word])
                rest.removeFirst()
            }
            while let word = rest.first {
                let letter = words[word][depth]
                let end = rest.first { words[$0][depth] != letter } ?? rest.upperBound
                nodes.append(Node(letter: letter, depth: depth + 1))
                begun.append((word..<end, depth + 1))
                rest = end..<rest.upperBound
            }
            node += 1
        }
        // A copy has no room left to grow.
        self.nodes = nodes.map(\.self)
    }

    /// The nodes behind a node.
    func nodes(behind node: Int) -> Range<Int> {
        let end = node + 1 < nodes.count ? Int(nodes[node + 1].next) : nodes.count
        return Int(nodes[node].next)..<end
    }

    /// The node behind a node to which a letter leads; nil if no word goes on so.
    func node(behind node: Int, by letter: Unicode.Scalar) -> Int? {
        nodes(behind: node).first { nodes[$0].letter == letter }
    }
}
