/// Words by their letters, one node for each beginning that they share: a name is compared with all of them at once.
struct WordTree: Sendable {
    struct Node: Sendable {
        /// The letter that leads here.
        let letter: Unicode.Scalar
        /// The number of letters on the way here.
        let depth: Int
        fileprivate(set) var next: [Unicode.Scalar: Int] = [:]
        /// Whether a word ends here.
        fileprivate(set) var isWord = false
        /// Whether that word is severe.
        fileprivate(set) var isSevere = false
    }

    static let root = 0
    private(set) var nodes = [Node(letter: " ", depth: 0)]
    /// Whether all letters of the words are Latin ones.
    private(set) var isLatin = true

    /// A tree of words, each a row of ``HiddenLetters/letter(_:)``.
    init(_ words: [[Unicode.Scalar]], isSevere: ([Unicode.Scalar]) -> Bool = { _ in false }) {
        for word in words where !word.isEmpty { insert(word, isSevere: isSevere(word)) }
    }

    private mutating func insert(_ word: [Unicode.Scalar], isSevere: Bool) {
        var node = WordTree.root
        for letter in word {
            isLatin = isLatin && letter.isASCII
            if let next = nodes[node].next[letter] {
                node = next
            } else {
                nodes.append(Node(letter: letter, depth: nodes[node].depth + 1))
                nodes[node].next[letter] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        nodes[node].isWord = true
        nodes[node].isSevere = nodes[node].isSevere || isSevere
    }
}
