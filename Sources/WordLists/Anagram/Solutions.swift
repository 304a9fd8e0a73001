import GameRules

/// The words that could have been found in a puzzle, shorter words first, then by alphabet.
package struct Solutions: Hashable, Sendable {
    /// All words that count.
    package let all: [Word]
    /// The common ones.
    package let common: [Word]

    /// Counts all words by their length: one number for each, from the shortest that counts up to `longest` letters.
    package func counts(upTo longest: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: max(0, longest - AnagramRules.shortest + 1))
        for word in all where counts.indices.contains(word.count - AnagramRules.shortest) {
            counts[word.count - AnagramRules.shortest] += 1
        }
        return counts
    }
}
