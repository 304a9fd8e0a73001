/// The part of a found word that others may see: its length and points.
public struct FoundLength: Hashable, Sendable {
    /// The number of letters.
    public let length: Int
    /// The points for the word.
    public let points: Int

    /// Creates a length with its points; nil unless a word of an anagram game can have them.
    public init?(length: Int, points: Int) {
        guard (AnagramRules.shortest...Word.maximumLength).contains(length), FoundLength.range.contains(points)
        else { return nil }
        self.length = length
        self.points = points
    }

    /// The length and points of a move. Precondition: the move is that of an anagram game.
    init(_ move: AnagramMove) {
        guard let found = FoundLength(length: move.word.count, points: move.points) else {
            preconditionFailure("found words have at least three letters, and few points")
        }
        self = found
    }

    /// The valid numbers of points: more than any rule has given so far.
    private static let range = 0...0xFFFF

    /// The wire and storage form: `"5:25"`.
    var text: String { "\(length):\(points)" }

    /// Reads the text form; nil for anything else.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count <= 5, let length = Int(parts[0]),
            let points = Int(parts[1])
        else { return nil }
        self.init(length: length, points: points)
        // One verdict has one text: no plus signs, no zeros in front.
        guard self.text == text else { return nil }
    }
}
