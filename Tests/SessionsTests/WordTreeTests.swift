import TestKit
import Testing

@testable import Sessions

@Suite struct WordTreeTests {
    /// Random words of few letters, so that they begin alike, end within others, and stand twice.
    private static func words(_ random: inout SplitMix) -> [[Unicode.Scalar]] {
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
            (0..<Int.random(in: 0...5, using: &random)).map { _ in
                ["a", "b", "c", "ж"][Int.random(in: 0...3, using: &random)]
            }
        }
    }

    @Test("A tree has a node for each beginning of a word, and no other", arguments: [1, 2, 3])
    func beginnings(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<100 {
            let words = WordTreeTests.words(&random)
            let tree = WordTree(words) { $0.first == "b" }
            var unseen: [(node: Int, letters: [Unicode.Scalar])] = [(WordTree.root, [])]
            var seen: Set<[Unicode.Scalar]> = []
            while let (index, letters) = unseen.popLast() {
                let node = tree.nodes[index]
                #expect(seen.insert(letters).inserted, "no beginning has two nodes")
                #expect(node.depth == letters.count && (letters.isEmpty || node.letter == letters.last))
                #expect(node.isWord == (!letters.isEmpty && words.contains(letters)), "\(words), \(letters)")
                #expect(node.isSevere == (node.isWord && letters.first == "b"))
                for letter in ["a", "b", "c", "ж", "z"] as [Unicode.Scalar] {
                    let next = tree.node(behind: index, by: letter)
                    #expect(next.map { tree.nodes(behind: index).contains($0) } ?? true)
                    if let next { unseen.append((next, letters + [letter])) }
                }
            }
            let beginnings = words.flatMap { word in (0...word.count).map { Array(word.prefix($0)) } }
            #expect(seen == Set(beginnings + [[]]) && tree.nodes.count == seen.count, "\(words)")
            #expect(tree.isLatin == !words.contains { $0.contains("ж") })
        }
    }

    @Test("A node of a tree takes 12 bytes")
    func size() { #expect(MemoryLayout<WordTree.Node>.stride == 12) }
}
